"""Binarizations against all of them: Definitions 7 and 8 to the letter, and as the MG_k parser reads them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from tests.enumeration import Heads, all_trees, trees_up_to
from tests.structure import definitions
from tests.structure.trees import trees

from multiplane.structure import binarization, classify, is_mildly_ill_nested
from multiplane.structure.binarization import Join


def assert_binarization_proves(heads: Heads, count_head: bool) -> None:
    """The joins are a binarization, and no node of it has more gaps than it says."""
    found = binarization(heads, count_head)
    assert found.exact
    widest = definitions.gap_degree(heads)
    for h, last in found.joins.items():
        below = definitions.subtree(heads, h) if h else frozenset(range(len(heads) + 1))
        if count_head and isinstance(last, Join):
            parts = [gap_on_the_way(heads, part, None) for part in (last.one, last.other)]
            words, gap = parts[0][0] | parts[1][0], max(parts[0][1], parts[1][1])
        else:
            words, gap = gap_on_the_way(heads, last, None if count_head else h)
        assert words | {h} == below
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


@pytest.mark.parametrize("words", [4, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("count_head", [False, True])
def test_binarizations_of_all_small_trees(count_head: bool, words: int) -> None:
    for heads in trees_up_to(words):
        assert_binarization_proves(heads, count_head)
        assert binarization(heads, count_head).gap_degree == definitions.mildly_ill_nested_gap(heads, count_head)


@pytest.mark.long
@pytest.mark.parametrize("count_head", [False, True])
def test_binarizations_of_all_trees_of_six_words(count_head: bool) -> None:
    for heads in all_trees(6):
        assert binarization(heads, count_head).gap_degree == definitions.mildly_ill_nested_gap(heads, count_head)


@given(trees(6, 14))
def test_binarizations_of_larger_trees(heads: Heads) -> None:
    for count_head in (False, True):
        assert_binarization_proves(heads, count_head)


def interlocked_trees(number: int) -> Iterator[Heads]:
    """Random trees in which few words have dependents, and those many, so that their subtrees interleave."""
    rng = Random(3)
    for _ in range(number):
        order = rng.sample(range(1, 11), 10)
        heads = [0] * 10
        for place, word in enumerate(order[1:], 1):
            heads[word - 1] = rng.choice(order[: min(place, 4)])
        yield tuple(heads)


@pytest.mark.parametrize("count_head", [False, True])
def test_interlocked_trees_against_all_binarizations(count_head: bool) -> None:
    for heads in interlocked_trees(150):
        assert_binarization_proves(heads, count_head)
        assert binarization(heads, count_head).gap_degree == definitions.mildly_ill_nested_gap(heads, count_head)


@pytest.mark.parametrize("count_head", [False, True])
def test_bounds_without_a_search_enclose_what_is_needed(count_head: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five subtrees of four blocks each under the first word, in any order, and one that touches none of them."""
    rng = Random(5)
    children = range(2, 7)
    trees = [(0, *[1] * 5, *chain(*(rng.sample(children, 5) for _ in range(3))), 0, 1) for _ in range(20)]
    needed = [definitions.mildly_ill_nested_gap(heads, count_head) for heads in trees]
    exact = [binarization(heads, count_head) for heads in trees]
    assert [(some.gap_degree, some.at_least) for some in exact] == [(gap, gap) for gap in needed]
    monkeypatch.setitem(binarization.__globals__, "SEARCH_LIMIT", 2)
    found = [binarization(heads, count_head) for heads in trees]
    assert all(some.at_least <= gap <= some.gap_degree for some, gap in zip(found, needed, strict=True))
    assert not all(some.exact for some in found)


@pytest.mark.long
@given(trees(6, 11))
def test_larger_trees_against_all_binarizations(heads: Heads) -> None:
    for count_head in (False, True):
        assert binarization(heads, count_head).gap_degree == definitions.mildly_ill_nested_gap(heads, count_head)


def test_the_last_join_includes_the_head() -> None:
    assert binarization([2, 0, 2], count_head=True).gap_degree == 0
    assert is_mildly_ill_nested([2, 0, 1, 0, 2], 1, count_head=True)


@pytest.mark.long
def test_the_two_readings_agree_up_to_six_words() -> None:
    for heads in trees_up_to(6):
        if max(heads.count(h) for h in range(1, len(heads) + 1)) > 2:
            assert binarization(heads).gap_degree == binarization(heads, count_head=True).gap_degree


def test_the_two_readings_differ_on_eight_words() -> None:
    differ = (4, 0, 4, 2, 4, 1, 3, 5)
    assert binarization(differ).gap_degree == definitions.mildly_ill_nested_gap(differ) == 1
    assert binarization(differ, count_head=True).gap_degree == 2
    assert definitions.mildly_ill_nested_gap(differ, count_head=True) == 2
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
    by_the_letter = binarization(heads, count_head=True)
    assert by_the_letter.at_least <= by_the_letter.gap_degree
    assert classify(heads).mildly_ill_nested_gap == found.gap_degree
