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

from multiplane.draw.layout.diagram import Arc, Diagram
from multiplane.draw.layout.measure import mostly_right_to_left, printable

if TYPE_CHECKING:
    from multiplane.deduce.link import Linkage


def linkage_diagram(linkage: Linkage) -> Diagram:
    """The words of a linkage, walls included, and its links; those whose connectors name a head are arrows from it."""
    arcs = []
    for link in linkage.links:
        ends = (link.right, link.left) if link.head == link.right else (link.left, link.right)
        head, dependent = (end - linkage.first + 1 for end in ends)
        arcs.append(Arc(head, dependent, printable(link.label), directed=link.head is not None))
    words = tuple(map(printable, linkage.words))
    return Diagram(words, tuple(arcs), mostly_right_to_left(words))
