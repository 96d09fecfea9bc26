"""Eisner & Satta (1999), O(n³): trees whose head is at one of their ends (§3.3), and the O(n⁵) generalization of §4."""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.words import Tree, single_trees
from multiplane.deduce.terms import N, positions


def eisner_satta_1999() -> Schema:
    """The schema of §3.3."""
    i, j, k = positions("i j k")
    return Schema(
        "eisner-satta-1999",
        hypotheses=[single_trees(0, N)],
        steps=[
            Step("R-LINK", Tree[i, j, i], Tree[j + 1, k, k], gives=Tree[i, k, k], where=arc(i, to=k)),
            Step("L-LINK", Tree[i, j, i], Tree[j + 1, k, k], gives=Tree[i, k, i], where=arc(k, to=i)),
            Step("R-COMBINER", Tree[i, j, i], Tree[j, k, j], gives=Tree[i, k, i], where=[i < j, j < k]),
            Step("L-COMBINER", Tree[i, j, j], Tree[j, k, k], gives=Tree[i, k, k], where=[i < j, j < k]),
        ],
        final=[final(Tree[0, N, 0])],
        paper="Eisner & Satta 1999",
    )


def eisner_satta_generalized() -> Schema:
    """Heads at any position: without the COMBINER steps it is Collins's schema (§4)."""
    i, j, k, h, h1, h2 = positions("i j k h h₁ h₂")
    return Schema(
        "eisner-satta-generalized",
        hypotheses=[single_trees(1, N)],
        steps=[
            Step("R-LINK", Tree[i, j, h1], Tree[j + 1, k, h2], gives=Tree[i, k, h2], where=arc(h1, to=h2)),
            Step("L-LINK", Tree[i, j, h1], Tree[j + 1, k, h2], gives=Tree[i, k, h1], where=arc(h2, to=h1)),
            Step("R-COMBINER", Tree[i, j, h], Tree[j, k, j], gives=Tree[i, k, h], where=[i < j, j < k, h < j]),
            Step("L-COMBINER", Tree[i, j, j], Tree[j, k, h], gives=Tree[i, k, h], where=[i < j, j < k, j < h]),
        ],
        final=[final(Tree[1, N, h], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §4",
    )
