"""The k best trees against the sorted list of all trees."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from tests.decode.judge import CLASSES, KINDS, matrices, members, tree_scores

from multiplane.decode import decode, k_best


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CLASSES)
def test_the_best_trees_in_order(name: str, kind: str, single_root: bool) -> None:
    for scores in matrices(kind, 4, 6):
        every = np.sort(tree_scores(scores, members(name, 4, single_root)))[::-1]
        every = every[np.isfinite(every)]
        found = k_best(scores, 300, name, single_root)
        assert [tree.score for tree in found] == pytest.approx(every[:300].tolist())
        assert len({tree.heads.tobytes() for tree in found}) == len(found)
        allowed = {heads.tobytes() for heads in members(name, 4, single_root)}
        assert all(tree.heads.tobytes() in allowed for tree in found)


def test_longer_sentences_begin_with_the_best_tree_and_go_down() -> None:
    for name in ("projective", "all", "one-endpoint-crossing"):
        scores = np.random.default_rng(0).normal(size=(19, 19))
        found = k_best(scores, 8, name)
        assert found[0].heads.tolist() == decode(scores, name).heads.tolist()
        assert all(one.score >= other.score for one, other in pairwise(found))
        assert len({tree.heads.tobytes() for tree in found}) == 8


def test_labels_follow_their_arcs() -> None:
    rng = np.random.default_rng(1)
    scores, labels = rng.normal(size=(5, 5)), rng.normal(size=(5, 5, 3))
    for tree in k_best(scores, 5, labels=labels):
        assert tree.labels is not None
        assert tree.labels.tolist() == [labels[h, d].argmax() for d, h in enumerate(tree.heads, 1)]
