"""Exact pruning with spanning trees as upper bounds: no chart where it is not needed, no arc that cannot win.

The best of all trees is at least as good as the best tree of a class. If it is in the class, it is the answer; with
scores from a trained model that is the usual case. Otherwise, an arc can be pruned if even the best of all trees that
use it is worse than some tree of the class that is already known.
"""

from __future__ import annotations

from collections.abc import Callable

from multiplane.decode.registry import Search
from multiplane.decode.scores import FORBIDDEN, sum_of_arcs
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel

Holds = Callable[[Int32], bool]

ROUNDING = 1e-12


def spanning_tree_first(arcs: Float64, single_root: bool, holds: Holds, search: Search) -> Int32:
    """The best of all trees where it is in the class, otherwise what the search for the class finds."""
    heads = spanning_heads(arcs, single_root)
    if len(heads) == 0 or heads[0] < 0 or holds(heads):
        return heads
    return search(arcs, single_root)


@kernel
def prune_arcs(arcs: Float64, single_root: bool, known: float) -> Float64:
    """The scores, but all arcs forbidden that are in no tree at least as good as ``known``: O(n⁴)."""
    nodes = len(arcs)
    kept = arcs.copy()
    forced = arcs.copy()
    for d in range(1, nodes):
        largest = 0.0
        for h in range(nodes):
            if arcs[h, d] > FORBIDDEN:
                largest = max(largest, abs(arcs[h, d]))
        known -= ROUNDING * nodes * largest
    for d in range(1, nodes):
        forced[:, d] = FORBIDDEN
        for h in range(nodes):
            if arcs[h, d] == FORBIDDEN:
                continue
            forced[h, d] = arcs[h, d]
            heads = spanning_heads(forced, single_root)
            if heads[0] < 0 or sum_of_arcs(arcs, heads) < known:
                kept[h, d] = FORBIDDEN
            forced[h, d] = FORBIDDEN
        for h in range(nodes):
            forced[h, d] = kept[h, d]
    return kept


def prune(arcs: Float64, single_root: bool, heads: Int32) -> Float64:
    """The scores without the arcs that cannot be in a better tree than one that is known.

    >>> import numpy as np
    >>> scores = np.array([[-np.inf, 9.0, 1.0], [-np.inf, -np.inf, 9.0], [-np.inf, 1.0, -np.inf]])
    >>> prune(scores, True, np.array([0, 1], np.int32)).tolist()
    [[-inf, 9.0, -inf], [-inf, -inf, 9.0], [-inf, -inf, -inf]]
    """
    return prune_arcs(arcs, single_root, sum_of_arcs(arcs, heads))
