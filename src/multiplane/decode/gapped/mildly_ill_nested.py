"""The best tree that is mildly ill-nested for gap degree k, MG_k (Gómez-Rodríguez, Carroll & Weir 2011, §7.7–7.8).

As the MG_k parser reads it: some order of joining the subtrees under each head never makes more than k gaps, the head's
own place not counted.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from multiplane.decode.gapped.bounded_gaps import bounded_gaps_heads
from multiplane.decode.scores import Decoded, decoded, labelled_arc_scores


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
    arcs, which = labelled_arc_scores(scores, labels)
    heads = bounded_gaps_heads(arcs, single_root, gap_degree, interleaving=True)
    return decoded(arcs, heads, which, f"mildly ill-nested tree of gap degree {gap_degree}", single_root)
