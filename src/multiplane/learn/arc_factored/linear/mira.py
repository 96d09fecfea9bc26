"""Learning arcs: the gold tree must beat the tree that the decoder finds by as many points as that has wrong heads.

1-best MIRA (McDonald, Crammer & Pereira 2005): the decoder searches with a point added to every wrong arc; if the gold
tree does not win even so, the weights take the shortest step that makes it win over this tree, within a bound.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Float32, Float64, Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.arc_factored.linear.arcs import SideHashes, arc_features, max_features


@kernel
def add_costs(scores: Float64, gold: Int32) -> None:
    """A point for every arc but the gold ones."""
    scores += 1.0
    for d in range(1, len(scores)):
        scores[gold[d - 1], d] -= 1.0


@kernel
def violation_of(scores: Float64, gold: Int32, found: Int32) -> float:
    """By how much the tree that was found beats the gold tree."""
    total = 0.0
    for d in range(1, len(scores)):
        total += scores[found[d - 1], d] - scores[gold[d - 1], d]
    return total


@kernel
def add_arcs(
    sides: SideHashes, heads: Int32, others: Int32, sign: int, change: Int32, touched: Int32, filled: int
) -> int:
    """Count the features of the arcs of ``heads`` that ``others`` lacks into ``change``, and list them."""
    mask = len(change) - 1
    features = np.empty(max_features(sides), np.int32)
    for d in range(1, len(heads) + 1):
        if heads[d - 1] != others[d - 1]:
            for f in range(arc_features(sides, heads[d - 1], d, mask, features)):
                change[features[f]] += sign
                touched[filled] = features[f]
                filled += 1
    return filled


@kernel
def move_to_gold(
    sides: SideHashes,
    gold: Int32,
    found: Int32,
    violation: float,
    max_step: float,
    time: float,
    weights: Float32,
    sums: Float64,
    change: Int32,
) -> None:
    """The step that makes up for the violation, or the longest one; ``change`` is all zeros before and after.

    The square of the difference between the trees is summed up from its occurrences: each counts the change that its
    feature has in all.
    """
    touched = np.empty(2 * (gold != found).sum() * max_features(sides), np.int32)
    half = add_arcs(sides, gold, found, 1, change, touched, 0)
    filled = add_arcs(sides, found, gold, -1, change, touched, half)
    square = 0
    for f in range(filled):
        square += change[touched[f]] if f < half else -change[touched[f]]
    step = min(max_step, violation / max(square, 1))
    for f in range(filled):
        here = touched[f]
        moved = step * change[here]
        weights[here] += moved
        sums[here] += time * moved
        change[here] = 0
