"""Trees over an interval with gaps: the items that WG_k and MG_k share, and two ways to write many of them (§7.1).

[i,j,h,⟨(l,r) …⟩] is a tree with the head h over the words of i..j that are in no gap, and h, wherever that is. If h is
at an edge, or apart, the item can be written with h among its words or without; the equations say so, and a step may
take an item in either form. The article keeps to one form by a normalizing function.
"""

from __future__ import annotations

from dataclasses import replace

from multiplane.deduce.conditions import arc, gapped, inside, outside
from multiplane.deduce.items import POSITION, Equation, Item, ItemType, list_of
from multiplane.deduce.schema import Step, hypothesis
from multiplane.deduce.terms import N, Position, Segment, positions, segments


def gapped_trees(k: int) -> ItemType:
    """Items with at most k gaps."""
    show = "[{i},{j},{h},{gaps}]"
    gaps = list_of(POSITION, POSITION, at_most=k)
    plain = Item("Tree", show, i=POSITION, j=POSITION, h=POSITION, gaps=gaps)
    i, j, h, l, r = positions("i j h l r")  # noqa: E741
    α, β = segments("α β")
    equations = [
        Equation(plain[i, j, i - 1, [α]], plain[i - 1, j, i - 1, [α]]),
        Equation(plain[i, j, h, [α]], plain[h, j, h, [(h + 1, i - 1), α]], (h < i - 1,)),
        Equation(plain[i, j, j + 1, [α]], plain[i, j + 1, j + 1, [α]]),
        Equation(plain[i, j, h, [α]], plain[i, h, h, [α, (j + 1, h - 1)]], (h > j + 1,)),
        Equation(plain[i, j, h, [α, (h, h), β]], plain[i, j, h, [α, β]]),
        Equation(plain[i, j, h, [α, (h, r), β]], plain[i, j, h, [α, (h + 1, r), β]], (h < r,)),
        Equation(plain[i, j, h, [α, (l, h), β]], plain[i, j, h, [α, (l, h - 1), β]], (l < h,)),
        Equation(plain[i, j, h, [α, (l, r), β]], plain[i, j, h, [α, (l, h - 1), (h + 1, r), β]], (l < h, h < r)),
    ]
    valid = gapped(Position("i"), Position("j"), [Segment("gaps")])
    return replace(plain, valid=(valid,), equations=tuple(equations))


def bare_words(Tree: ItemType) -> Step:
    """The hypotheses [h,h,h,⟨⟩]."""
    (h,) = positions("h")
    return hypothesis(Tree[h, h, h, []], h >= 1, h <= N)


def link(Tree: ItemType) -> Step:
    """A whole subtree under a new head."""
    i, j, h1, h2 = positions("i j h₁ h₂")
    (α,) = segments("α")
    return Step(
        "LINK",
        Tree[h1, h1, h1, []],
        Tree[i, j, h2, [α]],
        gives=Tree[i, j, h1, [α]],
        where=[inside(h2, i, j, [α]), outside(h1, i, j, [α]), arc(h2, to=h1)],
    )
