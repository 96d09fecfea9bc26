"""Results on standard output, as tables or JSON, or in a file whose suffix says as what."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from multiplane import tables
from multiplane.results import Result, json_text
from multiplane.tables import FigureTable, print_text, rendered

if TYPE_CHECKING:
    from rich.console import Console

SMALLEST_WIDTH = 40
TableStyle = StrEnum("TableStyle", ["text", "markdown", "latex"])
OutputOption = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        help="Write to this file; its suffix (.html, .json, .md, .tex, .txt) decides the format.",
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


def table_style(markdown: bool, latex: bool) -> TableStyle:
    """The style that the options --markdown and --latex stand for."""
    return TableStyle.markdown if markdown else TableStyle.latex if latex else TableStyle.text


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json_text(value), end="")
