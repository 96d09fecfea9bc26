"""Every certificate proves what it says, on all small trees and on random larger ones."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import (
    attardi_degree,
    binarization,
    blocks,
    classify,
    crossings,
    gaps,
    interleaving,
    is_gap_minding,
    is_k_planar,
    is_mildly_ill_nested,
    is_multi_headed,
    is_one_endpoint_crossing,
    is_planar,
    is_projective,
    is_well_nested,
    multi_headed_degree,
    one_endpoint_crossing,
    planes,
    split_child,
)
from multiplane.structure.binarization import Join
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


@settings(max_examples=200, deadline=None)
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
    beyond = [heads for heads in all_trees(6) if planes(heads).count > len(planes(heads).clique) >= 2]
    assert len(beyond) > 10
    for heads in beyond[:40]:
        assert planes(heads).count == definitions.planes(heads, True)


def test_crossings_are_the_pairs_of_the_definition() -> None:
    for heads in trees_up_to(5):
        for root_arcs in (True, False):
            assert crossings(heads, root_arcs) == definitions.crossing_pairs(heads, root_arcs)


@settings(max_examples=150, deadline=None)
@given(trees(1, 14))
def test_blocks_and_gaps_partition_the_span_of_a_yield(heads: Heads) -> None:
    for v, spans in blocks(heads).items():
        inside = {p for low, high in spans for p in range(low, high + 1)}
        assert inside == definitions.subtree(heads, v)
        holes = gaps(heads).get(v, [])
        assert len(holes) == len(spans) - 1
        outside = {p for low, high in holes for p in range(low, high + 1)}
        assert sorted(inside | outside) == list(range(spans[0][0], spans[-1][1] + 1))
        assert not inside & outside


@settings(max_examples=150, deadline=None)
@given(trees(4, 14))
def test_interleaving_subtrees_interleave(heads: Heads) -> None:
    found = interleaving(heads)
    assert (found is None) == definitions.well_nested(heads)
    if found is not None:
        one, other = definitions.subtree(heads, found.one), definitions.subtree(heads, found.other)
        l1, l2, r1, r2 = found.positions
        assert l1 < l2 < r1 < r2 and {l1, r1} <= one and {l2, r2} <= other and not one & other


@settings(max_examples=150, deadline=None)
@given(trees(4, 12))
def test_a_split_child_reaches_into_two_blocks(heads: Heads) -> None:
    found = split_child(heads)
    if found is not None:
        below = definitions.subtree(heads, found.child)
        assert heads[found.child - 1] == found.parent
        near, far = found.in_blocks
        assert near != far and {near, far} <= set(blocks(heads)[found.parent])
        assert all(any(low <= p <= high for p in below) for low, high in (near, far))


@pytest.mark.parametrize("root_arcs", [True, False])
def test_pencils_and_violations(root_arcs: bool) -> None:
    for heads in trees_up_to(5):
        found = one_endpoint_crossing(heads, root_arcs)
        assert found.holds == definitions.one_endpoint_crossing(heads, root_arcs)
        if found.violation:
            crossed, one, other = found.violation
            assert definitions.cross(heads, crossed, one) and definitions.cross(heads, crossed, other)
            assert not {*definitions.ends(heads, one)} & {*definitions.ends(heads, other)}
        else:
            pairs = definitions.crossing_pairs(heads, root_arcs)
            assert sorted(found.pencils) == sorted({d for pair in pairs for d in pair})
            for d, pencil in found.pencils.items():
                assert set(pencil.arcs) == {e for pair in pairs if d in pair for e in pair} - {d}
                assert all(pencil.point in definitions.ends(heads, e) for e in pencil.arcs)


def assert_binarization_proves(heads: Heads, count_head: bool) -> None:
    found = binarization(heads, count_head)
    assert found.exact
    widest = definitions.gap_degree(heads)
    for h, last in found.joins.items():
        words, gap = gap_on_the_way(heads, last, None if count_head else h)
        assert words | {h} == (definitions.subtree(heads, h) if h else frozenset(range(len(heads) + 1)))
        widest = max(widest, gap)
    assert found.gap_degree == widest


def gap_on_the_way(heads: Heads, part: int | Join, free: int | None) -> tuple[frozenset[int], int]:
    if isinstance(part, int):
        words, widest = definitions.subtree(heads, part), 0
    else:
        (one, gap_one), (other, gap_other) = (gap_on_the_way(heads, p, free) for p in (part.one, part.other))
        assert not one & other
        words, widest = one | other, max(gap_one, gap_other)
    here = definitions.blocks(words) - 1
    if free is not None:
        here = min(here, definitions.blocks(words | {free}) - 1)
    return words, max(widest, here)


@pytest.mark.parametrize("count_head", [False, True])
def test_binarizations_of_all_small_trees(count_head: bool) -> None:
    for heads in trees_up_to(5):
        assert_binarization_proves(heads, count_head)
        assert binarization(heads, count_head).gap_degree == definitions.mildly_ill_nested_gap(heads, count_head)


@settings(max_examples=150, deadline=None)
@given(trees(6, 14))
def test_binarizations_of_larger_trees(heads: Heads) -> None:
    assert_binarization_proves(heads, count_head=False)


def test_the_two_readings_of_mildly_ill_nested() -> None:
    differ = (4, 0, 4, 2, 4, 1, 3, 5)
    assert binarization(differ).gap_degree == 1
    assert binarization(differ, count_head=True).gap_degree == 2
    strong = (4, 4, 0, 3, 4, 1, 4, 2, 5, 7)
    assert binarization(strong).gap_degree == binarization(strong, count_head=True).gap_degree == 2


def test_many_interlocked_subtrees_give_bounds_not_a_hang() -> None:
    """Fourteen subtrees under one head, each with gaps and none touching on all sides."""
    children, rounds = 14, 3
    order = [place * 5 % children for place in range(children)]
    heads = [0] + [1] * children
    for turn in range(1, rounds):
        heads += [2 + order[(place * (turn + 1)) % children] for place in range(children)]
    found = binarization(heads)
    assert found.at_least <= found.gap_degree
    assert classify(heads).mildly_ill_nested_gap == found.gap_degree


def test_multi_headed_and_attardi_degrees_are_those_of_the_schemata() -> None:
    for heads in trees_up_to(4):
        k = multi_headed_degree(heads)
        assert definitions.multi_headed(heads, k)
        assert k == 3 or not definitions.multi_headed(heads, k - 1)
        d = attardi_degree(heads)
        assert definitions.attardi(heads, d)
        assert d == 1 or not definitions.attardi(heads, d - 1)


@pytest.mark.parametrize(
    ("degree", "bound", "counts"),
    [
        (multi_headed_degree, 3, [1, 3, 12, 55, 273, 1428]),
        (multi_headed_degree, 4, [1, 3, 16, 118, 1019, 9496]),
        (attardi_degree, 1, [1, 3, 12, 55, 273, 1428]),
        (attardi_degree, 2, [1, 3, 16, 119, 1086, 11288]),
    ],
)
def test_counts_of_multi_headed_and_attardi_trees(degree: object, bound: int, counts: list[int]) -> None:
    found = [sum(degree(heads) <= bound for heads in all_trees(n)) for n in range(1, 7)]  # type: ignore[operator]
    assert found == counts


def test_predicates_agree_with_classify() -> None:
    for heads in trees_up_to(5):
        tree = classify(heads)
        assert is_projective(heads) == tree.projective
        assert is_planar(heads) == tree.planar
        assert is_k_planar(heads, 2) == (tree.planes <= 2)
        assert is_well_nested(heads) == tree.well_nested
        assert is_gap_minding(heads) == tree.gap_minding
        assert is_one_endpoint_crossing(heads) == tree.one_endpoint_crossing
        assert is_mildly_ill_nested(heads, 1) == (tree.mildly_ill_nested_gap <= 1)
        assert is_multi_headed(heads, 3) == tree.projective
