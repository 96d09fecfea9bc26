"""What losses are judged by: the least loss over all continuations, from all configurations; and random walks."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
from hypothesis import strategies as st
from tests.enumeration import Heads, all_trees

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure import is_projective
from multiplane.transition import Configuration, get
from multiplane.transition.analysis.exploration import Explored, explore, read_row
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import END, FRONT, view
from multiplane.transition.oracles import costs, gold_tree, loss, profile_of

TreeClass = Callable[[Heads], bool]


def configurations(name: str, words: int) -> Explored:
    """All configurations of a system, and where its transitions lead."""
    system = get(name)
    width = 3 * words + 4 + system.stacks * (words + 2)
    goes_on = any(effect.needs[0] == 0 and (effect.arcs or effect.buffer_growth > 0) for effect in system.effects)
    transitions, program = len(system.names(words)), system.program(words)
    start, scratch = system.memory(words), system.memory(words)
    explored = explore(start, scratch, program, transitions, width, True, not goes_on, -1, 1_000_000)
    assert explored.complete
    return explored


def true_losses(explored: Explored, words: int, trees: list[Heads]) -> np.ndarray:
    """The least number of wrong heads at the end of any sequence, by configuration and tree."""
    heads = explored.rows[:, :words].astype(np.int64)
    gold = np.array([[1 << head if head else 0 for head in tree] for tree in trees])
    least = np.full((len(heads), len(trees)), words + 1, np.int8)
    ends = np.flatnonzero(explored.terminal)
    for number, tree in enumerate(gold):
        least[ends, number] = (heads[ends] != tree).sum(axis=1)
    return spread(explored, least)


def spread(explored: Explored, least: np.ndarray) -> np.ndarray:
    """From the losses of the terminal configurations, the least to which any continuation of the others leads."""
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
    profile: Int32, program: Int32, memory: Int32, scratch: Int32, rows: Int32, words: int, gold: Int32, out: Int32
) -> None:
    for number in range(len(rows)):
        read_row(memory, rows[number], words, True)
        out[number] = loss(profile, program, memory, gold, scratch)


def found_losses(name: str, profile: Int32, explored: Explored, heads: Heads) -> np.ndarray:
    """The losses of all configurations by the oracle with this profile."""
    system, words = get(name), len(heads)
    gold, found = gold_tree(profile, np.array(heads, np.int32)), np.empty(len(explored.rows), np.int32)
    losses_of(
        profile, system.program(words), system.memory(words), system.memory(words), explored.rows, words, gold, found
    )
    return found


def check_exact(name: str, words: int, tree_class: TreeClass, every: int = 1) -> None:
    """The loss of every configuration is the truth, for every tree of the class (or for one in so many)."""
    trees, explored = list(filter(tree_class, all_trees(words)))[::every], configurations(name, words)
    true, profile = true_losses(explored, words, trees), profile_of(get(name), words)
    for number, heads in enumerate(trees):
        found = found_losses(name, profile, explored, heads)
        wrong = np.flatnonzero(found != true[:, number])
        assert not len(wrong), (heads, explored.rows[wrong[0]].tolist(), found[wrong[0]], true[wrong[0], number])


def check_lower_bound(name: str, words: int, tree_class: TreeClass) -> None:
    """For trees outside the class, the loss is never more than the truth, and sometimes less."""
    trees = [heads for heads in all_trees(words) if not tree_class(heads)]
    explored, profile, less = configurations(name, words), profile_of(get(name), words), 0
    true = true_losses(explored, words, trees)
    for number, heads in enumerate(trees):
        found = found_losses(name, profile, explored, heads)
        assert (found <= true[:, number]).all()
        less += int((found < true[:, number]).sum())
    assert less > 0


@st.composite
def trees_in(draw: st.DrawFn, tree_class: TreeClass) -> Heads:
    """A tree of the class: projective ones grow as brackets do, others word by word."""
    words = draw(st.integers(1, 12))
    heads = [0] * words
    if tree_class is is_projective:
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
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
        if not tree_class(tuple(heads)):
            heads[word - 1] = 0
    return tuple(heads)


def check_costs(name: str, heads: Heads, data: st.DataObject) -> None:
    """Costs add up along a random walk; from its end, transitions of cost 0 lead to just the loss foretold."""
    system, words = get(name), len(heads)
    profile, program = profile_of(system, words), system.program(words)
    memory, scratch = system.memory(words), np.stack([system.memory(words)] * 2)
    gold = gold_tree(profile, np.array(heads, np.int32))
    out = np.empty(len(system.names(words)), np.int32)
    for _ in range(data.draw(st.integers(0, 2 * words))):
        before = costs(profile, program, memory, gold, scratch, out)
        applicable = np.flatnonzero(out >= 0).tolist()
        if not applicable:
            break
        chosen = data.draw(st.sampled_from(applicable))
        expected = before + out[chosen]
        apply(memory, program, chosen, -1)
        assert loss(profile, program, memory, gold, scratch[0]) == expected
    foretold = loss(profile, program, memory, gold, scratch[0])
    while True:
        costs(profile, program, memory, gold, scratch, out)
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
