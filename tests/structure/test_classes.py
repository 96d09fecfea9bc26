"""The registry: every class has one name, one meaning, two tests that agree, and smaller classes that are smaller."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from tests.cli.running import output
from tests.enumeration import all_trees
from tests.structure.trees import trees

from multiplane.errors import MultiplaneError
from multiplane.generate.random_trees import random_any_tree
from multiplane.structure import CLASSES, FAMILIES, Classifications, TreeClass, classify, classify_all, tree_class

ROOT = Path(__file__).parents[2]
EVERY = [
    TreeClass(family, number)
    for family in FAMILIES
    for number in (range(family.least, family.least + 3) if family.example is not None else [0])
]


@cache
def classified(n: int, root_arcs: bool) -> Classifications:
    every = np.array(all_trees(n), np.int32)
    return classify_all(every.reshape(-1), np.arange(len(every) + 1) * n, root_arcs)


by_name = pytest.mark.parametrize("wanted", EVERY, ids=lambda wanted: wanted.name)


@by_name
def test_a_name_is_read_as_it_is_printed(wanted: TreeClass) -> None:
    assert tree_class(wanted.name) == wanted
    assert tree_class(wanted.name.upper().replace("-", "_")) == wanted
    assert [family for family in FAMILIES if family.number_in(wanted.name) is not None] == [wanted.family]
    assert "{" not in wanted.meaning and wanted.family.paper


@by_name
@pytest.mark.parametrize("root_arcs", [True, False])
@pytest.mark.parametrize("words", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_the_tests_of_one_tree_and_of_many_agree(wanted: TreeClass, root_arcs: bool, words: int) -> None:
    for n in range(1, words + 1):
        many = wanted.holds(classified(n, root_arcs))
        one_by_one = [wanted.is_member(np.array(heads, np.int32), root_arcs) for heads in all_trees(n)]
        assert many.tolist() == one_by_one


@given(trees(6, 12))
def test_the_tests_agree_on_larger_trees(heads: tuple[int, ...]) -> None:
    for root_arcs in (True, False):
        tree = classify(heads, root_arcs)
        for wanted in EVERY:
            assert (tree in wanted) == wanted.is_member(np.array(heads, np.int32), root_arcs), wanted.name


@by_name
@pytest.mark.parametrize("words", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_smaller_classes_are_smaller(wanted: TreeClass, words: int) -> None:
    for root_arcs in (True, False):
        found = classified(words, root_arcs)
        inside = wanted.holds(found)
        for smaller in wanted.smaller:
            assert np.all(inside[smaller.holds(found)]), smaller.name


@by_name
def test_classes_without_a_smaller_one_are_the_projective_trees(wanted: TreeClass) -> None:
    found = classified(5, root_arcs=False)
    projective = bool(np.array_equal(wanted.holds(found), found.projective))
    assert projective == wanted.only_projective == (not wanted.smaller and wanted.name != "all")


def test_projective_trees_are_in_every_class() -> None:
    for root_arcs in (True, False):
        found = classified(5, root_arcs)
        assert all(np.all(wanted.holds(found)[found.projective]) for wanted in EVERY)


def test_smaller_classes_are_the_largest_of_their_families() -> None:
    """With the number one higher, trees of eight words are in the smaller class that are not in the larger one."""
    rng = Random(1)
    every = np.array([random_any_tree(8, rng) for _ in range(1500)], np.int32)
    found = classify_all(every.reshape(-1), np.arange(len(every) + 1) * 8, root_arcs=True)
    smaller = [(wanted, inner) for wanted in EVERY for inner in wanted.smaller if wanted.name != "well-nested"]
    for wanted, inner in smaller:
        assert np.all(wanted.holds(found)[inner.holds(found)])
        above = TreeClass(inner.family, inner.number + 1)
        if inner.family.example is not None and above != wanted:
            assert not np.all(wanted.holds(found)[above.holds(found)]), (wanted.name, inner.name)


def test_spellings_of_one_class() -> None:
    for name, spellings in {
        "all": ("any", "spanning-tree", "ALL"),
        "planar": ("1-planar", "one-planar"),
        "2-planar": ("two-planar", "Two_Planar", " 2 planar "),
        "one-endpoint-crossing": ("1ec", "1-endpoint-crossing", "one endpoint crossing"),
    }.items():
        for spelling in spellings:
            assert tree_class(spelling).name == name


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("wel-nested", "well-nested"),
        ("well-nested-2", "well-nested-gap-2"),
        ("mildly-ill-nested", "mildly-ill-nested-1"),
        ("gap-degre-3", "gap-degree-3"),
        ("1-endpoint-crosing", "1-endpoint-crossing"),
        ("projectif", "projective"),
        ("multiheaded-5", "multi-headed-5"),
        ("02-planar", "2-planar"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(MultiplaneError) as caught:
        tree_class(name)
    message = str(caught.value)
    near = message.removeprefix(f"no class {name!r}; nearest: ").removesuffix("; `multiplane analyze -h` lists all")
    assert near.split(", ")[0] == nearest
    assert len(near.split(", ")) <= 3


def test_a_name_that_looks_like_none_gets_no_suggestion() -> None:
    with pytest.raises(MultiplaneError, match=r"^no class 'foo'; `multiplane analyze -h` lists all$"):
        tree_class("foo")


def test_the_help_of_analyze_lists_every_family() -> None:
    text = " ".join(re.sub("[│╭╮╰╯─]", " ", output("analyze", "--help")).split())
    listed = text.split("sentences of this class: ")[1].split(";")[0]
    assert re.split(", | or ", listed) == [family.pattern for family in FAMILIES]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("0-planar", "k-planar with k at least 2"),
        ("multi-headed-2", "multi-headed-k with k at least 3"),
        ("attardi-0", "attardi-d with d at least 1"),
        ("1000-planar", "k-planar with k at most 999"),
        ("attardi-99999", "attardi-d with d at most 999"),
        ("mildly-ill-nested-" + "9" * 20, "mildly-ill-nested-k with k at most 999"),
    ],
)
def test_numbers_too_small_are_refused(name: str, expected: str) -> None:
    with pytest.raises(MultiplaneError, match=f"found class '{name}'; expected {expected}"):
        tree_class(name)


def test_reports_count_classes_of_the_registry() -> None:
    assert [wanted.name for wanted in CLASSES.values()] == list(CLASSES)


def test_the_page_on_classes_has_every_family() -> None:
    page = (ROOT / "docs" / "classes.md").read_text("utf-8")
    for family in FAMILIES:
        assert f"| `{family.pattern}` |" in page, family.pattern
