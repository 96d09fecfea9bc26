"""Transitions as plain data that JSON can hold, and back; what comes from a file is checked to the last number.

A transition is a list of steps, each an object: ``operation``, and where they are not the usual ones ``stack`` and
``buffer`` (depths), ``guard`` and ``times``. A guard is a list of clauses, each a list of conditions: ``kind``,
``places`` as pairs (area, depth), and ``holds``. In a family a number may be an object with ``slope`` and ``constant``.
"""

from __future__ import annotations

from collections.abc import Collection
from reprlib import repr as shown
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import WITH_BUFFER_DEPTH, WITH_STACK_DEPTH, Composition, Opcode
from multiplane.transition.algebra.family import Condition, Family, Linear, Number, RepeatedStep, composed, runs_of
from multiplane.transition.algebra.guards import PLACES_IN_GUARDS

MAX_RUNS = 64
MAX_TIMES = 256
MAX_CONDITIONS = 32
DEEPEST = 64
STEEPEST = 4
ALWAYS: tuple[tuple[Condition, ...], ...] = ((),)
KINDS = {kind.name: kind for kind in PLACES_IN_GUARDS}
OPCODES = {opcode.name: opcode for opcode in Opcode}


def transition_as_data(transition: Composition | Family) -> dict[str, Any]:
    """A transition as ``{"steps": …}``, a family as ``{"family": …}``.

    >>> from multiplane.transition.algebra.composition import LEFT_ARC, REDUCE
    >>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
    >>> left, reduce = transition_as_data(LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE * 2)["steps"]
    >>> left
    {'operation': 'LEFT_ARC', 'guard': [[{'kind': 'HAS_HEAD', 'places': [[1, 1]], 'holds': False}]]}
    >>> reduce
    {'operation': 'REDUCE', 'times': 2}
    """
    key = "family" if isinstance(transition, Family) else "steps"
    return {key: [_run_as_data(run) for run in runs_of(transition)]}


def _run_as_data(run: RepeatedStep) -> dict[str, Any]:
    data: dict[str, Any] = {"operation": run.opcode.name}
    data |= {
        key: _number_as_data(number) for key, number in (("stack", run.stack), ("buffer", run.buffer)) if number != 1
    }
    if run.guard != ALWAYS:
        data["guard"] = [[_condition_as_data(condition) for condition in clause] for clause in run.guard]
    if run.times != 1:
        data["times"] = _number_as_data(run.times)
    return data


def _condition_as_data(condition: Condition) -> dict[str, Any]:
    kind, holds, places = condition
    return {"kind": kind.name, "places": [[area, _number_as_data(depth)] for area, depth in places], "holds": holds}


def _number_as_data(number: Number) -> int | dict[str, int]:
    return number._asdict() if isinstance(number, Linear) else number


def transition_from_data(data: object) -> Composition | Family:
    """The transition of this data; an error that says what was found and what was expected.

    >>> print(transition_from_data({"steps": [{"operation": "SHIFT"}, {"operation": "REDUCE", "stack": 2}]}))
    SHIFT ; REDUCE(σ2)
    >>> transition_from_data({"steps": [{"operation": "JUMP"}]})
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found operation 'JUMP'; expected one of SHIFT, UNSHIFT, REDUCE, LEFT_ARC, ...
    """
    if not isinstance(data, dict) or set(data) not in ({"steps"}, {"family"}):
        raise MultiplaneError(f"found {shown(data)}; expected an object with steps or with family")
    in_family = "family" in data
    steps = checked_list(data["family" if in_family else "steps"], "steps", MAX_RUNS)
    runs = tuple(_run(step, in_family) for step in steps)
    times = sum(run.times for run in runs if isinstance(run.times, int))
    if times > MAX_TIMES:
        raise MultiplaneError(f"found {times} steps; expected {MAX_TIMES} at most")
    conditions = sum(len(clause) for run in runs for clause in run.guard)
    if conditions > MAX_CONDITIONS:
        raise MultiplaneError(f"found {conditions} conditions; expected {MAX_CONDITIONS} at most")
    return Family(runs) if in_family else composed(runs)


def _run(data: object, in_family: bool) -> RepeatedStep:
    step = checked_object(data, "a step", ("operation",), ("stack", "buffer", "guard", "times"))
    opcode = OPCODES[checked_choice(step["operation"], "operation", OPCODES)]
    for key, allowed in (("stack", WITH_STACK_DEPTH), ("buffer", WITH_BUFFER_DEPTH)):
        if key in step and opcode not in allowed:
            raise MultiplaneError(f"found {key} of {opcode.name}; it has no such form")
    guard = checked_list(step.get("guard", [[]]), "guard", MAX_CONDITIONS)
    return RepeatedStep(
        opcode,
        _depth(step.get("stack", 1), "stack", in_family),
        _depth(step.get("buffer", 1), "buffer", in_family),
        tuple(tuple(_condition(each, in_family) for each in checked_list(c, "clause", MAX_CONDITIONS)) for c in guard),
        _number(step.get("times", 1), "times", MAX_TIMES, in_family),
    )


def _condition(data: object, in_family: bool) -> Condition:
    condition = checked_object(data, "a condition", ("kind", "places", "holds"))
    kind = KINDS[checked_choice(condition["kind"], "kind of condition", KINDS)]
    places = checked_list(condition["places"], "places", 2)
    if len(places) != PLACES_IN_GUARDS[kind]:
        raise MultiplaneError(f"found {len(places)} places in {kind.name}; expected {PLACES_IN_GUARDS[kind]}")
    if not isinstance(condition["holds"], bool):
        raise MultiplaneError(f"found holds {shown(condition['holds'])}; expected true or false")
    return kind, condition["holds"], tuple(_place(place, in_family) for place in places)


def _place(data: object, in_family: bool) -> tuple[int, Number]:
    pair = checked_list(data, "place", 2)
    if len(pair) != 2:
        raise MultiplaneError(f"found place {shown(data)}; expected an area and a depth")
    return checked_number(pair[0], "area", 0, DEEPEST), _depth(pair[1], "depth", in_family)


def _depth(data: object, what: str, in_family: bool) -> Number:
    depth = _number(data, what, DEEPEST, in_family)
    if isinstance(depth, Linear) and (depth.slope < 0 or sum(depth) < 1):
        raise MultiplaneError(f"found {what} {shown(data)}; expected 1 or more at every position")
    return depth


def _number(data: object, what: str, most: int, in_family: bool) -> Number:
    if not in_family or not isinstance(data, dict):
        return checked_number(data, what, 1, most)
    number = checked_object(data, what, ("slope", "constant"))
    slope = checked_number(number["slope"], f"slope of {what}", -STEEPEST, STEEPEST)
    return Linear(slope, checked_number(number["constant"], f"constant of {what}", -most, most))


def checked_object(
    data: object, what: str, needed: Collection[str] = (), optional: Collection[str] = ()
) -> dict[str, Any]:
    """The data, if it is an object with all the keys that are needed and no unknown ones."""
    if not isinstance(data, dict) or not set(needed) <= set(data) <= {*needed, *optional}:
        raise MultiplaneError(f"found {what} {shown(data)}; expected an object with {', '.join((*needed, *optional))}")
    return data


def checked_list(data: object, what: str, most: int) -> list[Any]:
    """The data, if it is a list that is not too long."""
    if not isinstance(data, list):
        raise MultiplaneError(f"found {what} {shown(data)}; expected a list")
    if len(data) > most:
        raise MultiplaneError(f"found {what} of length {len(data)}; expected {most} at most")
    return data


def checked_number(data: object, what: str, least: int, most: int) -> int:
    """The data, if it is a whole number between these two."""
    if type(data) is not int or not least <= data <= most:
        raise MultiplaneError(f"found {what} {shown(data)}; expected a whole number from {least} to {most}")
    return data


def checked_choice(data: object, what: str, choices: Collection[str]) -> str:
    """The data, if it is one of these texts."""
    if not isinstance(data, str) or data not in choices:
        raise MultiplaneError(f"found {what} {shown(data)}; expected one of {', '.join(choices)}")
    return data
