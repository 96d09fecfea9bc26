"""The partition function over trees and the probability of every arc, when a tree's score is its log weight."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.projective.inside_outside import projective_arc_probabilities
from multiplane.decode.scores import FORBIDDEN, Matrix, arc_scores
from multiplane.decode.spanning.matrix_tree import arc_probabilities
from multiplane.errors import MultiplaneError

METHODS = {"spanning-tree": arc_probabilities, "projective": projective_arc_probabilities}


class Marginals(NamedTuple):
    """``probability[h, d]`` of the arc h → d, and the log of the sum of exp(score) over all trees."""

    probability: Matrix
    log_partition: float


def marginals(scores: ArrayLike, trees: str = "spanning-tree", single_root: bool = True) -> Marginals:
    """How likely every arc is if a tree's probability is proportional to exp(score), over a class of trees.

    ``scores`` is as in `spanning_tree`; ``trees`` is ``spanning-tree`` or ``projective``, both O(n³). The programs
    for other classes have several derivations of one tree, so that their sums are not sums over trees.

    >>> both = marginals([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    >>> both.probability.tolist(), round(float(np.exp(both.log_partition)))
    ([[0.0, 0.5, 0.5], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]], 2)
    """
    if trees not in METHODS:
        raise MultiplaneError(f"found marginals over {trees!r}; expected {' or '.join(METHODS)}")
    arcs = arc_scores(scores)
    if len(arcs) == 1:
        return Marginals(np.zeros((1, 1)), 0.0)
    log_partition, probability = METHODS[trees](arcs, single_root)
    if log_partition == FORBIDDEN:
        raise MultiplaneError(
            f"found no {trees} of finite score{' with a single root' if single_root else ''}; expected fewer -inf"
        )
    return Marginals(probability, float(log_partition))
