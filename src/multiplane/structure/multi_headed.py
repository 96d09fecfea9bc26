"""MH_k: how many heads an item must hold at once to build a tree (SCH §6.3).

For one given tree the schema becomes simple. A word can leave an item once its own yield is complete and its head is
there, and leaving early never hurts, so the heads of the item that spans i..j are fixed by i and j. The least k is a
shortest-path-like recurrence over spans, O(n³), along the rows of tables by where spans begin and where they end. A
word without dependents that stands beside its head can leave at once and needs no more than three heads, so such words
are taken away first: of most trees little is left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.structure.blocks import blocks, blocks_of, node_heads, preorder

THREE, MOST = np.int32(3), np.int32(2**31 - 1)


@inlined
def least_of(needed: Int32, needed_to: Int32, stay: Int32, stay_to: Int32) -> np.int32:
    """The heads of the largest item in a span, for the best place to divide it."""
    best = MOST
    for m in range(len(needed)):
        best = min(best, max(max(needed[m], needed_to[m]), THREE + stay[m] + stay_to[m]))
    return best


@kernel
def heads_needed(head: Int32, first: Int32, left: Int32, right: Int32) -> tuple[Int32, Int32]:
    """For every span i..j: the words strictly inside that stay in its item, and the heads of the largest item in it."""
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
    needed, stay_to, needed_to = np.zeros((ends, ends), np.int32), stay.T.copy(), np.zeros((ends, ends), np.int32)
    for i in range(ends - 3, -1, -1):
        for j in range(i + 2, ends):
            inside = slice(i + 1, j)
            best = least_of(needed[i, inside], needed_to[j, inside], stay[i, inside], stay_to[j, inside])
            needed[i, j] = best
            needed_to[j, i] = best
    return stay, needed


@kernel
def contracted(head: Int32) -> Int32:
    """The tree that remains when words without dependents leave, one after another, while they stand beside their head.

    Of a projective tree only the root remains.
    """
    nodes = len(head)
    children = np.zeros(nodes, np.int32)
    for x in range(1, nodes):
        children[head[x]] += 1
    kept = np.zeros(nodes, np.int32)
    size = 0
    for x in range(nodes):
        kept[size] = x
        size += 1
        while size > 1:
            below, top = kept[size - 2], kept[size - 1]
            if children[top] == 0 and head[top] == below:
                children[below] -= 1
            elif below > 0 and children[below] == 0 and head[below] == top:
                children[top] -= 1
                kept[size - 2] = top
            else:
                break
            size -= 1
    place = np.zeros(nodes, np.int32)
    for i in range(size):
        place[kept[i]] = i
    remaining = np.empty(size, np.int32)
    remaining[0] = -1
    for i in range(1, size):
        remaining[i] = place[head[kept[i]]]
    return remaining


@kernel
def least_heads(head: Int32) -> int:
    """The least k for which MH_k derives the tree (3 where it is projective)."""
    remaining = contracted(head)
    if len(remaining) == 1:
        return 3
    enter, leave = preorder(remaining)
    first, left, right = blocks_of(remaining, enter, leave)
    return int(heads_needed(remaining, first, left, right)[1][0, len(remaining)])


def multi_headed_degree(heads: ArrayLike) -> int:
    """The least k such that the schema MH_k derives the tree; 3 iff it is projective.

    >>> multi_headed_degree([2, 0, 2]), multi_headed_degree([3, 4, 0, 3])
    (3, 4)
    """
    return int(least_heads(node_heads(heads)))


def is_multi_headed(heads: ArrayLike, k: int) -> bool:
    """Whether the schema MH_k derives the tree.

    >>> is_multi_headed([3, 4, 0, 3], 3)
    False
    """
    return multi_headed_degree(heads) <= k


def largest_item(heads: ArrayLike) -> tuple[int, ...]:
    """The item with most heads in a derivation with as few as possible: what makes the degree as high as it is.

    Node 0 is the root, node n+1 the end of the sentence.

    >>> largest_item([2, 0, 2]), largest_item([3, 4, 0, 3])
    ((0, 2, 4), (0, 1, 3, 5))
    """
    head = node_heads(heads)
    stay, needed = heads_needed(head, *blocks_of(head, *preorder(head)))
    yields = blocks(heads)

    def item(i: int, j: int) -> list[int]:
        """The words strictly between i and j whose yields or heads are not all within i..j."""
        return [
            x
            for x in range(i + 1, j)
            if min(int(head[x]), yields[x][0][0] - 1) < i or max(int(head[x]), yields[x][-1][1] + 1) > j
        ]

    i, j = 0, len(head)
    while j - i > 1:
        size = needed[i, j]
        for m in range(i + 1, j):
            here = 3 + stay[i, m] + stay[m, j]
            if max(here, needed[i, m], needed[m, j]) == size:
                if here == size:
                    return (i, *item(i, m), m, *item(m, j), j)
                i, j = (i, m) if needed[i, m] == size else (m, j)
                break
    return (0,)
