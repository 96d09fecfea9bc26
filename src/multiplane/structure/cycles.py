"""Cycles among nodes that each lead to one other: the heads of words while a tree is being built."""

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
