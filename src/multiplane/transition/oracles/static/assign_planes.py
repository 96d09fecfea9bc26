"""Planes for as many arcs as possible: which arcs of a tree or graph must be lost (2P §5.2).

For one plane, a largest set of arcs that do not cross is found in O(n²). It is a largest independent set of the
crossings graph, which is a circle graph; only arcs that cross others take part. The best set within the nodes from
``low`` to ``high`` has no arc at ``low``, or splits at the far end of one.

For two and more planes, each component of the crossings graph is searched for an assignment of planes that loses no
arc, then one, two, … arcs. The answer loses the fewest arcs unless the search exceeds its budget. Then all arcs are
kept if `structure.colouring` finds planes for them; otherwise each arc takes the first plane that is free.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.colouring import colour_with
from multiplane.structure.crossing import crossings_of_arcs, ends_of_tree_arcs

LOST = -1
UNSET = -2
BUDGET = 200_000
COLOURING_BUDGET = 20_000_000


@kernel
def breadth_first(start: Int32, neighbours: Int32, source: int) -> Int32:
    """The arcs of a component, each after one that it crosses."""
    reached = np.zeros(len(start) - 1, np.bool_)
    queue = np.empty(len(start) - 1, np.int32)
    queue[0] = source
    reached[source] = True
    length, done = 1, 0
    while done < length:
        for index in range(start[queue[done]], start[queue[done] + 1]):
            other = neighbours[index]
            if not reached[other]:
                reached[other] = True
                queue[length] = other
                length += 1
        done += 1
    return queue[:length]


@kernel
def is_free(start: Int32, neighbours: Int32, plane: Int32, arc: int, wanted: int) -> bool:
    """Whether no arc that crosses this one is on the wanted plane."""
    free = True
    for index in range(start[arc], start[arc + 1]):
        free = free and plane[neighbours[index]] != wanted
    return free


@kernel
def search_planes(start: Int32, neighbours: Int32, plane: Int32, arcs: Int32, planes: int, most_lost: int) -> int:
    """Assign planes to these arcs, losing at most ``most_lost``: 1 if done, 0 if impossible, −1 if beyond the budget.

    All other arcs keep their planes. Depth first; of the planes that are not used yet only one is tried.
    """
    for arc in arcs:
        plane[arc] = UNSET
    opened = np.zeros(len(arcs) + 1, np.int32)
    for other in plane:
        opened[0] = max(opened[0], other + 1)
    lost, depth, steps = 0, 0, 0
    while depth < len(arcs):
        arc = arcs[depth]
        trying = plane[arc] + 1 if plane[arc] != UNSET else 0
        if plane[arc] == LOST:
            lost -= 1
            trying = planes + 1
        plane[arc] = UNSET
        limit = min(planes, opened[depth] + 1)
        while trying < limit and not is_free(start, neighbours, plane, arc, trying):
            trying += 1
        steps += 1 + start[arc + 1] - start[arc]
        if steps > BUDGET:
            return -1
        if trying < limit:
            plane[arc] = trying
            opened[depth + 1] = max(opened[depth], trying + 1)
            depth += 1
        elif trying <= planes and lost < most_lost:
            plane[arc] = LOST
            lost += 1
            opened[depth + 1] = opened[depth]
            depth += 1
        elif depth == 0:
            return 0
        else:
            depth -= 1
    return 1


@kernel
def reassign_component(start: Int32, neighbours: Int32, plane: Int32, fixed: Int32, arc: int, planes: int) -> bool:
    """Assign new planes to the arcs of a component that are neither fixed nor lost; no more may be lost."""
    component = breadth_first(start, neighbours, arc)
    count = 0
    for other in component:
        if fixed[other] == 0 and plane[other] != LOST:
            component[count] = other
            count += 1
    return search_planes(start, neighbours, plane, component[:count], planes, 0) == 1


@kernel
def colour_component(start: Int32, neighbours: Int32, plane: Int32, arcs: Int32, planes: int) -> bool:
    """Assign planes to all arcs of a large component, by the search in DSATUR's order that decides k-planarity."""
    part = np.zeros(len(plane), np.int32)
    for arc in arcs:
        part[arc] = 1
    colour, answer = colour_with(start.astype(np.int64), neighbours, part, planes, COLOURING_BUDGET)
    if answer == 1:
        for arc in arcs:
            plane[arc] = colour[arc]
    return answer == 1


@kernel
def first_fit(start: Int32, neighbours: Int32, plane: Int32, arcs: Int32, planes: int) -> None:
    """Put each lost arc in turn on the first plane that is free for it, if there is one."""
    for arc in arcs:
        wanted = 0
        while plane[arc] == LOST and wanted < planes:
            if is_free(start, neighbours, plane, arc, wanted):
                plane[arc] = wanted
            wanted += 1


@kernel
def assign_several_planes(start: Int32, neighbours: Int32, optional: Int32, planes: int, plane: Int32) -> None:
    """A plane for every arc, losing as few as possible; ``optional`` arcs are given up before any other."""
    seen = np.zeros(len(plane), np.bool_)
    for source in range(len(plane)):
        if seen[source] or start[source] == start[source + 1]:
            continue
        arcs = breadth_first(start, neighbours, source)
        for arc in arcs:
            seen[arc] = True
        most_lost = 0
        answer = search_planes(start, neighbours, plane, arcs, planes, most_lost)
        if answer == 1 or (answer < 0 and colour_component(start, neighbours, plane, arcs, planes)):
            continue
        kept = arcs.copy()
        count = 0
        for arc in arcs:
            plane[arc] = LOST
            if optional[arc] == 0:
                kept[count] = arc
                count += 1
        while answer == 0:
            answer = search_planes(start, neighbours, plane, kept[:count], planes, most_lost)
            most_lost += 1
        if answer < 0:
            for arc in arcs:
                plane[arc] = LOST
            first_fit(start, neighbours, plane, kept[:count], planes)
        first_fit(start, neighbours, plane, arcs, planes)


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
