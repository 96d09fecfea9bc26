"""Eisner (1996), O(n³): spans whose only words without a head are at their ends (§3.2)."""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import FLAG, POSITION, Item
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Word, words
from multiplane.deduce.terms import F, N, T, flags, positions

Span = Item("Span", i=POSITION, j=POSITION, b=FLAG, c=FLAG)
"""Words i to j; a flag is true if that end has its head inside."""


def eisner_1996() -> Schema:
    """The schema of §3.2."""
    i, j, k = positions("i j k")
    b, c, d = flags("b c d")
    return Schema(
        "eisner-1996",
        hypotheses=[words(0, N)],
        steps=[
            Step("INITTER", Word[i], Word[i + 1], gives=Span[i, i + 1, F, F]),
            Step("R-LINK", Span[i, j, F, F], gives=Span[i, j, T, F], where=arc(i, to=j)),
            Step("L-LINK", Span[i, j, F, F], gives=Span[i, j, F, T], where=arc(j, to=i)),
            Step("COMBINE-SPANS", Span[i, j, b, c], Span[j, k, ~c, d], gives=Span[i, k, b, d]),
        ],
        final=[final(Span[0, N, F, T])],
        paper="Eisner 1996",
    )
