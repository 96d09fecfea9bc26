"""The partition function over trees and the probability of every arc, when a tree's score is its log weight."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.decoders import DECODERS, kind_of_tree
from multiplane.decode.scores import FORBIDDEN, arc_scores
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64
from multiplane.structure.classes import listed, tree_class

CERTAIN = 1e-3
"""How far from 1 the probabilities of a word's heads may add up to; of large scores too few digits are left."""


class Marginals(NamedTuple):
    """``probability[h, d]`` of the arc h → d, and the log of the sum of exp(score) over all trees."""

    probability: Float64
    log_partition: float

    def __repr__(self) -> str:
        return f"<Marginals over {len(self.probability) - 1} words, log partition {self.log_partition:.4f}>"


def marginals(scores: ArrayLike, class_name: str = "all", single_root: bool = True) -> Marginals:
    """How likely every arc is if a tree's probability is proportional to exp(score), over a class of trees.

    ``scores`` is as in `spanning_tree`; ``class_name`` is ``all`` or ``projective``, O(n³), ``gap-minding``, O(n⁶),
    or ``well-nested-gap-1``, O(n⁷). The dynamic programs for other classes derive some trees in several ways, so that
    their sums are not sums over trees.

    >>> both = marginals([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    >>> both.probability.tolist(), round(float(np.exp(both.log_partition)))
    ([[0.0, 0.5, 0.5], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]], 2)
    """
    wanted = tree_class(class_name)
    decoder = DECODERS.get(wanted.family)
    sums = None if decoder is None else decoder.marginals(wanted.number)
    if sums is None:
        known = listed([family for family, other in DECODERS.items() if other.marginals(1)])
        raise MultiplaneError(f"found class {wanted.name!r}, which has no marginals; expected one of {known}")
    arcs = arc_scores(scores)
    if len(arcs) == 1:
        return Marginals(np.zeros((1, 1)), 0.0)
    log_partition, probability = sums(arcs, single_root)
    if log_partition == FORBIDDEN:
        raise MultiplaneError(
            f"found no {kind_of_tree(class_name)} of finite score{' with a single root' if single_root else ''}; "
            "expected fewer -inf"
        )
    if not (np.abs(probability[:, 1:].sum(axis=0) - 1) < CERTAIN).all():
        largest = float(np.abs(arcs[arcs > FORBIDDEN]).max())
        raise MultiplaneError(f"found scores of up to {largest:g}, too large for probabilities; expected smaller ones")
    return Marginals(probability, float(log_partition))
