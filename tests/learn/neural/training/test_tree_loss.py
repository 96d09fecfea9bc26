"""The loss of whole trees: by enumeration of all trees, and its gradient by small steps."""

from __future__ import annotations

import numpy as np
import pytest
from tests.enumeration import all_trees

from multiplane.learn.neural.training.batches import Examples, batch_of
from multiplane.learn.neural.training.tree_loss import loss_and_gradient
from multiplane.structure import is_projective

HEADS = [[2, 0, 2, 3], [0, 1], [3, 4, 0, 3]]


def batch() -> object:
    heads = np.array([head for tree in HEADS for head in tree], np.int32)
    zeros, offsets = np.zeros(len(heads), np.int32), np.array([0, 4, 6, 10])
    examples = Examples(np.zeros((len(heads), 1), np.int32), zeros, heads, zeros, offsets, np.zeros(1, np.int32))
    return batch_of(examples, np.arange(3))


@pytest.mark.parametrize("name", ["all", "projective"])
def test_it_is_that_of_all_trees_of_the_class(name: str) -> None:
    scores = np.random.default_rng(1).normal(size=(3, 5, 5)).astype(np.float32)
    value, gradient = loss_and_gradient(scores, batch(), name)
    expected, counted = 0.0, 0
    for number, heads in enumerate(HEADS):
        if name == "projective" and not is_projective(np.array(heads)):
            assert not gradient[number].any()
            continue
        counted += 1
        trees = [tree for tree in all_trees(len(heads)) if list(tree).count(0) == 1]
        trees = [tree for tree in trees if name == "all" or is_projective(np.array(tree))]
        sums = [sum(float(scores[number, head, word]) for word, head in enumerate(tree, 1)) for tree in trees]
        gold = sum(float(scores[number, head, word]) for word, head in enumerate(heads, 1))
        expected += float(np.log(np.exp(sums).sum())) - gold
    assert counted == (3 if name == "all" else 2) and value == pytest.approx(expected / 10, rel=1e-5)
    exact = scores.astype(np.float64)
    for place in ((0, 2, 1), (0, 4, 3), (1, 0, 2), (2, 4, 2)):
        moved = exact.copy()
        moved[place] += 1e-4
        slope = (loss_and_gradient(moved, batch(), name)[0] - loss_and_gradient(exact, batch(), name)[0]) / 1e-4
        assert slope == pytest.approx(float(gradient[place]), abs=1e-4)
