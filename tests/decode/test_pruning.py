"""Pruning loses nothing: pruned arcs are in no better tree, and the chart is spared only where it is not needed."""

from __future__ import annotations

import numpy as np
from tests.decode.judge import KINDS, matrices, members, tree_scores

from multiplane.decode.pruning import prune, spanning_tree_first
from multiplane.decode.scores import arc_scores
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads


def test_exactly_the_arcs_of_no_tree_as_good_as_the_known_one_are_pruned() -> None:
    for kind in KINDS:
        for scores in matrices(kind, 5, 12):
            arcs = arc_scores(scores)
            for single_root in (True, False):
                heads = members("all", 5, single_root)
                found = tree_scores(scores, heads)
                finite = np.flatnonzero(np.isfinite(found))
                if len(finite) == 0:
                    continue
                known = finite[len(finite) // 2]
                kept = prune(arcs, single_root, heads[known])
                good = heads[found >= found[known]]
                kept_arcs = np.zeros_like(kept, np.bool_)
                kept_arcs[good, np.arange(1, 6)] = True
                assert np.array_equal(np.isfinite(kept), kept_arcs)


def test_the_chart_is_spared_exactly_where_the_spanning_tree_is_in_the_class() -> None:
    arcs = arc_scores(next(matrices("reals", 6, 1)))
    best, other = spanning_heads(arcs, True), np.array([0, 1, 2, 3, 4, 5], np.int32)
    assert spanning_tree_first(arcs, True, lambda heads: True, lambda *_: other).tolist() == best.tolist()
    assert spanning_tree_first(arcs, True, lambda heads: False, lambda *_: other).tolist() == other.tolist()
