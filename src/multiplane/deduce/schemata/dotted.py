"""Dotted rules A(α•β) of a dependency grammar over the words i to j, ⋆ among the symbols for the head word (§3.5)."""

from __future__ import annotations

from multiplane.deduce.conditions import category
from multiplane.deduce.items import POSITION, SYMBOL, Item, list_of
from multiplane.deduce.schema import Step
from multiplane.deduce.schemata.words import Word
from multiplane.deduce.terms import STAR, positions, segments, symbols

Dotted = Item(
    "Dotted",
    "[{A}({α}•{β}),{i},{j}]",
    A=SYMBOL,
    α=list_of(SYMBOL),
    β=list_of(SYMBOL),
    i=POSITION,
    j=POSITION,
)
"""A tree of category A whose dependents α (and the head word, if ⋆ is among them) cover words i to j."""

NO_CATEGORY = ""
"""The category of the rule (S) over whole sentences; its head word is the root 0."""


def scanner() -> Step:
    """The dot moves over the head word."""
    i, h = positions("i h")
    (A,) = symbols("A")
    α, β = segments("α β")
    return Step(
        "SCANNER",
        Dotted[A, [α], [STAR, β], i, h - 1],
        Word[h],
        gives=Dotted[A, [α, STAR], [β], i, h],
        where=category(h, A),
        head=h,
    )


def completer() -> Step:
    """The dot moves over a whole dependent."""
    i, j, k = positions("i j k")
    A, B = symbols("A B")
    α, β, γ = segments("α β γ")
    return Step(
        "COMPLETER",
        Dotted[A, [α], [B, β], i, j],
        Dotted[B, [γ], [], j + 1, k],
        gives=Dotted[A, [α, B], [β], i, k],
        child=1,
    )
