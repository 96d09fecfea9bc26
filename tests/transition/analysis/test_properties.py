"""Derived properties: what the papers state, and no property claimed that exhaustive search refutes, for any system."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.transition import (
    ARC,
    ARC_BETWEEN,
    BUFFER_HAS_HEAD,
    CONNECTED,
    DISCARD,
    DROP,
    FORGET,
    LEFT_ARC,
    PATH_TO_BUFFER,
    PATH_TO_STACK,
    REDUCE,
    RESTORE,
    RIGHT_ARC,
    SHIFT,
    SKIP,
    STACK_EMPTY,
    STACK_HAS_HEAD,
    SWAP,
    SWITCH,
    UNSHIFT,
    Composition,
    System,
    get,
    names,
    verify,
)
from multiplane.transition.analysis.graph_classes import (
    arcs_of,
    fits_in_planes,
    has_no_covered_roots,
    has_no_cycles,
    has_no_undirected_cycles,
    has_one_arc_for_two_words,
    is_single_head,
)

NAMES = ("divisible", "planar", "single_head", "no_undirected_cycles", "no_covered_roots", "robust", "bounded")
ACYCLIC = {
    "planar-graph": "",
    "planar-graph+single-head": "",
    "planar-graph+directed-acyclic": "no directed cycles",
    "planar-graph+acyclic": "no directed cycles, one arc between two words",
    "2-planar-graph+directed-acyclic": "no directed cycles",
    "planar": "no directed cycles, one arc between two words",
    "dag-arc-eager": "one arc between two words",
    "dag-arc-standard": "one arc between two words",
    "dag-arc-standard+directed-acyclic": "no directed cycles, one arc between two words",
}
HOLDS = {
    "arc-standard": NAMES,
    "arc-standard-stack": NAMES,
    "arc-eager": NAMES,
    "arc-hybrid": NAMES,
    "easy-first": NAMES,
    "arc-eager+lba+rba": NAMES,
    "planar+no-covered-roots": NAMES,
    "dag-arc-standard": ("divisible", "planar", "no_covered_roots", "robust", "bounded"),
    "dag-arc-eager": ("divisible", "planar", "no_covered_roots", "robust", "bounded"),
    "planar-graph": ("divisible", "planar", "robust", "bounded"),
    "planar-graph+single-head": ("divisible", "planar", "single_head", "robust", "bounded"),
    "planar-graph+acyclic": ("divisible", "planar", "no_undirected_cycles", "robust", "bounded"),
    "planar-graph+no-covered-roots": ("divisible", "planar", "no_covered_roots", "robust", "bounded"),
    "planar": ("divisible", "planar", "single_head", "no_undirected_cycles", "robust", "bounded"),
    "2-planar": ("single_head", "no_undirected_cycles", "robust", "bounded"),
    "3-planar": ("single_head", "no_undirected_cycles", "robust", "bounded"),
    "swap": ("single_head", "no_undirected_cycles", "robust", "bounded"),
    "attardi-2": ("single_head", "no_undirected_cycles", "robust", "bounded"),
    "covington": ("single_head", "no_undirected_cycles", "robust", "bounded"),
    "undirected-planar": ("planar", "no_undirected_cycles", "robust", "bounded"),
    "undirected-2-planar": ("no_undirected_cycles", "robust", "bounded"),
}
BOUNDS = {
    "arc-standard": "2n − 1",
    "arc-eager": "2n",
    "arc-hybrid": "2n − 1",
    "easy-first": "n",
    "planar": "3n − 1",
    "planar-graph": "6n − 6",
    "2-planar": "8n − 1",
    "2-planar-graph": "22n − 23",
    "swap": "n² + n − 1",
    "covington": "n²/2 + n/2",
}


@pytest.mark.parametrize("name", HOLDS)
def test_properties_of_named_systems(name: str) -> None:
    properties = get(name).properties
    assert tuple(key for key in NAMES if getattr(properties, key).holds) == HOLDS[name]


@pytest.mark.parametrize("name", ACYCLIC)
def test_directed_cycles_and_arcs_between_the_same_words(name: str) -> None:
    properties = get(name).properties
    both = (properties.no_directed_cycles, properties.one_arc_between_words)
    assert ", ".join(each.name for each in both if each.holds) == ACYCLIC[name]


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_on_length(name: str) -> None:
    assert str(get(name).properties.most_transitions) == BOUNDS[name]


def test_the_bound_of_two_planar_graphs_is_that_of_the_paper() -> None:
    """DTS Prop. 11: m ≤ 2(n + 2n + 8n − 12) + 1."""
    bound = get("2-planar-graph").properties.most_transitions
    assert bound is not None
    assert all(bound(n) == 2 * (n + 2 * n + 8 * n - 12) + 1 for n in range(2, 20))


def test_planes_and_steps() -> None:
    assert [get(name).properties.planes for name in ("planar", "2-planar", "3-planar+rba", "swap")] == [1, 2, 3, None]
    assert get("arc-standard").properties.most_steps == 4
    assert get("easy-first").properties.most_steps is None
    assert not get("easy-first").properties.steps.holds
    assert get("easy-first").properties.length.holds


def test_efficient_means_all_three() -> None:
    for name in names():
        properties = get(name).properties
        three = (properties.divisible, properties.robust, properties.bounded)
        assert properties.efficient.holds == all(p.holds for p in three)


def test_reasons_name_the_culprit() -> None:
    properties = get("dag-arc-standard").properties
    assert properties.single_head.reason == "left-reduce may give a second head"
    assert get("swap").properties.divisible.reason == "uses SWAP, not among the five elementary"
    assert "in the buffer" in get("arc-eager").properties.single_head.reason
    assert str(get("planar").properties.no_covered_roots).startswith("no covered roots: not implied (DTS Prop. 1")
    assert len(list(properties)) == 12


def check_against_search(system: System, words: int) -> None:
    """Everything that is proved holds of everything that is derived."""
    proved, found = system.properties, verify(system, words)
    graphs = [arcs_of_row(row) for row in found.graphs]
    if proved.planes is not None:
        assert all(fits_in_planes(arcs, proved.planes) for arcs in graphs)
    if proved.single_head.holds:
        assert all(is_single_head(arcs, words) for arcs in graphs)
    if proved.no_undirected_cycles.holds:
        assert all(has_no_undirected_cycles(arcs, words) for arcs in graphs)
    if proved.no_directed_cycles.holds:
        assert all(has_no_cycles(arcs, words) for arcs in graphs)
    if proved.one_arc_between_words.holds and not system.is_undirected:
        assert all(has_one_arc_for_two_words(arcs, words) for arcs in graphs)
    if proved.no_covered_roots.holds:
        assert all(has_no_covered_roots(arcs, words) for arcs in graphs)
    if proved.robust.holds:
        assert found.stuck == 0
    if proved.bounded.holds:
        assert not found.endless
        assert found.within_bound
    assert all(len(arcs) <= proved.most_arcs(words) for arcs in graphs)


def arcs_of_row(row: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    return arcs_of(np.array(row, dtype=np.uint8))


@pytest.mark.parametrize("name", [*names(), "arc-eager+lnba+rnba", "planar+lba+rba", "2-planar+rba", "arc-hybrid+rnba"])
def test_no_proof_is_refuted(name: str) -> None:
    check_against_search(get(name), 3 if name in ("2-planar-graph", "3-planar") else 4)


GUARDS = [
    STACK_HAS_HEAD,
    ~STACK_HAS_HEAD,
    BUFFER_HAS_HEAD,
    ~BUFFER_HAS_HEAD,
    ~CONNECTED,
    ~ARC_BETWEEN,
    ~PATH_TO_BUFFER,
    ~PATH_TO_STACK,
    PATH_TO_BUFFER | PATH_TO_STACK,
    ~STACK_HAS_HEAD & ~CONNECTED,
    STACK_EMPTY | STACK_HAS_HEAD,
    ~STACK_HAS_HEAD & ~BUFFER_HAS_HEAD,
]


ELEMENTARY = [SHIFT, UNSHIFT, REDUCE, LEFT_ARC, RIGHT_ARC, LEFT_ARC >> REDUCE, RIGHT_ARC >> SHIFT]
EXTENDED = [
    *ELEMENTARY,
    LEFT_ARC.at(stack=2) >> REDUCE.at(stack=2),
    RIGHT_ARC.at(buffer=2),
    LEFT_ARC.at(buffer=2),
    DROP,
    DROP.at(buffer=2),
    DISCARD,
    SWAP,
    SKIP,
    RESTORE >> SHIFT,
    FORGET,
]


@st.composite
def transitions(draw: st.DrawFn) -> Composition:
    operations = st.sampled_from(draw(st.sampled_from([ELEMENTARY, EXTENDED])))
    composed = draw(operations)
    if draw(st.booleans()):
        composed = composed.where(draw(st.sampled_from(GUARDS)))
    for _ in range(draw(st.integers(0, 3))):
        part = draw(operations)
        composed = composed >> (part.where(draw(st.sampled_from(GUARDS))) if draw(st.booleans()) else part)
    return composed


def test_arguments_that_fall_one_step_short_prove_nothing() -> None:
    """A right arc whose dependent stays lets 3 → 1 close 1 → 2 → 3; edges have no direction yet, whatever the guard."""
    left, right = LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE, RIGHT_ARC.where(~BUFFER_HAS_HEAD) >> SHIFT
    stays = System("stays", shift=SHIFT, reduce=REDUCE, back=UNSHIFT, left=left, right=right)
    cycle = ["shift", "right", "right", "back", "reduce", "left", "shift"]
    assert set(stays.run_graph(3, cycle).arcs) == {(1, 2), (2, 3), (3, 1)}
    assert not stays.properties.no_undirected_cycles.holds and not stays.properties.no_directed_cycles.holds
    edges = System("edges", shift=SHIFT, reduce=REDUCE, arc=ARC.where(~PATH_TO_BUFFER & ~PATH_TO_STACK))
    assert not edges.properties.no_directed_cycles.holds


def some_transition(rng: Random, operations: list[Composition]) -> Composition:
    """One to three operations, some of them with a guard."""
    parts = [
        part.where(rng.choice(GUARDS)) if rng.random() < 0.5 else part
        for part in rng.choices(operations, k=rng.randint(1, 3))
    ]
    return reduce(Composition.__rshift__, parts)


@pytest.mark.parametrize("stacks", [1, 2])
def test_no_proof_is_refuted_for_many_small_systems(stacks: int) -> None:
    """All sequences for two and three words of systems made at random; of each property some proofs are tried."""
    rng, proved, made = Random(stacks), Counter[str](), 0
    while made < 60:
        operations = [*ELEMENTARY, SWITCH] if stacks == 2 else rng.choice([ELEMENTARY, EXTENDED])
        try:
            system = System(
                "random", shift=SHIFT, **{f"t{number}": some_transition(rng, operations) for number in range(2)}
            ).with_stacks(stacks)
        except MultiplaneError:
            continue
        made += 1
        proved.update(found.name for found in system.properties if found.holds)
        for words in (2, 3):
            check_against_search(system, words)
    assert min(proved[name] for name in ("single-head", "no undirected cycles", "no directed cycles")) > 2
    assert min(proved[name] for name in ("one arc between two words", "no covered roots", "bounded")) > 2


@pytest.mark.slow
@settings(max_examples=100, suppress_health_check=[HealthCheck.filter_too_much])
@given(made=st.lists(transitions(), min_size=2, max_size=4), stacks=st.integers(1, 2))
def test_no_proof_is_refuted_for_systems_made_at_random(made: list[Composition], stacks: int) -> None:
    try:
        system = System("random", shift=SHIFT, **{f"t{i}": t for i, t in enumerate(made)})
        system = system.with_stacks(stacks)
    except MultiplaneError as error:
        assume("never apply" not in str(error) and "stacks" not in str(error) and "after RESTORE" not in str(error))
        raise
    check_against_search(system, 3 if stacks == 2 else 4)
