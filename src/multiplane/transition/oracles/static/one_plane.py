"""One plane for as many arcs as possible: the largest set of arcs of a tree or graph that do not cross, in O(n²).

It is a largest independent set of the crossings graph, which is a circle graph. Only arcs that cross others take part.
The best set within the nodes from ``low`` to ``high`` has no arc at ``low``, or splits at the far end of one.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.crossing import crossings_of_arcs, ends_of_tree_arcs
from multiplane.transition.oracles.static.several_planes import LOST


@kernel
def assign_one_plane(nodes: int, left: Int32, right: Int32, start: Int64, optional: Int32, plane: Int32) -> None:
    """Plane 0 for a largest set of arcs that do not cross, −1 for the others; optional arcs count least.

    Arc a joins ``left[a]`` and ``right[a]``; several arcs may join the same nodes.
    """
    number = np.zeros(nodes, np.int32)
    for arc in range(len(left)):
        if start[arc] < start[arc + 1]:
            plane[arc] = LOST
            number[left[arc]] = 1
            number[right[arc]] = 1
    size = 0
    for node in range(nodes):
        if number[node] == 1:
            number[node] = size
            size += 1
    if size == 0:
        return
    weight = np.zeros((size, size), np.int32)
    for arc in range(len(left)):
        if plane[arc] == LOST:
            weight[number[left[arc]], number[right[arc]]] += 1 if optional[arc] == 1 else nodes
    best = np.zeros((size, size), np.int32)
    choice = np.zeros((size, size), np.int32)
    far = np.zeros(size, np.int32)
    for low in range(size - 1, -1, -1):
        count = 0
        for high in range(low + 1, size):
            best[low, high] = best[low + 1, high]
            for index in range(count):
                middle = far[index]
                if best[low, middle] + best[middle, high] > best[low, high]:
                    best[low, high] = best[low, middle] + best[middle, high]
                    choice[low, high] = middle
            if weight[low, high] > 0:
                best[low, high] += weight[low, high]
                far[count] = high
                count += 1
    keep_best(size, weight, choice)
    for arc in range(len(left)):
        if plane[arc] == LOST and weight[number[left[arc]], number[right[arc]]] < 0:
            plane[arc] = 0


@kernel
def keep_best(size: int, weight: Int32, choice: Int32) -> None:
    """Make the weights of the pairs of nodes that the best set joins negative."""
    lows, highs = np.zeros(size, np.int32), np.zeros(size, np.int32)
    highs[0] = size - 1
    count = 1
    while count > 0:
        count -= 1
        low, high = lows[count], highs[count]
        while low < high:
            if weight[low, high] > 0:
                weight[low, high] = -weight[low, high]
            middle = choice[low, high]
            if middle > 0:
                lows[count], highs[count] = middle, high
                count += 1
                high = middle
            else:
                low += 1


@kernel(steps=lambda head: len(head) ** 3)
def planar_part(head: Int32) -> Int32:
    """The heads, by node, where the words whose arcs one plane must lose depend on the root."""
    left, right = ends_of_tree_arcs(head, False)
    start, _ = crossings_of_arcs(len(head), left, right)
    nothing = np.zeros(len(head), np.int32)
    plane = np.zeros(len(head), np.int32)
    assign_one_plane(len(head), left, right, start, nothing, plane)
    part = head.copy()
    for word in range(1, len(head)):
        if plane[word] == LOST:
            part[word] = 0
    return part
