"""Dynamic oracles as one kernel: the cost of each transition, wherever the parser's own mistakes have led it.

The cost of a transition is the loss after it minus the loss before it: how many more words will end with a wrong head,
whatever is done later. At least one applicable transition costs 0, unless the configuration is terminal.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import borrowed
from multiplane.transition.machine.execution import NONE, apply_to_copy, is_applicable
from multiplane.transition.oracles.dynamic.arc_eager import loss_arc_eager
from multiplane.transition.oracles.dynamic.arc_hybrid import loss_arc_hybrid
from multiplane.transition.oracles.dynamic.arc_standard import loss_arc_standard
from multiplane.transition.oracles.dynamic.covington import loss_covington
from multiplane.transition.oracles.dynamic.planar import loss_assigned_planes, loss_planar
from multiplane.transition.oracles.dynamic.two_planar import loss_two_planar
from multiplane.transition.oracles.gold import GOLD_ROOT_ARCS, all_heads
from multiplane.transition.oracles.profile import (
    LOSS,
    LOSS_ARC_EAGER,
    LOSS_ARC_HYBRID,
    LOSS_ARC_STANDARD,
    LOSS_ARC_STANDARD_STACK,
    LOSS_COVINGTON,
    LOSS_PLANAR,
    LOSS_TWO_PLANAR,
    NO_ROOT_ARCS,
    TRANSITION_COUNT,
)


@kernel
def loss(profile: Int32, program: Int32, memory: Int32, gold: Int32, scratch: Int32) -> int:
    """The fewest words that can end with a wrong head. ``scratch`` is a memory of the same size to work in."""
    if profile[LOSS] == LOSS_TWO_PLANAR:
        return loss_two_planar(profile, program, memory, gold, scratch)
    return loss_without_lookahead(profile, memory, gold)


@kernel
def loss_without_lookahead(profile: Int32, memory: Int32, gold: Int32) -> int:
    """The loss of all systems but 2-planar, and of all training oracles."""
    head, kind = all_heads(gold), profile[LOSS]
    if kind == LOSS_ARC_EAGER:
        return loss_arc_eager(memory, head, gold[GOLD_ROOT_ARCS] != NO_ROOT_ARCS)
    if kind == LOSS_ARC_HYBRID:
        return loss_arc_hybrid(memory, head)
    if kind in (LOSS_ARC_STANDARD, LOSS_ARC_STANDARD_STACK):
        return loss_arc_standard(memory, head, kind == LOSS_ARC_STANDARD)
    if kind == LOSS_COVINGTON:
        return loss_covington(memory, gold, head)
    if kind == LOSS_PLANAR:
        return loss_planar(memory, head)
    return loss_assigned_planes(memory, gold, head)


@kernel
def costs(profile: Int32, program: Int32, memory: Int32, gold: Int32, scratch: Int32, out: Int32) -> int:
    """Write the cost of every transition, −1 where it is not applicable; give the loss of the configuration.

    ``scratch`` has two rows, each a memory of the same size to work in.
    """
    there = borrowed(scratch[0])
    before = loss(profile, program, memory, gold, there)
    for transition in range(profile[TRANSITION_COUNT]):
        out[transition] = NONE
        if is_applicable(memory, program, transition):
            apply_to_copy(memory, program, transition, there)
            out[transition] = loss(profile, program, there, gold, borrowed(scratch[1])) - before
    return before
