"""Static oracles as one kernel: the transition that leads to the gold tree, for every system that has a plan.

``next_transition`` works inside other kernels: it takes the plan of the system, its program, the memory of a
configuration and the gold tree, all of them int32 arrays. ``follow`` runs it to the end.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARCS, Ints
from multiplane.transition.oracles.gold import HAS_PLANES, absorb, arc_between
from multiplane.transition.oracles.profile import BY_LISTS, BY_ORDER, FAMILY
from multiplane.transition.oracles.static.covington import next_covington
from multiplane.transition.oracles.static.greedy import NONE, next_greedy
from multiplane.transition.oracles.static.planes import next_planes
from multiplane.transition.oracles.static.swap import next_swap


@kernel
def next_transition(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> int:
    """The number of the next transition, or −1 at the end.

    LBA and RBA build arcs of at most the given length: 1 is the policy of BUF §3.1, −1 leaves all buffer arcs out.
    """
    absorb(gold, memory)
    if gold[HAS_PLANES] == 1:
        return next_planes(plan, program, memory, gold, longest)
    if plan[FAMILY] == BY_ORDER:
        return next_swap(plan, program, memory, gold, longest)
    if plan[FAMILY] == BY_LISTS:
        return next_covington(plan, program, memory, gold, longest)
    return next_greedy(plan, program, memory, gold, longest)


@kernel
def follow(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> tuple[Ints, Ints]:
    """The transitions from this configuration to the end, and for each the gold arc that it builds, or −1."""
    transitions = np.empty(64, np.int32)
    arcs = np.empty(64, np.int32)
    count = 0
    while True:
        transition = next_transition(plan, program, memory, gold, longest)
        if transition < 0:
            return transitions[:count], arcs[:count]
        if count == len(transitions):
            transitions = np.append(transitions, transitions)
            arcs = np.append(arcs, arcs)
        before = memory[ARCS]
        apply(memory, program, transition, as_number(NONE))
        transitions[count] = transition
        arcs[count] = NONE
        if memory[ARCS] > before:
            arcs[count] = arc_between(gold, memory[memory[ARC_HEAD] + before], memory[memory[ARC_DEPENDENT] + before])
        count += 1
