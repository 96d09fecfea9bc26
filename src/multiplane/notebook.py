"""How objects show themselves in notebooks: trees as pictures, whose code is imported when one is shown, and tables.

>>> from multiplane.treebank import Tree
>>> Tree([2, 0])._repr_svg_()[:4]
'<svg'
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from html import escape

NOTEBOOK_WIDTH = 960.0
PAPER = '<svg style="background:#fff;color:#1f2328" '


def picture(source: object) -> str:
    """A tree, a sentence, a graph or a diagram as SVG."""
    draw = importlib.import_module("multiplane.draw")
    drawn = draw.graph_diagram(source) if hasattr(source, "to_deps") else source
    return on_paper(draw.svg(drawn, width=NOTEBOOK_WIDTH))


def on_paper(svg: str) -> str:
    """A picture with dark lines on a ground of its own: notebooks may be light or dark, and need not say which.

    >>> on_paper('<svg class="multiplane"></svg>')
    '<svg style="background:#fff;color:#1f2328" class="multiplane"></svg>'
    """
    return PAPER + svg.removeprefix("<svg ")


def html_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]], notes: Iterable[str] = ()) -> str:
    """A table with a title above it and notes below it; columns of numbers are aligned to the right.

    >>> print(html_table("A & B", ["class"], [["planar"]]))
    <p><b>A &amp; B</b></p>
    <table>
    <tr><th>class</th></tr>
    <tr><td style="text-align:left">planar</td></tr>
    </table>
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    lines = [f"<p><b>{escape(title)}</b></p>", "<table>", f"<tr>{head}</tr>"]
    lines += [f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows]
    return "\n".join([*lines, "</table>", *(f"<p>{escape(note)}</p>" for note in notes)])


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    if isinstance(value, int | float):
        text = f"{value:,}" if isinstance(value, int) else "–" if value != value else f"{value:.2f}"
        return f'<td style="text-align:right">{text}</td>'
    return f'<td style="text-align:left">{escape(str(value))}</td>'
