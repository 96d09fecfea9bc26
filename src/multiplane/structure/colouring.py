"""Exact colouring of crossings graphs that two colours cannot colour.

A crossings graph is a circle graph, so its largest clique is found in O(m² log m): for each arc taken as the
leftmost, the longest chain of arcs that move strictly right at both ends. That clique is the lower bound. The
upper bound is DSATUR (Brélaz 1979). Between them, k-colourability is decided by backtracking in DSATUR's order,
one component of the graph at a time, after setting aside vertices with fewer than k neighbours again and again.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel


@kernel
def largest_clique(left: Int32, right: Int32, start: Int64, neighbours: Int32) -> Int32:
    """The most arcs that all cross one another, by their numbers, from left to right."""
    vertices = len(left)
    base = np.int64(vertices)
    for high in right:
        base = max(base, np.int64(high) + 1)
    largest = np.empty(0, np.int32)
    for first in range(vertices):
        near, far = left[first], right[first]
        keys = np.empty(start[first + 1] - start[first], np.int64)
        count = 0
        for e in range(start[first], start[first + 1]):
            low, high = left[neighbours[e]], right[neighbours[e]]
            if near < low < far < high:
                keys[count] = (low * base + (base - 1 - high)) * base + neighbours[e]
                count += 1
        if count < len(largest):
            continue
        tops = np.empty(count, np.int32)
        last = np.empty(count, np.int32)
        before = np.empty(vertices, np.int32)
        length = 0
        for key in np.sort(keys[:count]):
            arc = key % base
            high = right[arc]
            slot = np.searchsorted(tops[:length], high)
            tops[slot] = high
            last[slot] = arc
            before[arc] = last[slot - 1] if slot > 0 else first
            length = max(length, slot + 1)
        if length + 1 > len(largest):
            largest = np.empty(length + 1, np.int32)
            largest[0] = first
            arc = last[length - 1] if length > 0 else first
            for place in range(length, 0, -1):
                largest[place] = arc
                arc = before[arc]
    return largest


@kernel
def most_saturated(colour: Int32, saturation: Int32, degree: Int32) -> int:
    """The uncoloured vertex (colour -1) whose neighbours have most colours; of equals, the one with most neighbours."""
    best = -1
    for v in range(len(colour)):
        if colour[v] == -1 and (
            best < 0
            or saturation[v] > saturation[best]
            or (saturation[v] == saturation[best] and degree[v] > degree[best])
        ):
            best = v
    return best


@kernel
def paint(v: int, c: int, change: int, start: Int64, neighbours: Int32, uses: Int32, saturation: Int32) -> None:
    """Count at v's neighbours that v takes (change 1) or gives back (change -1) the colour c."""
    for e in range(start[v], start[v + 1]):
        w = neighbours[e]
        before = uses[w, c]
        uses[w, c] = before + change
        if before == 0:
            saturation[w] += 1
        elif before + change == 0:
            saturation[w] -= 1


@kernel
def greedy_colouring(start: Int64, neighbours: Int32, part: Int32) -> tuple[Int32, int]:
    """DSATUR on the vertices marked in ``part``; the others get -2."""
    vertices = len(start) - 1
    degree = (start[1:] - start[:-1]).astype(np.int32)
    colour = np.where(part > 0, np.int32(-1), np.int32(-2))
    saturation = np.zeros(vertices, np.int32)
    uses = np.zeros((vertices, degree.max() + 2), np.int32)
    count = 0
    v = most_saturated(colour, saturation, degree)
    while v >= 0:
        c = 0
        while uses[v, c] > 0:
            c += 1
        colour[v] = c
        count = max(count, c + 1)
        paint(v, c, 1, start, neighbours, uses, saturation)
        v = most_saturated(colour, saturation, degree)
    return colour, count


@kernel
def core(start: Int64, neighbours: Int32, part: Int32, k: int) -> tuple[Int32, Int32, int]:
    """What remains of ``part`` when vertices with fewer than k neighbours in it go, again and again; and who went."""
    vertices = len(start) - 1
    inside = part.copy()
    degree = np.zeros(vertices, np.int32)
    gone = np.empty(vertices, np.int32)
    count = 0
    for v in range(vertices):
        if inside[v]:
            for e in range(start[v], start[v + 1]):
                degree[v] += inside[neighbours[e]]
    for v in range(vertices):
        if inside[v] and degree[v] < k:
            gone[count] = v
            count += 1
            inside[v] = 0
    done = 0
    while done < count:
        v = gone[done]
        done += 1
        for e in range(start[v], start[v + 1]):
            w = neighbours[e]
            if inside[w]:
                degree[w] -= 1
                if degree[w] < k:
                    gone[count] = w
                    count += 1
                    inside[w] = 0
    return inside, gone, count


@kernel
def colour_with(start: Int64, neighbours: Int32, part: Int32, k: int, budget: int) -> tuple[Int32, int]:
    """Colour ``part`` with k colours: 1 done, 0 proved impossible, -1 the budget ran out. New colours are alike."""
    vertices = len(start) - 1
    inside, gone, left_out = core(start, neighbours, part, k)
    degree = (start[1:] - start[:-1]).astype(np.int32)
    colour = np.where(inside > 0, np.int32(-1), np.int32(-2))
    saturation = np.zeros(vertices, np.int32)
    uses = np.zeros((vertices, k), np.int32)
    trail = np.empty(vertices + 1, np.int32)
    opened = np.zeros(vertices + 1, np.int32)
    depth = 0
    trail[0] = most_saturated(colour, saturation, degree)
    steps = 0
    while trail[depth] >= 0:
        v = trail[depth]
        c = colour[v] + 1
        if c > 0:
            paint(v, c - 1, -1, start, neighbours, uses, saturation)
            colour[v] = -1
        while c < min(k, opened[depth] + 1) and uses[v, c] > 0:
            c += 1
        steps += vertices + degree[v]
        if steps > budget:
            return colour, -1
        if c < min(k, opened[depth] + 1):
            colour[v] = c
            paint(v, c, 1, start, neighbours, uses, saturation)
            opened[depth + 1] = max(opened[depth], c + 1)
            depth += 1
            trail[depth] = most_saturated(colour, saturation, degree)
        else:
            if depth == 0:
                return colour, 0
            depth -= 1
    for i in range(left_out - 1, -1, -1):
        v = gone[i]
        c = 0
        while uses[v, c] > 0:
            c += 1
        colour[v] = c
        paint(v, c, 1, start, neighbours, uses, saturation)
    return colour, 1


@kernel
def component_of(start: Int64, neighbours: Int32, source: int) -> Int32:
    """Marks of the vertices that can be reached from one."""
    part = np.zeros(len(start) - 1, np.int32)
    stack = np.empty(len(start) - 1, np.int32)
    part[source] = 1
    stack[0] = source
    height = 1
    while height > 0:
        height -= 1
        v = stack[height]
        for e in range(start[v], start[v + 1]):
            w = neighbours[e]
            if not part[w]:
                part[w] = 1
                stack[height] = w
                height += 1
    return part


@kernel
def by_size(colour: Int32, part: Int32, count: int) -> Int32:
    """New numbers for the colours of a component: the more vertices, the lower; of equals, as they were."""
    sizes = np.zeros(count, np.int32)
    for v in range(len(colour)):
        if part[v]:
            sizes[colour[v]] += 1
    rank = np.zeros(count, np.int32)
    for c in range(count):
        for other in range(count):
            if sizes[other] > sizes[c] or (sizes[other] == sizes[c] and other < c):
                rank[c] += 1
    return rank


@kernel
def chromatic_colouring(
    left: Int32, right: Int32, start: Int64, neighbours: Int32, budget: int
) -> tuple[Int32, int, int]:
    """A colouring, largest colour first, how many colours it takes, and how many any colouring takes at least."""
    vertices = len(start) - 1
    colours = np.zeros(vertices, np.int32)
    needed = max(3, len(largest_clique(left, right, start, neighbours)))
    taken = needed
    seen = np.zeros(vertices, np.int32)
    for source in range(vertices):
        if seen[source] or start[source] == start[source + 1]:
            continue
        part = component_of(start, neighbours, source)
        colour, count = greedy_colouring(start, neighbours, part)
        at_least = needed
        while at_least < count:
            found, answer = colour_with(start, neighbours, part, at_least, budget)
            if answer == 1:
                colour, count = found, at_least
            elif answer == 0:
                at_least += 1
            else:
                break
        if count > needed:
            needed = max(needed, at_least)
        taken = max(taken, count)
        rank = by_size(colour, part, count)
        for v in range(vertices):
            if part[v]:
                seen[v] = 1
                colours[v] = rank[colour[v]]
    return colours, taken, needed
