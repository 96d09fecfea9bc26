"""The projective tree that keeps most arcs of a given tree: what a projective system can save of it, in O(n + m³).

Subtrees that are projective throughout keep all their arcs and are contracted to their top nodes. On the m nodes that
remain, the projective decoder (Eisner 1996) finds the best tree, with scores that put the number of kept arcs before
everything else. Among equally good trees it takes one that attaches the other words to ancestors, as pseudo-projective
lifting would. All scores are whole numbers, exact in float64, and the decoder breaks ties to the left.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.projective.eisner import projective_heads
from multiplane.kernels.arrays import Bool, Float64, Int32
from multiplane.kernels.jit import kernel


@kernel
def projective_throughout(head: Int32) -> Bool:
    """Which nodes have, together with all nodes below them, an interval as their yield."""
    nodes = len(head)
    unfinished = np.zeros(nodes, np.int32)
    first, last, size = np.arange(nodes), np.arange(nodes), np.ones(nodes, np.int32)
    good = np.ones(nodes, np.bool_)
    for word in range(1, nodes):
        unfinished[head[word]] += 1
    ready = np.empty(nodes, np.int32)
    count, done = 0, 0
    for word in range(1, nodes):
        if unfinished[word] == 0:
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
        unfinished[above] -= 1
        if unfinished[above] == 0 and above > 0:
            ready[count] = above
            count += 1
    return good


@kernel
def ancestor_scores(head: Int32, kept: Int32) -> Float64:
    """The score of every arc between kept nodes: their number for a gold arc, 1 from another ancestor, otherwise 0."""
    size = len(kept)
    number = np.full(len(head), -1, np.int32)
    for index in range(size):
        number[kept[index]] = index
    scores = np.zeros((size, size))
    for index in range(1, size):
        above = head[kept[index]]
        scores[number[above], index] = size
        while above > 0:
            above = head[above]
            scores[number[above], index] = 1
    return scores


@kernel(steps=lambda head: len(head) ** 3)
def nearest_projective(head: Int32) -> Int32:
    """The heads, by node, of the nearest projective tree.

    >>> nearest_projective(np.array([-1, 3, 4, 0, 3], np.int32)).tolist()
    [-1, 3, 3, 0, 3]
    """
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
    heads = projective_heads(ancestor_scores(head, kept[:count]), False)
    for index in range(1, count):
        nearest[kept[index]] = kept[heads[index - 1]]
    return nearest
