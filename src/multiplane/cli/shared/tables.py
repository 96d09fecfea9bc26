"""Tables and JSON on standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from multiplane.characters import as_json_text, visible, visible_lines

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 10_000
MIN_WIDTH = 40
TableStyle = StrEnum("TableStyle", ["text", "markdown", "latex"])
LATEX_SPECIAL = str.maketrans({character: f"\\{character}" for character in "&%$#_{}"} | {"\\": "\\textbackslash{}"})


def console(width: int | None = None) -> Console:
    """Standard output, this wide or as wide as the terminal; in a pipe, as wide as needed and without colour.

    Control characters in what is printed are shown as escapes.
    """
    from rich.console import Console

    class VisibleConsole(Console):
        def print(self, *objects: Any, **options: Any) -> None:
            super().print(*(visible_lines(one) if isinstance(one, str) else one for one in objects), **options)

    if width is None and not sys.stdout.isatty():
        width = PIPE_WIDTH
    return VisibleConsole(width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def columns_given(width: int | None = None) -> int | None:
    """The width that is given, by an option or by COLUMNS in the environment; None if by neither.

    >>> columns_given(72)
    72
    """
    if width is not None:
        return width
    given = os.environ.get("COLUMNS", "")
    return max(int(given), MIN_WIDTH) if given.isdecimal() and 0 < len(given) < 6 else None


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


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, all columns but the first right-aligned.

    >>> print(markdown_table(["class", "share"], [["planar", "84.6"]]), end="")
    | class | share |
    |---|--:|
    | planar | 84.6 |
    """
    lines = [headings, *rows]
    cells = [[visible(cell).replace("|", "\\|") for cell in line] for line in lines]
    head, *body = (f"| {' | '.join(line)} |" for line in cells)
    return "\n".join([head, f"|---|{'--:|' * (len(headings) - 1)}", *body]) + "\n"


def latex_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""A table in LaTeX, all columns but the first right-aligned.

    >>> print(latex_table(["class", "%"], [["planar", "84.6"]]), end="")
    \begin{tabular}{lr}
    \hline
    class & \% \\
    \hline
    planar & 84.6 \\
    \hline
    \end{tabular}
    """
    head, *body = (
        " & ".join(visible(cell).translate(LATEX_SPECIAL) for cell in line) + r" \\" for line in [headings, *rows]
    )
    begin = rf"\begin{{tabular}}{{l{'r' * (len(headings) - 1)}}}"
    return "\n".join([begin, r"\hline", head, r"\hline", *body, r"\hline", r"\end{tabular}"]) + "\n"


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(as_json_text(json.dumps(value, ensure_ascii=False, indent=2)))


def percent(part: int, whole: int) -> str:
    """A share with two decimals.

    >>> percent(1, 3), percent(0, 0)
    ('33.33 %', '–')
    """
    return f"{100 * part / whole:.2f} %" if whole else "–"
