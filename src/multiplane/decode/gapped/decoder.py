"""The best tree of WG_k or MG_k: which search for which k and how many words (SCH §7).

Gómez-Rodríguez, Carroll & Weir (2011): WG_k parses well-nested trees of gap degree k, MG_k those that are mildly
ill-nested for it, the head's own position not counted as a gap.

- No gap: Eisner. Otherwise the k best of all trees first, which end at once where the best of all is in the class, and
  soon where few words are at issue.
- One gap: the O(n⁷) chart, with only those arcs that can still win against the best gap-minding tree.
- More gaps: over sets of words where there are few; for WG_2 by its compiled schema where there are some more;
  otherwise only the k best, with a larger k.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from numpy.typing import ArrayLike

from multiplane.decode.best_first import trees_best_first
from multiplane.decode.gapped.backtrace import gapped_heads
from multiplane.decode.gapped.gap_minding import gap_minding_heads
from multiplane.decode.gapped.subsets import MAX_WORDS, subset_heads
from multiplane.decode.projective.eisner import projective_heads
from multiplane.decode.projective.inside_outside import projective_arc_probabilities
from multiplane.decode.pruning import Holds, prune
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import Decoded, decoded, labelled_arc_scores, whole_number
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.deduce.compile import compile_schema
from multiplane.deduce.schemata import schema
from multiplane.deduce.schemata.projective import split_head
from multiplane.deduce.schemata.well_nested_unambiguous import well_nested_unambiguous
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32
from multiplane.structure.classes import MILDLY_ILL_NESTED, WELL_NESTED_GAP, TreeClass

FEW_TREES, MAX_TREES = 20, 1000
MAX_WORDS_BY_SCHEMA = 22


def first_in_class(arcs: Float64, single_root: bool, holds: Holds, most: int) -> Int32 | None:
    """The best tree of a class if it is among that many best of all trees."""
    return next(filter(holds, islice(trees_best_first(arcs, single_root, spanning_heads), most)), None)


def one_gap_heads(arcs: Float64, single_root: bool, interleaving: bool) -> Int32:
    """WG_1, or MG_1 with ``interleaving``, by the chart."""
    known = gap_minding_heads(arcs, single_root)
    return gapped_heads(prune(arcs, single_root, known) if known[0] >= 0 else arcs, single_root, interleaving)


def gapped_search(arcs: Float64, single_root: bool, gaps: int, interleaving: bool) -> Int32:
    """The best tree of WG_k, or of MG_k with ``interleaving``; the first head is -1 where there is none."""
    best = projective_heads(arcs, single_root) if gaps == 0 else spanning_heads(arcs, single_root)
    if gaps == 0 or len(best) == 0 or best[0] < 0:
        return best
    wanted = TreeClass(MILDLY_ILL_NESTED if interleaving else WELL_NESTED_GAP, gaps)
    words = len(best)
    by_chart = gaps == 1 or words <= MAX_WORDS
    found = first_in_class(arcs, single_root, wanted.is_member, FEW_TREES if by_chart else MAX_TREES)
    if found is not None:
        return found
    if gaps == 1:
        return one_gap_heads(arcs, single_root, interleaving)
    if by_chart:
        return subset_heads(arcs, single_root, interleaving, gaps)
    if gaps == 2 and single_root and not interleaving and words <= MAX_WORDS_BY_SCHEMA:
        return compile_schema(schema("wg-2")).heads(arcs)
    raise MultiplaneError(
        f"found no tree of gap degree {gaps} among the best {MAX_TREES} of {words} words; "
        f"expected one, or at most {MAX_WORDS} words, or gap degree 1"
    )


def well_nested(
    scores: ArrayLike, gap_degree: int = 1, single_root: bool = True, labels: ArrayLike | None = None
) -> Decoded:
    """The best well-nested tree of at most that gap degree; O(n⁷) for gap degree 1.

    ``scores`` and ``labels`` are as in `spanning_tree`. Above gap degree 1, sentences of more than 18 words (22 for gap
    degree 2 with a single root) may end in an error that says so, as may more than 83 words for gap
    degree 1, where the chart would not fit into memory. Ties: the first in the order of `k_best` if one of
    the 20 best trees is in the class; otherwise a whole subtree before two parts, the leftmost child and cut.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> best = well_nested(scores)
    >>> best.heads.tolist(), best.score
    ([3, 4, 0, 3], 36.0)
    """
    return _best_tree(scores, gap_degree, single_root, labels, interleaving=False)


def mildly_ill_nested(
    scores: ArrayLike, gap_degree: int = 1, single_root: bool = True, labels: ArrayLike | None = None
) -> Decoded:
    """The best tree that is mildly ill-nested for that gap degree; O(n⁷) for gap degree 1.

    ``scores``, ``labels``, ties and longer sentences are as in `well_nested`.

    >>> import numpy as np
    >>> scores = np.zeros((7, 7))
    >>> scores[[3, 4, 0, 3, 1, 2], [1, 2, 3, 4, 5, 6]] = 1
    >>> mildly_ill_nested(scores, gap_degree=2).heads.tolist(), mildly_ill_nested(scores).score
    ([3, 4, 0, 3, 1, 2], 5.0)
    """
    return _best_tree(scores, gap_degree, single_root, labels, interleaving=True)


def _best_tree(
    scores: ArrayLike, gaps: int, single_root: bool, labels: ArrayLike | None, interleaving: bool
) -> Decoded:
    gaps = whole_number(gaps, "gap degree", 0)
    arcs, which = labelled_arc_scores(scores, labels)
    heads = gapped_search(arcs, single_root, gaps, interleaving)
    kind = f"{'mildly ill-nested' if interleaving else 'well-nested'} tree of gap degree {gaps}"
    return decoded(arcs, heads, which, kind, single_root)


WELL_NESTED_DECODER = Decoder(
    lambda k: partial(gapped_search, gaps=k, interleaving=False),
    time=lambda k: 5 + 2 * k if k else 3,
    longest=40,
    fallback="gap-minding",
    chart=lambda k: partial(gapped_heads, interleaving=False) if k == 1 else None,
    once=lambda k: (split_head, well_nested_unambiguous)[k] if k < 2 else None,
    sums=lambda k: None if k else projective_arc_probabilities,
)
MILDLY_ILL_NESTED_DECODER = Decoder(
    lambda k: partial(gapped_search, gaps=k, interleaving=True),
    time=lambda k: 4 + 3 * k if k else 3,
    longest=40,
    fallback="gap-minding",
    chart=lambda k: partial(gapped_heads, interleaving=True) if k == 1 else None,
)
