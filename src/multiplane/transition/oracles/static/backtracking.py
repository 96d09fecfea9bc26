"""The oracle of systems that build bottom-up and in which the order of arcs matters: depth-first search.

With Attardi's rules of degree 3 and more, and with LNBA or RNBA, an arc that can be built must now and then wait: it
brings nodes back to the buffer, or takes one away that keeps others apart, and that is needed later. So arcs are tried
first and SHIFT afterwards, each configuration once, at most ``plan[BUDGET]`` of them. Where all arcs are between stack
and buffer, a word whose head lies below it on the stack must come back: if nothing can bring it, the branch is given
up.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.algebra.guards import STACK
from multiplane.transition.machine.execution import apply, node_at
from multiplane.transition.machine.memory import END, FRONT, SIZES, STACKS, Ints
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    BUILT,
    DEPENDENT,
    HEAD,
    NODES,
    PENDING,
    absorb,
    arc_between,
    waits_for_more,
)
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BUDGET,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    FACTS,
    HEAD_AREA,
    HEAD_DEPTH,
    RECORD,
    REMOVED_AREA,
    REMOVED_DEPTH,
    SHIFT_NUMBER,
    TRANSITION,
)
from multiplane.transition.oracles.static.greedy import NONE, is_permitted

PRIME = 2_147_483_647


@kernel
def option(plan: Ints, program: Ints, memory: Ints, gold: Ints, number: int) -> int:
    """The transition of this number among the choices (arcs, then SHIFT), if it does no harm here; else −1."""
    if number == plan[ARC_TRANSITIONS]:
        return int(plan[SHIFT_NUMBER]) if is_permitted(memory, program, plan[SHIFT_NUMBER]) else NONE
    record = FACTS + number * RECORD
    head = node_at(memory, plan[record + HEAD_AREA], plan[record + HEAD_DEPTH])
    dependent = node_at(memory, plan[record + DEPENDENT_AREA], plan[record + DEPENDENT_DEPTH])
    if head < 0 or dependent < 0:
        return NONE
    arc = arc_between(gold, head, dependent)
    if arc < 0 or waits_for_more(gold, node_at(memory, plan[record + REMOVED_AREA], plan[record + REMOVED_DEPTH]), arc):
        return NONE
    return int(plan[record + TRANSITION]) if is_permitted(memory, program, plan[record + TRANSITION]) else NONE


@kernel
def links_within_stack(plan: Ints) -> bool:
    """Whether some transition builds an arc between two nodes of the stack."""
    found = False
    for number in range(plan[ARC_TRANSITIONS]):
        record = FACTS + number * RECORD
        found = found or (plan[record + HEAD_AREA] == STACK and plan[record + DEPENDENT_AREA] == STACK)
    return found


@kernel
def is_lost(memory: Ints, gold: Ints) -> bool:
    """Whether a word on the stack waits for a head below it, and nothing can ever bring it back to the buffer.

    A node brings back those above it when it gets a child from the buffer, so it takes a node below with a child to
    come; and none can do so now if none has a child in the buffer.
    """
    place = np.full(gold[NODES], -1, np.int32)
    size = memory[memory[SIZES]]
    for depth in range(size):
        place[memory[memory[STACKS] + depth]] = depth
    lowest, next_lowest, child, now = size, size, 0, False
    for arc in range(gold[ARC_COUNT]):
        head, dependent = gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc]
        if gold[gold[BUILT] + arc] == 1 or place[head] < 0 or 0 <= place[dependent] < place[head]:
            continue
        now = now or place[dependent] < 0
        if place[head] < lowest:
            lowest, next_lowest, child = place[head], lowest, dependent
        else:
            next_lowest = min(next_lowest, place[head])
    for arc in range(gold[ARC_COUNT]):
        head, dependent = gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc]
        carrier = next_lowest if dependent == child else lowest
        waits = gold[gold[BUILT] + arc] == 0 and 0 <= place[head] < place[dependent]
        if waits and (not now or carrier > place[dependent]):
            return True
    return False


@kernel
def fingerprint(memory: Ints) -> int:
    """A number that tells configurations apart, by two remainders: which words are where, on stack and in buffer."""
    one, two = as_number(memory[memory[SIZES]] + 1), as_number(1)
    for depth in range(memory[memory[SIZES]]):
        node = memory[memory[STACKS] + depth]
        one, two = (one * 48_271 + node) % PRIME, (two * 69_621 + node) % PRIME
    for place in range(memory[FRONT], memory[END]):
        one, two = (one * 48_271 + memory[place]) % PRIME, (two * 69_621 + memory[place]) % PRIME
    return one << 31 | two


@kernel
def nobody_waits(gold: Ints) -> bool:
    """Whether every arc is there that a word waits for."""
    waiting = 0
    for word in range(1, gold[NODES]):
        waiting += gold[gold[PENDING] + word]
    return waiting == 0


@kernel
def add_to_set(table: Ints, key: int) -> bool:
    """Add a key to an open-addressing table of keys; whether it is new."""
    slot = key % len(table)
    while table[slot] >= 0:
        if table[slot] == key:
            return False
        slot = slot + 1 if slot + 1 < len(table) else 0
    table[slot] = key
    return True


@kernel
def search_bottom_up(plan: Ints, program: Ints, memory: Ints, gold: Ints) -> Ints:
    """The transitions that build the whole goal from this configuration, which is left as it is; none if not found."""
    most = 2 * gold[ARC_COUNT] + 2
    memories = np.empty((most + 1, len(memory)), np.int32)
    golds = np.empty((most + 1, len(gold)), np.int32)
    tried = np.zeros(most + 1, np.int32)
    path = np.zeros(most + 1, np.int32)
    seen = np.full(2 * plan[BUDGET] + 1, -1, np.int64)
    memories[0], golds[0] = memory, gold
    depth, visited = 0, 1
    gives_up = not links_within_stack(plan)
    while depth >= 0 and visited < plan[BUDGET]:
        here, goal = memories[depth], golds[depth]
        if here[FRONT] == here[END] and nobody_waits(goal):
            return path[:depth]
        if tried[depth] > plan[ARC_TRANSITIONS] or depth == most:
            depth -= 1
            continue
        transition = option(plan, program, here, goal, tried[depth])
        tried[depth] += 1
        if transition < 0:
            continue
        memories[depth + 1], golds[depth + 1] = here, goal
        apply(memories[depth + 1], program, transition, as_number(NONE))
        absorb(golds[depth + 1], memories[depth + 1])
        if gives_up and is_lost(memories[depth + 1], golds[depth + 1]):
            continue
        if not add_to_set(seen, fingerprint(memories[depth + 1])):
            continue
        path[depth] = transition
        depth += 1
        tried[depth] = 0
        visited += 1
    return path[:0]
