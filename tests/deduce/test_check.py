"""What every schema derives, over all trees of few words: its class exactly, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.decode.judge import tree_scores
from tests.enumeration import all_trees

from multiplane import decode
from multiplane.deduce import deduce, problem, schema
from multiplane.deduce.check import check
from multiplane.deduce.compile import compile_schema
from multiplane.deduce.parse import best, trees
from multiplane.deduce.schema import Schema
from multiplane.deduce.schemata import NAMES, entry
from multiplane.deduce.schemata.projective import split_head
from multiplane.deduce.schemata.well_nested_unambiguous import gap_minding, well_nested_unambiguous
from multiplane.errors import MultiplaneError
from multiplane.generate.all_trees import all_trees as generated_trees
from multiplane.structure import binarization, is_mildly_ill_nested, is_one_endpoint_crossing, tree_class
from multiplane.treebank import find_cycle

UNSOUND = ("covington-2001", "mst-2005")
UNAMBIGUOUS = (
    *("wg-1-unambiguous", "gap-minding", "1-inherit", "split-head", "nivre-2003", "covington-2001-projective"),
    "mst-2005",
    *("lombardo-lesmo-1996", "barbero-1998", "kahane-1998", "bulc", "dvh-2", "dvh-3"),
)


def see_that_the_class_is_derived(name: str, n: int) -> None:
    found = entry(name)
    result = check(found.schema, found.trees, found.single_root, n)
    assert result.complete, result
    assert result.sound or name in UNSOUND, result
    if n >= 3:
        assert result.sound == (name not in UNSOUND)
        assert result.unambiguous == (name in UNAMBIGUOUS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_schema_derives_its_class(name: str, n: int) -> None:
    see_that_the_class_is_derived(name, n)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [5, 6])
def test_every_schema_derives_its_class_of_more_words(name: str, n: int) -> None:
    see_that_the_class_is_derived(name, n)


@pytest.mark.parametrize(("one", "other"), [("wg", "wg-1"), ("mg", "mg-1"), ("mh-3", "yamada-matsumoto-2003")])
def test_families_contain_the_schemata_that_the_article_writes_out(one: str, other: str) -> None:
    from multiplane.deduce.schemata.mildly_non_projective import mildly_ill_nested, well_nested

    general = {"wg": lambda: well_nested(1), "mg": lambda: mildly_ill_nested(1)}.get(one, lambda: schema(one))()
    for n in (1, 2, 3, 4):
        left, right = deduce(general, problem(n)), deduce(schema(other), problem(n))
        if one != "mh-3":
            assert set(left.inferences) == set(right.inferences)
        assert trees(general, problem(n)) == trees(schema(other), problem(n))


DECODERS = {
    "projective": lambda scores, single: decode.projective(scores, single),
    "all": lambda scores, single: decode.spanning_tree(scores, single),
    "one-endpoint-crossing": lambda scores, single: decode.one_endpoint_crossing(scores, single),
    "well-nested-gap-1": lambda scores, single: decode.well_nested(scores, single_root=single),
    "well-nested-gap-2": lambda scores, single: decode.well_nested(scores, 2, single),
    "mildly-ill-nested-1": lambda scores, single: decode.mildly_ill_nested(scores, single_root=single),
    "mildly-ill-nested-2": lambda scores, single: decode.mildly_ill_nested(scores, 2, single),
    "multi-headed-3": lambda scores, single: decode.multi_headed(scores, 3, single),
    "multi-headed-4": lambda scores, single: decode.multi_headed(scores, 4, single),
    "multi-headed-5": lambda scores, single: decode.multi_headed(scores, 5, single),
}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNSOUND and not entry(name).schema.grammar])
def test_best_scores_are_those_of_brute_force_and_of_the_decoders(name: str) -> None:
    found = entry(name)
    belongs = tree_class(found.trees).is_member
    for n in (1, 2, 4):
        in_class = [heads for heads in all_trees(n) if belongs(np.array(heads, np.int32))]
        candidates = [heads for heads in in_class if not found.single_root or heads.count(0) == 1]
        for seed in range(3):
            scores = np.random.default_rng(seed).normal(size=(n + 1, n + 1))
            parsed = best(found.schema, scores)
            assert parsed.score == pytest.approx(tree_scores(scores, np.array(candidates).reshape(-1, n)).max())
            assert belongs(np.array(parsed.heads, np.int32))
            if found.trees in DECODERS:
                assert parsed.score == pytest.approx(DECODERS[found.trees](scores, found.single_root).score)


def test_mg_k_does_not_parse_definition_8_to_the_letter() -> None:
    eight = (4, 0, 4, 2, 4, 1, 3, 5)
    assert trees(schema("mg-1"), problem(heads=eight)) == {eight}
    assert is_mildly_ill_nested(eight, 1)
    assert binarization(eight, count_head=True).gap_degree == 2


def test_the_article_s_strongly_ill_nested_tree_needs_two_gaps() -> None:
    ten = (4, 4, 0, 3, 4, 1, 4, 2, 5, 7)
    assert trees(schema("mg-1"), problem(heads=ten)) == set()
    assert trees(schema("mg-2"), problem(heads=ten)) == {ten}


@pytest.mark.long
def test_one_endpoint_crossing_trees_of_seven_words_by_their_own_arcs() -> None:
    rng = np.random.default_rng(0)
    program = schema("one-endpoint-crossing-2013")
    drawn = 0
    while drawn < 150:
        heads = tuple(int(rng.integers(0, 8)) for _ in range(7))
        if not find_cycle(heads):
            drawn += 1
            assert (trees(program, problem(heads=heads)) == {heads}) == is_one_endpoint_crossing(heads)


def test_an_unknown_class_is_one_line() -> None:
    with pytest.raises(MultiplaneError, match="no class 'flat'"):
        check(schema("eisner-1996"), "flat", False, 2)


def test_the_steps_of_wg_1_for_many_gaps_miss_a_tree_unless_a_gap_can_be_split() -> None:
    heads = (3, 1, 0, 1, 3, 2)
    whole = schema("wg-2")
    without = replace(whole, steps=[step for step in whole.steps if step.name != "COMBINE-SPLITTING-GAP"])
    assert tree_class("well-nested-gap-2").is_member(np.array(heads, np.int32))
    assert trees(whole, problem(heads=heads)) == {heads}
    assert trees(without, problem(heads=heads)) == set()


@pytest.mark.parametrize("several_roots", [False, True])
@pytest.mark.parametrize(
    ("build", "trees_of"),
    [(split_head, "projective"), (gap_minding, "gap-minding"), (well_nested_unambiguous, "well-nested-gap-1")],
)
def test_unambiguous_schemata_derive_every_tree_once(
    build: Callable[[bool], Schema], trees_of: str, several_roots: bool
) -> None:
    for n in (1, 2, 3, 4, 5):
        result = check(build(several_roots), trees_of, not several_roots, n)
        assert result.verdict == "correct"
        assert result.unambiguous


@pytest.mark.long
@pytest.mark.parametrize("several_roots", [False, True])
@pytest.mark.parametrize(
    ("build", "trees_of"),
    [(split_head, "projective"), (gap_minding, "gap-minding"), (well_nested_unambiguous, "well-nested-gap-1")],
)
def test_unambiguous_schemata_derive_as_many_trees_of_seven_words_as_there_are(
    build: Callable[[bool], Schema], trees_of: str, several_roots: bool
) -> None:
    six = check(build(several_roots), trees_of, not several_roots, 6)
    assert (six.verdict, six.unambiguous) == ("correct", True)
    counted = sum(
        tree_class(trees_of).is_member(row) and (several_roots or np.count_nonzero(row == 0) == 1)
        for row in generated_trees(7)
    )
    assert compile_schema(build(several_roots), jit=False).derivations(7) == counted
