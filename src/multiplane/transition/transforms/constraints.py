"""Constraints on what a system builds (DTS §3.3.2): each restricts the arcs or the removals of its transitions.

*single-head*: no arc to a word that has a head. *acyclic*: no arc between connected words, so that there are not even
undirected cycles; connected components make that O(α(n)). *directed-acyclic*: no arc that closes a directed cycle; it
takes a search through the arcs. *no-covered-roots*: no REDUCE of a word without a head.
"""

from __future__ import annotations

from dataclasses import replace

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import ARC_OPCODES, Composition, ElementaryStep, Opcode
from multiplane.transition.algebra.family import Family, Transitions, each_step
from multiplane.transition.algebra.guards import (
    ALWAYS,
    BUFFER_HAS_HEAD,
    CONNECTED,
    PATH_TO_BUFFER,
    PATH_TO_STACK,
    STACK_HAS_HEAD,
    Guard,
)

CONSTRAINTS = ("single-head", "acyclic", "directed-acyclic", "no-covered-roots")


def constrained(transitions: Transitions, constraint: str) -> dict[str, Composition | Family]:
    """The transitions under single-head, acyclic, directed-acyclic or no-covered-roots.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC
    >>> print(constrained({"left": LEFT_ARC}, "single-head")["left"])
    LEFT-ARC|¬Hσ
    """

    def restriction(step: ElementaryStep) -> Guard:
        if constraint == "single-head" and step.opcode == Opcode.LEFT_ARC:
            return ~STACK_HAS_HEAD.at(stack=step.stack)
        if constraint == "single-head" and step.opcode == Opcode.RIGHT_ARC:
            return ~BUFFER_HAS_HEAD.at(buffer=step.buffer)
        if constraint == "acyclic" and step.opcode in ARC_OPCODES:
            return ~CONNECTED.at(step.stack, step.buffer)
        if constraint == "directed-acyclic" and step.opcode == Opcode.LEFT_ARC:
            return ~PATH_TO_BUFFER.at(step.stack, step.buffer)
        if constraint == "directed-acyclic" and step.opcode == Opcode.RIGHT_ARC:
            return ~PATH_TO_STACK.at(step.stack, step.buffer)
        if constraint == "no-covered-roots" and step.opcode == Opcode.REDUCE:
            return STACK_HAS_HEAD.at(stack=step.stack)
        return ALWAYS

    if constraint not in CONSTRAINTS:
        raise MultiplaneError(f"found constraint {constraint!r}; expected one of {', '.join(CONSTRAINTS)}")
    return each_step(transitions, lambda step: replace(step, guard=step.guard & restriction(step)))
