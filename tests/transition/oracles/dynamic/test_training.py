"""Training oracles: against the truth where they claim to be exact, and whoever follows them builds the gold tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees
from tests.transition.oracles.dynamic.judge import configurations, found_losses, spread
from tests.transition.oracles.tree_classes import any_tree, planar, two_planar

from multiplane.generate import random_tree
from multiplane.kernels.arrays import Int32
from multiplane.structure import is_projective
from multiplane.transition import DROP, RIGHT_ARC, SWAP, UNSHIFT, System, get
from multiplane.transition.analysis.exploration import Explored
from multiplane.transition.machine.execution import apply, permitted
from multiplane.transition.machine.memory import view
from multiplane.transition.oracles import (
    gold_tree,
    has_training_oracle,
    is_certainly_optimal,
    training_costs,
    training_golds,
    training_oracle,
)
from multiplane.transition.oracles.profile import (
    LOSS,
    LOSS_ARC_EAGER,
    LOSS_ASSIGNED_PLANES,
    LOSS_COVINGTON,
    LOSS_NEVER_FALLS,
    LOSS_PLANAR,
)


def one_root(heads: Heads) -> bool:
    """Where arcs can be built until all is one tree, a training oracle alone does not stop before."""
    return is_projective(heads) and heads.count(0) == 1


BUILDS: dict[str, Callable[[Heads], bool]] = {
    "arc-eager": is_projective,
    "arc-eager+acyclic": is_projective,
    "arc-eager+lnba+rnba": is_projective,
    "arc-eager+pp:head": is_projective,
    "arc-hybrid+lnba": one_root,
    "attardi-2": is_projective,
    "swap": one_root,
    "covington": any_tree,
    "covington+root": any_tree,
    "undirected-covington": any_tree,
    "undirected-covington+naive": any_tree,
    "planar": planar,
    "planar+root": planar,
    "undirected-planar": planar,
    "2-planar": two_planar,
    "2-planar+lba": two_planar,
    "2-planar+root": two_planar,
    "undirected-2-planar": two_planar,
    "3-planar": any_tree,
}


def follow(name: str, heads: Heads, walk: Callable[[list[int]], int | None] = lambda permitted: None) -> Int32:
    """The memory after a walk and, from there on, the last transition of least cost."""
    system, words = get(name), len(heads)
    oracle, program, memory = training_oracle(system, words), system.program(words), system.memory(words)
    gold, scratch = gold_tree(oracle, np.array(heads, np.int32)), memory.copy()
    out = np.empty(len(system.names(words)), np.int32)
    for _ in range(100 * words):
        possible = [number for number in range(len(out)) if permitted(memory, program, number, -1)]
        if not possible:
            break
        chosen = walk(possible)
        if chosen is None:
            training_costs(oracle, program, memory, gold, scratch, out)
            least = min(out[number] for number in possible)
            chosen = max(number for number in possible if out[number] == least)
        apply(memory, program, chosen, -1)
    return memory


def edges(arcs: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(min(arc), max(arc)) for arc in arcs if min(arc) > 0}


@pytest.mark.parametrize("name", BUILDS)
def test_whoever_follows_the_oracle_builds_the_tree(name: str) -> None:
    for words in (1, 2, 3, 4):
        for heads in filter(BUILDS[name], all_trees(words)):
            found = view(follow(name, heads))
            wanted = edges([(head, word + 1) for word, head in enumerate(heads)])
            assert edges(found.arcs) == wanted, heads
            if not get(name).is_undirected:
                assert [max(head, 0) for head in found.heads] == list(heads)
            if get(name).root and not get(name).is_undirected and is_projective(heads):
                assert found.heads == list(heads)


@cache
def built_by(name: str) -> list[Heads]:
    """The trees of five words that a system builds."""
    return [heads for heads in all_trees(5) if BUILDS[name](heads)]


@pytest.mark.parametrize("name", BUILDS)
@settings(max_examples=8)
@given(data=st.data())
def test_after_a_random_walk_the_oracle_leads_to_an_end(name: str, data: st.DataObject) -> None:
    heads = data.draw(st.sampled_from(built_by(name)))
    steps = data.draw(st.integers(0, 10))

    def walk(possible: list[int]) -> int | None:
        nonlocal steps
        steps -= 1
        return data.draw(st.sampled_from(possible)) if steps >= 0 else None

    assert view(follow(name, heads, walk)).buffer == []


def true_losses_of_edges(explored: Explored, words: int, trees: list[Heads]) -> np.ndarray:
    """The least number of edges that are missing or wrong at the end of any sequence, by configuration and tree."""
    linked = explored.rows[:, :words].astype(np.int64)
    least = np.full((len(linked), len(trees)), 2 * words + 1, np.int8)
    ends = np.flatnonzero(explored.terminal)
    there = np.zeros((len(ends), words + 1, words + 1), np.bool_)
    for word in range(1, words + 1):
        for other in range(1, words + 1):
            there[:, word, other] |= (linked[ends, word - 1] >> other & 1).astype(np.bool_)
    there |= there.transpose(0, 2, 1)
    for number, heads in enumerate(trees):
        wanted = np.zeros((words + 1, words + 1), np.bool_)
        for word, head in enumerate(heads):
            if head > 0:
                wanted[word + 1, head] = wanted[head, word + 1] = True
        least[ends, number] = (there != wanted).sum(axis=(1, 2)) // 2
    return spread(explored, least)


@pytest.mark.parametrize(
    ("name", "builds"), [("undirected-planar", planar), ("undirected-covington", any_tree)], ids=["planar", "covington"]
)
def test_the_loss_of_edges_is_the_least_over_all_continuations(name: str, builds: Callable[[Heads], bool]) -> None:
    for words in (2, 3, 4):
        trees, explored = list(filter(builds, all_trees(words))), configurations(name, words)
        true = true_losses_of_edges(explored, words, trees)
        oracle = training_oracle(get(name), words)
        for number, heads in enumerate(trees):
            found = found_losses(name, oracle, explored, heads)
            wrong = np.flatnonzero(found != true[:, number])
            assert not len(wrong), (heads, explored.rows[wrong[0]].tolist(), found[wrong[0]], true[wrong[0], number])


NEVER_FALLING = ["arc-eager", "arc-eager+root", "arc-hybrid", "covington", "covington+root", "undirected-covington"]
WITH_BUFFER_ARCS = [
    f"{base}+{arcs}" for base in ("arc-eager", "arc-hybrid") for arcs in ("lba+rba", "lnba+rnba", "lba+rba+lnba+rnba")
]
"""Their losses never fall either, but what costs nothing may still not be what is preferred."""
RELATIVES = {
    "hybrid-with-swap": System("hybrid-with-swap", **get("arc-hybrid").transitions, swap=SWAP),
    "hybrid-that-puts-back": System(
        "hybrid-that-puts-back", **get("arc-hybrid").transitions, far=RIGHT_ARC.at(stack=2) >> DROP >> UNSHIFT
    ),
}


@pytest.mark.parametrize("name", [*NEVER_FALLING, *WITH_BUFFER_ARCS])
def test_no_transition_lowers_a_loss_that_never_falls(name: str) -> None:
    for words in (2, 3, 4):
        explored, oracle = configurations(name, words), training_oracle(get(name), words)
        assert oracle[LOSS_NEVER_FALLS] == (name in NEVER_FALLING)
        parents = np.repeat(np.arange(len(explored.rows)), np.diff(explored.starts))
        for heads in all_trees(words):
            found = found_losses(name, oracle, explored, heads)
            assert (found[explored.edges] >= found[parents]).all(), heads


@pytest.mark.parametrize("name", [*NEVER_FALLING, *WITH_BUFFER_ARCS, "2-planar", "swap", *RELATIVES])
@settings(max_examples=20)
@given(data=st.data())
def test_what_is_certainly_optimal_costs_least(name: str, data: st.DataObject) -> None:
    words = data.draw(st.integers(1, 9))
    system = RELATIVES[name] if name in RELATIVES else get(name)
    heads = random_tree(words, "any", data.draw(st.randoms(use_true_random=False)))
    oracle, program, memory = training_oracle(system, words), system.program(words), system.memory(words)
    gold, scratch, out = (
        gold_tree(oracle, np.array(heads, np.int32)),
        memory.copy(),
        np.empty(len(system.names(words)), np.int32),
    )
    prepared, _ = training_golds(oracle, np.array(heads, np.int32), np.array([0, words]), np.array([True]))
    for _ in range(data.draw(st.integers(0, 2 * words))):
        possible = [number for number in range(len(out)) if permitted(memory, program, number, -1)]
        if not possible:
            break
        training_costs(oracle, program, memory, gold, scratch, out)
        from_heads = np.empty_like(out)
        training_costs(oracle, program, memory, prepared, scratch, from_heads)
        assert from_heads.tolist() == out.tolist()
        least = min(out[number] for number in possible)
        for number in possible:
            sure = is_certainly_optimal(oracle, program, memory, gold, scratch, number)
            assert sure == (name in NEVER_FALLING and out[number] == 0)
            assert not sure or out[number] == least
        apply(memory, program, data.draw(st.sampled_from(possible)), -1)


def test_arcs_are_built_on_their_assigned_planes() -> None:
    """What one plane has lost another could still build, but that is not what is trained."""
    system = get("2-planar")
    here = system.start(2)
    here.apply("shift")
    oracle = training_oracle(system, 2)
    gold = gold_tree(oracle, np.array([2, 0], np.int32))
    out = np.empty(len(system.names(2)), np.int32)
    training_costs(oracle, system.program(2), here.memory, gold, here.memory.copy(), out)
    costs = dict(zip(system.names(2), out.tolist(), strict=True))
    assert costs == {"shift": 1, "reduce": 1, "left": 0, "right": 2, "switch": 1}


def test_a_swap_is_not_right_beside_what_is() -> None:
    """Though the order after it would suit the table better."""
    system = get("swap")
    here = system.start(5)
    for step in ("shift", "shift", "shift", "shift", "shift", "swap"):
        here.apply(step)
    assert view(here.memory).stacks == [[1, 2, 3, 5]]
    oracle = training_oracle(system, 5)
    gold = gold_tree(oracle, np.array([2, 0, 4, 2, 2], np.int32))
    out = np.empty(4, np.int32)
    training_costs(oracle, system.program(5), here.memory, gold, here.memory.copy(), out)
    assert dict(zip(system.names(5), out.tolist(), strict=True)) == {"shift": 0, "left": 0, "right": 0, "swap": 1}


def test_systems_are_trained_with_the_loss_of_a_relative() -> None:
    for name, loss in {
        "arc-eager+root": LOSS_ARC_EAGER,
        "arc-eager+rnba": LOSS_ARC_EAGER,
        "undirected-covington": LOSS_COVINGTON,
        "undirected-2-planar+naive": LOSS_ASSIGNED_PLANES,
        "2-planar+lnba": LOSS_ASSIGNED_PLANES,
        "planar+root": LOSS_ASSIGNED_PLANES,
        "planar": LOSS_PLANAR,
    }.items():
        assert training_oracle(get(name), 3)[LOSS] == loss
    for name in ("easy-first", "covington-projective", "dag-arc-eager", "planar-graph", "swap+root"):
        assert training_oracle(get(name), 3) is None


def test_which_sentences_have_a_training_oracle() -> None:
    heads, offsets = np.array([2, 0, 3, 4, 0, 3], np.int32), np.array([0, 2, 6])
    for name, expected in {"swap": [True, False], "arc-standard": [True, True], "2-planar": [True, True]}.items():
        assert has_training_oracle(get(name), training_oracle(get(name), 4), heads, offsets).tolist() == expected


def test_no_table_is_filled_for_very_long_sentences() -> None:
    heads, offsets = np.array([0, *[1] * 200], np.int32), np.array([0, 201])
    for name, expected in {"arc-standard": False, "swap": False, "arc-eager": True}.items():
        assert has_training_oracle(get(name), training_oracle(get(name), 201), heads, offsets).tolist() == [expected]
