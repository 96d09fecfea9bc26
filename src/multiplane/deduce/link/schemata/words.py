"""What the Link Grammar schemata share: the items that choose a disjunct for a word."""

from __future__ import annotations

from multiplane.deduce.items import POSITION, SYMBOL, Item, list_of
from multiplane.deduce.link.conditions import select
from multiplane.deduce.schema import Step
from multiplane.deduce.terms import positions, segments, symbols

CONNECTORS = list_of(SYMBOL)

Word = Item("Word", i=POSITION, δ=SYMBOL, λ=CONNECTORS, ρ=CONNECTORS, show="[{i},{δ}=({ρ})({λ})]")
"""Word i with disjunct δ, which has connectors λ to the left and ρ to the right."""


def selection() -> Step:
    """SELECT: any disjunct of any word."""
    (i,) = positions("i")
    (disjunct,) = symbols("δ")
    left, right = segments("λ ρ")
    return Step("SELECT", gives=Word[i, disjunct, [left], [right]], where=select(i, disjunct, left, right), each=[i])
