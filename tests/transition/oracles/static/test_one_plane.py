"""One plane loses the fewest arcs."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.transition.oracles.judge import fewest_to_lose, lost_arcs
from tests.transition.oracles.tree_classes import tangled_trees

from multiplane.structure import crossings, is_planar
from multiplane.transition.oracles.static.one_plane import planar_part


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
