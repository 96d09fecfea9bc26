"""Linkages of a link grammar as diagrams, which all formats draw: links without arrowheads, cycles and all.

>>> from multiplane import draw
>>> from multiplane.deduce.link import example_dictionary, linkages
>>> found = next(linkages("the cat that Mary saw slept", example_dictionary()))
>>> print(draw.text(draw.linkage_diagram(found)))
    ╭──────────────────W──────────────────╮
    │             ╭──────────Ss───────────┤
    │             ├───────B────────╮      │
    │             │     ╭────RO────┤      │
    │      ╭─Ds─╮ ├─R─╮ │    ╭─Ss──┤      │
    │      │    │ │   │ │    │     │      │
LEFT-WALL the  cat.n that.r Mary saw.v slept.v
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.characters import plural
from multiplane.draw.formats.html import html
from multiplane.draw.formats.page import PAGE_WIDTH
from multiplane.draw.formats.svg import svg
from multiplane.draw.formats.text import text
from multiplane.draw.formats.tikz import DOCUMENT_CLOSING, DOCUMENT_OPENING, tikz
from multiplane.draw.layout.diagram import Arc, Diagram
from multiplane.draw.layout.measure import mostly_right_to_left, printable

if TYPE_CHECKING:
    from multiplane.deduce.link import Linkage, Linkages
    from multiplane.results import Forms


def linkage_diagram(linkage: Linkage) -> Diagram:
    """The words of a linkage, walls included, and its links; those whose connectors name a head are arrows from it."""
    arcs = []
    for link in linkage.links:
        ends = (link.right, link.left) if link.head == link.right else (link.left, link.right)
        head, dependent = (end - linkage.first + 1 for end in ends)
        arcs.append(Arc(head, dependent, printable(link.label), directed=link.head is not None))
    words = tuple(map(printable, linkage.words))
    return Diagram(words, tuple(arcs), mostly_right_to_left(words))


def linkage_forms(found: Linkages, width: int | None = None) -> Forms:
    """What linkages can be written as; wider ones are broken into pieces, of the usual width or this one, 0 for none.

    >>> from multiplane.deduce.link import example_dictionary, first_linkages
    >>> forms = linkage_forms(first_linkages("the cat slept", example_dictionary(), 1))
    >>> forms[".svg"]()[:4], forms[".txt"]().splitlines()[0]
    ('<svg', '# 1 of 1: cost 0, length 2')
    """
    title = f"{found.sentence} ({plural(found.count, 'linkage')})"
    diagrams = list(map(linkage_diagram, found.linkages))
    wide = width or None

    def as_text() -> str:
        numbered = enumerate(zip(found.linkages, diagrams, strict=True), 1)
        parts = (
            f"# {number} of {found.count}: cost {one.cost:g}, length {one.length}\n{text(drawn, width=wide)}"
            for number, (one, drawn) in numbered
        )
        return "\n\n".join(parts) + "\n"

    def as_tikz() -> str:
        pictures = "".join(tikz(drawn, width=wide, document=False) for drawn in diagrams)
        return DOCUMENT_OPENING + pictures + DOCUMENT_CLOSING

    return {
        ".txt": as_text,
        ".svg": lambda: str(svg(diagrams[0], width=wide)),
        ".html": lambda: html(diagrams, title=title, width=PAGE_WIDTH if width is None else wide),
        ".tex": as_tikz,
    }
