"""The oracle of planar, 2-planar and k-planar (2P §5.2): planes are assigned on the fly, SWITCH is used only if needed.

At every moment all arcs have a valid assignment of planes; the arcs that are built or begun are fixed on theirs. The
next arc of the first buffer node goes to the active plane if the others can be rearranged around it: by exchanging two
planes in the part of the crossings graph that contains it (exact for two planes), or, with three and more, by a search.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.machine.execution import NONE, is_applicable, node_at
from multiplane.transition.machine.memory import ACTIVE
from multiplane.transition.oracles.gold import (
    all_crossings,
    all_fixed,
    all_planes,
    first_crossings,
    first_leftward,
    fix_plane,
    has_fixed_plane,
    is_built,
    left_end,
    leftward_arc,
    plane_of,
)
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BUFFER_ARC_TRANSITIONS,
    PLANES,
    REDUCE_NUMBER,
    SHIFT_NUMBER,
    SWITCH_NUMBER,
)
from multiplane.transition.oracles.static.assign_planes import LOST, reassign_component
from multiplane.transition.oracles.static.greedy import arc_transition


@kernel
def exchange_planes(start: Int32, crossing: Int32, plane: Int32, fixed: Int32, arc: int, wanted: int) -> bool:
    """Put an arc on the wanted plane by exchanging its plane and that one along its Kempe chain of crossing arcs.

    If the chain contains a fixed arc, nothing is changed and the answer is no.
    """
    own = plane[arc]
    chain = np.empty(len(plane), np.int32)
    marked = np.zeros(len(plane), np.bool_)
    chain[0] = arc
    marked[arc] = True
    length, done = 1, 0
    while done < length:
        here = chain[done]
        done += 1
        if fixed[here] == 1:
            return False
        for index in range(start[here], start[here + 1]):
            other = crossing[index]
            if not marked[other] and (plane[other] == own or plane[other] == wanted):
                marked[other] = True
                chain[length] = other
                length += 1
    for index in range(length):
        here = chain[index]
        plane[here] = wanted if plane[here] == own else own
    return True


@kernel
def reassign_planes(
    start: Int32, crossing: Int32, plane: Int32, fixed: Int32, arc: int, wanted: int, planes: int
) -> bool:
    """Put an arc on the wanted plane by assigning new planes to its whole component, around the fixed arcs."""
    for index in range(start[arc], start[arc + 1]):
        if fixed[crossing[index]] == 1 and plane[crossing[index]] == wanted:
            return False
    before = plane.copy()
    plane[arc] = wanted
    fixed[arc] = 1
    if reassign_component(start, crossing, plane, fixed, as_number(arc), planes):
        return True
    for other in range(len(plane)):
        plane[other] = before[other]
    fixed[arc] = 0
    return False


@kernel
def fix_on_plane(gold: Int32, arc: int, wanted: int, planes: int) -> bool:
    """Fix an arc on the wanted plane if that is possible."""
    if has_fixed_plane(gold, arc) or plane_of(gold, arc) == LOST:
        return bool(plane_of(gold, arc) == wanted)
    if plane_of(gold, arc) != wanted:
        start, crossing = first_crossings(gold), all_crossings(gold)
        plane, fixed = all_planes(gold), all_fixed(gold)
        if not exchange_planes(start, crossing, plane, fixed, arc, wanted) and (
            planes == 2 or not reassign_planes(start, crossing, plane, fixed, arc, wanted, planes)
        ):
            return False
    fix_plane(gold, arc)
    return True


@kernel
def next_planes(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The next transition, or −1 at the end."""
    buffer_arc = arc_transition(profile, program, memory, gold, profile[BUFFER_ARC_TRANSITIONS], longest_buffer_arc)
    if buffer_arc >= 0:
        return buffer_arc
    first = node_at(memory, BUFFER, 1)
    if first < 0:
        return NONE
    top, active = node_at(memory, STACK, 1), memory[ACTIVE]
    on_another_plane = False
    for place in range(first_leftward(gold, first), first_leftward(gold, first + 1)):
        arc = leftward_arc(gold, place)
        if is_built(gold, arc) or plane_of(gold, arc) == LOST:
            continue
        other = left_end(gold, arc)
        if other > top or not fix_on_plane(gold, arc, active, profile[PLANES]):
            on_another_plane = on_another_plane or plane_of(gold, arc) != active
            continue
        if other == top:
            transition = arc_transition(profile, program, memory, gold, profile[ARC_TRANSITIONS], longest_buffer_arc)
            if transition >= 0:
                return transition
        elif is_applicable(memory, program, profile[REDUCE_NUMBER]):
            return int(profile[REDUCE_NUMBER])
    if on_another_plane and is_applicable(memory, program, profile[SWITCH_NUMBER]):
        return int(profile[SWITCH_NUMBER])
    return int(profile[SHIFT_NUMBER])
