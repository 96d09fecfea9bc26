"""Combinators on sets of transitions: constraints (DTS §3.3.2), buffer arcs (BUF), undirected variants (UND §3).

Each takes the transitions of a system by name and gives those of the variant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import (
    ARCS,
    DISCARD,
    DROP,
    LEFT_ARC,
    REDUCE,
    RIGHT_ARC,
    SHIFT,
    UNSHIFT,
    Family,
    Opcode,
    Step,
    Transition,
)
from multiplane.transition.algebra.guards import (
    ALWAYS,
    BUFFER_HAS_HEAD,
    CONNECTED,
    STACK_HAS_HEAD,
    Guard,
    Kind,
)

Transitions = Mapping[str, Transition | Family]
CONSTRAINTS = ("single-head", "acyclic", "no-covered-roots")
BUFFER_ARCS = {
    "left": "lba",
    "right": "rba",
    "left-nonprojective": "lnba",
    "right-nonprojective": "rnba",
}


def each_step(transitions: Transitions, change: Callable[[Step], Step]) -> dict[str, Transition | Family]:
    """The transitions with every step changed."""

    def changed(transition: Transition) -> Transition:
        return Transition(tuple(map(change, transition.steps)))

    return {
        name: Family(lambda i, t=t: changed(t.member(i))) if isinstance(t, Family) else changed(t)  # type: ignore[misc]
        for name, t in transitions.items()
    }


def constrained(transitions: Transitions, constraint: str) -> dict[str, Transition | Family]:
    """The transitions under single-head, acyclic or no-covered-roots.

    >>> print(constrained({"left": LEFT_ARC}, "single-head")["left"])
    LEFT-ARC|¬Hσ
    """

    def restriction(step: Step) -> Guard:
        if constraint == "single-head" and step.opcode == Opcode.LEFT_ARC:
            return ~STACK_HAS_HEAD.at(stack=step.stack)
        if constraint == "single-head" and step.opcode == Opcode.RIGHT_ARC:
            return ~BUFFER_HAS_HEAD.at(buffer=step.buffer)
        if constraint == "acyclic" and step.opcode in ARCS:
            return ~CONNECTED.at(step.stack, step.buffer)
        if constraint == "no-covered-roots" and step.opcode == Opcode.REDUCE:
            return STACK_HAS_HEAD.at(stack=step.stack)
        return ALWAYS

    if constraint not in CONSTRAINTS:
        raise MultiplaneError(f"found constraint {constraint!r}; expected one of {', '.join(CONSTRAINTS)}")
    return each_step(transitions, lambda step: replace(step, guard=step.guard & restriction(step)))


def buffer_arc(side: str, stacks: int, single_head: bool, acyclic: bool) -> tuple[str, Transition]:
    """Name and composition of one of the buffer transitions; its guards as far as the system calls for them.

    >>> name, transition = buffer_arc("right", stacks=1, single_head=False, acyclic=False)
    >>> print(name, "=", transition)
    rba = SHIFT ; RIGHT-ARC ; SHIFT ; REDUCE ; UNSHIFT
    """
    if side not in BUFFER_ARCS:
        raise MultiplaneError(f"found buffer arc {side!r}; expected one of {', '.join(BUFFER_ARCS)}")
    place = 2 if side.endswith("nonprojective") else 1
    dependent_free = {
        "left": ~STACK_HAS_HEAD if single_head else ALWAYS,
        "right": ~BUFFER_HAS_HEAD if single_head else ALWAYS,
        "left-nonprojective": ~STACK_HAS_HEAD,
        "right-nonprojective": ~BUFFER_HAS_HEAD.at(buffer=2) if single_head else ALWAYS,
    }[side]
    guard = dependent_free & (~CONNECTED.at(buffer=place) if acyclic else ALWAYS)
    left, right = LEFT_ARC.at(buffer=place).where(guard), RIGHT_ARC.at(buffer=place).where(guard)
    remove = REDUCE if stacks == 1 else DISCARD
    composition = {
        "left": SHIFT >> left >> remove,
        "right": SHIFT >> right >> SHIFT >> remove >> UNSHIFT,
        "left-nonprojective": left >> REDUCE,
        "right-nonprojective": right >> DROP.at(buffer=2),
    }[side]
    return BUFFER_ARCS[side], composition


def undirected(transitions: Transitions) -> dict[str, Transition | Family]:
    """Left and right arcs become one ARC; the single-head guards go; an error where the two differ in more.

    >>> left, right = LEFT_ARC.where(~STACK_HAS_HEAD), RIGHT_ARC.where(~BUFFER_HAS_HEAD)
    >>> list(undirected({"shift": SHIFT, "left": left, "right": right}))
    ['shift', 'arc']
    """
    result: dict[str, Transition | Family] = {}
    arcs: dict[tuple[Step, ...], str] = {}
    for name, transition in transitions.items():
        example = transition.member(1) if isinstance(transition, Family) else transition
        steps = tuple(map(_without_direction, example.steps))
        if any(step.opcode in ARCS for step in steps):
            arcs.setdefault(steps, name)
            result["arc"] = Transition(steps)
        else:
            result[name] = transition
    if len(arcs) > 1:
        names = " and ".join(arcs.values())
        raise MultiplaneError(f"found arc transitions {names}, which differ in more than direction; no undirected form")
    for name, transition in result.items():
        asked = isinstance(transition, Transition) and any(map(_asks_for_heads, transition.steps))
        if asked:
            raise MultiplaneError(f"found {name} = {transition}; an undirected system cannot ask for heads")
    return result


def _without_direction(step: Step) -> Step:
    if step.opcode not in ARCS:
        return step
    return replace(step, opcode=Opcode.ARC, guard=step.guard.without(Kind.HAS_HEAD))


def _asks_for_heads(step: Step) -> bool:
    return any(atom.kind in (Kind.HAS_HEAD, Kind.SKIPPED_HAVE_HEADS) for atom in step.guard.atoms())
