"""The profile of a system: which oracle it gets, what its arc transitions do, and when it has none."""

from __future__ import annotations

import pytest

from multiplane.transition import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, UNSHIFT, System, get
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.oracles.profile import (
    ARC_RECORDS,
    BUFFER_ARC_TRANSITIONS,
    COVINGTON_ORACLE,
    DEPENDENT_AREA,
    EXACT_LOSSES,
    GREEDY_ORACLE,
    HEAD_AREA,
    HEAD_DEPTH,
    LOSS,
    LOSS_TWO_PLANAR,
    NO_LOSS,
    NO_ROOT_ARCS,
    OPTIONAL_ROOT_ARCS,
    PLANES_ORACLE,
    RECORD_SIZE,
    REDUCE_NUMBER,
    REMOVED_AREA,
    REQUIRED_ROOT_ARCS,
    ROOT_ARCS,
    SEARCH_BUDGET,
    STATIC_ORACLE,
    SWAP_ORACLE,
    of_arc,
    profile_of,
)

STATIC_ORACLES = {
    "arc-eager": GREEDY_ORACLE,
    "easy-first": GREEDY_ORACLE,
    "attardi-3": GREEDY_ORACLE,
    "planar+no-covered-roots": GREEDY_ORACLE,
    "planar+lnba": GREEDY_ORACLE,
    "planar": PLANES_ORACLE,
    "planar+lba": PLANES_ORACLE,
    "2-planar+lnba": PLANES_ORACLE,
    "undirected-planar": PLANES_ORACLE,
    "swap+root": SWAP_ORACLE,
    "covington-projective": COVINGTON_ORACLE,
    "undirected-covington": COVINGTON_ORACLE,
}


@pytest.mark.parametrize("name", STATIC_ORACLES)
def test_the_static_oracle_follows_from_the_transitions(name: str) -> None:
    assert profile_of(get(name), 4)[STATIC_ORACLE] == STATIC_ORACLES[name]


def test_buffer_arcs_come_first() -> None:
    profile = profile_of(get("arc-hybrid+lba+rnba"), 4)
    records = profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE)
    names = get("arc-hybrid+lba+rnba").names(4)
    assert [names[number] for number in records[:, 0]] == ["rnba", "lba", "left", "right"]
    assert profile[BUFFER_ARC_TRANSITIONS] == 2


def test_the_places_of_an_arc() -> None:
    """Attardi's left-2: from the first of the buffer to the second of the stack, which goes."""
    profile = profile_of(get("attardi-2"), 4)
    number = get("attardi-2").names(4).index("left-2")
    record = profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE)[:, 0].tolist().index(number)
    found = [int(of_arc(profile, record, entry)) for entry in (HEAD_AREA, HEAD_DEPTH, DEPENDENT_AREA, REMOVED_AREA)]
    assert found == [BUFFER, 1, STACK, STACK]


def test_who_has_a_dynamic_oracle() -> None:
    for name, loss in {**EXACT_LOSSES, "2-planar": LOSS_TWO_PLANAR}.items():
        assert profile_of(get(name), 4)[LOSS] == loss
        if name != "covington":
            assert profile_of(get(f"{name}+lba+rba"), 4)[LOSS] == loss
            assert profile_of(get(f"{name}+rnba"), 4)[LOSS] == NO_LOSS
        assert profile_of(get(f"{name}+root"), 4)[LOSS] == NO_LOSS


def test_the_same_transitions_on_more_stacks_have_no_loss() -> None:
    assert profile_of(get("arc-eager").variant("arc-eager-on-two-stacks", stacks=2), 4)[LOSS] == NO_LOSS


def test_arcs_from_the_root() -> None:
    names = {
        "arc-eager": NO_ROOT_ARCS,
        "arc-eager+root": OPTIONAL_ROOT_ARCS,
        "undirected-planar+label-a": OPTIONAL_ROOT_ARCS,
        "undirected-planar+naive": REQUIRED_ROOT_ARCS,
    }
    assert {name: profile_of(get(name), 4)[ROOT_ARCS] for name in names} == names


def test_only_where_the_order_of_arcs_matters_is_there_a_search() -> None:
    found = {name: int(profile_of(get(name), 4, budget=77)[SEARCH_BUDGET]) for name in ("attardi-2", "attardi-3")}
    assert found == {"attardi-2": 0, "attardi-3": 77}


def test_systems_that_no_oracle_can_handle() -> None:
    two_arcs = System("two-arcs", shift=SHIFT, both=LEFT_ARC >> SHIFT >> LEFT_ARC)
    no_shift = System("no-shift", right=RIGHT_ARC >> SHIFT >> REDUCE, left=LEFT_ARC >> REDUCE)
    assert profile_of(two_arcs, 4) is None
    assert profile_of(no_shift, 4) is None


def test_for_graphs_arcs_that_remove_no_node_are_used_too() -> None:
    system = get("dag-arc-standard")
    trees, graphs = (
        profile_of(system, 4, graphs=each)[ARC_RECORDS:].reshape(-1, RECORD_SIZE) for each in (False, True)
    )
    names = system.names(4)
    assert [names[number] for number in trees[:, 0]] == ["left-reduce", "right-reduce"]
    assert [names[number] for number in graphs[:, 0]] == ["left-reduce", "right-reduce", "left-attach", "right-attach"]


def test_without_reduce_only_arcs_that_remove_a_node_are_used() -> None:
    """No other transition would ever take the dependents away."""
    own = System("own", shift=SHIFT, left=LEFT_ARC >> REDUCE, stay=RIGHT_ARC >> SHIFT >> UNSHIFT)
    profile = profile_of(own, 4)
    assert profile[REDUCE_NUMBER] == -1
    assert profile[ARC_RECORDS:].reshape(-1, RECORD_SIZE)[:, 0].tolist() == [1]
