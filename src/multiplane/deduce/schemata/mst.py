"""McDonald et al. (2005), the declarative part of the MST parser, O(n²): a head for every word (§6.4).

Every choice of heads is derived, cyclic ones too; that cycles go is the work of the control (Chu–Liu–Edmonds). So the
schema is complete and not sound.
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import POSITION, Item
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.terms import N, positions

Chosen = Item("Chosen", i=POSITION)
"""The words up to i have their heads."""


def mst() -> Schema:
    """Heads chosen word by word."""
    i, h = positions("i h")
    return Schema(
        "mst-2005",
        steps=[
            Step("INITTER", gives=Chosen[0]),
            Step("LINK", Chosen[i - 1], gives=Chosen[i], each=[h], where=arc(i, to=h)),
        ],
        final=[final(Chosen[N])],
        paper="McDonald, Pereira, Ribarov & Hajič 2005",
    )
