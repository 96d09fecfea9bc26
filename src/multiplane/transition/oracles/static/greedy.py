"""The oracle of stack-based systems: build what can be built, remove what is done, otherwise shift.

One rule gives the standard oracles of arc-standard (both), arc-eager, arc-hybrid, easy-first, the DAG systems, planar
without covered roots, and Attardi's rules, all with buffer arcs (BUF §3.1, §4.1). It is complete where arcs join
neighbours: a node that waits for nothing more is in nobody's way once it is gone, so taking it out never hurts; and
where nothing can be built or taken out, only SHIFT is left. For the others see ``backtracking``.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import node_at, permitted
from multiplane.transition.machine.memory import ACTIVE, Ints
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    BUILT,
    DEPENDENT,
    FIXED,
    HEAD,
    PENDING,
    PLANE,
    arc_between,
    waits_for_more,
    waits_on_the_left,
)
from multiplane.transition.oracles.places import first_of_buffer, second_of_buffer, top_of_stack
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BUFFER_ARCS,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    FACTS,
    HEAD_AREA,
    HEAD_DEPTH,
    LENGTH_ONE,
    REACHES_SECOND,
    RECORD,
    REDUCE_NUMBER,
    REMOVED_AREA,
    REMOVED_DEPTH,
    REMOVED_EVERYWHERE,
    SHIFT_IS_FREE,
    SHIFT_NUMBER,
    TRANSITION,
)

NONE = -1


@kernel
def is_permitted(memory: Ints, program: Ints, transition: int) -> bool:
    """Whether the system has this transition (its number is not −1) and it is permitted here."""
    return transition >= 0 and permitted(memory, program, as_number(transition), as_number(NONE))


@kernel
def needs_in_plane(gold: Ints, node: int, plane: int, arc: int) -> bool:
    """Whether the node waits for an arc on this plane beside this one."""
    for other in range(gold[ARC_COUNT]):
        at_node = gold[gold[HEAD] + other] == node or gold[gold[DEPENDENT] + other] == node
        if at_node and other != arc and gold[gold[BUILT] + other] == 0 and gold[gold[PLANE] + other] == plane:
            return True
    return False


@kernel
def fix_planes(gold: Ints, node: int) -> None:
    """Leave the arcs that the node waits for on the planes that they have: it is about to go from the active one."""
    for arc in range(gold[ARC_COUNT]):
        if gold[gold[HEAD] + arc] == node or gold[gold[DEPENDENT] + arc] == node:
            gold[gold[FIXED] + arc] |= gold[gold[BUILT] + arc] == 0


@kernel
def arc_transition(plan: Ints, program: Ints, memory: Ints, gold: Ints, transitions: int, longest: int) -> int:
    """Of the first so many, the first that builds a gold arc and removes no node that waits for another one, or −1.

    LBA and RBA build arcs of at most the given length; below 0, no buffer arcs are used at all.
    """
    for number in range(0 if longest >= 0 else plan[BUFFER_ARCS], transitions):
        record = FACTS + number * RECORD
        head = node_at(memory, plan[record + HEAD_AREA], plan[record + HEAD_DEPTH])
        dependent = node_at(memory, plan[record + DEPENDENT_AREA], plan[record + DEPENDENT_DEPTH])
        if head < 0 or dependent < 0:
            continue
        arc = arc_between(gold, head, dependent)
        if arc < 0 or (plan[record + LENGTH_ONE] == 1 and abs(head - dependent) > longest):
            continue
        removed = NONE
        if plan[record + REMOVED_AREA] >= 0:
            removed = node_at(memory, plan[record + REMOVED_AREA], plan[record + REMOVED_DEPTH])
            if plan[record + REMOVED_EVERYWHERE] == 1:
                if waits_for_more(gold, removed, arc):
                    continue
            elif needs_in_plane(gold, removed, memory[ACTIVE], arc):
                continue
        if is_permitted(memory, program, plan[record + TRANSITION]):
            if removed >= 0 and plan[record + REMOVED_EVERYWHERE] == 0:
                fix_planes(gold, removed)
            return int(plan[record + TRANSITION])
    return NONE


@kernel
def next_greedy(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> int:
    """The next transition, or −1 where there is nothing left to do."""
    arc = arc_transition(plan, program, memory, gold, plan[ARC_TRANSITIONS], longest)
    if arc >= 0:
        return arc
    top, first = top_of_stack(memory), first_of_buffer(memory)
    if first < 0:
        return NONE
    reduce = plan[REDUCE_NUMBER]
    if reduce >= 0 and top >= 0 and gold[gold[PENDING] + top] == 0 and is_permitted(memory, program, reduce):
        if waits_on_the_left(gold, first, top):
            return int(reduce)
        second = second_of_buffer(memory)
        if plan[REACHES_SECOND] == 1 and second >= 0 and waits_on_the_left(gold, second, top):
            return int(reduce)
    may_shift = plan[SHIFT_IS_FREE] == 1 or is_permitted(memory, program, plan[SHIFT_NUMBER])
    return int(plan[SHIFT_NUMBER]) if may_shift else NONE
