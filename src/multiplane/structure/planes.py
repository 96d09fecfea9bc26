"""k-planarity: the least number of planes such that no two arcs of one plane cross (2P §2; DTS §4).

It is the chromatic number of the crossings graph. One and two planes are decided by breadth-first search in
linear time. For more, `structure.colouring` searches exactly, from the largest set of mutually crossing arcs
upwards; where its step budget runs out, the planes found are an upper bound and ``exact`` is False.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import node_heads
from multiplane.structure.colouring import chromatic_colouring, largest_clique
from multiplane.structure.crossing import crossings_of_arcs, ends_of_tree_arcs

STEP_BUDGET = 100_000_000


@dataclass(frozen=True, slots=True)
class Planes:
    """A certificate of k-planarity.

    ``count`` planes suffice: ``of_word[i]`` is the plane of the arc into word i+1, -1 where a root arc is left
    out. ``at_least`` planes are needed: equal to ``count`` where ``exact``. ``odd_cycle`` names, by their
    dependents, arcs each of which crosses the next, an odd number of them: why two planes are too few.
    ``clique`` names the most arcs that all cross one another: each needs a plane of its own.
    """

    count: int
    of_word: Int32
    at_least: int
    odd_cycle: tuple[int, ...] | None
    clique: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Planes: {self.count} for {len(self.of_word)} words: {self.of_word.tolist()}>"

    @property
    def exact(self) -> bool:
        return self.count == self.at_least


@kernel
def two_colouring(start: Int64, neighbours: Int32) -> tuple[Int32, Int32, int, int]:
    """Breadth-first 2-colouring; the search tree, and the two ends of an edge that breaks it (or -1, -1).

    Within a component the larger colour class has colour 0, of equal ones that of the lowest vertex.
    """
    vertices = len(start) - 1
    colour = np.zeros(vertices, np.int32)
    parent = np.full(vertices, -1, np.int32)
    seen = np.zeros(vertices, np.bool_)
    queue = np.empty(vertices, np.int32)
    for source in range(vertices):
        if seen[source] or start[source] == start[source + 1]:
            continue
        seen[source] = True
        queue[0] = source
        reached, done, ones = 1, 0, 0
        while done < reached:
            v = queue[done]
            done += 1
            for e in range(start[v], start[v + 1]):
                w = neighbours[e]
                if not seen[w]:
                    seen[w] = True
                    colour[w] = 1 - colour[v]
                    ones += colour[w]
                    parent[w] = v
                    queue[reached] = w
                    reached += 1
                elif colour[w] == colour[v]:
                    return colour, parent, v, w
        if 2 * ones > reached:
            for i in range(reached):
                colour[queue[i]] = 1 - colour[queue[i]]
    return colour, parent, -1, -1


@kernel
def minimal_planes(left: Int32, right: Int32, start: Int64, neighbours: Int32, budget: int) -> tuple[Int32, int, int]:
    """A plane for every arc, how many planes that takes, and how many it takes at least."""
    if len(neighbours) == 0:
        return np.zeros(len(left), np.int32), 1, 1
    colour, _, v, _ = two_colouring(start, neighbours)
    if v < 0:
        return colour, 2, 2
    return chromatic_colouring(left, right, start, neighbours, budget)


def planes(heads: ArrayLike, root_arcs: bool = True) -> Planes:
    """The least number of planes, with the plane of every arc.

    >>> planes([3, 4, 0, 3]).of_word.tolist()
    [0, 1, 0, 0]
    >>> three = planes([4, 5, 6, 0, 4, 4], root_arcs=False)
    >>> three.count, three.of_word.tolist(), three.odd_cycle, three.exact
    (3, [0, 1, 2, -1, 0, 0], (1, 2, 3), True)
    """
    head = node_heads(heads)
    left, right = ends_of_tree_arcs(head, root_arcs)
    start, neighbours = crossings_of_arcs(len(head), left, right)
    colour, count, at_least = minimal_planes(left, right, start, neighbours, STEP_BUDGET)
    of_word = colour[1:].copy()
    if not root_arcs:
        of_word[head[1:] == 0] = -1
    odd_cycle = odd_cycle_of(start, neighbours) if count > 2 else None
    clique = tuple(largest_clique(left, right, start, neighbours).tolist()) if len(neighbours) else ()
    return Planes(count, of_word, at_least, odd_cycle, clique)


def odd_cycle_of(start: Int64, neighbours: Int32) -> tuple[int, ...]:
    """An odd number of arcs, each of which crosses the next and the last the first."""
    _, parent, v, w = two_colouring(start, neighbours)
    up_from_v, up_from_w = _ancestors(parent, v), _ancestors(parent, w)
    while len(up_from_v) > 1 and len(up_from_w) > 1 and up_from_v[-2] == up_from_w[-2]:
        del up_from_v[-1], up_from_w[-1]
    cycle = up_from_v + up_from_w[-2::-1]
    turn = cycle.index(min(cycle))
    cycle = cycle[turn:] + cycle[:turn]
    return tuple(cycle) if cycle[1] < cycle[-1] else (cycle[0], *reversed(cycle[1:]))


def _ancestors(parent: Int32, v: int) -> list[int]:
    path = [int(v)]
    while parent[path[-1]] >= 0:
        path.append(int(parent[path[-1]]))
    return path


def is_k_planar(heads: ArrayLike, k: int, root_arcs: bool = True) -> bool:
    """Whether k planes suffice.

    >>> is_k_planar([3, 4, 0, 3], 1), is_k_planar([3, 4, 0, 3], 2)
    (False, True)
    """
    return planes(heads, root_arcs).count <= k
