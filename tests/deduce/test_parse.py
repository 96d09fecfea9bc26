"""Best trees, counts, marginals and samples against brute force over all trees."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from tests.decode.judge import members, tree_scores

from multiplane.deduce import Schema, deduce, problem, schema
from multiplane.deduce.check import Check, check
from multiplane.deduce.parse import (
    AmbiguityWarning,
    best,
    best_derivation,
    best_trees,
    count,
    derived_tree,
    marginals,
    samples,
    trees,
)
from multiplane.deduce.semirings import COUNTING, LOG, MAX_SCORE, TREES

N = 4


def random_scores(seed: int, n: int = N) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n + 1, n + 1))


def test_marginals_are_those_of_brute_force_where_trees_are_derived_once() -> None:
    scores = random_scores(1)
    found = members("projective", N, False)
    weights = np.exp(tree_scores(scores, found))
    arcs = np.zeros_like(scores)
    for heads, weight in zip(found, weights / weights.sum(), strict=True):
        arcs[heads, np.arange(1, N + 1)] += weight
    result = marginals(schema("nivre-2003"), scores)
    assert result.arcs == pytest.approx(arcs)
    assert result.log_total == pytest.approx(np.log(weights.sum()))


def test_marginals_of_an_ambiguous_schema_come_with_a_warning() -> None:
    with pytest.warns(AmbiguityWarning, match="eisner-1996 derives some trees more than once"):
        marginals(schema("eisner-1996"), random_scores(2))


@pytest.mark.parametrize(("only", "warned"), [(1, True), (2, True), (4, True), (5, False)])
def test_ambiguity_is_looked_for_in_sentences_of_one_to_four_words(
    only: int, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A schema that derives no tree twice, but is said to from sentences of one length."""

    def twice_from(schema: Schema, trees: str, single_root: bool, n: int) -> Check:
        found = check(schema, trees, single_root, n)
        return replace(found, derivations=10**6) if n == only else found

    monkeypatch.setattr("multiplane.deduce.parse.check", twice_from)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        marginals(schema("nivre-2003"), random_scores(2))
        samples(schema("nivre-2003"), random_scores(2), 1)
    assert [warning.category for warning in caught] == [AmbiguityWarning] * (2 * warned)


def test_samples_are_drawn_in_proportion_and_by_the_seed() -> None:
    scores = random_scores(3, 3)
    found = members("projective", 3, False)
    weights = np.exp(tree_scores(scores, found))
    drawn = samples(schema("nivre-2003"), scores, 3000, seed=5)
    assert drawn == samples(schema("nivre-2003"), scores, 3000, seed=5)
    counts = Counter(parsed.heads for parsed in drawn)
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(map(int, heads))] / 3000 == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize("name", ["eisner-1996", "nivre-2003", "mh-3"])
def test_k_best_are_the_k_best_distinct_trees(name: str) -> None:
    scores = random_scores(4)
    expected = sorted(tree_scores(scores, members("projective", N, False)), reverse=True)[:10]
    found = best_trees(schema(name), scores, 10)
    assert [parsed.score for parsed in found] == pytest.approx(expected)
    assert len({parsed.heads for parsed in found}) == 10
    assert found[0].heads == best(schema(name), scores).heads


@pytest.mark.parametrize("name", ["eisner-1996", "collins-1996", "wg-1", "mh-4"])
def test_counts_are_those_of_listed_derivations(name: str) -> None:
    chart = deduce(schema(name), problem(3))
    listed = list(chart.derivations())
    assert len(listed) == len(set(listed)) == chart.value(COUNTING)
    assert {derived_tree(each, 3) for each in listed} == trees(schema(name), problem(3))
    assert count(schema(name), problem(3)) == (len(listed), len(chart.value(TREES)))


def test_the_best_derivation_gives_the_best_tree() -> None:
    scores = random_scores(6)
    chart = deduce(schema("eisner-1996"), problem(scores=scores))
    derivation = best_derivation(chart)
    assert derived_tree(derivation, N) == best(schema("eisner-1996"), scores).heads
    total = sum(chart.problem.score(*arc) for each in derivation.inferences() for arc in each.arcs)
    assert total == pytest.approx(chart.value(MAX_SCORE))


def test_outside_times_inside_of_every_item_is_at_most_the_total() -> None:
    chart = deduce(schema("nivre-2003"), problem(scores=random_scores(7)))
    inside = chart.inside(LOG)
    outside = chart.outside(LOG, inside)
    total = chart.value(LOG)
    assert all(inside[node] + outside[node] <= total + 1e-9 for node in inside)
