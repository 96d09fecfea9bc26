"""Families: one transition for every position of the buffer, as easy-first's ATTACH(i) (DTS Example 5).

A family is data. Its composition is written once, and its numbers (how often a step is repeated, how deep its places
are) may grow with the position i: each is an integer or ``Linear(slope, constant)``, slope · i + constant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import Composition, ElementaryStep, Opcode
from multiplane.transition.algebra.guards import Atom, Guard, Kind, Place, guard_of

SAMPLE_POSITIONS = 4
POSITIONS_COMPARED = 12


class Linear(NamedTuple):
    """A number that depends on the position i: slope · i + constant."""

    slope: int
    constant: int


Number = int | Linear
Condition = tuple[Kind, bool, tuple[tuple[int, Number], ...]]


class RepeatedStep(NamedTuple):
    """A step as often as it is repeated: opcode, depths, guard as sorted clauses of conditions, repetitions."""

    opcode: Opcode
    stack: Number
    buffer: Number
    guard: tuple[tuple[Condition, ...], ...]
    times: Number


def runs_of(transition: Composition | Family) -> tuple[RepeatedStep, ...]:
    """The steps of a composition or of a family, equal neighbours taken together.

    >>> from multiplane.transition.algebra.composition import REDUCE, SHIFT
    >>> [(run.opcode.name, run.times) for run in runs_of(SHIFT * 3 >> REDUCE)]
    [('SHIFT', 3), ('REDUCE', 1)]
    """
    if isinstance(transition, Family):
        return transition.runs
    return tuple(
        RepeatedStep(step.opcode, step.stack, step.buffer, _conditions(step.guard), len(list(group)))
        for step, group in groupby(transition.steps)
    )


def _conditions(guard: Guard) -> tuple[tuple[Condition, ...], ...]:
    def condition(atom: Atom, wanted: bool) -> Condition:
        return atom.kind, wanted, tuple((place.area, place.depth) for place in atom.places())

    return tuple(
        tuple(condition(*literal) for literal in sorted(clause)) for clause in sorted(guard.clauses, key=sorted)
    )


def composed(runs: tuple[RepeatedStep, ...], position: int = 0) -> Composition:
    """The composition of these runs, at one position of the buffer.

    >>> from multiplane.transition.algebra.composition import SHIFT
    >>> print(composed((runs_of(SHIFT)[0]._replace(times=Linear(2, -1)),), position=3))
    SHIFT^5
    """
    steps: list[ElementaryStep] = []
    for run in _at(runs, position):
        opcode, stack, buffer, clauses, times = run
        guard = guard_of(
            {
                frozenset((Atom(kind, *(Place(*place) for place in places)), wanted) for kind, wanted, places in clause)
                for clause in clauses
            }
        )
        steps += [ElementaryStep(opcode, stack, buffer, guard)] * times
    return Composition(tuple(steps))


def _at(value: Any, position: int) -> Any:
    """The value with every number taken at this position."""
    if isinstance(value, Linear):
        return value.slope * position + value.constant
    return tuple(_at(part, position) for part in value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Family:
    """One transition for every position i = 1, 2, … of the buffer."""

    runs: tuple[RepeatedStep, ...]

    def member(self, position: int) -> Composition:
        """The transition for one position."""
        return composed(self.runs, position)


Transitions = Mapping[str, Composition | Family]


def for_each_position(member: Callable[[int], Composition]) -> Family:
    """A family of transitions, one for each position that the buffer has; numbers must be linear in the position.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, REDUCE, SHIFT, UNSHIFT
    >>> print(for_each_position(lambda i: SHIFT * i >> LEFT_ARC >> REDUCE >> UNSHIFT * (i - 1)).member(3))
    SHIFT^3 ; LEFT-ARC ; REDUCE ; UNSHIFT^2
    """
    members = [member(position) for position in range(1, POSITIONS_COMPARED + 1)]
    runs = _fitted(runs_of(members[-2]), runs_of(members[-1]))
    family = Family(tuple(RepeatedStep(*run) for run in runs)) if runs is not None else None
    if family is None or [family.member(position) for position in range(1, POSITIONS_COMPARED + 1)] != members:
        raise MultiplaneError(
            f"found a family with members {members[1]}, {members[2]}, …; expected the same steps at every position, "
            "with repetitions and depths that are linear in it"
        )
    return family


def _fitted(one: Any, two: Any) -> Any:
    """The value that gives ``one`` at the last position but one and ``two`` at the last, or None."""
    if one == two:
        return one
    if type(one) is int:
        slope = two - one
        return Linear(slope, two - slope * POSITIONS_COMPARED)
    if not isinstance(one, tuple) or len(one) != len(two):
        return None
    parts = tuple(map(_fitted, one, two))
    return None if None in parts else parts


def expanded(transitions: Transitions, words: int) -> dict[str, Composition]:
    """The transitions of a sentence of this many words by name; a family gives one for each position.

    >>> from multiplane.transition.algebra.composition import SHIFT
    >>> family = for_each_position(lambda i: SHIFT * i)
    >>> list(expanded({"shift": SHIFT, "shifts": family}, 3))
    ['shift', 'shifts(1)', 'shifts(2)']
    """
    result: dict[str, Composition] = {}
    for name, transition in transitions.items():
        if isinstance(transition, Family):
            result |= {f"{name}({i})": transition.member(i) for i in range(1, words)}
        else:
            result[name] = transition
    return result


def opcodes_used(transitions: Transitions) -> set[Opcode]:
    """The opcodes that occur in the transitions."""
    return {
        step.opcode
        for transition in transitions.values()
        for step in (transition.runs if isinstance(transition, Family) else transition.steps)
    }


def each_step(
    transitions: Transitions, change: Callable[[ElementaryStep], ElementaryStep]
) -> dict[str, Composition | Family]:
    """The transitions with every step changed."""

    def changed(transition: Composition) -> Composition:
        return Composition(tuple(map(change, transition.steps)))

    def changed_family(family: Family) -> Family:
        return for_each_position(lambda position: changed(family.member(position)))

    return {
        name: changed_family(transition) if isinstance(transition, Family) else changed(transition)
        for name, transition in transitions.items()
    }
