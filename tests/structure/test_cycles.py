"""Cycles of functions from words to nodes, against following each word."""

from __future__ import annotations

from itertools import product

import numpy as np

from multiplane.structure.cycles import find_cycles


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
