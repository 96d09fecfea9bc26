"""The best tree of MH_k: at most k heads in an item (Gómez-Rodríguez, Carroll & Weir 2011, §6.3), by its schema.

MH_3 are the projective trees, found by Eisner's algorithm. The compiled schemata of the others derive trees with many
roots; of those with one, the best is found by taking so much from the scores of root arcs that a second root never
pays: twice what the best of all trees has more than the best projective tree.
"""

from __future__ import annotations

from functools import partial
from math import comb

from numpy.typing import ArrayLike

from multiplane.decode.by_schema import best_heads
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import FORBIDDEN, Decoded, decoded, labelled_arc_scores, sum_of_arcs, whole_number
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.deduce.compile import compile_schema
from multiplane.deduce.schemata import schema
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32
from multiplane.structure.classes import MULTI_HEADED, TreeClass

MAX_ITEMS = 200_000_000
MAX_HEADS = 8


def multi_headed_heads(arcs: Float64, single_root: bool, k: int) -> Int32:
    """The best tree of MH_k by the schema; an error where that would be too large."""
    known = projective_heads(arcs, single_root)
    if k == MULTI_HEADED.least:
        return known
    places = len(arcs) + 1
    items = sum(comb(places, size) for size in range(2, min(k, places)))
    if k > MAX_HEADS or items > MAX_ITEMS:
        found = f"found {len(arcs) - 1} words for MH_{k}, which take {items} items"
        raise MultiplaneError(f"{found}; expected at most {MAX_ITEMS}, and at most MH_{MAX_HEADS}")
    program = compile_schema(schema(f"mh-{k}"))
    if not single_root:
        return program.heads(arcs)
    best, worst = sum_of_arcs(arcs, spanning_heads(arcs, False)), sum_of_arcs(arcs, known)
    if worst == FORBIDDEN:
        return best_heads(program, True, arcs, single_root)
    if best <= worst:
        return known
    lowered = arcs.copy()
    lowered[0] -= 2 * (best - worst)
    return program.heads(lowered)


def multi_headed_search(arcs: Float64, single_root: bool, k: int) -> Int32:
    """The best tree of MH_k, the schema only where the best of all trees is not in the class."""
    k = whole_number(k, "number of heads in an item", MULTI_HEADED.least)
    return spanning_tree_first(
        arcs, single_root, TreeClass(MULTI_HEADED, k).is_member, partial(multi_headed_heads, k=k)
    )


def multi_headed(scores: ArrayLike, k: int, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best tree of MH_k, in O(n^k); MH_3 are the projective trees.

    ``scores`` and ``labels`` are as in `spanning_tree`. Where the best of all trees is not in the class, k may be up to
    8. Ties: the tree that `spanning_tree` finds, if it is in the class; otherwise the first derivation of the schema,
    for MH_3 that of `projective`.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> multi_headed(scores, 3).score, multi_headed(scores, 4).score
    (28.0, 36.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, multi_headed_search(arcs, single_root, k), which, f"tree of MH_{k}", single_root)


DECODER = Decoder(
    lambda k: partial(multi_headed_search, k=k),
    time=lambda k: k,
    longest=60,
    fallback="projective",
    chart=lambda k: partial(multi_headed_heads, k=k) if k <= MAX_HEADS else None,
)
