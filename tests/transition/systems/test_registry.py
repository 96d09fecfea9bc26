"""Systems by name: patterns, modifiers, redundant constraints, refusals with the nearest names."""

from __future__ import annotations

import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, System, get, register
from multiplane.transition.systems.registry import names


def test_all_names_are_systems_of_that_name() -> None:
    assert len(set(names())) == len(names())
    assert [get(name).name for name in names()] == list(names())


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("1-planar", "planar"),
        ("planar+single-head+acyclic", "planar"),
        ("planar-graph+acyclic+single-head", "planar-graph+acyclic+single-head"),
        ("planar+single-head+acyclic+no-covered-roots", "planar+no-covered-roots"),
        ("undirected-planar+label-b", "undirected-planar"),
        ("undirected-2-planar+naive+root", "undirected-2-planar+naive"),
        ("arc-eager+pp:head+path", "arc-eager+pp:head+path"),
        ("arc-eager+lba+pp:path", "arc-eager+lba+pp:path"),
        ("7-planar", "7-planar"),
        ("attardi-5", "attardi-5"),
        ("2-planar+rba+lba", "2-planar+rba+lba"),
    ],
)
def test_modifiers(name: str, canonical: str) -> None:
    assert get(name).name == canonical


def test_constraints_that_make_planar_make_the_same_transitions() -> None:
    assert get("planar-graph+single-head+acyclic").transitions == get("planar").transitions
    assert get("planar").with_stacks(2).transitions == get("2-planar").transitions


def test_where_buffer_nodes_may_have_heads_buffer_arcs_are_guarded() -> None:
    assert str(get("planar+lba").transitions["lba"]) == "SHIFT ; LEFT-ARC|(¬Hσ ∧ ¬conn) ; REDUCE"
    assert str(get("arc-eager+lba").transitions["lba"]) == "SHIFT ; LEFT-ARC ; REDUCE"
    assert str(get("2-planar+rba").transitions["rba"]).endswith("SHIFT ; DISCARD ; UNSHIFT")
    assert "¬conn(σ, β2)" in str(get("planar+rnba").transitions["rnba"])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("foo", "no transition system 'foo'; `multiplane systems` lists all$"),
        ("arc-eagerly", "no transition system 'arc-eagerly'; nearest: arc-eager"),
        ("0-planar", "no transition system '0-planar'"),
        ("", "no transition system ''"),
        ("arc-eager+lbaa", "no modifier 'lbaa'; nearest: .*lba"),
        ("arc-eager+naive", "naive is a reconstruction"),
        ("2-planar+pp:head", "it is not projective"),
        ("arc-eager+pp:tail", "no modifier 'pp:tail'"),
        ("covington+lba", "not a directed stack-based system"),
        ("undirected-planar+lba", "not a directed stack-based system"),
        ("undirected-arc-eager", "left and right, which differ in more than direction"),
        ("undirected-arc-standard", "differ in more than direction"),
        ("undirected-easy-first", "differ in more than direction"),
        ("undirected-covington-projective", "differ in more than direction"),
        ("undirected-planar+no-covered-roots", "needs heads"),
    ],
)
def test_refusals(name: str, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        get(name)


def test_a_system_of_ones_own() -> None:
    mine = System("patient-test", shift=SHIFT, left=LEFT_ARC >> REDUCE, right=RIGHT_ARC >> SHIFT >> REDUCE)
    with pytest.raises(MultiplaneError, match="no transition system 'patient-test'"):
        get("patient-test")
    assert register(mine) is mine
    assert get("patient-test") is mine
    other = System("patient-test", shift=SHIFT, left=LEFT_ARC >> REDUCE)
    assert get(register(other).name) is other


@pytest.mark.parametrize("name", ["arc-eager", "7-planar", "arc-eager+lba"])
def test_names_that_are_taken(name: str) -> None:
    with pytest.raises(MultiplaneError, match="expected another name for yours"):
        register(System(name, shift=SHIFT))
