"""Systems as data: every system comes back from JSON with the same program; what is malformed is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transition.machine.test_execution import VARIANTS, odd_systems

from multiplane.errors import MultiplaneError
from multiplane.transition import SHIFT, STACK_HAS_HEAD, System, for_each_position, get, names

MORE = ("arc-eager+pp:head+path", "easy-first+acyclic", "easy-first+root", "attardi-64", "64-planar", "9-planar+rba")


def comes_back(system: System) -> System:
    """The system after a way through JSON that forgets the order of keys."""
    return System.from_data(json.loads(json.dumps(system.as_data(), sort_keys=True)))


@pytest.mark.parametrize("name", [*names(), *VARIANTS, *MORE])
def test_named_systems_come_back(name: str) -> None:
    system = get(name)
    again = comes_back(system)
    assert again.attributes() == system.attributes()
    for words in (0, 1, 2, 7):
        assert again.names(words) == system.names(words)
        assert again.program(words).tolist() == system.program(words).tolist()
    assert json.dumps(again.as_data()) == json.dumps(system.as_data())


@pytest.mark.parametrize("system", odd_systems(), ids=lambda system: system.name)
def test_systems_of_ones_own_come_back(system: System) -> None:
    for each in (system, system.with_root()):
        assert comes_back(each).attributes() == each.attributes()
        assert comes_back(each).program(3).tolist() == each.program(3).tolist()


def test_what_comes_back_derives() -> None:
    assert comes_back(get("arc-eager")).derive([2, 0, 2]) == ["shift", "left", "shift", "right"]


def test_a_system_that_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(MultiplaneError, match="system long: transition shifts: found times 300; expected"):
        System("long", shifts=SHIFT * 300).as_data()
    with pytest.raises(MultiplaneError, match="slope of times 9"):
        System("steep", shift=SHIFT, shifts=for_each_position(lambda i: SHIFT * (9 * i))).as_data()


def plain() -> dict[str, Any]:
    return System("plain", shift=SHIFT.where(STACK_HAS_HEAD)).as_data()


def with_step(**changes: Any) -> dict[str, Any]:
    """A system whose one step has these keys changed."""
    data = plain()
    data["transitions"][0]["steps"][0].update(changes)
    return data


def with_condition(**changes: Any) -> dict[str, Any]:
    data = plain()
    data["transitions"][0]["steps"][0]["guard"][0][0].update(changes)
    return data


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in plain().items() if name != key}


FAMILY = {"name": "family", "family": [{"operation": "LEFT_ARC", "stack": {"slope": 1, "constant": 0}}]}


def with_family(**changes: Any) -> dict[str, Any]:
    data = plain()
    data["transitions"].append({"name": "family", "family": [{**FAMILY["family"][0], **changes}]})  # type: ignore[dict-item]
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "found a transition system None; expected an object with name, transitions, stacks"),
        ([], "found a transition system"),
        ({}, "found a transition system {}"),
        (without("root"), "expected an object with name, transitions"),
        ({**plain(), "code": "print()"}, "expected an object with name, transitions"),
        ({**plain(), "name": 3}, "found name of a system 3; expected 200 printable letters at most"),
        ({**plain(), "name": "x" * 1000}, "found name of a system 'xxx"),
        ({**plain(), "name": "a\nb"}, "printable"),
        ({**plain(), "source": None}, "system plain: found source None"),
        ({**plain(), "graph_class": "../x"}, "no class '../x'; "),
        ({**plain(), "stacks": 0}, "system plain: found stacks 0; expected a whole number from 1 to 64"),
        ({**plain(), "stacks": True}, "found stacks True"),
        ({**plain(), "stacks": 1.0}, "found stacks 1.0"),
        ({**plain(), "stacks": 10**30}, "found stacks 1000"),
        ({**plain(), "root": 1}, "found root 1; expected true or false"),
        ({**plain(), "reconstruction": "wild"}, "found reconstruction 'wild'; expected one of naive, label-a, label-b"),
        ({**plain(), "pseudo_projective": ["head"]}, "found pseudo_projective"),
        ({**plain(), "transitions": {}}, "found transitions {}; expected a list"),
        ({**plain(), "transitions": []}, "system plain: found no transitions"),
        ({**plain(), "transitions": plain()["transitions"] * 2}, "found two transitions shift"),
        ({**plain(), "transitions": plain()["transitions"] * 1001}, "length 1001; expected 1000 at most"),
        ({**plain(), "transitions": [{"steps": []}]}, "expected an object with a name"),
        ({**plain(), "transitions": [{"name": "a:b", "steps": []}]}, "found transition 'a:b'; expected a name"),
        ({**plain(), "transitions": [{"name": "a"}]}, "transition a: found {}; expected an object with steps or"),
        ({**plain(), "transitions": [{"name": "a", "steps": 3}]}, "found steps 3; expected a list"),
        ({**plain(), "transitions": [{"name": "a", "steps": [[]] * 65}]}, "length 65; expected 64"),
        (with_step(operation="JUMP"), "transition shift: found operation 'JUMP'; expected one of SHIFT, UNSHIFT"),
        (with_step(operation=12), "found operation 12"),
        (with_step(operation="REDUCE", stack=0), "found stack 0; expected a whole number from 1 to 64"),
        (with_step(operation="REDUCE", stack=65), "found stack 65"),
        (with_step(operation="REDUCE", stack={"slope": 1, "constant": 0}), "found stack {'constant'"),
        (with_step(stack=2), "found stack of SHIFT; it has no such form"),
        (with_step(times=0), "found times 0"),
        (with_step(times=257), "found times 257"),
        (with_step(guard=3), "found guard 3; expected a list"),
        (with_step(guard=[3]), "found clause 3; expected a list"),
        (with_step(guard=[]), "transition shift: it can never apply"),
        (with_step(guard=[[{}]]), "found a condition {}; expected an object with kind, places, holds"),
        (with_step(guard=[[]] * 33), "length 33"),
        (with_step(jump=1), "found a step"),
        (with_condition(kind="MAY_SWITCH"), "found kind of condition 'MAY_SWITCH'; expected one of HAS_HEAD"),
        (with_condition(kind="CONNECTED"), "found 1 places in CONNECTED; expected 2"),
        (with_condition(places=[[1]]), "expected an area and a depth"),
        (with_condition(places=[[1, 0]]), "found depth 0"),
        (with_condition(places=[[-1, 1]]), "found area -1"),
        (with_condition(places=[[2, 1]]), "found a guard on σ′; expected a place on 1 stack"),
        (with_condition(holds=1), "found holds 1; expected true or false"),
        (with_family(stack={"slope": 1}), "found stack {'slope': 1}; expected an object with slope, constant"),
        (with_family(stack={"slope": -1, "constant": 9}), "expected 1 or more at every position"),
        (with_family(stack={"slope": 1, "constant": -1}), "expected 1 or more at every position"),
        (with_family(times={"slope": 5, "constant": 0}), "found slope of times 5"),
        (with_family(times={"slope": 1, "constant": 10**9}), "found constant of times"),
    ],
)
def test_malformed_data(data: object, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message.replace("{", r"\{").replace("(", r"\(")):
        System.from_data(data)


def test_what_is_too_much_in_all() -> None:
    data = plain()
    data["transitions"] = [{**data["transitions"][0], "name": f"t{number}"} for number in range(501)]
    with pytest.raises(MultiplaneError, match="found 501 conditions in all; expected 500 at most"):
        System.from_data(data)


def test_a_condition_that_grows_beyond_bounds_is_refused() -> None:
    """Every disjunction doubles the clauses of the condition."""
    data = plain()
    choice = [[{"kind": "HAS_HEAD", "places": [[area, 1]], "holds": True}] for area in (0, 1)]
    places = [[[{**c[0], "places": [[c[0]["places"][0][0], depth]]}] for c in choice] for depth in range(1, 17)]
    data["transitions"][0]["steps"] = [{"operation": "REDUCE", "stack": 60, "guard": guard} for guard in places]
    with pytest.raises(MultiplaneError, match=r"transition shift: found a condition of \d+ clauses; expected 512"):
        System.from_data(data)


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from parts(child, (*path, key))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 300),
    st.sampled_from([10**20, 0.5, "", "SHIFT", "HAS_HEAD", "x:y", [], [[]], {}, {"slope": 1, "constant": 0}]),
)


@given(st.data())
def test_damaged_data_are_refused_or_are_another_system(data: st.DataObject) -> None:
    found = get(data.draw(st.sampled_from(["arc-eager", "2-planar", "easy-first", "covington", "attardi-3"]))).as_data()
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(parts(found))))
        inside: Any = found
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = deepcopy(data.draw(JUNK))
    try:
        system = System.from_data(found)
    except MultiplaneError as error:
        assert "\n" not in str(error) and len(str(error)) < 400
    else:
        assert comes_back(system).program(3).tolist() == system.program(3).tolist()
