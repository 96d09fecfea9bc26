"""Collins (1996), O(n⁵): bottom-up, trees over adjacent words joined by a link between their heads (§3.1)."""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Tree, single_trees
from multiplane.deduce.terms import N, positions


def collins_1996() -> Schema:
    """The schema of §3.1; the head word of a sentence gets its head 0 at the end."""
    i, j, k, h, h1, h2 = positions("i j k h h₁ h₂")
    return Schema(
        "collins-1996",
        hypotheses=[single_trees(1, N)],
        steps=[
            Step("R-LINK", Tree[i, j, h1], Tree[j + 1, k, h2], gives=Tree[i, k, h2], where=arc(h1, to=h2)),
            Step("L-LINK", Tree[i, j, h1], Tree[j + 1, k, h2], gives=Tree[i, k, h1], where=arc(h2, to=h1)),
        ],
        final=[final(Tree[1, N, h], arc(h, to=0))],
        paper="Collins 1996",
    )
