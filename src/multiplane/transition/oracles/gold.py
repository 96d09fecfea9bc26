"""The gold tree or graph as an oracle sees it, in one int32 array: arcs, which are still to be built, who waits.

Arcs are numbered; of a tree, arc d is the arc into word d. It starts with registers that say where things are, as the
machine's memory does. ``absorb`` reads the arcs that the machine has added since it was last called, so that all counts
are kept up to date in constant time for each transition.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import accessor, kernel
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARCS, Ints
from multiplane.transition.oracles.profile import WANTED_ROOT

(
    HEAD,
    DEPENDENT,
    INTO,
    BUILT,
    PENDING,
    LEFT,
    LEFT_ARC,
    PLANE,
    FIXED,
    CROSSING_START,
    CROSSING,
    ARRANGED,
    COMPONENT,
    NODES,
    ARC_COUNT,
    SEEN,
    UNDIRECTED,
    ROOT,
    HAS_PLANES,
    REGISTERS,
) = range(20)


@accessor
def gold_head(gold: Ints, arc: int) -> int:
    """The head of the gold arc with this number."""
    return gold[gold[HEAD] + arc]  # type: ignore[no-any-return]


@accessor
def gold_dependent(gold: Ints, arc: int) -> int:
    """The dependent of the gold arc with this number."""
    return gold[gold[DEPENDENT] + arc]  # type: ignore[no-any-return]


@accessor
def is_built(gold: Ints, arc: int) -> bool:
    """Whether the gold arc with this number has been built, or given up."""
    return bool(gold[gold[BUILT] + arc] != 0)


@accessor
def plane_of(gold: Ints, arc: int) -> int:
    """The plane of the gold arc with this number, −1 if it has none yet."""
    return gold[gold[PLANE] + arc]  # type: ignore[no-any-return]


@kernel
def new_gold(nodes: int, arcs: int, crossings: int, planes: bool, arranged: bool) -> Ints:
    """Room for the goal: planes and crossings, order and components only where an oracle needs them."""
    sizes = np.zeros(NODES, np.int32)
    for part in (HEAD, DEPENDENT, BUILT, LEFT_ARC):
        sizes[part] = arcs
    for part in (INTO, LEFT):
        sizes[part] = nodes + 1
    sizes[PENDING] = nodes
    if planes:
        sizes[PLANE] = arcs
        sizes[FIXED] = arcs
        sizes[CROSSING_START] = arcs + 1
        sizes[CROSSING] = crossings
    if arranged:
        sizes[ARRANGED] = nodes
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
def sort_arcs_to_the_left(gold: Ints) -> None:
    """For every node its arcs to nodes on the left, nearest first: counting sort by left end, then by right end."""
    nodes, arcs, head, dependent = gold[NODES], gold[ARC_COUNT], gold[HEAD], gold[DEPENDENT]
    left, left_arc = gold[LEFT], gold[LEFT_ARC]
    by_left = np.zeros(nodes + 1, np.int32)
    for arc in range(arcs):
        if gold[dependent + arc] > 0:
            by_left[min(gold[head + arc], gold[dependent + arc])] += 1
            gold[left + max(gold[head + arc], gold[dependent + arc])] += 1
    for node in range(nodes):
        by_left[node + 1] += by_left[node]
        gold[left + node + 1] += gold[left + node]
    sorted_arcs = np.empty(by_left[nodes], np.int32)
    for arc in range(arcs):
        if gold[dependent + arc] > 0:
            low = min(gold[head + arc], gold[dependent + arc])
            by_left[low] -= 1
            sorted_arcs[by_left[low]] = arc
    for arc in sorted_arcs:
        high = max(gold[head + arc], gold[dependent + arc])
        gold[left + high] -= 1
        gold[left_arc + gold[left + high]] = arc


@kernel
def count_pending(gold: Ints) -> None:
    """How many arcs each node waits for; a word does not wait for an optional arc from the root."""
    for arc in range(gold[ARC_COUNT]):
        if gold[gold[BUILT] + arc] == 0:
            change_pending(gold, arc, 1)


@kernel
def change_pending(gold: Ints, arc: int, change: int) -> None:
    """Let both ends of an arc wait for it (1), or for it no more (−1)."""
    head = gold[gold[HEAD] + arc]
    gold[gold[PENDING] + head] += change
    if head > 0 or gold[ROOT] == WANTED_ROOT:
        gold[gold[PENDING] + gold[gold[DEPENDENT] + arc]] += change


@kernel
def directed_arc(gold: Ints, head: int, dependent: int) -> int:
    """The number of this arc if it is gold and still to be built, or −1."""
    for arc in range(gold[gold[INTO] + dependent], gold[gold[INTO] + dependent + 1]):
        if gold[gold[HEAD] + arc] == head and gold[gold[BUILT] + arc] == 0:
            return arc
    return -1


@kernel
def arc_between(gold: Ints, head: int, dependent: int) -> int:
    """The same, where the system is undirected for either direction."""
    arc = directed_arc(gold, head, dependent)
    if arc < 0 and gold[UNDIRECTED] == 1:
        arc = directed_arc(gold, dependent, head)
    return arc


@kernel
def waits_for_more(gold: Ints, node: int, arc: int) -> bool:
    """Whether the node waits for any arc beside this one."""
    counted = gold[gold[HEAD] + arc] > 0 or node == 0 or gold[ROOT] == WANTED_ROOT
    return bool(gold[gold[PENDING] + node] > (1 if counted else 0))


@kernel
def absorb(gold: Ints, memory: Ints) -> None:
    """Take note of the arcs that were added to the configuration since the last time."""
    while gold[SEEN] < memory[ARCS]:
        added = gold[SEEN]
        gold[SEEN] += 1
        arc = arc_between(gold, memory[memory[ARC_HEAD] + added], memory[memory[ARC_DEPENDENT] + added])
        if arc >= 0:
            gold[gold[BUILT] + arc] = 1
            change_pending(gold, arc, -1)
            if gold[HAS_PLANES] == 1 and gold[gold[FIXED] + arc] == 0:
                gold[gold[PLANE] + arc] = -1


@kernel
def waits_on_the_left(gold: Ints, node: int, below: int) -> bool:
    """Whether the node has an arc to be built with a node left of ``below``."""
    for place in range(gold[LEFT_ARC] + gold[gold[LEFT] + node], gold[LEFT_ARC] + gold[gold[LEFT] + node + 1]):
        arc = gold[place]
        if gold[gold[BUILT] + arc] == 0 and min(gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc]) < below:
            return True
    return False
