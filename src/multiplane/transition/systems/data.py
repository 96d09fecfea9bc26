"""A transition system as plain data that JSON can hold, and back: what a model file carries.

An object with the attributes of a :class:`~multiplane.transition.system.System`; ``transitions`` is a list,
since their order counts, of objects as in :mod:`multiplane.transition.algebra.data`, each with its ``name``. What is
read is bounded in every number and length, since it may come from anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as shown
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.structure import tree_class
from multiplane.transition.algebra.composition import Composition
from multiplane.transition.algebra.data import (
    checked_choice,
    checked_list,
    checked_number,
    checked_object,
    transition_as_data,
    transition_from_data,
)
from multiplane.transition.algebra.family import Family, runs_of
from multiplane.transition.transforms.pseudo_projective import SCHEMES
from multiplane.transition.transforms.undirected import METHODS

KEYS = ("name", "transitions", "stacks", "root", "source", "graph_class", "reconstruction", "pseudo_projective")
MAX_TRANSITIONS = 1000
MAX_STEPS = 2000
MAX_CONDITIONS = 500
MAX_STACKS = 64
MAX_TEXT_LENGTH = 200


def system_as_data(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a system as an object that JSON can hold; an error where it is too large to be read again."""
    transitions = [
        {"name": name, **transition_as_data(transition)} for name, transition in attributes["transitions"].items()
    ]
    data = {**attributes, "transitions": transitions}
    attributes_from_data(data)
    return data


def attributes_from_data(data: object) -> dict[str, Any]:
    """The attributes of a system from its data; an error that says what was found and what was expected."""
    found = dict(checked_object(data, "a transition system", KEYS))
    name = _text(found["name"], "name of a system")
    try:
        found["transitions"] = _transitions(found["transitions"])
        checked_number(found["stacks"], "stacks", 1, MAX_STACKS)
        if not isinstance(found["root"], bool):
            raise MultiplaneError(f"found root {shown(found['root'])}; expected true or false")
        _text(found["source"], "source")
        if _text(found["graph_class"], "graph_class"):
            tree_class(found["graph_class"])
        for key, choices in (("reconstruction", METHODS), ("pseudo_projective", SCHEMES)):
            if found[key] is not None:
                checked_choice(found[key], key, choices)
    except MultiplaneError as error:
        raise MultiplaneError(f"system {name}: {error}") from None
    return found


def _transitions(data: object) -> dict[str, Composition | Family]:
    transitions: dict[str, Composition | Family] = {}
    for each in checked_list(data, "transitions", MAX_TRANSITIONS):
        if not isinstance(each, dict) or "name" not in each:
            raise MultiplaneError(f"found transition {shown(each)}; expected an object with a name")
        name = _text(each["name"], "name of a transition")
        if name in transitions:
            raise MultiplaneError(f"found two transitions {name}; expected different names")
        try:
            transitions[name] = transition_from_data({key: value for key, value in each.items() if key != "name"})
        except MultiplaneError as error:
            raise MultiplaneError(f"transition {name}: {error}") from None
    runs = [run for transition in transitions.values() for run in runs_of(transition)]
    conditions = sum(len(clause) for run in runs for clause in run.guard)
    for found, most, what in ((len(runs), MAX_STEPS, "steps"), (conditions, MAX_CONDITIONS, "conditions")):
        if found > most:
            raise MultiplaneError(f"found {found} {what} in all; expected {most} at most")
    return transitions


def _text(data: object, what: str) -> str:
    if not isinstance(data, str) or len(data) > MAX_TEXT_LENGTH or not data.isprintable():
        raise MultiplaneError(f"found {what} {shown(data)}; expected {MAX_TEXT_LENGTH} printable letters at most")
    return data
