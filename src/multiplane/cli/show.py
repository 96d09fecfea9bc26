"""``multiplane show``: the trees of a treebank, or of a text, drawn as text, SVG, HTML, TikZ or for tikz-dependency."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.messages import say
from multiplane.cli.shared.pictures import PictureFolder
from multiplane.cli.shared.reading import (
    HeadsOption,
    SkipBadOption,
    TreeOption,
    TypedTree,
    WordsOption,
    find_sentence,
    source_of,
    stream_treebank,
    trees_of_text,
)
from multiplane.cli.shared.selection import InsideOption, LabelOption, LengthOption, OutsideOption, selection
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.draw.layout.diagram import Source

MAX_PAGES = 400
WIDTH_OF_A_PIPE = 100


def show(
    path: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A treebank; - is standard input, sample: the built-in sample."),
    ] = None,
    tree: TreeOption = None,
    heads: HeadsOption = None,
    words: WordsOption = None,
    sentence: Annotated[
        str | None,
        typer.Option("--sentence", "-s", metavar="N|ID", help="Only this sentence, by sent_id or by number from 1."),
    ] = None,
    format: Annotated[
        Literal["text", "svg", "html", "tikz", "tikz-dependency"],
        typer.Option("--format", "-f", help="Output format."),
    ] = "text",
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="OUT", help="Output file, or a folder for one SVG per sentence."),
    ] = "-",
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            "-w",
            min=0,
            max=1_000_000,
            metavar="W",
            help="Break wider sentences into pieces: columns for text, pixels otherwise; 0 for never.",
            show_default="the terminal's; 1160 for SVG and HTML",
        ),
    ] = None,
    root_arcs: Annotated[
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Draw arcs from the root, and count their crossings.")
    ] = True,
    planes: Annotated[
        bool,
        typer.Option(
            "--planes/--no-planes", help="Draw crossing arcs in different planes, or all arcs above the words."
        ),
    ] = True,
    deps: Annotated[
        bool, typer.Option("--deps", help="Draw the graphs in the DEPS column, where words may have several heads.")
    ] = False,
    tags: Annotated[bool, typer.Option("--tags", help="Show UPOS under each word.")] = False,
    xpos: Annotated[bool, typer.Option("--xpos", help="Show XPOS under each word.")] = False,
    lemmas: Annotated[bool, typer.Option("--lemmas", help="Show lemmas under the words.")] = False,
    features: Annotated[bool, typer.Option("--feats", help="Show FEATS under each word, a line each.")] = False,
    multiword: Annotated[bool, typer.Option("--multiword", help="Show multiword tokens under their words.")] = False,
    empty_nodes: Annotated[bool, typer.Option("--empty-nodes", help="Show empty nodes between the words.")] = False,
    enhanced: Annotated[
        bool, typer.Option("--enhanced", help="Show the arcs that DEPS adds to the tree, below the words.")
    ] = False,
    caption: Annotated[
        Literal["translation", "text", "both", "none"],
        typer.Option("--caption", help="Caption of text and SVG: from # text_en, from # text, both or none."),
    ] = "translation",
    theme: Annotated[
        Literal["light", "dark", "auto"] | None,
        typer.Option(
            "--theme",
            help="Colours of SVG and HTML; auto follows the system.",
            show_default="auto",
        ),
    ] = None,
    inside: InsideOption = None,
    outside: OutsideOption = None,
    label: LabelOption = None,
    length: LengthOption = None,
    page_size: Annotated[
        int, typer.Option("--page-size", min=1, metavar="N", help="Sentences on a page of HTML: OUT, OUT-2, OUT-3, ….")
    ] = 100,
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Use colour in text; by default only on a terminal.")
    ] = None,
    source_format: Annotated[
        Literal["conllu", "conllx"] | None, typer.Option("--from", help="Input format; detected by default.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="FILE is text: parse it first, and draw its trees.")] = False,
    model: Annotated[
        str, typer.Option("--model", "-m", metavar="MODEL", help="With --text: the pipeline that parses it.")
    ] = "english",
    skip_bad: SkipBadOption = False,
) -> None:
    """Draw trees, or with --deps graphs: planes above and below the words, crossing arcs marked."""
    from multiplane import draw
    from multiplane.draw.formats.page import PAGE_WIDTH
    from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, DOCUMENT_OPENING
    from multiplane.draw.formats.tikz_dependency import DEPENDENCY_OPENING
    from multiplane.draw.graph import diagram_of_deps
    from multiplane.output import open_output

    options = {"lemmas": lemmas, "tags": tags, "xpos": xpos, "features": features, "multiword": multiword}
    options |= {"empty-nodes": empty_nodes, "enhanced": enhanced}
    shown = tuple(name for name, wanted in options.items() if wanted)
    choice = selection(inside, outside, label, length)
    check_combinations(deps, shown, choice.by_class, theme, format)
    if text and (deps or source_format):
        raise WrongUsage("--text cannot be combined with --deps and --from")
    if text and path is None and (tree is not None or heads is not None):
        raise WrongUsage("--text cannot be combined with --tree and --heads")
    path = source_of(path, tree, heads, words)
    blocks = (
        trees_of_text(path, model)
        if text
        else stream_treebank(path, source_format, skip_bad=skip_bad, heads_required=not deps)
    )
    if sentence is None:
        chosen: Iterable[tuple[int, Any]] = choice.of(blocks, root_arcs, deps)
    else:
        chosen = [find_sentence((one for block in blocks for one in block), sentence, path)]
    numbered: Iterable[tuple[int, Source]] = chosen
    if deps:
        numbered = ((number, diagram_of_deps(one, root_arcs=root_arcs, planes=planes)) for number, one in chosen)
    settings: dict[str, Any] = {"root_arcs": root_arcs, "planes": planes, "show": shown}
    page_width = PAGE_WIDTH if width is None else width or None
    if format == "svg":
        write_svgs(numbered, output, caption, {**settings, "width": page_width, "theme": theme or "auto"})
        return
    if format == "html":
        title = path if isinstance(path, TypedTree) else Path(path).name
        settings["width"] = page_width
        write_pages(numbered, output, title, settings, theme or "auto", page_size)
        return
    if format == "text":
        if color is None:
            color = output == "-" and wants_color()
        columns = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns if width is None else width or None
        drawings: Iterator[str] = (
            heading(one, number, color, caption) + draw.text(one, width=columns, color=color, **settings) + "\n\n"
            for number, one in numbered
        )
    elif format == "tikz":
        pictures = (draw.tikz(one, width=width or None, document=False, **settings) for _, one in numbered)
        drawings = chain((DOCUMENT_OPENING,), pictures, (DOCUMENT_CLOSING,))
    else:
        pictures = (draw.tikz_dependency(one, document=False, **settings) for _, one in numbered)
        drawings = chain((DEPENDENCY_OPENING,), pictures, (DOCUMENT_CLOSING,))
    opening = [part for _, part in zip(range(2), drawings, strict=False)]
    if not opening:
        say("No sentence matches.")
    with open_output(output) as out:
        for drawing in chain(opening, drawings):
            out.write(drawing.encode("utf-8"))


def check_combinations(deps: bool, shown: tuple[str, ...], by_class: bool, theme: str | None, format: str) -> None:
    """Options that are about trees do not go with --deps, and only pictures and pages have a theme."""
    if deps and (shown or by_class):
        found = f"--{shown[0]}" if shown else "--class and --outside"
        raise WrongUsage(f"{found} cannot be combined with --deps")
    if theme is not None and format not in ("svg", "html"):
        raise WrongUsage("--theme requires --format svg or html")


def heading(sentence: Source, number: int, color: bool, caption: str) -> str:
    """A line with the name of a sentence, and its caption if it has one."""
    from multiplane.draw.layout.diagram import name_of

    line = f"# {name_of(sentence, number)}  {caption_of(sentence, caption)}".rstrip()
    return f"\x1b[2m{line}\x1b[0m\n" if color else line + "\n"


def caption_of(sentence: Source, caption: str) -> str:
    """The translation of a sentence, its text, both or nothing."""
    from multiplane.draw.layout.diagram import text_of, translation_of

    parts = {"translation": translation_of, "text": text_of}
    wanted = parts if caption == "both" else {name: part for name, part in parts.items() if name == caption}
    return " · ".join(filter(None, (part(sentence) for part in reversed(wanted.values()))))


def wants_color() -> bool:
    """Whether standard output is a terminal with colour, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_pages(
    numbered: Iterable[tuple[int, Source]],
    output: str,
    title: str,
    settings: dict[str, Any],
    theme: Any,
    page_size: int,
) -> None:
    """Write one page, or where there are many sentences, several that lead to each other; all of them or none."""
    from multiplane.draw.formats.html import html_figures
    from multiplane.draw.formats.page import PAGE_CLOSING, page_opening
    from multiplane.output import open_output

    figures = html_figures(numbered, **settings)
    opening = page_opening(title, theme=theme)
    if output == "-":
        first = list(islice(figures, 1))
        with open_output(output) as out:
            for part in chain((opening,), first, figures, (PAGE_CLOSING,)):
                out.write(part.encode("utf-8"))
        return
    with ExitStack() as files:
        some, page = list(islice(figures, page_size)), 1
        while True:
            following = list(islice(figures, page_size))
            links = page_links(output, page, bool(following)) if page > 1 or following else ""
            out = files.enter_context(open_output(page_file(output, page)))
            out.write("".join((opening, links, *some, links, PAGE_CLOSING)).encode("utf-8"))
            if not following:
                return
            if page == MAX_PAGES:
                raise MultiplaneError(
                    f"{output}: more than {MAX_PAGES} pages: put more sentences on each with --page-size"
                )
            some, page = following, page + 1


def page_file(output: str, page: int) -> str:
    """The file of a page.

    >>> page_file("trees.html", 1), page_file("out/trees.html", 3)
    ('trees.html', 'out/trees-3.html')
    """
    path = Path(output)
    return output if page == 1 else str(path.with_name(f"{path.stem}-{page}{path.suffix}"))


def page_links(output: str, page: int, goes_on: bool) -> str:
    """Links from a page to its neighbours."""
    from html import escape

    pages = {"« first": 1, "‹ previous": page - 1} if page > 1 else {}
    pages |= {"next ›": page + 1} if goes_on else {}
    links = (f'<a href="{escape(Path(page_file(output, at)).name)}">{name}</a>' for name, at in pages.items())
    return f"<nav><span>page {page}</span> {' '.join(links)}</nav>\n"


def write_svgs(numbered: Iterable[tuple[int, Source]], output: str, caption: str, settings: dict[str, Any]) -> None:
    """Write one picture, or one per sentence to a folder, named by sent_id."""
    from multiplane.draw import svg
    from multiplane.draw.layout.diagram import name_of
    from multiplane.output import write_text

    def drawn(sentence: Source) -> str:
        return svg(sentence, caption=caption_of(sentence, caption), **settings)

    if output.endswith("/") or Path(output).is_dir():
        folder = PictureFolder(output)
        for number, sentence in numbered:
            write_text(folder.file_for(name_of(sentence, number)), drawn(sentence))
        return
    chosen = take_two(numbered)
    if not chosen:
        raise MultiplaneError("no sentence has this class, label and length: there is nothing to draw")
    first, *others = chosen
    if others:
        raise WrongUsage(
            "--format svg draws one sentence: choose it with --sentence, or give a folder, as in -o pictures/"
        )
    write_text(output, drawn(first))


def take_two(numbered: Iterable[tuple[int, Source]]) -> list[Source]:
    pairs: Iterator[tuple[int, Source]] = iter(numbered)
    return [sentence for _, (_, sentence) in zip(range(2), pairs, strict=False)]
