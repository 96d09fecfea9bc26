"""Invariants of a whole system: that no node on the stack, or none in the buffer, ever has a head.

Found as the greatest set that every transition preserves: assume both, drop what some transition breaks, repeat. With
them, conditions of DTS §3.2 hold that are written nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from multiplane.transition.algebra.composition import Composition
from multiplane.transition.algebra.implication import excludes
from multiplane.transition.algebra.symbolic import Assumptions, effect_of


def with_invariants(transitions: Iterable[Composition], assumptions: Assumptions) -> Assumptions:
    """The assumptions, together with the invariants that these transitions preserve.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
    >>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
    >>> arc_eager = [SHIFT, REDUCE.where(STACK_HAS_HEAD), LEFT_ARC >> REDUCE, RIGHT_ARC >> SHIFT]
    >>> found = with_invariants(arc_eager, Assumptions())
    >>> found.headless_stack, found.headless_buffer
    (False, True)
    """
    members = list(transitions)
    candidate = assumptions._replace(headless_stack=True, headless_buffer=True)
    while True:
        effects = [effect_of(transition, candidate) for transition in members]
        on_stack = candidate.headless_stack and all(excludes(e.condition, e.heads_on_stack) for e in effects)
        in_buffer = candidate.headless_buffer and all(excludes(e.condition, e.heads_in_buffer) for e in effects)
        kept = candidate._replace(headless_stack=on_stack, headless_buffer=in_buffer)
        if kept == candidate:
            return kept
        candidate = kept
