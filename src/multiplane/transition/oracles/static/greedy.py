"""The oracle of stack-based systems: build what can be built, remove what needs no more arcs, otherwise shift.

One rule gives the standard oracles of arc-standard (both), arc-eager, arc-hybrid, easy-first, the DAG systems, planar
without covered roots, and Attardi's rules, all with buffer arcs (BUF §3.1, §4.1). It is complete where arcs join
neighbours: removing a node that needs no more arcs keeps no other arc from being built, so it never hurts; and where
nothing can be built or removed, only SHIFT is left. For the others see ``backtracking``.

The DAG arc-standard system removes a word only together with an arc into it, so the last arc into a word is built last
of all its arcs, and the transitions that remove no word build the others. In an acyclic graph without covered roots the
word always comes back for that last arc: it could fail to only if a chain of heads led from the word to itself.

The oracle of Covington's algorithms (Covington 2001; UND Figure 2) builds a gold arc if there is one, moves on to the
left while an arc is still to be built there, and then shifts. The same for the projective variant, where it permits the
arc.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import accessor, kernel
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.machine.execution import NONE, is_applicable, node_at
from multiplane.transition.machine.memory import ACTIVE
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    arc_between,
    fix_plane,
    gold_dependent,
    gold_head,
    is_built,
    needs_arc_left_of,
    needs_other_arcs,
    needs_other_heads,
    pending_arcs,
    plane_of,
)
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BUFFER_ARC_TRANSITIONS,
    DEPENDENT_AREA,
    DEPENDENT_DEPTH,
    HAS_LENGTH_LIMIT,
    HEAD_AREA,
    HEAD_DEPTH,
    REACHES_SECOND_IN_BUFFER,
    REDUCE_NUMBER,
    REMOVED_AREA,
    REMOVED_DEPTH,
    REMOVED_FROM_ALL_STACKS,
    SHIFT_IS_UNGUARDED,
    SHIFT_NUMBER,
    SKIP_NUMBER,
    TRANSITION,
    of_arc,
)


@accessor
def head_node(profile: Int32, memory: Int32, number: int) -> int:
    """The node that this arc transition would make the head, −1 if there is none."""
    return node_at(memory, of_arc(profile, number, HEAD_AREA), of_arc(profile, number, HEAD_DEPTH))


@accessor
def dependent_node(profile: Int32, memory: Int32, number: int) -> int:
    """The node that this arc transition would make the dependent, −1 if there is none."""
    return node_at(memory, of_arc(profile, number, DEPENDENT_AREA), of_arc(profile, number, DEPENDENT_DEPTH))


@accessor
def removed_node(profile: Int32, memory: Int32, number: int) -> int:
    """The node that this arc transition would remove; it removes one."""
    return node_at(memory, of_arc(profile, number, REMOVED_AREA), of_arc(profile, number, REMOVED_DEPTH))


@kernel
def needs_on_plane(gold: Int32, node: int, plane: int, arc: int) -> bool:
    """Whether a node needs an arc on this plane besides this one."""
    for other in range(gold[ARC_COUNT]):
        at_node = gold_head(gold, other) == node or gold_dependent(gold, other) == node
        if at_node and other != arc and not is_built(gold, other) and plane_of(gold, other) == plane:
            return True
    return False


@kernel
def fix_planes_at(gold: Int32, node: int) -> None:
    """Keep the arcs that a node needs on the planes that they have: it is about to be removed from the active one."""
    for arc in range(gold[ARC_COUNT]):
        if (gold_head(gold, arc) == node or gold_dependent(gold, arc) == node) and not is_built(gold, arc):
            fix_plane(gold, arc)


@accessor
def removes_by_arcs_alone(profile: Int32) -> bool:
    """Whether the system can remove a node only together with an arc into it."""
    return profile[REDUCE_NUMBER] < 0 and profile[SKIP_NUMBER] < 0  # type: ignore[no-any-return]


@kernel
def arc_transition(
    profile: Int32, program: Int32, memory: Int32, gold: Int32, arc_transitions: int, longest_buffer_arc: int
) -> int:
    """The first arc transition that builds a gold arc and removes no node that needs another one, or −1.

    Only the first ``arc_transitions`` of them are tried. LBA and RBA build arcs up to ``longest_buffer_arc``; if that
    is negative, no buffer arcs are built at all.
    """
    for number in range(0 if longest_buffer_arc >= 0 else profile[BUFFER_ARC_TRANSITIONS], arc_transitions):
        head, dependent = head_node(profile, memory, number), dependent_node(profile, memory, number)
        if head < 0 or dependent < 0:
            continue
        arc = arc_between(gold, head, dependent)
        is_limited = of_arc(profile, number, HAS_LENGTH_LIMIT) == 1
        if arc < 0 or (is_limited and abs(head - dependent) > longest_buffer_arc):
            continue
        removed, everywhere = NONE, of_arc(profile, number, REMOVED_FROM_ALL_STACKS) == 1
        if of_arc(profile, number, REMOVED_AREA) >= 0:
            removed = removed_node(profile, memory, number)
            if everywhere:
                if needs_other_arcs(gold, removed, arc):
                    continue
            elif needs_on_plane(gold, removed, memory[ACTIVE], arc):
                continue
        elif removes_by_arcs_alone(profile) and not needs_other_heads(gold, arc):
            continue
        if is_applicable(memory, program, of_arc(profile, number, TRANSITION)):
            if removed >= 0 and not everywhere:
                fix_planes_at(gold, removed)
            return int(of_arc(profile, number, TRANSITION))
    return NONE


@kernel
def next_greedy(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The next transition, or −1 where there is nothing left to do."""
    arc = arc_transition(profile, program, memory, gold, profile[ARC_TRANSITIONS], longest_buffer_arc)
    if arc >= 0:
        return arc
    top, first = node_at(memory, STACK, 1), node_at(memory, BUFFER, 1)
    if first < 0:
        return NONE
    reduce = profile[REDUCE_NUMBER]
    if reduce >= 0 and top >= 0 and pending_arcs(gold, top) == 0 and is_applicable(memory, program, reduce):
        if needs_arc_left_of(gold, first, top):
            return int(reduce)
        second = node_at(memory, BUFFER, 2)
        if profile[REACHES_SECOND_IN_BUFFER] == 1 and second >= 0 and needs_arc_left_of(gold, second, top):
            return int(reduce)
    may_shift = profile[SHIFT_IS_UNGUARDED] == 1 or is_applicable(memory, program, profile[SHIFT_NUMBER])
    return int(profile[SHIFT_NUMBER]) if may_shift else NONE


@kernel
def next_covington(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The next transition, or −1 at the end."""
    first = node_at(memory, BUFFER, 1)
    if first < 0:
        return NONE
    arc = arc_transition(profile, program, memory, gold, profile[ARC_TRANSITIONS], longest_buffer_arc)
    if arc >= 0:
        return arc
    top = node_at(memory, STACK, 1)
    if top > 0 and needs_arc_left_of(gold, first, top):
        return int(profile[SKIP_NUMBER])
    return int(profile[SHIFT_NUMBER])
