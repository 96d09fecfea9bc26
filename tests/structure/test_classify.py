"""Every class test against its literal definition, the published counts, the inclusions and the papers' percentages."""

from __future__ import annotations

import sys
from dataclasses import fields
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from tests.enumeration import all_trees
from tests.structure import definitions
from tests.structure.trees import trees

import multiplane
from multiplane.errors import TreeError
from multiplane.structure import (
    Classifications,
    attardi_degree,
    classify,
    classify_all,
    multi_headed_degree,
    tree_class,
)


@cache
def classified(n: int, root_arcs: bool) -> Classifications:
    every = np.array(all_trees(n), np.int32)
    return classify_all(every.reshape(-1), np.arange(len(every) + 1) * n, root_arcs)


@pytest.mark.parametrize("root_arcs", [True, False])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_small_trees_agree_with_the_definitions(n: int, root_arcs: bool) -> None:
    found = classified(n, root_arcs)
    for index, heads in enumerate(all_trees(n)):
        tree = found[index]
        assert tree.projective == definitions.projective(heads), heads
        assert tree.planar == (not definitions.crossing_pairs(heads, root_arcs)), heads
        assert tree.crossings == len(definitions.crossing_pairs(heads, root_arcs)), heads
        assert tree.planes == tree.planes_at_least == definitions.planes(heads, root_arcs), heads
        assert tree.gap_degree == definitions.gap_degree(heads), heads
        assert tree.block_degree == tree.gap_degree + 1
        assert tree.well_nested == definitions.well_nested(heads), heads
        assert tree.gap_minding == definitions.gap_minding(heads), heads
        assert (tree in tree_class("1-inherit")) == definitions.one_inherit(heads), heads
        assert tree.one_endpoint_crossing == definitions.one_endpoint_crossing(heads, root_arcs), heads
        assert tree.mildly_ill_nested_gap == definitions.mildly_ill_nested_gap(heads), heads
        assert tree.edge_degree == max(definitions.edge_degree(heads, d) for d in range(1, n + 1))
        assert tree.non_projective_arcs == sum(definitions.non_projective(heads, d) for d in range(1, n + 1))
        assert tree.multi_headed_degree == found.multi_headed_degree[index] == multi_headed_degree(heads)
        assert tree.attardi_degree == found.attardi_degree[index] == attardi_degree(heads)


@given(trees(6, 10))
def test_larger_random_trees_agree_with_the_definitions(heads: tuple[int, ...]) -> None:
    for root_arcs in (True, False):
        tree = classify(heads, root_arcs)
        assert tree.projective == definitions.projective(heads)
        assert tree.planes == tree.planes_at_least
        assert tree.gap_degree == definitions.gap_degree(heads)
        assert tree.well_nested == definitions.well_nested(heads)
        assert tree.gap_minding == definitions.gap_minding(heads)
        assert tree.one_endpoint_crossing == definitions.one_endpoint_crossing(heads, root_arcs)
        assert tree.mildly_ill_nested_gap == definitions.mildly_ill_nested_gap(heads)


COUNTS = {
    "all": [1, 3, 16, 125, 1296, 16807],
    "projective": [1, 3, 12, 55, 273, 1428],
    "planar": [1, 3, 12, 55, 273, 1428],
    "2-planar": [1, 3, 16, 125, 1242, 14371],
    "one-endpoint-crossing": [1, 3, 16, 125, 1104, 10024],
    "well-nested": [1, 3, 16, 121, 1166, 13508],
    "well-nested-gap-1": [1, 3, 16, 121, 1103, 11102],
    "gap-degree-1": [1, 3, 16, 125, 1215, 13342],
    "mildly-ill-nested-1": [1, 3, 16, 125, 1215, 13342],
    "gap-minding": [1, 3, 16, 105, 759, 5838],
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_trees_in_each_class(name: str) -> None:
    wanted = multiplane.structure.tree_class(name)
    assert [wanted.count(classified(n, root_arcs=True)) for n in range(1, 7)] == COUNTS[name]


def assert_inclusions(found: Classifications, root_arcs: bool) -> None:
    def within(smaller: np.ndarray, larger: np.ndarray) -> bool:
        return bool(np.all(larger[smaller]))

    gap_one = found.gap_degree <= 1
    assert within(found.projective, found.planar)
    assert within(found.planar, found.planes <= 2)
    assert np.array_equal(found.planar, found.planes == 1)
    assert within(found.projective, found.gap_minding)
    assert within(found.gap_minding, found.well_nested & gap_one)
    assert within(found.one_endpoint_crossing, found.planes <= 2)
    assert within(found.well_nested, found.mildly_ill_nested_gap == found.gap_degree)
    assert np.all(found.mildly_ill_nested_gap >= found.gap_degree)
    assert np.array_equal(found.projective, found.gap_degree == 0)
    assert np.array_equal(found.projective, found.edge_degree == 0)
    if root_arcs:
        assert np.array_equal(found.projective, found.planar)


@pytest.mark.parametrize("root_arcs", [True, False])
def test_inclusions_over_all_small_trees(root_arcs: bool) -> None:
    for n in range(1, 7):
        assert_inclusions(classified(n, root_arcs), root_arcs)


@pytest.mark.long
@pytest.mark.parametrize("root_arcs", [True, False])
def test_inclusions_over_all_trees_of_seven_words(root_arcs: bool) -> None:
    found = classified(7, root_arcs)
    assert len(found) == 8**6
    assert_inclusions(found, root_arcs)
    assert np.array_equal(found.mildly_ill_nested_gap, found.gap_degree)


def test_the_classes_are_different() -> None:
    """Each inclusion is strict, and the incomparable pairs are incomparable."""
    found = classified(6, root_arcs=True)
    assert np.any(found.one_endpoint_crossing & ~found.well_nested)
    assert np.any(found.planes == 3)
    assert np.any((found.planes == 2) & ~found.one_endpoint_crossing)
    assert np.any(found.well_nested & (found.gap_degree == 1) & ~found.gap_minding)
    assert np.any(~found.well_nested & (found.mildly_ill_nested_gap == 1))
    seven = classify([3, 5, 2, 5, 0, 4, 2])
    assert seven.gap_minding and seven.planes == 3
    without_root = classified(5, root_arcs=False)
    assert np.any(without_root.planar & ~without_root.projective)


def test_mildly_ill_nested_differs_from_gap_degree_at_ten_words() -> None:
    tree = classify([4, 4, 0, 3, 4, 1, 4, 2, 5, 7])
    assert (tree.gap_degree, tree.mildly_ill_nested_gap) == (1, 2)


def test_danish_percentages_of_the_papers(treebanks: Path) -> None:
    danish = multiplane.read(treebanks / "danish-ddt" / "train.conll")
    found = classify_all(danish.heads, danish.offsets)
    share = {
        name: round(100 * multiplane.structure.tree_class(name).count(found) / len(found), 1)
        for name in ("one-endpoint-crossing", "well-nested-gap-1", "gap-minding", "projective")
    }
    assert share == {
        "one-endpoint-crossing": 99.1,
        "well-nested-gap-1": 99.7,
        "gap-minding": 96.0,
        "projective": 84.2,
    }


def test_workers_do_not_change_the_result() -> None:
    every = np.array(all_trees(5), np.int32)
    offsets = np.arange(len(every) + 1) * 5
    one, three = (classify_all(every.reshape(-1), offsets, workers=w) for w in (1, 3))
    for field in fields(one):
        assert np.array_equal(getattr(one, field.name), getattr(three, field.name)), field.name


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([2, 1], "found a cycle through words 1, 2; expected a tree"),
        ([0, 2], "found word 2 as its own head; expected another word or 0"),
        ([0, 3], "found head 3 of word 2; expected 0 to 2"),
        ([0, -1], "found head -1 of word 2; expected 0 to 2"),
        ([0, 1.5], "found heads of type float64 and shape (2,); expected a sequence of integers"),
        ("01", "found word 1 as its own head; expected another word or 0"),
        ([[0, 1]], "found heads of type int64 and shape (1, 2); expected a sequence of integers"),
        (None, "found heads None; expected a sequence of integers"),
        ([2, 3, 4, 2], "found a cycle through words 2, 3, 4; expected a tree"),
    ],
)
def test_invalid_heads_are_refused(heads: object, message: str) -> None:
    with pytest.raises(TreeError) as caught:
        classify(heads)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_a_sentence_without_words_is_in_every_class() -> None:
    empty = classify([])
    assert empty.projective and empty.planes == 1 and empty.crossings == 0


def shuffled_tree(n: int, seed: int) -> list[int]:
    rng = np.random.default_rng(seed)
    place = rng.permutation(n) + 1
    heads = [0] * n
    for word in range(1, n):
        heads[place[word] - 1] = int(place[rng.integers(0, word)])
    return heads


def mutually_crossing(pairs: int) -> list[int]:
    """Words 1..pairs each governed by the word `pairs` places on: all these arcs cross one another."""
    return [d + pairs for d in range(1, pairs + 1)] + [0] + [pairs + 1] * (pairs - 1)


@pytest.mark.parametrize("pairs", [2, 3, 7, 50, 1000])
def test_mutually_crossing_arcs_need_a_plane_each(pairs: int) -> None:
    tree = classify(mutually_crossing(pairs), root_arcs=False)
    assert tree.planes == tree.planes_at_least == pairs


def test_two_thousand_words_in_disorder() -> None:
    tree = classify(shuffled_tree(2000, seed=1))
    assert tree.crossings > 500_000
    assert 3 <= tree.planes_at_least <= tree.planes < 100


def test_a_sentence_too_long_for_the_memory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(head: object) -> int:
        raise MemoryError

    monkeypatch.setattr(sys.modules["multiplane.structure.classify"], "least_heads", too_large)
    found = classify_all(np.array([2, 0, 3, 4, 0, 3], np.int32), np.array([0, 2, 6]))
    with pytest.raises(TreeError, match="sentence 2: found 4 words; expected fewer for this memory"):
        found.multi_headed_degree  # noqa: B018
