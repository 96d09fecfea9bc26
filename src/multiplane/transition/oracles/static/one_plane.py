"""One plane for as many arcs as possible: the largest set of arcs of a tree that do not cross, in O(n²).

It is a largest independent set of the crossings graph, which is a circle graph. Only arcs that cross others take part.
The best set within the nodes from ``low`` to ``high`` has no arc at ``low``, or splits at the far end of one.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.crossing import crossings_graph
from multiplane.transition.oracles.static.several_planes import LOST


@kernel
def assign_one_plane(head: Int32, start: Int64, optional: Int32, plane: Int32) -> None:
    """Plane 0 for a largest set of arcs that do not cross, −1 for the others; optional arcs count least."""
    nodes = len(head)
    number = np.zeros(nodes, np.int32)
    for word in range(1, nodes):
        if start[word] < start[word + 1]:
            plane[word] = LOST
            number[head[word]] = 1
            number[word] = 1
    size = 0
    for node in range(nodes):
        if number[node] == 1:
            number[node] = size
            size += 1
    if size == 0:
        return
    arc_at = np.zeros((size, size), np.int32)
    for word in range(1, nodes):
        if plane[word] == LOST:
            one, two = number[head[word]], number[word]
            arc_at[min(one, two), max(one, two)] = word
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
            if arc_at[low, high] > 0:
                best[low, high] += 1 if optional[arc_at[low, high]] == 1 else nodes
                far[count] = high
                count += 1
    keep_best(size, arc_at, choice, plane)


@kernel
def keep_best(size: int, arc_at: Int32, choice: Int32, plane: Int32) -> None:
    """Put the arcs of the best set on plane 0."""
    lows, highs = np.zeros(size, np.int32), np.zeros(size, np.int32)
    highs[0] = size - 1
    count = 1
    while count > 0:
        count -= 1
        low, high = lows[count], highs[count]
        while low < high:
            if arc_at[low, high] > 0:
                plane[arc_at[low, high]] = 0
            middle = choice[low, high]
            if middle > 0:
                lows[count], highs[count] = middle, high
                count += 1
                high = middle
            else:
                low += 1


@kernel
def planar_part(head: Int32) -> Int32:
    """The heads, by node, where the words whose arcs one plane must lose depend on the root."""
    start, _ = crossings_graph(head, False)
    nothing = np.zeros(len(head), np.int32)
    plane = np.zeros(len(head), np.int32)
    assign_one_plane(head, start, nothing, plane)
    part = head.copy()
    for word in range(1, len(head)):
        if plane[word] == LOST:
            part[word] = 0
    return part
