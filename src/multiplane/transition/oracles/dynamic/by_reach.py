"""Losses that follow from what is within reach: of Covington's system, planar, and planes that arcs are kept on.

All gold arcs that are within reach one by one can be built together, but for those that close a cycle with arcs that
are there: the loss is the number of arcs out of reach and of cycles. For Covington's non-projective system that is
exact for every gold tree (Gómez-Rodríguez & Fernández-González 2015), for planar it is for planar gold trees, whose
arcs never stand in each other's way. With several planes it is exact for a parser that builds every arc on the plane
that the static oracle gave it at the start; arcs that found no plane are lost from there. Arcs from the root count
where it is on the stack: a word can do without, but not its label.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import (
    ARC_DEPENDENT,
    ARC_HEAD,
    ARCS,
    HEADS,
    ROOM,
    SIZES,
    STACK_COUNT,
    STACKS,
    WORDS,
    Ints,
)
from multiplane.transition.oracles.dynamic.reach import GONE, IN_BUFFER, ON_STACK, count_cycles, count_wrong, places_of
from multiplane.transition.oracles.gold import NODES, PLANE, ROOT, UNDIRECTED
from multiplane.transition.oracles.places import first_of_buffer
from multiplane.transition.oracles.profile import NO_ROOT, WANTED_ROOT
from multiplane.transition.oracles.static.fewest_lost import LOST

Reach = NDArray[np.bool_]


@kernel
def reached_by_lists(memory: Ints, head: Ints) -> Reach:
    """An arc is within reach until its right end, first in the buffer, has passed its left end."""
    place = places_of(memory)
    first = first_of_buffer(memory)
    reach = np.zeros(len(head), np.bool_)
    for word in range(1, memory[WORDS] + 1):
        low, high = min(word, head[word]), max(word, head[word])
        reach[word] = first >= 0 and (high > first or (high == first and place[low] == ON_STACK))
    return reach


@kernel
def reached_by_one_stack(memory: Ints, head: Ints) -> Reach:
    """An arc is within reach while its right end waits in the buffer and its left end is not gone."""
    place = places_of(memory)
    reach = np.zeros(len(head), np.bool_)
    for word in range(1, memory[WORDS] + 1):
        low, high = min(word, head[word]), max(word, head[word])
        reach[word] = place[high] == IN_BUFFER and place[low] != GONE
    return reach


@kernel
def reached_on_their_planes(memory: Ints, head: Ints, plane: Ints) -> Reach:
    """The same, with the left end in the buffer too or on the stack of the arc's plane.

    An arc from the root that has no plane need not be reached: its word is left alone.
    """
    place = places_of(memory)
    reach: Reach = (head == 0) & (plane == LOST)
    on_stack = np.zeros(len(head), np.bool_)
    for stack in range(memory[STACK_COUNT]):
        on_stack[:] = False
        for depth in range(memory[memory[SIZES] + stack]):
            on_stack[memory[memory[STACKS] + stack * memory[ROOM] + depth]] = True
        for word in range(1, memory[WORDS] + 1):
            low, high = min(word, head[word]), max(word, head[word])
            if plane[word] == stack and place[high] == IN_BUFFER:
                reach[word] = place[low] == IN_BUFFER or on_stack[low]
    return reach


@kernel
def loss_of_heads(memory: Ints, head: Ints, reach: Reach, root_arcs: bool) -> int:
    """How many words will have a wrong head, or none: they end under the root, which is right if it has no arcs."""
    parent = np.full(len(head), -1, np.int32)
    loss = count_wrong(memory, head)
    for word in range(1, memory[WORDS] + 1):
        parent[word] = memory[memory[HEADS] + word]
        if parent[word] < 0:
            if reach[word] or (head[word] == 0 and not root_arcs):
                parent[word] = head[word]
            else:
                loss += 1
    return loss + count_cycles(parent)


@kernel
def joins(above: Ints, one: int, two: int) -> bool:
    """Join the components of two nodes; no if it was one already."""
    while above[one] >= 0:
        one = int(above[one])
    while above[two] >= 0:
        two = int(above[two])
    if one == two:
        return False
    above[one] = two
    return True


@kernel
def loss_of_edges(memory: Ints, gold: Ints, head: Ints, reach: Reach) -> int:
    """How many edges are wrong, how many of the gold tree will be missing; the root's only where they are wanted."""
    above = np.full(len(head), -1, np.int32)
    built = np.zeros(len(head), np.bool_)
    loss = 0
    for arc in range(memory[ARCS]):
        one, two = memory[memory[ARC_HEAD] + arc], memory[memory[ARC_DEPENDENT] + arc]
        joins(above, one, two)
        if head[two] == one:
            built[two] = True
        elif head[one] == two:
            built[one] = True
        else:
            loss += 1
    for word in range(1, memory[WORDS] + 1):
        wanted = head[word] > 0 or gold[ROOT] == WANTED_ROOT
        if wanted and not built[word] and not (reach[word] and joins(above, word, head[word])):
            loss += 1
    return loss


@kernel
def loss_by_reach(memory: Ints, gold: Ints, head: Ints, reach: Reach) -> int:
    """The loss of a directed or an undirected system."""
    if gold[UNDIRECTED] == 1:
        return loss_of_edges(memory, gold, head, reach)
    return loss_of_heads(memory, head, reach, gold[ROOT] != NO_ROOT)


@kernel
def loss_covington(memory: Ints, gold: Ints, head: Ints) -> int:
    """The loss of systems that go through lists and take no node away."""
    return loss_by_reach(memory, gold, head, reached_by_lists(memory, head))


@kernel
def loss_planar(memory: Ints, head: Ints) -> int:
    """The loss of planar."""
    return loss_of_heads(memory, head, reached_by_one_stack(memory, head), False)


@kernel
def loss_kept_planes(memory: Ints, gold: Ints, head: Ints) -> int:
    """The loss of systems with planes, if arcs are kept on theirs."""
    plane = gold[gold[PLANE] : gold[PLANE] + gold[NODES]]
    return loss_by_reach(memory, gold, head, reached_on_their_planes(memory, head, plane))
