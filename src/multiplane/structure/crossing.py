"""Crossing arcs: two arcs cross iff their four endpoints differ and interleave (all six papers). O(n + arc lengths)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import node_heads


@kernel
def ends_of_tree_arcs(head: Int32, root_arcs: bool) -> tuple[Int32, Int32]:
    """The left and the right end of the arc into every node; an arc that is not counted has equal ends."""
    left, right = np.arange(len(head)).astype(np.int32), np.arange(len(head)).astype(np.int32)
    for d in range(1, len(head)):
        if root_arcs or head[d] > 0:
            left[d] = min(head[d], d)
            right[d] = max(head[d], d)
    return left, right


@kernel
def arcs_by_left_end(nodes: int, left: Int32, right: Int32) -> tuple[Int32, Int32]:
    """The arcs sorted by left end, farthest right end first; and where those of each left end begin."""
    first = np.zeros(nodes + 1, np.int32)
    for arc in range(len(left)):
        if left[arc] < right[arc]:
            first[left[arc] + 1] += 1
    for v in range(nodes):
        first[v + 1] += first[v]
    order = np.empty(first[nodes], np.int32)
    filled = first[:nodes].copy()
    for arc in range(len(left)):
        if left[arc] < right[arc]:
            slot = filled[left[arc]]
            while slot > first[left[arc]] and right[order[slot - 1]] < right[arc]:
                order[slot] = order[slot - 1]
                slot -= 1
            order[slot] = arc
            filled[left[arc]] += 1
    return first, order


@kernel
def crossings_of_arcs(nodes: int, left: Int32, right: Int32) -> tuple[Int64, Int32]:
    """The graph U(G) of any arcs between nodes 0 .. nodes−1: arc a crosses neighbours[start[a]:start[a+1]]."""
    arcs = len(left)
    first, order = arcs_by_left_end(nodes, left, right)
    start = np.zeros(arcs + 1, np.int64)
    for low in range(nodes):
        for a in range(first[low], first[low + 1]):
            arc = order[a]
            for b in range(first[low + 1], first[right[arc]]):
                other = order[b]
                if right[other] > right[arc]:
                    start[arc + 1] += 1
                    start[other + 1] += 1
    for arc in range(arcs):
        start[arc + 1] += start[arc]
    neighbours = np.empty(start[arcs], np.int32)
    if start[arcs] == 0:
        return start, neighbours
    filled = start[:arcs].copy()
    for low in range(nodes):
        for a in range(first[low], first[low + 1]):
            arc = order[a]
            for b in range(first[low + 1], first[right[arc]]):
                other = order[b]
                if right[other] > right[arc]:
                    neighbours[filled[arc]] = other
                    filled[arc] += 1
                    neighbours[filled[other]] = arc
                    filled[other] += 1
    return start, neighbours


@kernel
def crossings_graph(head: Int32, root_arcs: bool) -> tuple[Int64, Int32]:
    """The graph U(G) of a tree: arc d crosses the arcs neighbours[start[d]:start[d+1]], named by their dependents."""
    left, right = ends_of_tree_arcs(head, root_arcs)
    return crossings_of_arcs(len(head), left, right)


def crossings(heads: ArrayLike, root_arcs: bool = True) -> list[tuple[int, int]]:
    """The pairs of arcs that cross, each arc named by its dependent, the lower first.

    >>> crossings([3, 4, 0, 3]), crossings([3, 4, 0, 3], root_arcs=False)
    ([(1, 2), (2, 3)], [(1, 2)])
    """
    one, other = crossing_pairs(heads, root_arcs)
    return list(zip(one.tolist(), other.tolist(), strict=True))


def crossing_pairs(heads: ArrayLike, root_arcs: bool = True) -> tuple[Int64, Int64]:
    """The same pairs as two arrays: the lower arc of each, and the other one.

    >>> [part.tolist() for part in crossing_pairs([3, 4, 0, 3])]
    [[1, 2], [2, 3]]
    """
    start, neighbours = crossings_graph(node_heads(heads), root_arcs)
    one, other = np.repeat(np.arange(len(start) - 1), np.diff(start)), neighbours.astype(np.int64)
    once = one < other
    order = np.lexsort((other[once], one[once]))
    return one[once][order], other[once][order]


def is_planar(heads: ArrayLike, root_arcs: bool = True) -> bool:
    """Whether no two arcs cross.

    >>> is_planar([2, 0, 1]), is_planar([2, 0, 1], root_arcs=False)
    (False, True)
    """
    return not crossings(heads, root_arcs)
