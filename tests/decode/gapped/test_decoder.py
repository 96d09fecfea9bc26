"""The k best trees as a shortcut to the best tree of a class."""

from __future__ import annotations

import numpy as np
from tests.decode.judge import matrices, members, tree_scores

from multiplane.decode.gapped.decoder import first_in_class
from multiplane.decode.scores import arc_scores


def test_the_list_of_best_trees_ends_at_the_first_of_the_class_or_at_its_limit() -> None:
    inside = {heads.tobytes() for heads in members("projective", 5, True)}
    found_late = 0
    for scores in matrices("reals", 5, 20):
        heads = members("all", 5, True)
        in_order = heads[np.argsort(-tree_scores(scores, heads))]
        rank = next(rank for rank, tree in enumerate(in_order) if tree.tobytes() in inside)
        found_late += rank > 0
        for most in (rank, rank + 1, rank + 9):
            found = first_in_class(arc_scores(scores), True, lambda tree: tree.tobytes() in inside, most)
            expected = None if most == rank else in_order[rank].tolist()
            assert (None if found is None else found.tolist()) == expected
    assert found_late > 5
