"""The projective tree that keeps most arcs of a given tree: what a projective system can save of it, in O(n + m³).

Subtrees that are projective throughout keep all their arcs and shrink to their top nodes; over the m nodes that remain
runs Eisner's algorithm (Eisner 1996) with a score for gold arcs alone. Of equally good trees it takes one that attaches
lost words to ancestors, as pseudo-projective lifting would.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import Ints

Bools = NDArray[np.bool_]
COMPLETE, INCOMPLETE = 0, 1


@kernel
def projective_throughout(head: Ints) -> Bools:
    """Which nodes have, together with all nodes below them, an interval as their yield."""
    nodes = len(head)
    waiting = np.zeros(nodes, np.int32)
    first, last, size = np.arange(nodes), np.arange(nodes), np.ones(nodes, np.int32)
    good = np.ones(nodes, np.bool_)
    for word in range(1, nodes):
        waiting[head[word]] += 1
    ready = np.empty(nodes, np.int32)
    count, done = 0, 0
    for word in range(1, nodes):
        if waiting[word] == 0:
            ready[count] = word
            count += 1
    while done < count:
        word = ready[done]
        done += 1
        good[word] = good[word] and last[word] - first[word] + 1 == size[word]
        above = head[word]
        first[above] = min(first[above], first[word])
        last[above] = max(last[above], last[word])
        size[above] += size[word]
        good[above] = good[above] and good[word]
        waiting[above] -= 1
        if waiting[above] == 0 and above > 0:
            ready[count] = above
            count += 1
    return good


@kernel
def scores_of(head: Ints, kept: Ints) -> Ints:
    """The score of every arc between two kept nodes: much for a gold arc, a little for one from an ancestor."""
    size = len(kept)
    number = np.full(len(head), -1, np.int32)
    for index in range(size):
        number[kept[index]] = index
    scores = np.zeros((size, size), np.int32)
    for index in range(1, size):
        above = head[kept[index]]
        scores[number[above], index] = size
        while above > 0:
            above = head[above]
            scores[number[above], index] += 1
    return scores


@kernel
def best_projective(scores: Ints) -> Ints:
    """The heads of the best projective tree over nodes 0 .. m, by Eisner's algorithm; any number of children of 0."""
    size = len(scores)
    right = np.zeros((2, size, size), np.int32)
    left = np.zeros((2, size, size), np.int32)
    right_cut = np.zeros((2, size, size), np.int32)
    left_cut = np.zeros((2, size, size), np.int32)
    for width in range(1, size):
        for low in range(size - width):
            high = low + width
            best, cut = np.int32(-1), low
            for middle in range(low, high):
                value = right[COMPLETE, low, middle] + left[COMPLETE, middle + 1, high]
                if value > best:
                    best, cut = value, middle
            right[INCOMPLETE, low, high] = best + scores[low, high]
            left[INCOMPLETE, low, high] = best + scores[high, low]
            right_cut[INCOMPLETE, low, high] = cut
            left_cut[INCOMPLETE, low, high] = cut
            best, cut = np.int32(-1), low
            for middle in range(low + 1, high + 1):
                value = right[INCOMPLETE, low, middle] + right[COMPLETE, middle, high]
                if value > best:
                    best, cut = value, middle
            right[COMPLETE, low, high] = best
            right_cut[COMPLETE, low, high] = cut
            best, cut = np.int32(-1), low
            for middle in range(low, high):
                value = left[COMPLETE, low, middle] + left[INCOMPLETE, middle, high]
                if value > best:
                    best, cut = value, middle
            left[COMPLETE, low, high] = best
            left_cut[COMPLETE, low, high] = cut
    return read_heads(right_cut, left_cut)


@kernel
def read_heads(right_cut: Ints, left_cut: Ints) -> Ints:
    """Follow the cuts down from the whole span: (low, high, complete or not, to the right or not)."""
    size = right_cut.shape[1]
    heads = np.full(size, -1, np.int32)
    spans = np.empty((2 * size + 2, 4), np.int32)
    spans[0, 0], spans[0, 1], spans[0, 2], spans[0, 3] = 0, size - 1, COMPLETE, 1
    count = 1
    while count > 0:
        count -= 1
        low, high, kind, rightward = spans[count, 0], spans[count, 1], spans[count, 2], spans[count, 3]
        if low == high:
            continue
        cut = right_cut[kind, low, high] if rightward else left_cut[kind, low, high]
        one, two = spans[count], spans[count + 1]
        one[0], two[1] = low, high
        if kind == INCOMPLETE:
            heads[high if rightward else low] = low if rightward else high
            one[1], one[2], one[3] = cut, COMPLETE, 1
            two[0], two[2], two[3] = cut + 1, COMPLETE, 0
        else:
            one[1], one[2], one[3] = cut, INCOMPLETE if rightward else COMPLETE, rightward
            two[0], two[2], two[3] = cut, COMPLETE if rightward else INCOMPLETE, rightward
        count += 2
    return heads


@kernel
def nearest_projective(head: Ints) -> Ints:
    """The heads, by node, of the nearest projective tree."""
    good = projective_throughout(head)
    nearest = head.copy()
    if good[0]:
        return nearest
    kept = np.empty(len(head), np.int32)
    count = 0
    for node in range(len(head)):
        if node == 0 or not good[node] or not good[head[node]]:
            kept[count] = node
            count += 1
    heads = best_projective(scores_of(head, kept[:count]))
    for index in range(1, count):
        nearest[kept[index]] = kept[heads[index]]
    return nearest
