"""Dynamic oracles against the truth: the least loss over all continuations, from all configurations, for all trees."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees
from tests.transition.oracles.tree_classes import any_tree, planar, two_planar

from multiplane.kernels.jit import kernel
from multiplane.structure import is_projective
from multiplane.transition import Configuration, get
from multiplane.transition.analysis.exploration import Explored, explore, read_row
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import END, FRONT, Ints, view
from multiplane.transition.oracles import costs, gold_tree, loss, plan_of
from multiplane.transition.oracles.profile import DYNAMIC, NO_LOSS

EXACT_FOR: dict[str, Callable[[Heads], bool]] = {
    "arc-eager": is_projective,
    "arc-eager+lba+rba": is_projective,
    "arc-hybrid": is_projective,
    "arc-hybrid+lba+rba": is_projective,
    "arc-standard": is_projective,
    "arc-standard+lba+rba": is_projective,
    "arc-standard-stack": is_projective,
    "arc-standard-stack+lba+rba": is_projective,
    "covington": any_tree,
    "planar": planar,
    "planar+lba+rba": planar,
    "2-planar": two_planar,
}


def configurations(name: str, words: int) -> Explored:
    """All configurations of a system, and where its transitions lead."""
    system = get(name)
    width = 3 * words + 4 + system.stacks * (words + 2)
    goes_on = any(effect.needs[0] == 0 and (effect.arcs or effect.buffer_growth > 0) for effect in system.effects)
    transitions, program = len(system.names(words)), system.program(words)
    start, room = system.memory(words), system.memory(words)
    return explore(start, room, program, transitions, width, True, not goes_on, -1, 1_000_000)


def true_losses(explored: Explored, words: int, trees: list[Heads]) -> np.ndarray:
    """The least number of wrong heads at the end of any sequence, by configuration and tree."""
    heads = explored.rows[:, :words].astype(np.int64)
    wanted = np.array([[1 << head if head else 0 for head in tree] for tree in trees])
    least = np.full((len(heads), len(trees)), words + 1, np.int8)
    ends = np.flatnonzero(explored.terminal)
    for number, tree in enumerate(wanted):
        least[ends, number] = (heads[ends] != tree).sum(axis=1)
    return spread(explored, least)


def spread(explored: Explored, least: np.ndarray) -> np.ndarray:
    """From what is known of the ends, the least that any continuation leads to."""
    going_on = np.flatnonzero(np.diff(explored.starts))
    firsts = explored.starts[:-1][going_on]
    while True:
        onwards = np.minimum.reduceat(least[explored.edges], firsts, axis=0)
        better = np.minimum(least[going_on], onwards)
        if np.array_equal(better, least[going_on]):
            return least
        least[going_on] = better


@kernel
def losses_of(
    plan: Ints, program: Ints, memory: Ints, spare: Ints, rows: Ints, words: int, gold: Ints, out: Ints
) -> None:
    for number in range(len(rows)):
        read_row(memory, rows[number], words, True)
        out[number] = loss(plan, program, memory, gold, spare)


def compare(name: str, words: int, trees: list[Heads]) -> None:
    system = get(name)
    explored = configurations(name, words)
    assert explored.complete
    true = true_losses(explored, words, trees)
    plan, program = plan_of(system, words), system.program(words)
    memory, spare = system.memory(words), system.memory(words)
    found = np.empty(len(explored.rows), np.int32)
    for number, heads in enumerate(trees):
        losses_of(plan, program, memory, spare, explored.rows, words, gold_tree(plan, np.array(heads, np.int32)), found)
        wrong = np.flatnonzero(found != true[:, number])
        assert not len(wrong), (heads, explored.rows[wrong[0]].tolist(), found[wrong[0]], true[wrong[0], number])


@pytest.mark.parametrize("name", EXACT_FOR)
def test_the_loss_is_the_least_over_all_continuations(name: str) -> None:
    for words in (2, 3, 4):
        trees = list(filter(EXACT_FOR[name], all_trees(words)))
        compare(name, words, trees[:: 8 if name == "2-planar" and words == 4 else 1])


@pytest.mark.long
@pytest.mark.parametrize("name", EXACT_FOR)
def test_the_loss_with_five_words(name: str) -> None:
    trees = list(filter(EXACT_FOR[name], all_trees(5)))
    compare(name, 5, trees[:: 40 if name == "2-planar" else 1])


@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid", "planar"])
def test_for_other_trees_the_loss_is_a_lower_bound(name: str) -> None:
    words = 4
    trees = [heads for heads in all_trees(words) if not EXACT_FOR[name](heads)]
    system, explored = get(name), configurations(name, words)
    true = true_losses(explored, words, trees)
    plan, memory, spare = plan_of(system, words), system.memory(words), system.memory(words)
    found = np.empty(len(explored.rows), np.int32)
    less = 0
    for number, heads in enumerate(trees):
        gold = gold_tree(plan, np.array(heads, np.int32))
        losses_of(plan, system.program(words), memory, spare, explored.rows, words, gold, found)
        assert (found <= true[:, number]).all()
        less += int((found < true[:, number]).sum())
    assert less > 0


@st.composite
def trees(draw: st.DrawFn, name: str) -> Heads:
    """A tree of the class for which the oracle is exact: projective ones grow as brackets do, others by chance."""
    words = draw(st.integers(1, 12))
    if EXACT_FOR[name] is is_projective:
        heads = [0] * words
        spans = [(0, 1, words)]
        while spans:
            head, low, high = spans.pop()
            if low <= high:
                word, cut = draw(st.integers(low, high)), draw(st.integers(low, high))
                cut = max(cut, word)
                heads[word - 1] = head
                spans += [(word, low, word - 1), (word, word + 1, cut), (head, cut + 1, high)]
        return tuple(heads)
    order = draw(st.permutations(range(1, words + 1)))
    heads = [0] * words
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
        if not EXACT_FOR[name](tuple(heads)):
            heads[word - 1] = 0
    return tuple(heads)


@pytest.mark.parametrize("name", EXACT_FOR)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_following_free_transitions_loses_no_more(name: str, data: st.DataObject) -> None:
    """From wherever a random walk leads, transitions of cost 0 lead to an end with just the loss foretold."""
    heads = data.draw(trees(name))
    system, words = get(name), len(heads)
    plan, program = plan_of(system, words), system.program(words)
    memory, spare = system.memory(words), np.stack([system.memory(words)] * 2)
    gold = gold_tree(plan, np.array(heads, np.int32))
    out = np.empty(len(system.names(words)), np.int32)
    for _ in range(data.draw(st.integers(0, 2 * words))):
        before = costs(plan, program, memory, gold, spare, out)
        permitted = np.flatnonzero(out >= 0).tolist()
        if not permitted:
            break
        chosen = data.draw(st.sampled_from(permitted))
        expected = before + out[chosen]
        apply(memory, program, chosen, -1)
        assert loss(plan, program, memory, gold, spare[0]) == expected
    foretold = loss(plan, program, memory, gold, spare[0])
    while True:
        costs(plan, program, memory, gold, spare, out)
        free = np.flatnonzero(out == 0)
        if not len(free):
            break
        apply(memory, program, int(free[-1]), -1)
    assert memory[FRONT] == memory[END]
    final = [max(head, 0) for head in view(memory).heads]
    assert sum(one != two for one, two in zip(final, heads, strict=True)) == foretold


def least_loss(here: Configuration, heads: list[int], known: dict[Hashable, int]) -> int:
    """The truth from one configuration on, by trying everything."""
    if here.key not in known:
        if here.is_terminal:
            known[here.key] = sum(one != two for one, two in zip(here.heads, heads, strict=True))
        else:
            known[here.key] = min(least_loss(here.copy().apply(name), heads, known) for name in here.permitted())
    return known[here.key]


@pytest.mark.parametrize(
    ("heads", "steps", "expected"),
    [
        ([2, 0, 1, 2, 3, 2], "switch shift shift left switch reduce left shift left reduce", 4),
        ([4, 6, 4, 0, 3, 3], "switch shift shift right reduce reduce switch shift reduce right", 3),
        ([4, 4, 4, 0, 1, 2], "shift right shift switch reduce reduce switch shift right", 4),
    ],
)
def test_a_cycle_and_a_cut_together(heads: list[int], steps: str, expected: int) -> None:
    """A cycle and arcs that need one plane: the arc lost to the one may spare the other, or not (the last tree)."""
    system = get("2-planar")
    here = system.start(6)
    for step in steps.split():
        here.apply(step)
    plan = plan_of(system, 6)
    gold = gold_tree(plan, np.array(heads, np.int32))
    assert loss(plan, system.program(6), here.memory, gold, here.memory.copy()) == expected
    assert least_loss(here, heads, {}) == expected


def test_where_there_is_no_dynamic_oracle() -> None:
    for name in (
        "easy-first",
        "swap",
        "attardi-2",
        "3-planar",
        "arc-eager+lnba",
        "arc-eager+root",
        "undirected-planar",
    ):
        assert plan_of(get(name), 3)[DYNAMIC] == NO_LOSS
