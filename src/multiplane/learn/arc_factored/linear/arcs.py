"""Scores of all arcs of a sentence: the sum of the weights of their hashed features, O(n²) arcs.

All contexts of a pair of words (direction, length) lie in one block of sixteen weights, which the memory fetches at
once: the context changes only the last four bits of the number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float32, Float64, Int16, Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.arc_factored.linear.hashing import previous_with_same, side_hashes, with_surroundings
from multiplane.learn.features.arcs import ArcTerms

DISTANCES = 7
HEAD, DEPENDENT, BETWEEN = range(3)

Weights = Float32 | Int16


class SideHashes(NamedTuple):
    """The hashes of a sentence: head's and dependent's side of the pair templates, three sides of the others."""

    head: Int32
    dependent: Int32
    head_around: Int32
    dependent_around: Int32
    between: Int32
    previous: Int32


@kernel
def sides_of(attributes: Int32, pairs: ArcTerms, between: ArcTerms) -> SideHashes:
    """The hashes of a sentence, from the attributes of its words."""
    values = with_surroundings(attributes)
    inside = side_hashes(values, between.rows, between.counts, BETWEEN)
    return SideHashes(
        side_hashes(values, pairs.rows, pairs.counts, HEAD),
        side_hashes(values, pairs.rows, pairs.counts, DEPENDENT),
        side_hashes(values, between.rows, between.counts, HEAD),
        side_hashes(values, between.rows, between.counts, DEPENDENT),
        inside,
        previous_with_same(inside),
    )


@kernel
def distance_class(length: int) -> int:
    """0 to 6: lengths of 1 to 4, up to 7, up to 12, more."""
    if length <= 4:
        return length - 1
    return 4 if length <= 7 else 5 if length <= 12 else 6


@kernel
def max_features(sides: SideHashes) -> int:
    """The largest number of features that an arc of the sentence can have."""
    nodes, templates = sides.head.shape
    return int(2 * templates + nodes * sides.between.shape[1])


@kernel
def arc_features(sides: SideHashes, h: int, d: int, mask: int, features: Int32) -> int:
    """Write the indices of an arc's features into ``features``; their number."""
    left, right = min(h, d), max(h, d)
    direction = 1 if h < d else 0
    context = 2 + DISTANCES * direction + distance_class(right - left)
    templates = sides.head.shape[1]
    for t in range(templates):
        pair = (sides.head[h, t] ^ sides.dependent[d, t]) & mask
        features[2 * t] = pair ^ direction
        features[2 * t + 1] = pair ^ context
    count = int(2 * templates)
    for t in range(sides.between.shape[1]):
        pair = sides.head_around[h, t] ^ sides.dependent_around[d, t] ^ direction
        for k in range(left + 1, right):
            if sides.previous[k, t] <= left:
                features[count] = (pair ^ sides.between[k, t]) & mask
                count += 1
    return count


@kernel
def score_arcs(sides: SideHashes, weights: Weights, scale: float) -> Float64:
    """The scores of all arcs as decoders take them: ``[h, d]``, column 0 and the diagonal forbidden."""
    features = np.empty(max_features(sides), np.int32)
    nodes = len(sides.head)
    mask = len(weights) - 1
    scores = np.full((nodes, nodes), FORBIDDEN)
    for h in range(nodes):
        for d in range(1, nodes):
            if h != d:
                total = 0.0
                for f in range(arc_features(sides, h, d, mask, features)):
                    total += weights[features[f]]
                scores[h, d] = scale * total
    return scores
