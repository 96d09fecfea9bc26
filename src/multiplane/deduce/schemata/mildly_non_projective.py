"""Trees with gaps: WG_k, O(n^(5+2k)), for well-nested trees, and MG_k, O(n^(4+3k)), for mildly ill-nested ones.

Gómez-Rodríguez, Carroll & Weir (2011), §7.1, §7.4 and §7.7. [i,j,h,⟨(l,r) …⟩] is a tree with the head h over the words
of i..j that are in no gap, and h, wherever that is. If h is at an edge, or apart, the item can be written with h among
its words or without; the equations say so, and a step may take an item in either form. The article keeps to one form by
a normalizing function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from multiplane.deduce.conditions import arc, gapped, inside, outside
from multiplane.deduce.items import POSITION, Equation, Item, ItemType, Pattern, list_of
from multiplane.deduce.schema import Schema, Step, final, hypothesis
from multiplane.deduce.terms import N, Position, Segment, positions, segments
from multiplane.errors import MultiplaneError


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


def well_nested_1() -> Schema:
    """WG_1 with the steps of §7.1, a step for each way to open, keep, shrink and close the one gap."""
    Tree = gapped_trees(1)
    i, j, k, l, r, l2, r2, h = positions("i j k l r l₂ r₂ h")  # noqa: E741
    return Schema(
        "wg-1",
        hypotheses=[bare_words(Tree)],
        steps=[
            link(Tree),
            Step("COMBINE-UNGAPPED", Tree[i, j, h, []], Tree[j + 1, k, h, []], gives=Tree[i, k, h, []]),
            Step(
                "COMBINE-OPENING-GAP",
                Tree[i, j, h, []],
                Tree[k, l, h, []],
                gives=Tree[i, l, h, [(j + 1, k - 1)]],
                where=j < k - 1,
            ),
            Step(
                "COMBINE-KEEPING-GAP-LEFT",
                Tree[i, j, h, [(l, r)]],
                Tree[j + 1, k, h, []],
                gives=Tree[i, k, h, [(l, r)]],
            ),
            Step(
                "COMBINE-KEEPING-GAP-RIGHT",
                Tree[i, j, h, []],
                Tree[j + 1, k, h, [(l, r)]],
                gives=Tree[i, k, h, [(l, r)]],
            ),
            Step("COMBINE-CLOSING-GAP", Tree[i, j, h, [(l, r)]], Tree[l, r, h, []], gives=Tree[i, j, h, []]),
            Step(
                "COMBINE-SHRINKING-GAP-LEFT",
                Tree[i, j, h, [(l, r)]],
                Tree[l, k, h, []],
                gives=Tree[i, j, h, [(k + 1, r)]],
                where=k < r,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-RIGHT",
                Tree[i, j, h, [(l, r)]],
                Tree[k, r, h, []],
                gives=Tree[i, j, h, [(l, k - 1)]],
                where=l < k,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-CENTRE",
                Tree[i, j, h, [(l, r)]],
                Tree[l, r, h, [(l2, r2)]],
                gives=Tree[i, j, h, [(l2, r2)]],
            ),
        ],
        final=[final(Tree[1, N, h, []], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.1",
    )


def well_nested(k: int) -> Schema:
    """WG_k with the steps of §7.1 for many gaps (§7.4): α, β and γ are gaps that stay as they are.

    From k = 2 on these alone are not complete: they cannot put a subtree into the middle of a gap, so that WG_2
    misses 16 trees of six words (heads ``3 1 0 1 3 2``, for one). SPLITTING-GAP does that; it adds nothing for k = 1.
    """
    if k < 0:
        raise MultiplaneError(f"found WG_{k}; expected a gap degree of 0 or more")
    Tree = gapped_trees(k)
    i, j, l, m, p, r, h = positions("i j l m p r h")  # noqa: E741
    α, β, γ = segments("α β γ")
    whole = Tree[i, j, h, [α, (l, r), γ]]
    return Schema(
        f"wg-{k}",
        hypotheses=[bare_words(Tree)],
        steps=[
            link(Tree),
            Step("COMBINE-KEEPING-GAPS", Tree[i, j, h, [α]], Tree[j + 1, m, h, [β]], gives=Tree[i, m, h, [α, β]]),
            Step(
                "COMBINE-OPENING-GAP",
                Tree[i, j, h, [α]],
                Tree[l, m, h, [β]],
                gives=Tree[i, m, h, [α, (j + 1, l - 1), β]],
                where=j < l - 1,
            ),
            Step("COMBINE-SHRINKING-GAP-CENTRE", whole, Tree[l, r, h, [β]], gives=Tree[i, j, h, [α, β, γ]]),
            Step(
                "COMBINE-SHRINKING-GAP-LEFT",
                whole,
                Tree[l, m, h, [β]],
                gives=Tree[i, j, h, [α, β, (m + 1, r), γ]],
                where=m < r,
            ),
            Step(
                "COMBINE-SHRINKING-GAP-RIGHT",
                whole,
                Tree[m, r, h, [β]],
                gives=Tree[i, j, h, [α, (l, m - 1), β, γ]],
                where=l < m,
            ),
            Step(
                "COMBINE-SPLITTING-GAP",
                whole,
                Tree[m, p, h, [β]],
                gives=Tree[i, j, h, [α, (l, m - 1), β, (p + 1, r), γ]],
                where=[l < m, p < r],
            ),
        ],
        final=[final(Tree[1, N, h, []], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.4",
    )


def mildly_ill_nested_1() -> Schema:
    """MG_1 with the steps of §7.7: those of WG_1, and four that interleave."""
    base = well_nested_1()
    Tree = base.items[0]
    i, j, k, l, m, r, u, h = positions("i j k l m r u h")  # noqa: E741
    first = Tree[i, j, h, [(l, r)]]
    interleaving = [
        Step("COMBINE-INTERLEAVING", first, Tree[l, k, h, [(r + 1, j)]], gives=Tree[i, k, h, []]),
        Step(
            "COMBINE-INTERLEAVING-GAP-C",
            first,
            Tree[l, k, h, [(m, j)]],
            gives=Tree[i, k, h, [(m, r)]],
            where=m < r + 1,
        ),
        Step(
            "COMBINE-INTERLEAVING-GAP-L",
            first,
            Tree[l, k, h, [(r + 1, u)]],
            gives=Tree[i, k, h, [(j + 1, u)]],
            where=u > j,
        ),
        Step(
            "COMBINE-INTERLEAVING-GAP-R",
            first,
            Tree[k, m, h, [(r + 1, j)]],
            gives=Tree[i, m, h, [(l, k - 1)]],
            where=k > l,
        ),
    ]
    return replace(
        base, name="mg-1", steps=(*base.steps, *interleaving), paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.7"
    )


def mildly_ill_nested(k: int) -> Schema:
    """MG_k: a COMBINE step for every string that joins two items of at most k gaps into a third."""
    if k < 0:
        raise MultiplaneError(f"found MG_{k}; expected a gap degree of 0 or more")
    Tree = gapped_trees(k)
    (h,) = positions("h")
    return Schema(
        f"mg-{k}",
        hypotheses=[bare_words(Tree)],
        steps=[link(Tree), *(combine(Tree, text) for text in strings(k))],
        final=[final(Tree[1, N, h, []], arc(h, to=0))],
        paper="Gómez-Rodríguez, Carroll & Weir 2011, §7.7",
    )


def strings(k: int) -> Iterator[str]:
    """Strings with a and b at most k+1 times each, g at most k times and never at an end, none beside itself.

    In a string, a is an interval of the first item, b one of the second, g a gap of the result. Strings that begin
    with b are those that begin with a, the two items exchanged, and are left out.

    >>> list(strings(0)), len(list(strings(1)))
    (['ab'], 12)
    """

    def grow(text: str) -> Iterator[str]:
        if "b" in text and text[-1] != "g":
            yield text
        for letter, most in (("a", k + 1), ("b", k + 1), ("g", k)):
            if letter != text[-1] and text.count(letter) < most:
                yield from grow(text + letter)

    yield from sorted(grow("a"), key=lambda text: (len(text), text))


def combine(Tree: ItemType, text: str) -> Step:
    """The step of a string: piece p covers the positions from its mark up to that of the next piece.

    That no piece is empty follows from the items, as these have no empty intervals or gaps.

    >>> combine(gapped_trees(1), "abgab")
    COMBINE-ABGAB  [x₁,x₅−1,h,⟨(x₂,x₄−1)⟩], [x₂,x₆−1,h,⟨(x₃,x₅−1)⟩] ⊢ [x₁,x₆−1,h,⟨(x₃,x₄−1)⟩]
    """
    marks = [Position("x" + "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(at))) for at in range(1, len(text) + 2)]
    parts = [_cover(Tree, text, letters, marks) for letters in ("a", "b", "ab")]
    return Step(f"COMBINE-{text.upper()}", parts[0], parts[1], gives=parts[2])


def _cover(Tree: ItemType, text: str, letters: str, marks: list[Position]) -> Pattern:
    """The item that covers the pieces with these letters: what lies between them are its gaps."""
    pieces = [at for at, letter in enumerate(text) if letter in letters]
    gaps = [(marks[one + 1], marks[other] - 1) for one, other in pairwise(pieces) if other > one + 1]
    (h,) = positions("h")
    return Tree[marks[pieces[0]], marks[pieces[-1] + 1] - 1, h, gaps]
