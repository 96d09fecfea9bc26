"""What systems learn by: against the truth where it claims to be exact, and whoever follows it builds the gold tree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees
from tests.transition.oracles.dynamic.test_oracle import configurations, losses_of, spread
from tests.transition.oracles.tree_classes import any_tree, planar, two_planar

from multiplane.generate import random_tree
from multiplane.structure import is_projective
from multiplane.transition import DROP, RIGHT_ARC, SWAP, UNSHIFT, TransitionSystem, get
from multiplane.transition.analysis.exploration import Explored
from multiplane.transition.machine.execution import apply, permitted
from multiplane.transition.machine.memory import Ints, view
from multiplane.transition.oracles import gold_tree, guide_costs, guide_golds, guide_of, guided, surely_costs_least
from multiplane.transition.oracles.profile import (
    DYNAMIC,
    LOSS_ARC_EAGER,
    LOSS_COVINGTON,
    LOSS_KEPT_PLANES,
    LOSS_PLANAR,
    NEVER_LOWERED,
)


def one_root(heads: Heads) -> bool:
    """Where arcs can be built until all is one tree, a guide alone does not stop before."""
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


def follow(name: str, heads: Heads, walk: Callable[[list[int]], int | None] = lambda permitted: None) -> Ints:
    """The memory after a walk and, from there on, the last transition of least cost."""
    system, words = get(name), len(heads)
    guide, program, memory = guide_of(system, words), system.program(words), system.memory(words)
    gold, spare = gold_tree(guide, np.array(heads, np.int32)), memory.copy()
    out = np.empty(len(system.names(words)), np.int32)
    for _ in range(100 * words):
        possible = [number for number in range(len(out)) if permitted(memory, program, number, -1)]
        if not possible:
            break
        chosen = walk(possible)
        if chosen is None:
            guide_costs(guide, program, memory, gold, spare, out)
            least = min(out[number] for number in possible)
            chosen = max(number for number in possible if out[number] == least)
        apply(memory, program, chosen, -1)
    return memory


def edges(arcs: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(min(arc), max(arc)) for arc in arcs if min(arc) > 0}


@pytest.mark.parametrize("name", BUILDS)
def test_whoever_follows_the_guide_builds_the_tree(name: str) -> None:
    for words in (1, 2, 3, 4):
        for heads in filter(BUILDS[name], all_trees(words)):
            found = view(follow(name, heads))
            wanted = edges([(head, word + 1) for word, head in enumerate(heads)])
            assert edges(found.arcs) == wanted, heads
            if not get(name).is_undirected:
                assert [max(head, 0) for head in found.heads] == list(heads)
            if get(name).root and not get(name).is_undirected and is_projective(heads):
                assert found.heads == list(heads)


@pytest.mark.parametrize("name", BUILDS)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_after_a_random_walk_the_guide_leads_to_an_end(name: str, data: st.DataObject) -> None:
    heads = data.draw(st.sampled_from([heads for heads in all_trees(5) if BUILDS[name](heads)]))
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
        trees = list(filter(builds, all_trees(words)))
        system, explored = get(name), configurations(name, words)
        assert explored.complete
        true = true_losses_of_edges(explored, words, trees)
        guide, memory, spare = guide_of(system, words), system.memory(words), system.memory(words)
        found = np.empty(len(explored.rows), np.int32)
        for number, heads in enumerate(trees):
            gold = gold_tree(guide, np.array(heads, np.int32))
            losses_of(guide, system.program(words), memory, spare, explored.rows, words, gold, found)
            wrong = np.flatnonzero(found != true[:, number])
            assert not len(wrong), (heads, explored.rows[wrong[0]].tolist(), found[wrong[0]], true[wrong[0], number])


SURE = [
    "arc-eager",
    "arc-eager+lba+rba",
    "arc-eager+lnba+rnba",
    "arc-eager+lba+rba+lnba+rnba",
    "arc-eager+root",
    "arc-hybrid",
    "arc-hybrid+lba+rba",
    "arc-hybrid+lnba+rnba",
    "arc-hybrid+lba+rba+lnba+rnba",
    "covington",
    "covington+root",
    "undirected-covington",
]
RELATIVES = {
    "hybrid-with-swap": TransitionSystem("hybrid-with-swap", **get("arc-hybrid").transitions, swap=SWAP),
    "hybrid-that-puts-back": TransitionSystem(
        "hybrid-that-puts-back", **get("arc-hybrid").transitions, far=RIGHT_ARC.at(stack=2) >> DROP >> UNSHIFT
    ),
}


@pytest.mark.parametrize("name", SURE)
def test_no_transition_lowers_a_loss_that_is_said_never_to_be_lowered(name: str) -> None:
    for words in (2, 3, 4):
        system, explored = get(name), configurations(name, words)
        assert explored.complete
        guide, memory, spare = guide_of(system, words), system.memory(words), system.memory(words)
        assert guide[NEVER_LOWERED]
        parents = np.repeat(np.arange(len(explored.rows)), np.diff(explored.starts))
        found = np.empty(len(explored.rows), np.int32)
        for heads in all_trees(words):
            gold = gold_tree(guide, np.array(heads, np.int32))
            losses_of(guide, system.program(words), memory, spare, explored.rows, words, gold, found)
            assert (found[explored.edges] >= found[parents]).all(), heads


@pytest.mark.parametrize("name", [*SURE, "2-planar", "swap", *RELATIVES])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_surely_costs_least_does(name: str, data: st.DataObject) -> None:
    words = data.draw(st.integers(1, 9))
    system = RELATIVES[name] if name in RELATIVES else get(name)
    heads = random_tree(words, "any", data.draw(st.randoms(use_true_random=False)))
    guide, program, memory = guide_of(system, words), system.program(words), system.memory(words)
    gold, spare, out = (
        gold_tree(guide, np.array(heads, np.int32)),
        memory.copy(),
        np.empty(len(system.names(words)), np.int32),
    )
    prepared, _ = guide_golds(guide, np.array(heads, np.int32), np.array([0, words]), np.array([True]))
    for _ in range(data.draw(st.integers(0, 2 * words))):
        possible = [number for number in range(len(out)) if permitted(memory, program, number, -1)]
        if not possible:
            break
        guide_costs(guide, program, memory, gold, spare, out)
        from_little = np.empty_like(out)
        guide_costs(guide, program, memory, prepared, spare, from_little)
        assert from_little.tolist() == out.tolist()
        least = min(out[number] for number in possible)
        for number in possible:
            sure = surely_costs_least(guide, program, memory, gold, spare, number)
            assert sure == (name in SURE and out[number] == 0)
            assert not sure or out[number] == least
        apply(memory, program, data.draw(st.sampled_from(possible)), -1)


def test_arcs_are_kept_on_their_planes() -> None:
    """What one plane lost another could still build, but that is not what is learned."""
    system = get("2-planar")
    here = system.start(2)
    here.apply("shift")
    guide = guide_of(system, 2)
    gold = gold_tree(guide, np.array([2, 0], np.int32))
    out = np.empty(len(system.names(2)), np.int32)
    guide_costs(guide, system.program(2), here.memory, gold, here.memory.copy(), out)
    costs = dict(zip(system.names(2), out.tolist(), strict=True))
    assert costs == {"shift": 1, "reduce": 1, "left": 0, "right": 2, "switch": 1}


def test_a_swap_is_not_right_beside_what_is() -> None:
    """Though the order after it would suit the table better."""
    system = get("swap")
    here = system.start(5)
    for step in ("shift", "shift", "shift", "shift", "shift", "swap"):
        here.apply(step)
    assert view(here.memory).stacks == [[1, 2, 3, 5]]
    guide = guide_of(system, 5)
    gold = gold_tree(guide, np.array([2, 0, 4, 2, 2], np.int32))
    out = np.empty(4, np.int32)
    guide_costs(guide, system.program(5), here.memory, gold, here.memory.copy(), out)
    assert dict(zip(system.names(5), out.tolist(), strict=True)) == {"shift": 0, "left": 0, "right": 0, "swap": 1}


def test_systems_learn_by_the_loss_of_a_relative() -> None:
    for name, loss in {
        "arc-eager+root": LOSS_ARC_EAGER,
        "arc-eager+rnba": LOSS_ARC_EAGER,
        "undirected-covington": LOSS_COVINGTON,
        "undirected-2-planar+naive": LOSS_KEPT_PLANES,
        "2-planar+lnba": LOSS_KEPT_PLANES,
        "planar+root": LOSS_KEPT_PLANES,
        "planar": LOSS_PLANAR,
    }.items():
        assert guide_of(get(name), 3)[DYNAMIC] == loss
    for name in ("easy-first", "covington-projective", "dag-arc-eager", "planar-graph", "swap+root"):
        assert guide_of(get(name), 3) is None


def test_for_which_sentences_it_can_be_asked() -> None:
    heads, offsets = np.array([2, 0, 3, 4, 0, 3], np.int32), np.array([0, 2, 6])
    for name, expected in {"swap": [True, False], "arc-standard": [True, True], "2-planar": [True, True]}.items():
        assert guided(get(name), guide_of(get(name), 4), heads, offsets).tolist() == expected


def test_no_table_is_filled_for_very_long_sentences() -> None:
    heads, offsets = np.array([0, *[1] * 200], np.int32), np.array([0, 201])
    for name, expected in {"arc-standard": False, "swap": False, "arc-eager": True}.items():
        assert guided(get(name), guide_of(get(name), 201), heads, offsets).tolist() == [expected]
