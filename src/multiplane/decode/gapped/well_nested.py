"""The best well-nested tree of bounded gap degree, WG_k (Gómez-Rodríguez, Carroll & Weir 2011, §7.1–7.6)."""

from __future__ import annotations

from numpy.typing import ArrayLike

from multiplane.decode.gapped.bounded_gaps import bounded_gaps_heads
from multiplane.decode.scores import Decoded, decoded, labelled_arc_scores


def well_nested(
    scores: ArrayLike, gap_degree: int = 1, single_root: bool = True, labels: ArrayLike | None = None
) -> Decoded:
    """The best well-nested tree of at most that gap degree; O(n⁷) for gap degree 1.

    ``scores`` and ``labels`` are as in `spanning_tree`. Above gap degree 1, sentences of more than 18 words may end in
    an error that says so. Ties: the first in the order of `k_best` if one of the 20 best trees is in the class;
    otherwise a whole subtree before two parts, the leftmost child and cut.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> best = well_nested(scores)
    >>> best.heads.tolist(), best.score
    ([3, 4, 0, 3], 36.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    heads = bounded_gaps_heads(arcs, single_root, gap_degree, interleaving=False)
    return decoded(arcs, heads, which, f"well-nested tree of gap degree {gap_degree}", single_root)
