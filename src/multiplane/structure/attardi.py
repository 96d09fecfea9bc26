"""Attardi degree: the classes Att_d of Attardi's rules, arcs between heads at most d places apart (SCH §6.2).

An item of the schema Att_d is a list of heads; a word leaves the list when it gets its head, at most d places away in
it. For one given tree, a word can leave once its dependents have left, and leaving early never hurts. So the degree is
the least d for which all words leave the list 0..n, one after another: O(n²).

The class is that of the schema. Attardi's transition system (2006) derives fewer trees: it works from left to right.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import node_heads


@kernel
def least_depth(head: Int32) -> int:
    """The least d for which Att_d derives the tree (1 where it is projective)."""
    nodes = len(head)
    following = np.arange(1, nodes + 1).astype(np.int32)
    preceding = np.arange(-1, nodes - 1).astype(np.int32)
    children = np.zeros(nodes, np.int32)
    for x in range(1, nodes):
        children[head[x]] += 1
    remaining = nodes - 1
    depth = 1
    while remaining > 0:
        nearest = nodes
        x = following[0]
        while x < nodes:
            if children[x] == 0:
                distance = 1
                reach = max(depth, nearest)
                if head[x] < x:
                    y = preceding[x]
                    while y != head[x] and distance <= reach:
                        y = preceding[y]
                        distance += 1
                else:
                    y = following[x]
                    while y != head[x] and distance <= reach:
                        y = following[y]
                        distance += 1
                if distance <= depth:
                    following[preceding[x]] = following[x]
                    if following[x] < nodes:
                        preceding[following[x]] = preceding[x]
                    children[head[x]] -= 1
                    remaining -= 1
                    nearest = 0
                else:
                    nearest = min(nearest, distance)
            x = following[x]
        if nearest > 0:
            depth = nearest
    return depth


def attardi_degree(heads: ArrayLike) -> int:
    """The least d such that Att_d derives the tree; 1 iff it is projective.

    >>> attardi_degree([2, 0, 2]), attardi_degree([3, 4, 0, 3])
    (1, 2)
    """
    return int(least_depth(node_heads(heads)))


def is_attardi(heads: ArrayLike, d: int) -> bool:
    """Whether Att_d derives the tree.

    >>> is_attardi([3, 4, 0, 3], 1), is_attardi([3, 4, 0, 3], 2)
    (False, True)
    """
    return attardi_degree(heads) <= d


def words_too_far(heads: ArrayLike, d: int) -> dict[int, int]:
    """Why Att_d does not derive a tree: the words that block the list when no other can leave, each with its distance.

    All their dependents have left, and each is more than d places from its head. Empty where Att_d derives the tree.

    >>> words_too_far([3, 4, 0, 3], 1), words_too_far([3, 4, 0, 3], 2)
    ({1: 2, 2: 2}, {})
    """
    head = node_heads(heads).tolist()
    remaining = list(range(len(head)))
    while True:
        place = {node: index for index, node in enumerate(remaining)}
        governors = {head[word] for word in remaining}
        distance = {word: abs(place[word] - place[head[word]]) for word in remaining[1:] if word not in governors}
        near = [word for word, places in distance.items() if places <= d]
        if not near:
            return distance
        remaining.remove(near[0])
