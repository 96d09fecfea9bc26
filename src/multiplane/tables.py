"""Tables of figures: values in rows, the same as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from multiplane.characters import visible, visible_lines
from multiplane.notebook import html_table

WIDE = 10_000
LATEX_SPECIAL = str.maketrans({character: f"\\{character}" for character in "&%$#_{}"} | {"\\": "\\textbackslash{}"})

Style = Literal["text", "markdown", "latex"]


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table with a title and a note beside it; the first column is left-aligned, the others right-aligned.

    Cells are texts or figures; a table without headings is its title and note alone, one without anything a blank line.

    >>> print(FigureTable("Classes", ["class", "%"], [["planar", 84.6]], "of 10 sentences").as_text(), end="")
    Classes  of 10 sentences
    <BLANKLINE>
     class        %
     ──────────────
     planar   84.60
    <BLANKLINE>
    """

    title: str = ""
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[object]] = ()
    note: str = ""
    plain: bool = False
    indent: str = ""

    @property
    def heading(self) -> tuple[str, str]:
        """The title, and the note with blanks before it."""
        return self.title, f"  {self.note}" if self.note and self.title else self.note

    def _heads(self) -> Sequence[str]:
        """The headings, empty ones where there are none."""
        return self.headings or [""] * len(self.rows[0] if self.rows else ())

    def cells(self) -> list[list[str]]:
        """The rows as texts."""
        return [[cell(value) for value in row] for row in self.rows]

    def as_text(self) -> str:
        """The table for people, as wide as needed and without colour."""
        out = console(io.StringIO(), WIDE)
        print_text(self, out)
        return "".join(f"{line.rstrip()}\n" for line in out.file.getvalue().splitlines())

    def as_markdown(self) -> str:
        """The table in Markdown, under its title in bold."""
        title, note = map(visible, self.heading)
        parts = [(f"**{title}**" if title else "") + note + "\n"] if title or note else []
        parts += [markdown_table(self._heads(), self.cells())] if self.headings or self.plain else []
        return "\n".join(parts)

    def as_latex(self) -> str:
        """The table in LaTeX, under its title as a comment."""
        heading = visible("".join(self.heading))
        parts = [f"% {heading}\n"] if heading else []
        parts += [latex_table(self._heads(), self.cells())] if self.headings or self.plain else []
        return "".join(parts)

    def _repr_html_(self) -> str:
        return html_table(" ".join(filter(None, (self.title, self.note))), self._heads(), self.rows)


def cell(value: object) -> str:
    """A value in a table: integers with commas, other figures with two decimals, a dash where there is none.

    >>> [cell(value) for value in (12345, 87.125, float("nan"), None, True, "planar")]
    ['12,345', '87.12', '–', '–', 'yes', 'planar']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value != value:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}" if isinstance(value, float) else str(value)


def percent(part: int, whole: int) -> str:
    """A share with two decimals.

    >>> percent(1, 3), percent(0, 0)
    ('33.33 %', '–')
    """
    return f"{100 * part / whole:.2f} %" if whole else "–"


def rendered(tables: Iterable[FigureTable], style: Style) -> str:
    """Several tables in one style, with blank lines between them.

    >>> print(rendered([FigureTable("Classes", ["class", "%"], [["planar", 84.6]])], "markdown"), end="")
    **Classes**
    <BLANKLINE>
    | class | % |
    |---|--:|
    | planar | 84.60 |
    <BLANKLINE>
    """
    if style == "text":
        return "".join(table.as_text() for table in tables)
    return "".join((one.as_markdown() if style == "markdown" else one.as_latex()) + "\n" for one in tables)


def console(file: Any, width: int | None) -> Any:
    """A console of rich that shows control characters as escapes, without markup or highlighting."""
    from rich.console import Console

    class VisibleConsole(Console):
        def print(self, *objects: Any, **options: Any) -> None:
            super().print(*(visible_lines(one) if isinstance(one, str) else one for one in objects), **options)

    return VisibleConsole(file=file, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def print_text(table: FigureTable, out: Any) -> None:
    """Print a table to a console of rich."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    if table.title or table.note or not table.headings:
        title, note = table.heading
        out.print(title, style="bold", end="")
        out.print(note)
    if table.plain:
        rows = [table.headings, *table.cells()] if table.headings else table.cells()
        out.print(columns(rows, table.indent), soft_wrap=True)
    elif table.headings:
        drawn = Table(box=SIMPLE_HEAD, pad_edge=False)
        for place, heading in enumerate(table.headings):
            drawn.add_column(visible(heading), justify="left" if place == 0 else "right", overflow="fold")
        for row in table.cells():
            drawn.add_row(*map(visible, row))
        out.print(drawn)


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """Rows in aligned columns, two blanks between them.

    >>> print(columns([["shift", "= SHIFT"], ["left", "= LEFT-ARC"]], "  "))
      shift  = SHIFT
      left   = LEFT-ARC
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((indent + line).rstrip() for line in lines)


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
