"""What is prepared of a gold tree: its heads, planes on which no two arcs cross, and the projective order."""

from __future__ import annotations

import numpy as np
import pytest
from tests.enumeration import all_trees, trees_up_to

from multiplane.structure import crossings, is_projective
from multiplane.transition import get
from multiplane.transition.oracles.gold import HAS_PLANES, all_heads, plane_of, projective_place
from multiplane.transition.oracles.prepare import gold_heads, gold_tree
from multiplane.transition.oracles.profile import profile_of


@pytest.mark.parametrize("name", ["arc-eager", "swap", "2-planar"])
def test_the_gold_tree(name: str) -> None:
    heads, profile = np.array([2, 0, 2], np.int32), profile_of(get(name), 3)
    for prepare in (gold_tree, gold_heads):
        assert all_heads(prepare(profile, heads)).tolist() == [-1, 2, 0, 2]
    assert gold_tree(profile, heads)[HAS_PLANES] == (name == "2-planar")


@pytest.mark.parametrize(("name", "root_arcs"), [("planar", False), ("2-planar", False), ("2-planar+root", True)])
def test_arcs_on_one_plane_do_not_cross(name: str, root_arcs: bool) -> None:
    profile = profile_of(get(name), 5)
    for heads in all_trees(5)[::5]:
        gold = gold_tree(profile, np.array(heads, np.int32))
        for one, two in crossings(heads, root_arcs):
            planes = {int(plane_of(gold, one)), int(plane_of(gold, two))}
            assert len(planes) == 2 or planes == {-1}


def test_in_projective_order_every_tree_is_projective() -> None:
    for heads in trees_up_to(5):
        profile = profile_of(get("swap"), len(heads))
        gold = gold_tree(profile, np.array(heads, np.int32))
        place = [int(projective_place(gold, node)) for node in range(len(heads) + 1)]
        order = sorted(range(1, len(heads) + 1), key=lambda word: place[word])
        renumbered = {word: number for number, word in enumerate([0, *order])}
        assert is_projective([renumbered[heads[word - 1]] for word in order])
