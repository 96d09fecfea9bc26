"""Results on standard output, as tables or JSON, or in a file whose suffix says as what."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from multiplane import tables
from multiplane.characters import visible
from multiplane.results import Result, json_text
from multiplane.tables import FigureTable, latex_table, markdown_table, percent, print_text, rendered

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["percent"]

SMALLEST_WIDTH = 40
TableStyle = StrEnum("TableStyle", ["text", "markdown", "latex"])
OutputOption = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="OUT", help="Write to this file instead: .html, .json, .md, .tex or .txt by its name."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def print_result(
    result: Result,
    as_json: bool = False,
    style: TableStyle = TableStyle.text,
    output: str | None = None,
    width: int | None = None,
) -> None:
    """Print a result as JSON or as tables, or write it to a file as the suffix of its name says."""
    if output is not None and output != "-":
        result.save(output)
    elif as_json:
        print_json(result.as_data())
    else:
        print_tables(result.tables(), style, width)


def print_tables(found: Iterable[FigureTable], style: TableStyle = TableStyle.text, width: int | None = None) -> None:
    """Print tables; as text they are as wide as the terminal, unless a width is given."""
    if style == TableStyle.text:
        out = console(width)
        for table in found:
            print_text(table, out)
    else:
        print(rendered(found, cast(tables.Style, style.value)), end="")


def console(width: int | None = None) -> Console:
    """Standard output, this wide or as wide as the terminal; in a pipe, as wide as needed and without colour."""
    if width is None and not sys.stdout.isatty():
        width = tables.WIDE
    found: Console = tables.console(None, width)
    return found


def columns_given(width: int | None = None) -> int | None:
    """The width that is given, by an option or by COLUMNS in the environment; None if by neither.

    >>> columns_given(72)
    72
    """
    if width is not None:
        return width
    given = os.environ.get("COLUMNS", "")
    return max(int(given), SMALLEST_WIDTH) if given.isdecimal() and 0 < len(given) < 6 else None


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None, width: int | None = None
) -> None:
    """Print a table; the first column is left-aligned, the others are right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        title=None if title is None else visible(title),
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for place, heading in enumerate(headings):
        table.add_column(visible(heading), justify="left" if place == 0 else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(visible, row))
    console(width).print(table)


def print_table_as(
    style: TableStyle,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str | None = None,
    width: int | None = None,
) -> None:
    """Print a table as text, as Markdown, or as LaTeX."""
    if style == TableStyle.text:
        print_table(headings, rows, title, width)
    else:
        if title is not None and style == TableStyle.markdown:
            print(f"**{visible(title)}**\n")
        print((markdown_table if style == TableStyle.markdown else latex_table)(headings, rows))


def table_style(markdown: bool, latex: bool) -> TableStyle:
    """The style that the options --markdown and --latex stand for."""
    return TableStyle.markdown if markdown else TableStyle.latex if latex else TableStyle.text


def print_heading(style: TableStyle, title: str, rest: str = "") -> None:
    """Print a line above a table: bold in text and Markdown, a comment in LaTeX."""
    if style == TableStyle.text:
        out = console()
        out.print(title, style="bold", end="")
        out.print(rest)
    elif style == TableStyle.markdown:
        print(f"**{visible(title)}**{visible(rest)}\n")
    else:
        print(f"% {visible(title)}{visible(rest)}")


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json_text(value), end="")
