"""The oracle of planar, 2-planar and k-planar (2P §5.2): planes are assigned on the fly, switches made only if needed.

At every moment there is one valid assignment of planes to all arcs; those built or begun are fixed. The next arc of the
first buffer node goes to the active plane if the others can be rearranged around it: by exchanging two planes in the
part of the crossings graph that holds it (exact for two planes), or, with three and more, by a search.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.memory import ACTIVE, Ints
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    BUILT,
    CROSSING,
    CROSSING_START,
    DEPENDENT,
    FIXED,
    HEAD,
    LEFT,
    LEFT_ARC,
    PLANE,
)
from multiplane.transition.oracles.places import first_of_buffer, top_of_stack
from multiplane.transition.oracles.profile import (
    ARC_TRANSITIONS,
    BUFFER_ARCS,
    PLANES,
    REDUCE_NUMBER,
    SHIFT_NUMBER,
    SWITCH_NUMBER,
)
from multiplane.transition.oracles.static.fewest_lost import LOST, plane_again
from multiplane.transition.oracles.static.greedy import NONE, arc_transition, is_permitted


@kernel
def exchange(start: Ints, crossing: Ints, plane: Ints, fixed: Ints, arc: int, wanted: int) -> bool:
    """Put the arc on the wanted plane by exchanging the two planes all along the chain of crossings between them.

    Nothing is changed, and the answer is no, where the chain holds a fixed arc.
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
def rearrange(start: Ints, crossing: Ints, plane: Ints, fixed: Ints, arc: int, wanted: int, planes: int) -> bool:
    """Put the arc on the wanted plane by assigning planes to its whole component anew, around the fixed arcs."""
    for index in range(start[arc], start[arc + 1]):
        if fixed[crossing[index]] == 1 and plane[crossing[index]] == wanted:
            return False
    before = plane.copy()
    plane[arc] = wanted
    fixed[arc] = 1
    if plane_again(start, crossing, plane, fixed, as_number(arc), planes):
        return True
    for other in range(len(plane)):
        plane[other] = before[other]
    fixed[arc] = 0
    return False


@kernel
def claim(gold: Ints, arc: int, wanted: int, planes: int) -> bool:
    """Fix the arc on the wanted plane if that is possible."""
    if gold[gold[FIXED] + arc] == 1 or gold[gold[PLANE] + arc] == LOST:
        return bool(gold[gold[PLANE] + arc] == wanted)
    if gold[gold[PLANE] + arc] != wanted:
        arcs = gold[ARC_COUNT]
        start = gold[gold[CROSSING_START] : gold[CROSSING_START] + arcs + 1]
        crossing = gold[gold[CROSSING] : gold[CROSSING] + start[arcs]]
        plane = gold[gold[PLANE] : gold[PLANE] + arcs]
        fixed = gold[gold[FIXED] : gold[FIXED] + arcs]
        if not exchange(start, crossing, plane, fixed, arc, wanted) and (
            planes == 2 or not rearrange(start, crossing, plane, fixed, arc, wanted, planes)
        ):
            return False
    gold[gold[FIXED] + arc] = 1
    return True


@kernel
def next_planes(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> int:
    """The next transition, or −1 at the end."""
    buffer_arc = arc_transition(plan, program, memory, gold, plan[BUFFER_ARCS], longest)
    if buffer_arc >= 0:
        return buffer_arc
    first = first_of_buffer(memory)
    if first < 0:
        return NONE
    top, active = top_of_stack(memory), memory[ACTIVE]
    elsewhere = False
    for place in range(gold[LEFT_ARC] + gold[gold[LEFT] + first], gold[LEFT_ARC] + gold[gold[LEFT] + first + 1]):
        arc = gold[place]
        if gold[gold[BUILT] + arc] == 1 or gold[gold[PLANE] + arc] == LOST:
            continue
        other = min(gold[gold[HEAD] + arc], gold[gold[DEPENDENT] + arc])
        if other > top or not claim(gold, arc, active, plan[PLANES]):
            elsewhere = elsewhere or gold[gold[PLANE] + arc] != active
            continue
        if other == top:
            return arc_transition(plan, program, memory, gold, plan[ARC_TRANSITIONS], longest)
        if is_permitted(memory, program, plan[REDUCE_NUMBER]):
            return int(plan[REDUCE_NUMBER])
    if elsewhere and is_permitted(memory, program, plan[SWITCH_NUMBER]):
        return int(plan[SWITCH_NUMBER])
    return int(plan[SHIFT_NUMBER])
