"""Tables and JSON on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 10_000


def console() -> Console:
    """Standard output, as wide as the terminal; in a pipe, as wide as needed and without colour."""
    from rich.console import Console

    return Console(
        width=None if sys.stdout.isatty() else PIPE_WIDTH, markup=False, emoji=False, highlight=False, soft_wrap=False
    )


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print a table; the first column is left-aligned, the others are right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place == 0 else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def percent(part: int, whole: int) -> str:
    """A share with two decimals.

    >>> percent(1, 3), percent(0, 0)
    ('33.33 %', '–')
    """
    return f"{100 * part / whole:.2f} %" if whole else "–"
