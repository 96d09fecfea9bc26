"""The gold tree or graph as the oracles see it, in one int32 array: its arcs, and which of them are still to be built.

Arcs are numbered; in a tree, arc d is the arc into word d. Like the machine's memory, the array starts with registers
that say where its parts begin; kernels read the parts through the accessors below. ``read_new_arcs`` catches up with
the arcs that were added to the configuration since it was last called, so that all counts are kept up to date in
constant time for each transition.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import accessor, kernel
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head
from multiplane.transition.oracles.profile import REQUIRED_ROOT_ARCS

(
    HEAD,
    DEPENDENT,
    FIRST_INTO,
    BUILT,
    PENDING,
    FIRST_LEFTWARD,
    LEFTWARD,
    PLANE,
    PLANE_FIXED,
    FIRST_CROSSING,
    CROSSING,
    PROJECTIVE_ORDER,
    COMPONENT,
    NODES,
    ARC_COUNT,
    ARCS_READ,
    UNDIRECTED,
    GOLD_ROOT_ARCS,
    HAS_PLANES,
    REGISTERS,
) = range(20)


@accessor
def gold_head(gold: Int32, arc: int) -> int:
    """The head of a gold arc."""
    return gold[gold[HEAD] + arc]  # type: ignore[no-any-return]


@accessor
def gold_dependent(gold: Int32, arc: int) -> int:
    """The dependent of a gold arc."""
    return gold[gold[DEPENDENT] + arc]  # type: ignore[no-any-return]


@accessor
def set_gold_arc(gold: Int32, arc: int, head: int, dependent: int) -> None:
    """Write the ends of a gold arc."""
    gold[gold[HEAD] + arc] = head
    gold[gold[DEPENDENT] + arc] = dependent


@accessor
def left_end(gold: Int32, arc: int) -> int:
    """The left one of the two ends of a gold arc."""
    return min(gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc])  # type: ignore[no-any-return]


@accessor
def right_end(gold: Int32, arc: int) -> int:
    """The right one of the two ends of a gold arc."""
    return max(gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc])  # type: ignore[no-any-return]


@accessor
def first_into(gold: Int32, node: int) -> int:
    """The first of the gold arcs into a node; they go on to the first arc into the next node."""
    return gold[gold[FIRST_INTO] + node]  # type: ignore[no-any-return]


@accessor
def set_first_into(gold: Int32, node: int, arc: int) -> None:
    """Write the first of the gold arcs into a node."""
    gold[gold[FIRST_INTO] + node] = arc


@accessor
def is_built(gold: Int32, arc: int) -> bool:
    """Whether a gold arc is built, or is not to be built at all."""
    return bool(gold[gold[BUILT] + arc] != 0)


@accessor
def set_built(gold: Int32, arc: int, built: bool) -> None:
    """Write whether a gold arc is built."""
    gold[gold[BUILT] + arc] = built


@accessor
def pending_arcs(gold: Int32, node: int) -> int:
    """How many of its gold arcs a node still needs."""
    return gold[gold[PENDING] + node]  # type: ignore[no-any-return]


@accessor
def add_pending_arcs(gold: Int32, node: int, change: int) -> None:
    """Let a node need this many arcs more."""
    gold[gold[PENDING] + node] += change


@accessor
def first_leftward(gold: Int32, node: int) -> int:
    """The place of the first arc from a node to the left; they go on to the first place of the next node."""
    return gold[gold[FIRST_LEFTWARD] + node]  # type: ignore[no-any-return]


@accessor
def add_first_leftward(gold: Int32, node: int, change: int) -> None:
    """Move the place of the first arc from a node to the left."""
    gold[gold[FIRST_LEFTWARD] + node] += change


@accessor
def leftward_arc(gold: Int32, place: int) -> int:
    """The arc at this place; the arcs of one node lie together, those to the nearest nodes first."""
    return gold[gold[LEFTWARD] + place]  # type: ignore[no-any-return]


@accessor
def set_leftward_arc(gold: Int32, place: int, arc: int) -> None:
    """Write the arc at this place."""
    gold[gold[LEFTWARD] + place] = arc


@accessor
def plane_of(gold: Int32, arc: int) -> int:
    """The plane of a gold arc, −1 if it has none."""
    return gold[gold[PLANE] + arc]  # type: ignore[no-any-return]


@accessor
def set_plane(gold: Int32, arc: int, plane: int) -> None:
    """Write the plane of a gold arc."""
    gold[gold[PLANE] + arc] = plane


@accessor
def has_fixed_plane(gold: Int32, arc: int) -> bool:
    """Whether a gold arc must stay on its plane."""
    return bool(gold[gold[PLANE_FIXED] + arc] == 1)


@accessor
def fix_plane(gold: Int32, arc: int) -> None:
    """Let a gold arc stay on its plane from now on."""
    gold[gold[PLANE_FIXED] + arc] = 1


@accessor
def projective_place(gold: Int32, node: int) -> int:
    """The place of a node in the projective order of the gold tree."""
    return gold[gold[PROJECTIVE_ORDER] + node]  # type: ignore[no-any-return]


@accessor
def set_projective_place(gold: Int32, node: int, place: int) -> None:
    """Write the place of a node in the projective order."""
    gold[gold[PROJECTIVE_ORDER] + node] = place


@accessor
def component_of(gold: Int32, node: int) -> int:
    """The maximal projective component that a node is part of."""
    return gold[gold[COMPONENT] + node]  # type: ignore[no-any-return]


@accessor
def set_component(gold: Int32, node: int, component: int) -> None:
    """Write the maximal projective component that a node is part of."""
    gold[gold[COMPONENT] + node] = component


@accessor
def all_heads(gold: Int32) -> Int32:
    """The gold heads of a tree, by node."""
    return gold[gold[HEAD] : gold[HEAD] + gold[NODES]]


@accessor
def all_planes(gold: Int32) -> Int32:
    """The planes, by arc."""
    return gold[gold[PLANE] : gold[PLANE] + gold[ARC_COUNT]]


@accessor
def all_fixed(gold: Int32) -> Int32:
    """1 for each arc that must stay on its plane."""
    return gold[gold[PLANE_FIXED] : gold[PLANE_FIXED] + gold[ARC_COUNT]]


@accessor
def first_crossings(gold: Int32) -> Int32:
    """Where in ``all_crossings`` the arcs that cross each arc begin, and where the last of them end."""
    return gold[gold[FIRST_CROSSING] : gold[FIRST_CROSSING] + gold[ARC_COUNT] + 1]


@accessor
def all_crossings(gold: Int32) -> Int32:
    """The arcs that cross the first arc, the second one and so on."""
    return gold[gold[CROSSING] : gold[CROSSING] + gold[gold[FIRST_CROSSING] + gold[ARC_COUNT]]]


@kernel
def new_gold(nodes: int, arcs: int, crossings: int, planes: bool, order: bool) -> Int32:
    """An empty array for this many nodes and arcs; with planes and crossings, with order and components if needed."""
    sizes = np.zeros(NODES, np.int32)
    for part in (HEAD, DEPENDENT, BUILT, LEFTWARD):
        sizes[part] = arcs
    for part in (FIRST_INTO, FIRST_LEFTWARD):
        sizes[part] = nodes + 1
    sizes[PENDING] = nodes
    if planes:
        sizes[PLANE] = arcs
        sizes[PLANE_FIXED] = arcs
        sizes[FIRST_CROSSING] = arcs + 1
        sizes[CROSSING] = crossings
    if order:
        sizes[PROJECTIVE_ORDER] = nodes
        sizes[COMPONENT] = nodes
    gold = np.zeros(REGISTERS + sizes.sum(), np.int32)
    place = REGISTERS
    for part in range(NODES):
        gold[part] = place
        place += sizes[part]
    gold[NODES] = nodes
    gold[ARC_COUNT] = arcs
    gold[HAS_PLANES] = planes
    return gold


@kernel
def sort_leftward_arcs(gold: Int32) -> None:
    """For every node its arcs to nodes on the left, nearest first: counting sort by left end, then by right end."""
    nodes, arcs = gold[NODES], gold[ARC_COUNT]
    by_left = np.zeros(nodes + 1, np.int32)
    for arc in range(arcs):
        if gold_dependent(gold, arc) > 0:
            by_left[left_end(gold, arc)] += 1
            add_first_leftward(gold, right_end(gold, arc), 1)
    for node in range(nodes):
        by_left[node + 1] += by_left[node]
        add_first_leftward(gold, node + 1, first_leftward(gold, node))
    sorted_arcs = np.empty(by_left[nodes], np.int32)
    for arc in range(arcs):
        if gold_dependent(gold, arc) > 0:
            low = left_end(gold, arc)
            by_left[low] -= 1
            sorted_arcs[by_left[low]] = arc
    for arc in sorted_arcs:
        high = right_end(gold, arc)
        add_first_leftward(gold, high, -1)
        set_leftward_arc(gold, first_leftward(gold, high), arc)


@kernel
def count_pending(gold: Int32) -> None:
    """Count the arcs that each node needs; an optional arc from the root is not needed by its word."""
    for arc in range(gold[ARC_COUNT]):
        if not is_built(gold, arc):
            change_pending(gold, arc, 1)


@kernel
def change_pending(gold: Int32, arc: int, change: int) -> None:
    """Let both ends of an arc need it (1), or need it no more (−1)."""
    head = gold_head(gold, arc)
    add_pending_arcs(gold, head, change)
    if head > 0 or gold[GOLD_ROOT_ARCS] == REQUIRED_ROOT_ARCS:
        add_pending_arcs(gold, gold_dependent(gold, arc), change)


@kernel
def directed_arc(gold: Int32, head: int, dependent: int) -> int:
    """The number of this arc if it is gold and still to be built, otherwise −1."""
    for arc in range(first_into(gold, dependent), first_into(gold, dependent + 1)):
        if gold_head(gold, arc) == head and not is_built(gold, arc):
            return arc
    return -1


@kernel
def arc_between(gold: Int32, head: int, dependent: int) -> int:
    """The same; in an undirected system either direction counts."""
    arc = directed_arc(gold, head, dependent)
    if arc < 0 and gold[UNDIRECTED] == 1:
        arc = directed_arc(gold, dependent, head)
    return arc


@kernel
def needs_other_arcs(gold: Int32, node: int, arc: int) -> bool:
    """Whether a node needs any arc besides this one."""
    counted = gold_head(gold, arc) > 0 or node == 0 or gold[GOLD_ROOT_ARCS] == REQUIRED_ROOT_ARCS
    return bool(pending_arcs(gold, node) > (1 if counted else 0))


@kernel
def needs_other_heads(gold: Int32, arc: int) -> bool:
    """Whether the dependent of an arc needs arcs from other heads, too."""
    dependent = gold_dependent(gold, arc)
    for other in range(first_into(gold, dependent), first_into(gold, dependent + 1)):
        if other != arc and not is_built(gold, other):
            return True
    return False


@kernel
def has_all_arcs(gold: Int32) -> bool:
    """Whether no word needs another arc."""
    needed = 0
    for word in range(1, gold[NODES]):
        needed += pending_arcs(gold, word)
    return needed == 0


@kernel
def needs_arc_left_of(gold: Int32, node: int, limit: int) -> bool:
    """Whether a node has an arc still to be built with a node to the left of ``limit``."""
    for place in range(first_leftward(gold, node), first_leftward(gold, node + 1)):
        arc = leftward_arc(gold, place)
        if not is_built(gold, arc) and left_end(gold, arc) < limit:
            return True
    return False


@kernel
def read_new_arcs(gold: Int32, memory: Int32) -> None:
    """Mark the gold arcs that were added to the configuration since the last call as built."""
    while gold[ARCS_READ] < memory[ARCS]:
        added = gold[ARCS_READ]
        gold[ARCS_READ] += 1
        arc = arc_between(gold, arc_head(memory, added), arc_dependent(memory, added))
        if arc >= 0:
            set_built(gold, arc, True)
            change_pending(gold, arc, -1)
            if gold[HAS_PLANES] == 1 and not has_fixed_plane(gold, arc):
                set_plane(gold, arc, -1)
