"""Yamada & Matsumoto (2003), O(n³): pairs of neighbouring heads, linked through one that two pairs share (§3.4)."""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import POSITION, Item
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Word, words
from multiplane.deduce.terms import N, positions

Pair = Item("Pair", i=POSITION, j=POSITION)
"""Two trees with heads i and j that cover the words from i to j together."""


def yamada_matsumoto_2003() -> Schema:
    """The schema of §3.4; the node n+1 governs nothing."""
    i, j, k = positions("i j k")
    return Schema(
        "yamada-matsumoto-2003",
        hypotheses=[words(0, N + 1)],
        steps=[
            Step("INITTER", Word[i], Word[i + 1], gives=Pair[i, i + 1]),
            Step("R-LINK", Pair[i, j], Pair[j, k], gives=Pair[i, k], where=arc(j, to=k)),
            Step("L-LINK", Pair[i, j], Pair[j, k], gives=Pair[i, k], where=arc(j, to=i)),
        ],
        final=[final(Pair[0, N + 1])],
        paper="Yamada & Matsumoto 2003",
    )
