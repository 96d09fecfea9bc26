"""Undirected systems: reconstruction costs what Chu–Liu–Edmonds' algorithm finds; gold edges give the gold tree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import multiplane
from multiplane.transition import get
from multiplane.transition.transforms.undirected import METHODS, arc_cost, reconstruct

FAR_TOO_MUCH = 10**6


def cheapest(cost: np.ndarray) -> int:
    """The cost of the minimum branching from node 0, by contracting cycles (Chu & Liu 1965; Edmonds 1967)."""
    size = len(cost)
    best = [0, *(min((h for h in range(size) if h != d), key=lambda h, d=d: cost[h, d]) for d in range(1, size))]
    cycle: list[int] = []
    for start in range(1, size):
        node, way = start, []
        while node and node not in way:
            way.append(node)
            node = best[node]
        if node:
            cycle = way[way.index(node) :]
            break
    if not cycle:
        return int(sum(cost[best[d], d] for d in range(1, size)))
    outside = [node for node in range(size) if node not in cycle]
    smaller = np.full((len(outside) + 1, len(outside) + 1), FAR_TOO_MUCH)
    for i, one in enumerate(outside):
        for j, two in enumerate(outside):
            smaller[i, j] = cost[one, two]
        smaller[i, -1] = min(cost[one, node] - cost[best[node], node] for node in cycle)
        smaller[-1, i] = min(cost[node, one] for node in cycle)
    return int(sum(cost[best[node], node] for node in cycle)) + cheapest(smaller)


@st.composite
def forests(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], list[str]]:
    """Edges of a forest on up to thirty words and the root, with labels that point either way or nowhere."""
    words = draw(st.integers(1, 30))
    edges = []
    for word in range(1, words + 1):
        other = draw(st.integers(-1, word - 1))
        if other >= 0:
            edges.append((other, word) if draw(st.booleans()) else (word, other))
    return words, edges, [draw(st.sampled_from(["x^l", "x^r", "x"])) for _ in edges]


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=80, deadline=None)
@given(forest=forests())
def test_reconstruction_costs_what_the_minimum_branching_costs(
    method: str, forest: tuple[int, list[tuple[int, int]], list[str]]
) -> None:
    words, edges, labels = forest
    known = {frozenset(edge): label for edge, label in zip(edges, labels, strict=True)}

    def price(head: int, word: int) -> int:
        label = known.get(frozenset((head, word)))
        return FAR_TOO_MUCH if label is None and head else arc_cost(method, words, head, word, label)

    cost = np.full((words + 1, words + 1), FAR_TOO_MUCH)
    for word in range(1, words + 1):
        for head in range(words + 1):
            if head != word:
                cost[head, word] = price(head, word)
    heads, _ = reconstruct(words, edges, labels, method)
    assert sum(price(head, word) for word, head in enumerate(heads, 1)) == cheapest(cost)


@pytest.mark.parametrize("name", ["undirected-covington", "undirected-covington+naive", "undirected-covington+label-a"])
def test_gold_edges_give_real_trees_back(treebanks: Path, name: str) -> None:
    for path in sorted(treebanks.glob("*/dev.conllu")):
        for sentence in multiplane.read(path)[:15]:
            tree = sentence.tree
            built = get(name).run_tree(len(tree), get(name).derive(tree, tree.labels))
            assert built.heads.tolist() == tree.heads.tolist()
