"""Yields as blocks: the intervals that a node dominates, its gaps, and its gap degree (Kuhlmann & Nivre 2006; SCH §7).

Position p begins a block of v iff v dominates p but not p-1. Walking up from every p until an ancestor of p-1
finds all blocks of all nodes in time linear in their number.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.treebank.tree import check_heads


def node_heads(heads: ArrayLike) -> Int32:
    """Heads by node, checked: entry d is the head of node d, -1 for the root 0. What every kernel here takes.

    >>> node_heads([2, 0]).tolist()
    [-1, 2, 0]
    """
    checked = check_heads(heads)
    return np.concatenate([np.array([-1], np.int32), checked])


@kernel
def with_root(heads: Int32) -> Int32:
    """The heads by node, -1 for the root."""
    head = np.empty(len(heads) + 1, np.int32)
    head[0] = -1
    for d in range(1, len(head)):
        head[d] = heads[d - 1]
    return head


@kernel
def preorder(head: Int32) -> tuple[Int32, Int32]:
    """Numbers enter, leave such that u dominates v iff enter[u] <= enter[v] < leave[u]."""
    nodes = len(head)
    first = np.zeros(nodes + 1, np.int32)
    for d in range(1, nodes):
        first[head[d] + 1] += 1
    for v in range(nodes):
        first[v + 1] += first[v]
    children = np.empty(nodes, np.int32)
    filled = first.copy()
    for d in range(1, nodes):
        children[filled[head[d]]] = d
        filled[head[d]] += 1
    enter = np.empty(nodes, np.int32)
    leave = np.empty(nodes, np.int32)
    following = first.copy()
    clock = 1
    enter[0] = 0
    v = 0
    while v >= 0:
        if following[v] < first[v + 1]:
            child = children[following[v]]
            following[v] += 1
            enter[child] = clock
            clock += 1
            v = child
        else:
            leave[v] = clock
            v = head[v]
    return enter, leave


@kernel
def blocks_of(head: Int32, enter: Int32, leave: Int32) -> tuple[Int32, Int32, Int32]:
    """All blocks of all nodes: node v has blocks [left[b], right[b]] for b in first[v] .. first[v+1]-1."""
    nodes = len(head)
    first = np.zeros(nodes + 1, np.int32)
    first[1] = 1
    for p in range(1, nodes):
        v = p
        while not enter[v] <= enter[p - 1] < leave[v]:
            first[v + 1] += 1
            v = head[v]
    for v in range(nodes):
        first[v + 1] += first[v]
    left = np.empty(first[nodes], np.int32)
    right = np.empty(first[nodes], np.int32)
    begun = first.copy()
    ended = first.copy()
    left[0] = 0
    right[0] = nodes - 1
    for p in range(1, nodes):
        v = p
        while not enter[v] <= enter[p - 1] < leave[v]:
            left[begun[v]] = p
            begun[v] += 1
            v = head[v]
        v = p
        while v > 0 and (p + 1 == nodes or not enter[v] <= enter[p + 1] < leave[v]):
            right[ended[v]] = p
            ended[v] += 1
            v = head[v]
    return first, left, right


@kernel
def block_index(first: Int32, left: Int32, v: int, position: int) -> int:
    """Which of v's blocks holds a position of v's yield."""
    b = int(first[v])
    while b + 1 < first[v + 1] and left[b + 1] <= position:
        b += 1
    return b


def blocks(heads: ArrayLike) -> dict[int, list[tuple[int, int]]]:
    """The blocks of every word's yield, from left to right.

    >>> blocks([2, 0, 2, 1])
    {1: [(1, 1), (4, 4)], 2: [(1, 4)], 3: [(3, 3)], 4: [(4, 4)]}
    """
    head = node_heads(heads)
    first, left, right = blocks_of(head, *preorder(head))
    return {v: [(int(left[b]), int(right[b])) for b in range(first[v], first[v + 1])] for v in range(1, len(head))}


def gaps(heads: ArrayLike) -> dict[int, list[tuple[int, int]]]:
    """The gaps of every word whose yield has one: the certificate of the gap degree.

    >>> gaps([2, 0, 2, 1])
    {1: [(2, 3)]}
    """
    return {
        v: [(end + 1, begin - 1) for (_, end), (begin, _) in pairwise(spans)]
        for v, spans in blocks(heads).items()
        if len(spans) > 1
    }


def gap_degree(heads: ArrayLike) -> int:
    """The largest number of gaps of any word; 0 iff the tree is projective.

    >>> gap_degree([2, 0, 2, 1]), gap_degree([0, 1, 2])
    (1, 0)
    """
    return max((len(found) for found in gaps(heads).values()), default=0)


def is_projective(heads: ArrayLike) -> bool:
    """Whether every word's yield is an interval.

    >>> is_projective([2, 0, 2]), is_projective([2, 0, 2, 1])
    (True, False)
    """
    return not gaps(heads)
