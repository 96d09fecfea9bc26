"""MH_k and Attardi's classes: how many heads an item must hold at once to build a tree (SCH §6.2, §7.5; Attardi 2006).

For one given tree both schemata become simple. A word can leave an item once its own yield is complete and its head
is there, and leaving early never hurts, so the heads of the item that spans i..j are fixed by i and j:

- MH_k: the least k is a shortest-path-like recurrence over spans, O(n³);
- Attardi degree d: words leave the one list 0..n+1 as soon as their head is at most d places away, O(n²).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import blocks_of, node_heads, preorder

Array = NDArray[np.int32]


@kernel
def least_heads(head: Array, first: Array, left: Array, right: Array) -> int:
    """The least k for which MH_k derives the tree (3 where it is projective)."""
    nodes = len(head)
    ends = nodes + 1
    leaves_at = np.zeros((ends, ends), np.int32)
    for x in range(1, nodes):
        low = min(head[x], left[first[x]] - 1)
        high = max(head[x], right[first[x + 1] - 1] + 1)
        leaves_at[low, high] += 1
    stay = np.zeros((ends, ends), np.int32)
    for i in range(ends - 1, -1, -1):
        gone_from_i = 0
        for j in range(i + 1, ends):
            gone_from_i += leaves_at[i, j]
            left_already = (j - i - 2 - stay[i + 1, j]) if j > i + 1 else 0
            stay[i, j] = j - i - 1 - (left_already + gone_from_i)
    needed = np.zeros((ends, ends), np.int32)
    for span in range(2, ends):
        for i in range(ends - span):
            j = i + span
            best = np.int32(2**31 - 1)
            for m in range(i + 1, j):
                here = max(3 + stay[i, m] + stay[m, j], needed[i, m], needed[m, j])
                best = min(best, here)
            needed[i, j] = best
    return int(needed[0, ends - 1])


@kernel
def least_depth(head: Array) -> int:
    """The least d for which the tree has Attardi degree d (1 where it is projective)."""
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


def multi_headed_degree(heads: ArrayLike) -> int:
    """The least k such that the schema MH_k derives the tree; 3 iff it is projective.

    >>> multi_headed_degree([2, 0, 2]), multi_headed_degree([3, 4, 0, 3])
    (3, 4)
    """
    head = node_heads(heads)
    return int(least_heads(head, *blocks_of(head, *preorder(head))))


def is_multi_headed(heads: ArrayLike, k: int) -> bool:
    """Whether the schema MH_k derives the tree.

    >>> is_multi_headed([3, 4, 0, 3], 3)
    False
    """
    return multi_headed_degree(heads) <= k


def attardi_degree(heads: ArrayLike) -> int:
    """The least d such that Attardi's rules of degree d derive the tree; 1 iff it is projective.

    >>> attardi_degree([2, 0, 2]), attardi_degree([3, 4, 0, 3])
    (1, 2)
    """
    return int(least_depth(node_heads(heads)))
