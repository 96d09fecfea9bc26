"""MG_1 and MG_k, O(n^(4+3k)): mildly ill-nested trees for gap degree k, steps made from strings over a, b, g (§7.7).

In a string, a is an interval of the first item, b one of the second, g a gap of the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from multiplane.deduce.conditions import arc
from multiplane.deduce.items import ItemType, Pattern
from multiplane.deduce.schema import Schema, Step, final
from multiplane.deduce.schemata.gapped import bare_words, gapped_trees, link
from multiplane.deduce.schemata.well_nested import well_nested_1
from multiplane.deduce.terms import N, Position, positions
from multiplane.errors import MultiplaneError


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

    Strings that begin with b are those that begin with a, the two items exchanged, and are left out.

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
