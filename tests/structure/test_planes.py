"""Planes: every certificate proves what it says, and the search beyond two colours is exact."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import is_k_planar, planes
from multiplane.structure.planes import Planes


def assert_planes_prove(heads: Heads, root_arcs: bool, found: Planes) -> None:
    pairs = definitions.crossing_pairs(heads, root_arcs)
    of = found.of_word.tolist()
    assert all(of[d - 1] != of[e - 1] for d, e in pairs)
    assert max(of) + 1 <= found.count
    assert [d for d in range(1, len(heads) + 1) if of[d - 1] == -1] == [
        d for d, h in enumerate(heads, 1) if h == 0 and not root_arcs
    ]
    assert all(definitions.cross(heads, d, e) for d, e in combinations(found.clique, 2))
    assert len(found.clique) <= found.at_least
    if found.count > 2:
        cycle = found.odd_cycle
        assert cycle is not None and len(cycle) % 2 == 1 and len(set(cycle)) == len(cycle)
        assert all(definitions.cross(heads, d, e) for d, e in zip(cycle, cycle[1:] + cycle[:1], strict=True))
    else:
        assert found.odd_cycle is None


@pytest.mark.parametrize("root_arcs", [True, False])
def test_planes_of_all_small_trees(root_arcs: bool) -> None:
    for heads in trees_up_to(5):
        assert_planes_prove(heads, root_arcs, planes(heads, root_arcs))


@given(trees(8, 24))
def test_planes_of_large_trees(heads: Heads) -> None:
    found = planes(heads)
    assert_planes_prove(heads, True, found)
    assert found.exact


def test_an_odd_cycle_without_three_mutually_crossing_arcs() -> None:
    """A five-cycle of crossings: no clique of three, yet three planes."""
    for heads in all_trees(6):
        found = planes(heads)
        if found.count == 3 and len(found.clique) == 2:
            assert found.odd_cycle is not None and len(found.odd_cycle) >= 5
            return
    raise AssertionError("some tree of six words should need three planes without a clique of three")


def test_colours_beyond_the_largest_clique_are_searched_exactly() -> None:
    """Trees whose crossings graph needs more colours than its largest clique has arcs, against brute force."""
    beyond = (heads for heads in all_trees(6) if planes(heads).count > len(planes(heads).clique) >= 2)
    found = [*islice(beyond, 12)]
    assert len(found) == 12
    for heads in found:
        assert planes(heads).count == definitions.planes(heads, True)


def test_the_predicate() -> None:
    for heads in trees_up_to(5):
        for k in (1, 2, 3):
            assert is_k_planar(heads, k) == (definitions.planes(heads, True) <= k)
