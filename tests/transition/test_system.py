"""Systems are frozen, and survive copying; properties of large systems are found quickly."""

from __future__ import annotations

import copy
import pickle

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import LEFT_ARC, SHIFT, System, get


@pytest.mark.parametrize("attribute", ["name", "transitions", "stacks", "root", "source", "graph_class"])
def test_no_attribute_can_be_changed(attribute: str) -> None:
    system = get("arc-eager")
    before = getattr(system, attribute)
    with pytest.raises(AttributeError, match=attribute):
        setattr(system, attribute, True)
    with pytest.raises(AttributeError, match=attribute):
        delattr(system, attribute)
    assert getattr(get("arc-eager"), attribute) is before


def test_transitions_cannot_be_added() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        get("arc-eager").transitions["jump"] = SHIFT  # type: ignore[index]
    own = {"shift": SHIFT}
    system = System("own", **own)
    own["left"] = LEFT_ARC
    assert list(system.transitions) == ["shift"]


@pytest.mark.parametrize("name", ["arc-eager", "easy-first", "2-planar+rba"])
def test_copies_are_the_same_system(name: str) -> None:
    system = get(name)
    for again in (copy.copy(system), copy.deepcopy(system), pickle.loads(pickle.dumps(system))):
        assert isinstance(again, System)
        assert again.attributes() == system.attributes()
        assert again.derive([2, 0, 2]) == system.derive([2, 0, 2])


@pytest.mark.parametrize("name", ["a b", "a:b", "a(1)", "", "x" * 101])
def test_names_that_could_not_be_written_in_a_sequence(name: str) -> None:
    with pytest.raises(MultiplaneError, match="without spaces, colons or parentheses"):
        System("own", **{name: SHIFT})


@pytest.mark.parametrize(("name", "bound"), [("attardi-24", "24n − 23"), ("attardi-64", "64n − 63")])
def test_properties_of_systems_with_many_transitions(name: str, bound: str) -> None:
    system = get(name).variant("own")
    assert str(system.properties.most_transitions) == bound


def test_non_projective_buffer_arcs_leave_the_class() -> None:
    eager = get("arc-eager")
    assert eager.with_buffer_arcs("left").graph_class == eager.graph_class == "projective"
    assert eager.with_buffer_arcs("left", "right-nonprojective").graph_class == ""
