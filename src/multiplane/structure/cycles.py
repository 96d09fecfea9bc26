"""Cycles among nodes that each lead to one other, as words to their heads; and in graphs, where they lead to many."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel


@kernel
def find_cycles(parent: Int32) -> tuple[Int32, int]:
    """The number of the cycle that each node is on, from 1 up, and at most 0 where it is on none; how many there are.

    Every node leads to its parent; −1 and 0 lead nowhere.
    """
    cycle = np.zeros(len(parent), np.int32)
    count = 0
    for start in range(1, len(parent)):
        node = start
        while node > 0 and cycle[node] == 0:
            cycle[node] = -start
            node = parent[node]
        if node > 0 and cycle[node] == -start:
            count += 1
            while cycle[node] < 0:
                cycle[node] = count
                node = parent[node]
    return cycle, count


@kernel
def find_directed_cycle(nodes: int, heads: Int32, dependents: Int32) -> Int32:
    """The nodes of a directed cycle, each the head of the next and the last of the first; empty if there is none."""
    first = np.zeros(nodes + 1, np.int32)
    for arc in range(len(heads)):
        first[heads[arc] + 1] += 1
    for node in range(nodes):
        first[node + 1] += first[node]
    outgoing, following = np.empty(len(heads), np.int32), first.copy()
    for arc in range(len(heads)):
        outgoing[following[heads[arc]]] = dependents[arc]
        following[heads[arc]] += 1
    path, place, done = np.empty(nodes, np.int32), np.full(nodes, -1, np.int32), np.zeros(nodes, np.bool_)
    following[:] = first
    for source in range(nodes):
        length = 0
        if not done[source]:
            path[0], place[source], length = source, 0, 1
        while length > 0:
            here = path[length - 1]
            if following[here] == first[here + 1]:
                done[here] = True
                place[here] = -1
                length -= 1
                continue
            there = outgoing[following[here]]
            following[here] += 1
            if place[there] >= 0:
                return path[place[there] : length].copy()
            if not done[there]:
                path[length], place[there] = there, length
                length += 1
    return path[:0].copy()
