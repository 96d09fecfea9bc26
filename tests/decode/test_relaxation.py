"""The savings lose nothing: arcs taken out of play are in no better tree, the shortcut is taken when it holds."""

from __future__ import annotations

import numpy as np
from tests.decode.judge import KINDS, matrices, members, tree_scores

from multiplane.decode.gapped.bounded_gaps import one_of_the_best
from multiplane.decode.relaxation import prune, spanning_tree_first
from multiplane.decode.scores import arc_scores
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads


def test_arcs_out_of_play_are_in_no_tree_as_good_as_the_known_one() -> None:
    for kind in KINDS:
        for scores in matrices(kind, 5, 12):
            arcs = arc_scores(scores)
            for single_root in (True, False):
                heads = members("spanning-tree", 5, single_root)
                found = tree_scores(scores, heads)
                finite = np.flatnonzero(np.isfinite(found))
                if len(finite) == 0:
                    continue
                known = finite[len(finite) // 2]
                kept = prune(arcs, single_root, heads[known])
                good = heads[found >= found[known]]
                in_play = np.zeros_like(kept, np.bool_)
                in_play[good, np.arange(1, 6)] = True
                assert np.array_equal(np.isfinite(kept), in_play)


def test_the_chart_is_spared_exactly_where_the_spanning_tree_is_in_the_class() -> None:
    arcs = arc_scores(next(matrices("reals", 6, 1)))
    best, other = spanning_heads(arcs, True), np.array([0, 1, 2, 3, 4, 5], np.int32)
    assert spanning_tree_first(arcs, True, lambda heads: True, lambda *_: other).tolist() == best.tolist()
    assert spanning_tree_first(arcs, True, lambda heads: False, lambda *_: other).tolist() == other.tolist()


def test_the_list_of_best_trees_ends_at_the_first_of_the_class_or_where_it_is_told() -> None:
    inside = {heads.tobytes() for heads in members("projective", 5, True)}
    found_late = 0
    for scores in matrices("reals", 5, 20):
        heads = members("spanning-tree", 5, True)
        in_order = heads[np.argsort(-tree_scores(scores, heads))]
        rank = next(rank for rank, tree in enumerate(in_order) if tree.tobytes() in inside)
        found_late += rank > 0
        for most in (rank, rank + 1, rank + 9):
            found = one_of_the_best(arc_scores(scores), True, lambda tree: tree.tobytes() in inside, most)
            expected = None if most == rank else in_order[rank].tolist()
            assert (None if found is None else found.tolist()) == expected
    assert found_late > 5
