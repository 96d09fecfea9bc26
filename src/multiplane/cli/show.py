"""``multiplane show``: the trees of a treebank drawn as text, SVG, HTML or TikZ."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from multiplane.cli.shared.pictures import PictureFolder
from multiplane.cli.shared.reading import SkipBadOption, find_sentence, stream_treebank

if TYPE_CHECKING:
    from multiplane.draw.layout.diagram import Source

WIDTH_OF_A_PIPE = 100


def show(
    path: Annotated[
        str, typer.Argument(metavar="FILE", help="A treebank; - is standard input, sample: the built-in sample.")
    ],
    sentence: Annotated[
        str | None,
        typer.Option("--sentence", "-s", metavar="N|ID", help="Only this sentence, by sent_id or by number from 1."),
    ] = None,
    format: Annotated[
        Literal["text", "svg", "html", "tikz"], typer.Option("--format", "-f", help="Output format.")
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
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Use colour in text; by default only on a terminal.")
    ] = None,
    source_format: Annotated[
        Literal["conllu", "conllx"] | None, typer.Option("--from", help="Input format; detected by default.")
    ] = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Draw trees, or with --deps graphs: planes above and below the words, crossing arcs marked."""
    from multiplane import draw
    from multiplane.draw.formats.html import PAGE_WIDTH, html_parts
    from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, DOCUMENT_OPENING
    from multiplane.draw.graph import diagram_of_deps
    from multiplane.output import open_output

    every = (
        one
        for block in stream_treebank(path, source_format, skip_bad=skip_bad, heads_required=not deps)
        for one in block
    )
    chosen = enumerate(every, 1) if sentence is None else [find_sentence(every, sentence, path)]
    numbered: Iterable[tuple[int, Source]] = chosen
    if deps:
        numbered = ((number, diagram_of_deps(one, root_arcs=root_arcs, planes=planes)) for number, one in chosen)
    if format == "svg":
        write_svgs(numbered, output, width, root_arcs, planes)
        return
    if format == "text":
        if color is None:
            color = output == "-" and wants_color()
        columns = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns if width is None else width or None
        drawings: Iterator[str] = (
            heading(one, number, color)
            + draw.text(one, width=columns, color=color, root_arcs=root_arcs, planes=planes)
            + "\n\n"
            for number, one in numbered
        )
    elif format == "html":
        page_width = PAGE_WIDTH if width is None else width or None
        trees = (one for _, one in numbered)
        drawings = html_parts(trees, title=Path(path).name, width=page_width, root_arcs=root_arcs, planes=planes)
    else:
        pictures = (
            draw.tikz(one, width=width or None, root_arcs=root_arcs, planes=planes, document=False)
            for _, one in numbered
        )
        drawings = (part for group in ((DOCUMENT_OPENING,), pictures, (DOCUMENT_CLOSING,)) for part in group)
    opening = [part for _, part in zip(range(2), drawings, strict=False)]
    with open_output(output) as out:
        for drawing in chain(opening, drawings):
            out.write(drawing.encode("utf-8"))


def heading(sentence: Source, number: int, color: bool) -> str:
    """A line with the name of a sentence, and its translation if it has one."""
    from multiplane.draw.layout.diagram import name_of, translation_of

    line = f"# {name_of(sentence, number)}  {translation_of(sentence)}".rstrip()
    return f"\x1b[2m{line}\x1b[0m\n" if color else line + "\n"


def wants_color() -> bool:
    """Whether standard output is a terminal with colour, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_svgs(
    numbered: Iterable[tuple[int, Source]], output: str, width: int | None, root_arcs: bool, planes: bool
) -> None:
    """Write one picture, or one per sentence to a folder, named by sent_id."""
    from multiplane.draw import svg
    from multiplane.draw.layout.diagram import name_of, translation_of
    from multiplane.output import write_text

    def drawn(sentence: Source) -> str:
        return svg(sentence, width=width or None, root_arcs=root_arcs, planes=planes, caption=translation_of(sentence))

    if output.endswith("/") or Path(output).is_dir():
        folder = PictureFolder(output)
        for number, sentence in numbered:
            write_text(folder.file_for(name_of(sentence, number)), drawn(sentence))
        return
    first, *others = take_two(numbered)
    if others:
        raise typer.BadParameter(
            "svg writes one sentence per file: choose one with --sentence, or give a folder, as in -o pictures/",
            param_hint="--format",
        )
    write_text(output, drawn(first))


def take_two(numbered: Iterable[tuple[int, Source]]) -> list[Source]:
    pairs: Iterator[tuple[int, Source]] = iter(numbered)
    return [sentence for _, (_, sentence) in zip(range(2), pairs, strict=False)]
