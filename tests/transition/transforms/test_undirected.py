"""Undirected reconstruction against the minimum over all trees; gold edges give the gold tree back."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.enumeration import all_trees

from multiplane.decode import spanning_tree
from multiplane.errors import MultiplaneError
from multiplane.transition import (
    BUFFER_HAS_HEAD,
    CONNECTED,
    LEFT_ARC,
    REDUCE,
    RESTORE,
    RIGHT_ARC,
    SHIFT,
    STACK_HAS_HEAD,
    Composition,
    System,
    for_each_position,
)
from multiplane.transition.algebra.family import Family
from multiplane.transition.algebra.guards import SKIPPED_HAVE_HEADS
from multiplane.transition.transforms.undirected import METHODS, arc_cost, reconstruct, with_direction


def cost(heads: tuple[int, ...], edges: dict[frozenset[int], str], method: str) -> int | None:
    """The cost of a tree, or None where it uses an arc that is neither an edge nor from 0."""
    total = 0
    for word, head in enumerate(heads, 1):
        label = edges.get(frozenset((head, word)))
        if label is None and head:
            return None
        total += arc_cost(method, len(heads), head, word, label)
    return total


@st.composite
def labelled_forests(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], list[str]]:
    """Some of the edges of some tree, in any order and direction, with any direction on their labels."""
    words = draw(st.integers(1, 5))
    tree = draw(st.sampled_from(all_trees(words)))
    kept = [(head, word) for word, head in enumerate(tree, 1) if draw(st.booleans())]
    turned = [arc if draw(st.booleans()) else arc[::-1] for arc in draw(st.permutations(kept))]
    labels = [draw(st.sampled_from(["x^l", "x^r", "x"])) for _ in turned]
    return words, turned, labels


@pytest.mark.parametrize("method", METHODS)
@given(forest=labelled_forests())
def test_cost_is_the_least_of_all_trees(method: str, forest: tuple[int, list[tuple[int, int]], list[str]]) -> None:
    words, edges, labels = forest
    known = {frozenset(edge): label for edge, label in zip(edges, labels, strict=True)}
    costs = [found for heads in all_trees(words) if (found := cost(heads, known, method)) is not None]
    heads, names = reconstruct(words, edges, labels, method)
    assert cost(tuple(heads), known, method) == min(costs)
    assert all("^" not in name for name in names)


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_gold_edges_give_the_gold_tree(words: int) -> None:
    for tree, method in product(all_trees(words), METHODS):
        arcs = [(head, word) for word, head in enumerate(tree, 1)]
        labels = [with_direction(f"of{word}", *arc) for word, arc in enumerate(arcs, 1)]
        assert reconstruct(words, arcs, labels, method) == (list(tree), [f"of{word}" for word, _ in enumerate(arcs, 1)])
        inner = [(arc, label) for arc, label in zip(arcs, labels, strict=True) if arc[0]]
        if method != "naive":
            assert reconstruct(words, [a for a, _ in inner], [label for _, label in inner], method)[0] == list(tree)


def test_the_variants_differ_on_a_wrong_root_edge() -> None:
    """As in UND Figure 4: variant (a) keeps the edge from the root, (b) moves it to agree with more labels."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    labels = ["root^r", "x^r", "x^l", "x^l", "x^l"]
    assert reconstruct(5, edges, labels, "label-a")[0] == [0, 1, 2, 3, 4]
    assert reconstruct(5, edges, labels, "label-b")[0] == [2, 3, 4, 5, 0]


def test_error_propagation_example() -> None:
    """UND Figure 1: the edge 1–2 built as 1 → 2 costs nothing once directions are found at the end."""
    assert reconstruct(3, [(0, 3), (2, 3), (1, 2)], ["_"] * 3, "naive")[0] == [2, 3, 0]


@pytest.mark.parametrize(
    "bad",
    [
        REDUCE.where(STACK_HAS_HEAD),
        SHIFT >> REDUCE.where(~STACK_HAS_HEAD),
        REDUCE.where(CONNECTED | BUFFER_HAS_HEAD),
        (RESTORE >> SHIFT).where(SKIPPED_HAVE_HEADS),
        for_each_position(lambda i: REDUCE.at(stack=i).where(STACK_HAS_HEAD.at(stack=i))),
    ],
)
def test_guards_on_heads_are_refused_wherever_they_stand(bad: Composition | Family) -> None:
    left, right = LEFT_ARC.where(~STACK_HAS_HEAD), RIGHT_ARC.where(~BUFFER_HAS_HEAD)
    with pytest.raises(MultiplaneError, match=r"found bad.* an undirected system cannot test for heads"):
        System("own", shift=SHIFT, left=left, right=right, bad=bad).undirected()


def test_arcs_at_every_position_become_edges_at_every_position() -> None:
    left, right = (for_each_position(lambda i, arc=arc: arc.at(buffer=i)) for arc in (LEFT_ARC, RIGHT_ARC))
    system = System("own", shift=SHIFT, left=left, right=right).undirected()
    assert system.start(3).apply("shift").apply("arc(2)").permitted() == ["shift", "arc(1)"]


def test_unknown_method() -> None:
    with pytest.raises(MultiplaneError, match="reconstruction 'wild'"):
        reconstruct(1, [], [], "wild")


@st.composite
def long_forests(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], list[str]]:
    """Edges of a forest on up to thirty words and the root, with labels that point either way or nowhere."""
    words = draw(st.integers(1, 30))
    edges = []
    for word in range(1, words + 1):
        other = draw(st.integers(-1, word - 1))
        if other >= 0:
            edges.append((other, word) if draw(st.booleans()) else (word, other))
    return words, edges, [draw(st.sampled_from(["x^l", "x^r", "x"])) for _ in edges]


@pytest.mark.parametrize("method", METHODS)
@given(forest=long_forests())
def test_cost_is_that_of_the_best_spanning_tree(
    method: str, forest: tuple[int, list[tuple[int, int]], list[str]]
) -> None:
    words, edges, labels = forest
    known = {frozenset(edge): label for edge, label in zip(edges, labels, strict=True)}
    scores = np.full((words + 1, words + 1), -np.inf)
    for head, word in product(range(words + 1), range(1, words + 1)):
        label = known.get(frozenset((head, word)))
        if head != word and (label is not None or head == 0):
            scores[head, word] = -arc_cost(method, words, head, word, label)
    heads, _ = reconstruct(words, edges, labels, method)
    assert cost(tuple(heads), known, method) == -spanning_tree(scores, single_root=False).score
