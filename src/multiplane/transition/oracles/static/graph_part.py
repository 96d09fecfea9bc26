"""The part of a graph that a system with one stack and guarded removals can build (DTS §3.3.2): it loses few arcs.

Such systems build planar graphs without covered roots. So a largest set of arcs that do not cross is kept, and of these
the arcs over words without a head are given up. That may leave other words without a head, but covers none of them: an
arc over the end of an arc that was given up lies over the same root. For the DAG arc-standard system two words are
joined by one arc at most, and the arcs that close a directed cycle are given up, too.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.crossing import crossings_of_arcs
from multiplane.transition.oracles.static.assign_planes import LOST, assign_one_plane


@kernel
def keep_buildable_part(words: int, heads: Int32, dependents: Int32, wanted: Int32, acyclic: bool) -> None:
    """Set ``wanted`` to 0 for the arcs that are given up; arcs are sorted by dependent."""
    if acyclic:
        give_up_cycles(words, heads, dependents, wanted)
    left, right = np.zeros(len(heads), np.int32), np.zeros(len(heads), np.int32)
    for arc in range(len(heads)):
        if wanted[arc]:
            left[arc] = min(heads[arc], dependents[arc])
            right[arc] = max(heads[arc], dependents[arc])
    start, _ = crossings_of_arcs(words + 1, left, right)
    plane, nothing = np.zeros(len(heads), np.int32), np.zeros(len(heads), np.int32)
    assign_one_plane(words + 1, left, right, start, nothing, plane)
    for arc in range(len(heads)):
        wanted[arc] = wanted[arc] == 1 and plane[arc] != LOST
    give_up_arcs_over_roots(words, dependents, left, right, wanted)


@kernel
def give_up_arcs_over_roots(words: int, dependents: Int32, left: Int32, right: Int32, wanted: Int32) -> None:
    """Give up the arcs over the words that have no head among the wanted arcs."""
    roots_before = np.zeros(words + 2, np.int32)
    has_head = np.zeros(words + 1, np.bool_)
    for arc in range(len(dependents)):
        has_head[dependents[arc]] |= wanted[arc] == 1
    for word in range(1, words + 1):
        roots_before[word + 1] = roots_before[word] + (not has_head[word])
    for arc in range(len(dependents)):
        if wanted[arc] == 1 and roots_before[right[arc]] > roots_before[left[arc] + 1]:
            wanted[arc] = 0


@kernel
def give_up_cycles(words: int, heads: Int32, dependents: Int32, wanted: Int32) -> None:
    """Give up arcs until no path along wanted arcs leads from a word to itself, and one arc at most joins two words.

    Depth first from heads to dependents, from the words without a head first: an arc back to the path is given up.
    """
    first = np.zeros(words + 2, np.int32)
    for arc in range(len(heads)):
        first[heads[arc] + 1] += 1
    for node in range(words + 1):
        first[node + 1] += first[node]
    outgoing, filled = np.empty(len(heads), np.int32), first.copy()
    has_head = np.zeros(words + 1, np.bool_)
    for arc in range(len(heads)):
        outgoing[filled[heads[arc]]] = arc
        filled[heads[arc]] += 1
        has_head[dependents[arc]] |= heads[arc] > 0 and wanted[arc] == 1
    state, place, path = np.zeros(words + 1, np.int32), first.copy(), np.empty(words + 1, np.int32)
    for source in range(2 * (words + 1)):
        node = source % (words + 1)
        if state[node] != 0 or (source <= words and has_head[node]):
            continue
        path[0], depth, state[node] = node, 1, 1
        while depth > 0:
            here = path[depth - 1]
            if place[here] == first[here + 1]:
                state[here] = 2
                depth -= 1
                continue
            arc = outgoing[place[here]]
            place[here] += 1
            there = dependents[arc]
            if wanted[arc] == 0:
                continue
            if state[there] == 1 or (place[here] - 1 > first[here] and is_parallel(dependents, outgoing, place[here])):
                wanted[arc] = 0
            elif state[there] == 0:
                state[there] = 1
                path[depth] = there
                depth += 1


@kernel
def is_parallel(dependents: Int32, outgoing: Int32, place: int) -> bool:
    """Whether the arc before this place has the same dependent as the one before it, and so the same head."""
    return bool(dependents[outgoing[place - 1]] == dependents[outgoing[place - 2]])
