"""Two and more planes lose the fewest arcs, and within the budget no search goes on for ever."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import fewest_to_lose, lost_arcs
from tests.transition.oracles.tree_classes import tangled_trees

from multiplane.generate.random_trees import random_any_tree
from multiplane.structure import crossings, is_planar
from multiplane.transition import get
from multiplane.transition.oracles.static.assign_planes import (
    LOST,
    assign_several_planes,
    colour_component,
    first_fit,
    planar_part,
)


@pytest.mark.parametrize("planes", [2, 3])
@given(heads=tangled_trees())
def test_planes_lose_the_fewest_arcs(planes: int, heads: Heads) -> None:
    assert lost_arcs(f"{planes}-planar", (heads,)) == [fewest_to_lose(crossings(heads, root_arcs=False), planes)]


@pytest.mark.parametrize("root", ["", "+root"])
@pytest.mark.parametrize(("planes", "words"), [(1, 8), (2, 11), (3, 11)])
def test_of_the_arcs_between_words_the_fewest_are_lost(planes: int, words: int, root: str) -> None:
    """Where the root is on the stack, its arcs cross others, too, but are the first to be given up."""
    system, rng = get("planar" + root if planes == 1 else f"{planes}-planar{root}"), Random(planes)
    most_lost = 0
    for number in range(40):
        heads = random_any_tree(words, rng, single_root=number % 2 == 0)
        built = system.run(words, system.derive(heads, best_effort=True))
        lost = sum(head > 0 and head != found for head, found in zip(heads, built, strict=True))
        assert lost == fewest_to_lose(crossings(heads, root_arcs=False), planes)
        most_lost = max(most_lost, lost)
    assert most_lost > 0


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


def test_a_large_component_is_coloured_as_k_planarity_is_decided() -> None:
    """A ring of five arcs, each crossing the next, takes three planes; two are too few."""
    size = 5
    start = np.arange(0, 2 * size + 1, 2, dtype=np.int32)
    crossing = np.array([other for arc in range(size) for other in ((arc - 1) % size, (arc + 1) % size)], np.int32)
    plane, arcs = np.full(size, LOST, np.int32), np.arange(size, dtype=np.int32)
    assert not colour_component(start, crossing, plane, arcs, 2)
    assert plane.tolist() == [LOST] * size
    assert colour_component(start, crossing, plane, arcs, 3)
    assert all(plane[arc] != plane[(arc + 1) % size] and 0 <= plane[arc] < 3 for arc in range(size))


def test_planar_systems_keep_planar_trees_whole() -> None:
    for heads in all_trees(5):
        if is_planar(heads, root_arcs=False):
            assert lost_arcs("planar", (heads,)) == [0]


@given(heads=tangled_trees())
def test_one_plane_loses_the_fewest_arcs(heads: Heads) -> None:
    assert lost_arcs("planar", (heads,)) == [fewest_to_lose(crossings(heads, root_arcs=False), 1)]


def test_words_whose_arcs_are_lost_depend_on_the_root() -> None:
    for heads in trees_up_to(5):
        part = planar_part(np.array([-1, *heads], np.int32))[1:].tolist()
        assert is_planar(part, root_arcs=False)
        assert all(kept in (head, 0) for kept, head in zip(part, heads, strict=True))
        lost = sum(kept != head for kept, head in zip(part, heads, strict=True))
        assert lost == fewest_to_lose(crossings(heads, root_arcs=False), 1)
