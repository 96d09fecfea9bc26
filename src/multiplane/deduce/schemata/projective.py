"""Projective parsers over words alone: Collins, Eisner, Eisner & Satta, Yamada & Matsumoto, split heads.

Gómez-Rodríguez, Carroll & Weir (2011), §3 and §4. All are bottom-up and differ in what an item keeps: the head of a
tree (O(n⁵)), or only what lies at its ends (O(n³)).
"""

from __future__ import annotations

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import FLAG, POSITION, Item
from multiplane.deduce.schema import GOAL, Schema, Step, final, hypothesis
from multiplane.deduce.terms import F, N, Position, T, flags, positions

Word = Item("Word", i=POSITION, show="[{i},{i},{i}]")
Tree = Item("Tree", i=POSITION, j=POSITION, h=POSITION)


def words(first: int, last: Position) -> Step:
    """The hypotheses [i,i,i] for all positions from the first to the last."""
    (i,) = positions("i")
    return hypothesis(Word[i], i >= first, i <= last)


def single_trees(first: int, last: Position) -> Step:
    """The hypotheses [i,i,i] as trees of one word."""
    (i,) = positions("i")
    return hypothesis(Tree[i, i, i], i >= first, i <= last)


def collins_1996() -> Schema:
    """Collins (1996), O(n⁵), §3.1: trees over adjacent words, joined by a link between their heads.

    The head word of a sentence gets its head 0 at the end.
    """
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


Span = Item("Span", i=POSITION, j=POSITION, b=FLAG, c=FLAG)
"""Words i to j; a flag is true if that end has its head inside."""


def eisner_1996() -> Schema:
    """Eisner (1996), O(n³), §3.2: spans whose only words without a head are at their ends."""
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


def eisner_satta_1999() -> Schema:
    """Eisner & Satta (1999), O(n³), §3.3: trees whose head is at one of their ends."""
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
    """The O(n⁵) generalization of §4, heads at any position: without the COMBINER steps it is Collins's schema."""
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


Pair = Item("Pair", i=POSITION, j=POSITION)
"""Two trees with heads i and j that cover the words from i to j together."""


def yamada_matsumoto_2003() -> Schema:
    """Yamada & Matsumoto (2003), O(n³), §3.4: pairs of neighbouring heads, linked through one that two pairs share.

    The node n+1 governs nothing.
    """
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


Right = Item("Right", "[{i},{j},→]", i=POSITION, j=POSITION)
"""i and all that it governs to its right, up to j."""
Left = Item("Left", "[{i},{j},←]", i=POSITION, j=POSITION)
"""j and all that it governs to its left, back to i."""
RightArc = Item("RightArc", "[{i},{j},↷]", i=POSITION, j=POSITION)
"""The arc from i to j with all between them."""
LeftArc = Item("LeftArc", "[{i},{j},↶]", i=POSITION, j=POSITION)
"""The arc from j to i with all between them."""


def split_head(several_roots: bool = True) -> Schema:
    """Eisner & Satta's split heads, O(n³), each projective tree once: a head takes its dependents outwards.

    The spans of Eisner (1996) as most parsers have them (McDonald, Crammer & Pereira 2005): complete ones, [i,j,C],
    whose head is i or j, and incomplete ones with an arc between i and j. A dependent is added only when it is
    complete, and its left half joins its right half when its head takes it, so that there is one order. With one root
    the head of the sentence gets its head 0 at the end.
    """
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
