"""Covington's (1990, 2001) non-projective parser: words read so far, and those still without a head (§6.5).

Complete but not sound: nothing keeps a word from becoming the head of one that governs it.
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import POSITION, Item, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.terms import N, positions, segments

Headless = Item("Headless", i=POSITION, h=list_of(POSITION))
"""The last word that was read, and the words up to it without a head."""


def covington_2001() -> Schema:
    """The schema of §6.5; the one word left without a head gets the head 0 at the end."""
    i, j, h = positions("i j h")
    α, β = segments("α β")
    return Schema(
        "covington-2001",
        steps=[
            Step("INITTER", gives=Headless[1, [1]]),
            Step("ADVANCE", Headless[i, [α]], gives=Headless[i + 1, [α, i + 1]], where=i < N),
            Step("R-LINK", Headless[i, [α, j, β]], gives=Headless[i, [α, β]], where=[j < i, arc(j, to=i)]),
            Step("L-LINK", Headless[i, [α, i]], gives=Headless[i, [α]], each=[j], where=[j >= 1, j < i, arc(i, to=j)]),
        ],
        final=[final(Headless[N, [h]], arc(h, to=0))],
        paper="Covington 2001",
    )
