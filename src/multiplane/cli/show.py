"""``multiplane show``: the trees of a treebank, or of a text, drawn as text, SVG, HTML, TikZ or for tikz-dependency."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.messages import say
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

WIDTH_OF_A_PIPE = 100


def show(
    path: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Treebank to read; - for standard input, sample: for the built-in sample."),
    ] = None,
    tree: TreeOption = None,
    heads: HeadsOption = None,
    words: WordsOption = None,
    sentence: Annotated[
        str | None,
        typer.Option(
            "--sentence", "-s", metavar="N|ID", help="Draw only this sentence, given by sent_id or by number from 1."
        ),
    ] = None,
    format: Annotated[
        Literal["text", "svg", "html", "tikz", "tikz-dependency"] | None,
        typer.Option("--format", "-f", help="Output format.", show_default="by the name of OUT, else text"),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Output file: .txt, .svg, .html or .tex; or a folder, for one SVG per sentence.",
        ),
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
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Draw arcs from the root and count their crossings.")
    ] = True,
    planes: Annotated[
        bool,
        typer.Option(
            "--planes/--no-planes",
            help="Draw crossing arcs in different planes; otherwise all arcs are above the words.",
        ),
    ] = True,
    deps: Annotated[
        bool, typer.Option("--deps", help="Draw the graphs in the DEPS column, in which words may have several heads.")
    ] = False,
    tags: Annotated[bool, typer.Option("--tags", help="Show UPOS under each word.")] = False,
    xpos: Annotated[bool, typer.Option("--xpos", help="Show XPOS under each word.")] = False,
    lemmas: Annotated[bool, typer.Option("--lemmas", help="Show lemmas under the words.")] = False,
    features: Annotated[bool, typer.Option("--feats", help="Show FEATS under each word, one per line.")] = False,
    multiword: Annotated[bool, typer.Option("--multiword", help="Show multiword tokens under their words.")] = False,
    empty_nodes: Annotated[bool, typer.Option("--empty-nodes", help="Show empty nodes between the words.")] = False,
    enhanced: Annotated[
        bool, typer.Option("--enhanced", help="Show arcs that DEPS adds to the tree, below the words.")
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
        int,
        typer.Option(
            "--page-size", min=1, metavar="N", help="Number of sentences per HTML page (OUT, OUT-2, OUT-3, …)."
        ),
    ] = 100,
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Use colour in text (default: only on a terminal).")
    ] = None,
    source_format: Annotated[
        Literal["conllu", "conllx"] | None, typer.Option("--from", help="Input format (default: detected).")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Treat FILE as text: parse it, then draw its trees.")] = False,
    model: Annotated[
        str, typer.Option("--model", "-m", metavar="MODEL", help="Pipeline that parses the text, with --text.")
    ] = "english",
    skip_bad: SkipBadOption = False,
) -> None:
    """Draw trees, or with --deps graphs: planes above and below the words, crossing arcs marked."""
    from multiplane.draw.formats.page import PAGE_WIDTH
    from multiplane.draw.graph import diagram_of_deps
    from multiplane.draw.pictures import drawings, format_of_name, is_folder, write_pages, write_pictures
    from multiplane.output import open_output

    kind: str = format or format_of_name(output)
    if kind == "json":
        raise WrongUsage("--output cannot be a .json file: multiplane convert writes treebanks as JSON")
    options = {"lemmas": lemmas, "tags": tags, "xpos": xpos, "features": features, "multiword": multiword}
    options |= {"empty-nodes": empty_nodes, "enhanced": enhanced}
    shown = tuple(name for name, wanted in options.items() if wanted)
    choice = selection(inside, outside, label, length)
    check_combinations(deps, shown, choice.by_class, theme, kind)
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
    if kind == "svg":
        if not is_folder(output):
            numbered = only_one(numbered)
        write_pictures(numbered, output, caption, width=page_width, theme=theme or "auto", **settings)
        return
    if kind == "html":
        title = path if isinstance(path, TypedTree) else Path(path).name
        write_pages(numbered, output, title, theme or "auto", page_size, width=page_width, **settings)
        return
    columns = width or None
    if kind == "text" and width is None:
        columns = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns
    colored = output == "-" and wants_color() if color is None else color
    parts = drawings(numbered, kind, width=columns, color=colored, caption=caption, **settings)
    opening = list(islice(parts, 2))
    if not opening:
        say("No sentence matches.")
    with open_output(output) as out:
        for part in chain(opening, parts):
            out.write(part.encode("utf-8"))


def check_combinations(deps: bool, shown: tuple[str, ...], by_class: bool, theme: str | None, format: str) -> None:
    """Options that are about trees do not go with --deps, and only pictures and pages have a theme."""
    if deps and (shown or by_class):
        found = f"--{shown[0]}" if shown else "--class and --outside"
        raise WrongUsage(f"{found} cannot be combined with --deps")
    if theme is not None and format not in ("svg", "html"):
        raise WrongUsage("--theme requires --format svg or html")


def wants_color() -> bool:
    """Whether standard output is a terminal with colour, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def only_one(numbered: Iterable[tuple[int, Source]]) -> list[tuple[int, Source]]:
    """The one sentence that is to be drawn; an error where there are more or none."""
    chosen = list(islice(numbered, 2))
    if not chosen:
        raise MultiplaneError("no sentence has this class, label and length: there is nothing to draw")
    if len(chosen) > 1:
        raise WrongUsage(
            "--format svg draws one sentence: choose it with --sentence, or give a folder, as in -o pictures/"
        )
    return chosen
