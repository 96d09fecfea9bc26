"""Crossing arcs: two arcs cross iff their four endpoints differ and interleave (all six papers). O(n + arc lengths)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import node_heads


@kernel
def arcs_by_left_end(head: Int32, root_arcs: bool) -> tuple[Int32, Int32, Int32]:
    """The dependents of the counted arcs sorted by left end, farthest right end first; and where each begins."""
    nodes = len(head)
    first = np.zeros(nodes + 1, np.int32)
    for d in range(1, nodes):
        if root_arcs or head[d] > 0:
            first[min(head[d], d) + 1] += 1
    for v in range(nodes):
        first[v + 1] += first[v]
    order = np.empty(first[nodes], np.int32)
    filled = first[:nodes].copy()
    far = np.empty(nodes, np.int32)
    for d in range(1, nodes):
        if root_arcs or head[d] > 0:
            low = min(head[d], d)
            far[d] = max(head[d], d)
            slot = filled[low]
            while slot > first[low] and far[order[slot - 1]] < far[d]:
                order[slot] = order[slot - 1]
                slot -= 1
            order[slot] = d
            filled[low] += 1
    return first, order, far


@kernel
def crossings_graph(head: Int32, root_arcs: bool) -> tuple[Int64, Int32]:
    """The graph U(G): arc d crosses the arcs neighbours[start[d]:start[d+1]], all named by their dependents."""
    nodes = len(head)
    first, order, far = arcs_by_left_end(head, root_arcs)
    start = np.zeros(nodes + 1, np.int64)
    for left in range(nodes):
        for a in range(first[left], first[left + 1]):
            d = order[a]
            for b in range(first[left + 1], first[far[d]]):
                other = order[b]
                if far[other] > far[d]:
                    start[d + 1] += 1
                    start[other + 1] += 1
    for v in range(nodes):
        start[v + 1] += start[v]
    neighbours = np.empty(start[nodes], np.int32)
    if start[nodes] == 0:
        return start, neighbours
    filled = start[:nodes].copy()
    for left in range(nodes):
        for a in range(first[left], first[left + 1]):
            d = order[a]
            for b in range(first[left + 1], first[far[d]]):
                other = order[b]
                if far[other] > far[d]:
                    neighbours[filled[d]] = other
                    filled[d] += 1
                    neighbours[filled[other]] = d
                    filled[other] += 1
    return start, neighbours


def crossings(heads: ArrayLike, root_arcs: bool = True) -> list[tuple[int, int]]:
    """The pairs of arcs that cross, each arc named by its dependent, the lower first.

    >>> crossings([3, 4, 0, 3]), crossings([3, 4, 0, 3], root_arcs=False)
    ([(1, 2), (2, 3)], [(1, 2)])
    """
    start, neighbours = crossings_graph(node_heads(heads), root_arcs)
    return sorted(
        (d, int(other)) for d in range(1, len(start) - 1) for other in neighbours[start[d] : start[d + 1]] if d < other
    )


def is_planar(heads: ArrayLike, root_arcs: bool = True) -> bool:
    """Whether no two arcs cross.

    >>> is_planar([2, 0, 1]), is_planar([2, 0, 1], root_arcs=False)
    (False, True)
    """
    return not crossings(heads, root_arcs)
