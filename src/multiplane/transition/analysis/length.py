"""How many arcs a system can build, and how long its sequences can get: DTS Lemma 4 and Prop. 7, 8, 11."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.transition.algebra.composition import Family, Opcode, Transition
from multiplane.transition.algebra.symbolic import execute
from multiplane.transition.analysis.bounds import PAIRS, Change, N, Polynomial, constant, longest

if TYPE_CHECKING:
    from multiplane.transition.systems.system import TransitionSystem


def most_arcs(system: TransitionSystem, planes: int | None, single_head: bool, acyclic: bool) -> Polynomial:
    """A forest on m nodes has m−1 arcs at most, a planar graph 4m−6 (DTS Lemma 4), any graph m(m−1)."""
    nodes = N + constant(1) if system.root else N
    if acyclic:
        return nodes + constant(-1)
    if single_head:
        return N
    if planes is not None:
        return (nodes.times(4) + constant(-6)).times(planes)
    return PAIRS.times(2) + (N.times(2) if system.root else constant(0))


def most_transitions(system: TransitionSystem, arcs: Polynomial) -> Polynomial | None:
    """The bound on the length of sequences that follows from what every transition uses up, or None."""
    skipping: list[Change] = []
    changes: list[Change] = []
    for transition in system.transitions.values():
        members = [transition.member(i) for i in (2, 3, 4)] if isinstance(transition, Family) else [transition]
        found = {_change(system, member) for member in members}
        if len(found) > 1:
            return None
        opcodes = set(members[0].opcodes())
        if opcodes == {Opcode.SWITCH}:
            continue
        if Opcode.SKIP in opcodes and Opcode.RESTORE not in opcodes:
            skipping += found
        else:
            changes += found
    if any(change.buffer < 0 for change in changes + skipping) and skipping:
        return None
    nodes = (N + constant(1) if system.root else N).times(system.stacks)
    bound = longest(changes, arcs, nodes, N) if changes else constant(0)
    if bound is None:
        return None
    if skipping:
        bound += PAIRS + (N if system.root else constant(0))
    if system.stacks > 1:
        bound = bound.times(system.stacks) + constant(system.stacks - 1)
    return bound


def _change(system: TransitionSystem, transition: Transition) -> Change:
    effect = execute(transition, system.machine)
    swaps = transition.opcodes().count(Opcode.SWAP)
    return Change(len(effect.arcs), effect.removed, -effect.buffer_growth, swaps)
