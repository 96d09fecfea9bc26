"""Two and more planes lose the fewest arcs, and within the budget no search goes on for ever."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from tests.enumeration import Heads, all_trees
from tests.transition.oracles.judge import fewest_to_lose, lost_arcs
from tests.transition.oracles.tree_classes import tangled_trees

from multiplane.structure import crossings
from multiplane.transition.oracles.static.several_planes import LOST, assign_several_planes, first_fit


@pytest.mark.parametrize("planes", [2, 3])
@settings(max_examples=60, deadline=None)
@given(heads=tangled_trees())
def test_planes_lose_the_fewest_arcs(planes: int, heads: Heads) -> None:
    assert lost_arcs(f"{planes}-planar", (heads,)) == [fewest_to_lose(crossings(heads, root_arcs=False), planes)]


def test_every_tree_of_six_words_that_two_planes_cannot_hold() -> None:
    trees = tuple(heads for heads in all_trees(6) if len(crossings(heads, root_arcs=False)) >= 3)
    found = lost_arcs("2-planar", trees)
    assert max(found) == 1
    assert sum(found) == sum(fewest_to_lose(crossings(heads, root_arcs=False), 2) for heads in trees)


def test_when_the_budget_is_used_up_arcs_take_the_first_free_plane() -> None:
    """Sixty arcs, all crossing one another, exhaust it: still two of them are kept."""
    size = 60
    start = np.arange(0, size * (size - 1) + 1, size - 1, dtype=np.int32)
    crossing = np.array([other for arc in range(size) for other in range(size) if other != arc], np.int32)
    plane = np.zeros(size, np.int32)
    assign_several_planes(start, crossing, np.zeros(size, np.int32), 2, plane)
    assert sorted(plane[plane != LOST].tolist()) == [0, 1]
    lost = np.full(size, LOST, np.int32)
    first_fit(start, crossing, lost, np.arange(size, dtype=np.int32), 2)
    assert lost[:3].tolist() == [0, 1, LOST]
