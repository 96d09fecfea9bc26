"""Dynamic oracles as one kernel: what each transition costs, wherever the parser's own mistakes have led it.

The cost of a transition is the loss after it minus the loss before it: how many more words will end with a wrong head,
whatever is done later. It is 0 for at least one permitted transition, or the configuration is final.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.dynamic.arc_eager import loss_arc_eager
from multiplane.transition.oracles.dynamic.arc_hybrid import loss_arc_hybrid
from multiplane.transition.oracles.dynamic.arc_standard import loss_arc_standard
from multiplane.transition.oracles.dynamic.by_reach import loss_covington, loss_kept_planes, loss_planar
from multiplane.transition.oracles.dynamic.two_planar import loss_two_planar
from multiplane.transition.oracles.gold import HEAD, NODES, ROOT
from multiplane.transition.oracles.profile import (
    DYNAMIC,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_COVINGTON,
    LOSS_PLANAR,
    LOSS_TWO_PLANAR,
    NO_ROOT,
    TRANSITIONS,
)
from multiplane.transition.oracles.static.greedy import NONE, is_permitted


@kernel
def loss(plan: Ints, program: Ints, memory: Ints, gold: Ints, spare: Ints) -> int:
    """The fewest words that can end with a wrong head. ``spare`` is a memory of the same size to work in."""
    if plan[DYNAMIC] == LOSS_TWO_PLANAR:
        return loss_two_planar(plan, program, memory, gold, spare)
    return loss_without_search(plan, memory, gold)


@kernel
def loss_without_search(plan: Ints, memory: Ints, gold: Ints) -> int:
    """The loss of all systems but 2-planar, and of guides."""
    head = gold[gold[HEAD] : gold[HEAD] + gold[NODES]]
    system = plan[DYNAMIC]
    if system == LOSS_ARC_EAGER:
        return loss_arc_eager(memory, head, gold[ROOT] != NO_ROOT)
    if system == LOSS_ARC_HYBRID:
        return loss_arc_hybrid(memory, head)
    if system in (LOSS_ARC_STANDARD, LOSS_ARC_STANDARD_STACK):
        return loss_arc_standard(memory, head, system == LOSS_ARC_STANDARD)
    if system == LOSS_COVINGTON:
        return loss_covington(memory, gold, head)
    if system == LOSS_PLANAR:
        return loss_planar(memory, head)
    return loss_kept_planes(memory, gold, head)


@kernel
def try_out(memory: Ints, program: Ints, transition: int, there: Ints) -> None:
    """Apply a transition that is permitted to a copy of the memory, made ``there``."""
    for index in range(len(memory)):
        there[index] = memory[index]
    apply(there, program, as_number(transition), as_number(NONE))


@kernel
def costs(plan: Ints, program: Ints, memory: Ints, gold: Ints, spare: Ints, out: Ints) -> int:
    """Write the cost of every transition, −1 where it is not permitted; give the loss of the configuration.

    ``spare`` has two rows, each a memory of the same size to work in.
    """
    there = borrowed(spare[0])
    before = loss(plan, program, memory, gold, there)
    for transition in range(plan[TRANSITIONS]):
        out[transition] = NONE
        if is_permitted(memory, program, transition):
            try_out(memory, program, transition, there)
            out[transition] = loss(plan, program, there, gold, borrowed(spare[1])) - before
    return before
