"""The oracle of systems that build bottom-up and in which the order of arcs matters: depth-first search.

With Attardi's rules of degree 3 and more, and with LNBA or RNBA, an arc that can be built must now and then wait: it
would put nodes back into the buffer, or remove one that keeps others apart, and that is needed later. So arcs are tried
first and SHIFT afterwards, each configuration once, at most ``profile[SEARCH_BUDGET]`` of them. Where all arcs are
between stack and buffer, a word whose head lies below it on the stack must be put back: if nothing can do that, the
branch is given up.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.algebra.guards import STACK
from multiplane.transition.machine.execution import NONE, apply, is_applicable
from multiplane.transition.machine.memory import END, FRONT, stack_node, stack_size
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    NODES,
    arc_between,
    gold_dependent,
    gold_head,
    has_all_arcs,
    is_built,
    needs_other_arcs,
    read_new_arcs,
)
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    DEPENDENT_AREA,
    HEAD_AREA,
    SEARCH_BUDGET,
    SHIFT_NUMBER,
    TRANSITION,
    of_arc,
)
from multiplane.transition.oracles.static.greedy import dependent_node, head_node, removed_node

PRIME = 2_147_483_647


@kernel
def harmless_transition(profile: Int32, program: Int32, memory: Int32, gold: Int32, number: int) -> int:
    """The transition with this number among the choices, arcs first and SHIFT last; −1 if it is wrong here."""
    if number == profile[ARC_TRANSITIONS]:
        return int(profile[SHIFT_NUMBER]) if is_applicable(memory, program, profile[SHIFT_NUMBER]) else NONE
    head, dependent = head_node(profile, memory, number), dependent_node(profile, memory, number)
    if head < 0 or dependent < 0:
        return NONE
    arc = arc_between(gold, head, dependent)
    if arc < 0 or needs_other_arcs(gold, removed_node(profile, memory, number), arc):
        return NONE
    transition = of_arc(profile, number, TRANSITION)
    return int(transition) if is_applicable(memory, program, transition) else NONE


@kernel
def builds_within_stack(profile: Int32) -> bool:
    """Whether some transition builds an arc between two nodes of the stack."""
    found = False
    for number in range(profile[ARC_TRANSITIONS]):
        from_stack = of_arc(profile, number, HEAD_AREA) == STACK
        found = found or (from_stack and of_arc(profile, number, DEPENDENT_AREA) == STACK)
    return found


@kernel
def is_dead_end(memory: Int32, gold: Int32) -> bool:
    """Whether a word on the stack needs a head below it, and nothing can ever put it back into the buffer.

    A node puts those above it back when it gets a child from the buffer, so it takes a node below that needs a child;
    and none can do so at all if none has a child in the buffer.
    """
    depths = np.full(gold[NODES], -1, np.int32)
    size = stack_size(memory, 0)
    for depth in range(size):
        depths[stack_node(memory, 0, depth)] = depth
    lowest, next_lowest, child, some_in_buffer = size, size, 0, False
    for arc in range(gold[ARC_COUNT]):
        head, dependent = gold_head(gold, arc), gold_dependent(gold, arc)
        if is_built(gold, arc) or depths[head] < 0 or 0 <= depths[dependent] < depths[head]:
            continue
        some_in_buffer = some_in_buffer or depths[dependent] < 0
        if depths[head] < lowest:
            lowest, next_lowest, child = depths[head], lowest, dependent
        else:
            next_lowest = min(next_lowest, depths[head])
    for arc in range(gold[ARC_COUNT]):
        head, dependent = gold_head(gold, arc), gold_dependent(gold, arc)
        puts_back = next_lowest if dependent == child else lowest
        needs_head_below = not is_built(gold, arc) and 0 <= depths[head] < depths[dependent]
        if needs_head_below and (not some_in_buffer or puts_back > depths[dependent]):
            return True
    return False


@kernel
def configuration_hash(memory: Int32) -> int:
    """A hash of the words on the stack and in the buffer, by two remainders."""
    size = stack_size(memory, 0)
    one, two = as_number(size + 1), as_number(1)
    for depth in range(size):
        node = stack_node(memory, 0, depth)
        one, two = (one * 48_271 + node) % PRIME, (two * 69_621 + node) % PRIME
    for place in range(memory[FRONT], memory[END]):
        one, two = (one * 48_271 + memory[place]) % PRIME, (two * 69_621 + memory[place]) % PRIME
    return one << 31 | two


@kernel
def add_to_set(table: Int32, key: int) -> bool:
    """Add a key to an open-addressing hash table; whether it is new."""
    slot = key % len(table)
    while table[slot] >= 0:
        if table[slot] == key:
            return False
        slot = slot + 1 if slot + 1 < len(table) else 0
    table[slot] = key
    return True


@kernel
def search_bottom_up(profile: Int32, program: Int32, memory: Int32, gold: Int32) -> Int32:
    """The transitions that build the whole gold tree from this configuration; none if they are not found.

    Configuration and gold tree are left unchanged.
    """
    most = 2 * gold[ARC_COUNT] + 2
    memories = np.empty((most + 1, len(memory)), np.int32)
    golds = np.empty((most + 1, len(gold)), np.int32)
    tried = np.zeros(most + 1, np.int32)
    path = np.zeros(most + 1, np.int32)
    seen = np.full(2 * profile[SEARCH_BUDGET] + 1, -1, np.int64)
    memories[0], golds[0] = memory, gold
    depth, visited = 0, 1
    has_dead_ends = not builds_within_stack(profile)
    while depth >= 0 and visited < profile[SEARCH_BUDGET]:
        here, goal = memories[depth], golds[depth]
        if here[FRONT] == here[END] and has_all_arcs(goal):
            return path[:depth]
        if tried[depth] > profile[ARC_TRANSITIONS] or depth == most:
            depth -= 1
            continue
        transition = harmless_transition(profile, program, here, goal, tried[depth])
        tried[depth] += 1
        if transition < 0:
            continue
        memories[depth + 1], golds[depth + 1] = here, goal
        apply(memories[depth + 1], program, transition, as_number(NONE))
        read_new_arcs(golds[depth + 1], memories[depth + 1])
        if has_dead_ends and is_dead_end(memories[depth + 1], golds[depth + 1]):
            continue
        if not add_to_set(seen, configuration_hash(memories[depth + 1])):
            continue
        path[depth] = transition
        depth += 1
        tried[depth] = 0
        visited += 1
    return path[:0]
