"""What losses are counted from: cycles, and where the nodes of a configuration are."""

from __future__ import annotations

from itertools import product

import numpy as np

from multiplane.transition import get
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    ON_STACK,
    REMOVED,
    count_wrong_heads,
    find_cycles,
    node_locations,
)


def cycles_of(parent: tuple[int, ...]) -> set[frozenset[int]]:
    """The cycles of a function from words to nodes, by following each word as long as there are words."""
    found = set()
    for word in range(1, len(parent)):
        path = [word]
        while (above := parent[path[-1]]) > 0 and above not in path:
            path.append(above)
        if above == word:
            found.add(frozenset(path))
    return found


def test_all_cycles_of_all_functions_on_four_words() -> None:
    for parent in product([-1], *[range(-1, 5)] * 4):
        cycle, count = find_cycles(np.array(parent, np.int32))
        found = {frozenset(np.flatnonzero(cycle == number).tolist()) for number in range(1, count + 1)}
        assert found == cycles_of(parent)
        assert len(found) == count == cycle.max(initial=0)


def test_a_word_that_is_its_own_parent_is_a_cycle() -> None:
    assert find_cycles(np.array([-1, 1], np.int32))[1] == 1


def test_where_nodes_are_and_which_heads_are_wrong() -> None:
    here = get("arc-eager").start(4)
    for step in ("shift", "left", "shift"):
        here.apply(step)
    assert node_locations(here.memory).tolist() == [REMOVED, REMOVED, ON_STACK, IN_BUFFER, IN_BUFFER]
    assert count_wrong_heads(here.memory, np.array([-1, 2, 0, 2, 3], np.int32)) == 0
    assert count_wrong_heads(here.memory, np.array([-1, 3, 0, 2, 3], np.int32)) == 1
