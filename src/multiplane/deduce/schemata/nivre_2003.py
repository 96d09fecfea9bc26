"""Nivre (2003) and Covington's (2001) projective parser: the right-linkable words left of the next one (§3.6, §3.7).

A word is dropped from the list when a link covers it. Exponentially many items: the parsers are linear by their
control, which follows one derivation.
"""

from __future__ import annotations

from dataclasses import replace

from multiplane.deduce.conditions import arc, every
from multiplane.deduce.items import FLAG, POSITION, Item, list_of
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.terms import F, N, T, flags, positions, segments

Reading = Item("Reading", f=POSITION, v=list_of(POSITION, FLAG))
"""The next word, and right-linkable words before it, each with whether it has a head."""


def nivre_2003() -> Schema:
    """The schema of §3.6."""
    f, v = positions("f v")
    (b,) = flags("b")
    α, β = segments("α β")
    return Schema(
        "nivre-2003",
        steps=[
            Step("INITTER", gives=Reading[1, [(0, F)]]),
            Step("ADVANCE", Reading[f, [α]], gives=Reading[f + 1, [α, (f, F)]], where=f <= N),
            Step(
                "L-LINK",
                Reading[f, [α, (v, b), β]],
                gives=Reading[f + 1, [α, (v, b), (f, T)]],
                where=[every(β, True), arc(f, to=v)],
            ),
            Step(
                "R-LINK",
                Reading[f, [α, (v, F), β]],
                gives=Reading[f, [α]],
                where=[every(β, True), arc(v, to=f)],
            ),
        ],
        final=[final(Reading[N + 1, [(0, F), β]], every(β, True))],
        paper="Nivre 2003",
    )


def covington_2001_projective() -> Schema:
    """The tree-building logic of Covington's parser with uniqueness and projectivity: the same steps (§3.7)."""
    return replace(nivre_2003(), name="covington-2001-projective", paper="Covington 2001")
