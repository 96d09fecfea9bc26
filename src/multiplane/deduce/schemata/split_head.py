"""Eisner & Satta's split heads, O(n³), each projective tree once: a head takes its dependents outwards on either side.

The spans of Eisner (1996) as most parsers have them (McDonald, Crammer & Pereira 2005): complete ones, [i,j,C], whose
head is i or j, and incomplete ones with an arc between i and j. A dependent is added only when it is complete, and its
left half joins its right half when its head takes it, so that there is one order.
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import POSITION, Item
from multiplane.deduce.schema import GOAL, Schema, Step, final, hypothesis
from multiplane.deduce.terms import N, positions

Right = Item("Right", "[{i},{j},→]", i=POSITION, j=POSITION)
"""i and all that it governs to its right, up to j."""
Left = Item("Left", "[{i},{j},←]", i=POSITION, j=POSITION)
"""j and all that it governs to its left, back to i."""
RightArc = Item("RightArc", "[{i},{j},↷]", i=POSITION, j=POSITION)
"""The arc from i to j with all between them."""
LeftArc = Item("LeftArc", "[{i},{j},↶]", i=POSITION, j=POSITION)
"""The arc from j to i with all between them."""


def split_head(several_roots: bool = True) -> Schema:
    """Complete and incomplete spans; with one root the head of the sentence gets its head 0 at the end."""
    i, j, k, h = positions("i j k h")
    first = 0 if several_roots else 1
    whole = Step("final", Left[1, h], Right[h, N], gives=GOAL, where=arc(h, to=0))
    return Schema(
        "split-head" + ("" if several_roots else "-one-root"),
        hypotheses=[hypothesis(Right[i, i], i >= first, i <= N), hypothesis(Left[i, i], i >= first, i <= N)],
        steps=[
            Step("R-LINK", Right[i, j], Left[j + 1, k], gives=LeftArc[i, k], where=arc(i, to=k)),
            Step("L-LINK", Right[i, j], Left[j + 1, k], gives=RightArc[i, k], where=arc(k, to=i)),
            Step("R-COMPLETE", RightArc[i, j], Right[j, k], gives=Right[i, k]),
            Step("L-COMPLETE", Left[i, j], LeftArc[j, k], gives=Left[i, k]),
        ],
        final=[final(Right[0, N]) if several_roots else whole],
        paper="McDonald, Crammer & Pereira 2005",
    )
