"""Invariants of a whole system: that no node on the stack, or none in the buffer, ever has a head.

Found as the greatest set that every transition preserves: assume both, drop what some transition breaks, repeat. With
them, conditions of DTS §3.2 hold that are nowhere written down.
"""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.transition.algebra.composition import Transition
from multiplane.transition.algebra.implication import implies
from multiplane.transition.algebra.symbolic import execute
from multiplane.transition.algebra.symbolic_configuration import Machine


def with_invariants(transitions: Sequence[Transition], machine: Machine) -> Machine:
    """The machine with the invariants that these transitions preserve.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
    >>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
    >>> arc_eager = [SHIFT, REDUCE.where(STACK_HAS_HEAD), LEFT_ARC >> REDUCE, RIGHT_ARC >> SHIFT]
    >>> found = with_invariants(arc_eager, Machine())
    >>> found.headless_stack, found.headless_buffer
    (False, True)
    """
    candidate = machine._replace(headless_stack=True, headless_buffer=True)
    while True:
        effects = [execute(transition, candidate) for transition in transitions]
        kept = candidate._replace(
            headless_stack=candidate.headless_stack and all(implies(e.condition, ~e.heads_on_stack) for e in effects),
            headless_buffer=candidate.headless_buffer
            and all(implies(e.condition, ~e.heads_in_buffer) for e in effects),
        )
        if kept == candidate:
            return kept
        candidate = kept
