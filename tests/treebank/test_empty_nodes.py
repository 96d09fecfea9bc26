"""Paths through empty nodes, against all orders in which they can be visited."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from random import Random

import pytest

from multiplane.treebank.empty_nodes import Incoming, collapsed_paths, is_empty_node


def by_brute_force(incoming: Incoming) -> set[tuple[int, int, str]]:
    """Every sequence of different empty nodes between two words, and every choice of labels along it."""
    empty = [node for node in incoming if is_empty_node(node)]
    found = set()
    for size in range(1, len(empty) + 1):
        for between in permutations(empty, size):
            for target in incoming:
                if is_empty_node(target):
                    continue
                nodes = [*between, target]
                first = [arc for arc in incoming[between[0]] if not is_empty_node(arc[0])]
                later = [[arc for arc in incoming[node] if arc[0] == before] for before, node in pairwise(nodes)]
                for path in product(first, *later):
                    found.add((int(path[0][0]), int(target), ">".join(label for _, label in path)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed: int) -> None:
    rng = Random(seed)
    words, empty = ["1", "2", "3"], ["0.1", "2.1", "2.2", "3.1"][: rng.randrange(5)]
    nodes = ["0", *words, *empty]
    incoming = {
        node: [(rng.choice([n for n in nodes if n != node]), rng.choice("ab")) for _ in range(rng.randrange(4))]
        for node in nodes[1:]
    }
    found = collapsed_paths(incoming)
    assert len(found) == len(set(found))
    assert set(found) == by_brute_force(incoming)


def test_a_path_may_lead_back_to_its_word() -> None:
    assert collapsed_paths({"1": [("1.1", "nsubj")], "1.1": [("1", "conj")]}) == [(1, 1, "conj>nsubj")]


def test_a_circle_of_empty_nodes_has_no_end() -> None:
    assert collapsed_paths({"1": [("1.1", "a")], "1.1": [("1.2", "b")], "1.2": [("1.1", "c")]}) == []
