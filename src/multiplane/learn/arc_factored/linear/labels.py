"""Labels of the arcs of a tree: a linear classifier over each arc and the words around it in the tree.

Label templates name the words around an arc of the tree: head, grandparent, siblings, dependents.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float32, Float64, Int16, Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.arc_factored.linear.arcs import Weights, distance_class
from multiplane.learn.arc_factored.linear.hashing import OUTSIDE_LEFT, finish, fold, with_surroundings
from multiplane.learn.features.arcs import PROPERTY, REACH, RELATIVES, ArcTerms

ABSENT = -1
KINDS = len(RELATIVES)
HEAD, DEPENDENT, GRANDPARENT, LEFT, RIGHT, FIRST, LAST, HEAD_FIRST, HEAD_LAST = range(KINDS)


@kernel
def relatives_of(heads: Int32) -> tuple[Int32, Int32]:
    """``[d, r]``: relative r of node d, -1 where there is none; and the number of dependents of each node.

    >>> relatives, dependents = relatives_of(np.array([2, 0, 2], np.int32))
    >>> relatives[3].tolist(), dependents.tolist()
    ([2, 3, 0, 1, -1, -1, -1, 1, 3], [1, 0, 2, 0])
    """
    nodes = len(heads) + 1
    relatives = np.full((nodes, KINDS), ABSENT, np.int32)
    dependents = np.zeros(nodes, np.int32)
    for d in range(1, nodes):
        h = heads[d - 1]
        relatives[d, HEAD], relatives[d, DEPENDENT] = h, d
        relatives[d, GRANDPARENT] = heads[h - 1] if h > 0 else ABSENT
        before = relatives[h, LAST]
        relatives[d, LEFT] = before
        if before == ABSENT:
            relatives[h, FIRST] = d
        else:
            relatives[before, RIGHT] = d
        relatives[h, LAST] = d
        dependents[h] += 1
    for d in range(1, nodes):
        h = heads[d - 1]
        relatives[d, HEAD_FIRST], relatives[d, HEAD_LAST] = relatives[h, FIRST], relatives[h, LAST]
    return relatives, dependents


MAX_COUNTED = 4


@kernel
def properties_of(h: int, d: int, dependents: Int32) -> tuple[int, int, int, int]:
    """Direction, distance, valency of the head and of the dependent: in the order of `PROPERTIES`."""
    direction = 1 if h < d else 0
    distance = 2 * distance_class(abs(h - d)) + direction
    return direction, distance, min(dependents[h], MAX_COUNTED), min(dependents[d], MAX_COUNTED)


@kernel
def label_features(attributes: Int32, heads: Int32, terms: ArcTerms, mask: int) -> Int32:
    """``[w, t]``: the index of the feature that template t gives for the arc into word w, counted from 0."""
    values = with_surroundings(attributes)
    relatives, dependents = relatives_of(heads)
    features = np.empty((len(heads), len(terms.counts)), np.int32)
    for w in range(len(heads)):
        properties = properties_of(heads[w], w + 1, dependents)
        for t in range(len(terms.counts)):
            value = fold(t, 1)
            for k in range(terms.counts[t]):
                word, places, attribute = terms.rows[t, k]
                if word == PROPERTY:
                    value = fold(value, properties[attribute])
                elif relatives[w + 1, word] == ABSENT:
                    value = fold(value, OUTSIDE_LEFT)
                else:
                    value = fold(value, values[REACH + relatives[w + 1, word] + places, attribute])
            features[w, t] = finish(value) & mask
    return features


@kernel
def score_labels(features: Int32, weights: Weights, scores: NDArray[Any]) -> None:
    """The scores of all labels of one arc."""
    scores[:] = 0
    for feature in features:
        row = weights[feature]
        for label in range(len(scores)):
            scores[label] += row[label]


@kernel
def score_all_labels(features: Int32, weights: Int16) -> Int32:
    """``[w, l]``: the score of label l for the arc into word w."""
    scores = np.empty((len(features), weights.shape[1]), np.int32)
    for w in range(len(features)):
        score_labels(features[w], weights, scores[w])
    return scores


@kernel
def learn_labels(
    features: Int32,
    gold: Int32,
    max_step: float,
    time: float,
    weights: Float32,
    sums: Float64,
) -> Int32:
    """For every arc whose gold label does not win by 1, update the weights so that it does (passive-aggressive).

    The result are the labels that were best before.
    """
    found = np.empty(len(features), np.int32)
    scores = np.empty(weights.shape[1], np.float32)
    for w in range(len(features)):
        score_labels(features[w], weights, scores)
        found[w] = np.argmax(scores)
        reached = scores[gold[w]]
        scores[gold[w]] = -np.inf
        rival = np.argmax(scores)
        violation = 1.0 - (reached - scores[rival])
        if violation > 0 and len(scores) > 1:
            step = min(max_step, violation / (2 * features.shape[1]))
            for feature in features[w]:
                weights[feature, gold[w]] += step
                weights[feature, rival] -= step
                sums[feature, gold[w]] += time * step
                sums[feature, rival] -= time * step
    return found
