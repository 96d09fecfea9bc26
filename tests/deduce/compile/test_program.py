"""Compiled schemata against the engine in every semiring and against brute force; most of them as plain Python."""

from __future__ import annotations

import warnings
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.decode.judge import members, tree_scores

from multiplane.deduce import NAMES, deduce, problem, schema
from multiplane.deduce.compile import CompiledSchema, CompileError, compile_schema
from multiplane.deduce.parse import AmbiguityWarning
from multiplane.deduce.schemata import entry
from multiplane.deduce.semirings import COUNTING, LOG, MAX_SCORE
from multiplane.errors import MultiplaneError
from multiplane.structure import tree_class
from multiplane.treebank import find_cycle

COMPILABLE = (
    *("collins-1996", "eisner-1996", "eisner-satta-1999", "eisner-satta-generalized", "yamada-matsumoto-2003"),
    *("split-head", "mh-3", "mh-4", "mh-5", "mst-2005", "one-endpoint-crossing-2013", "wg-1", "wg-2", "mg-1", "mg-2"),
    *("wg-1-unambiguous", "gap-minding", "1-inherit"),
)
LARGE = ("one-endpoint-crossing-2013", "mg-2")


def plain(name: str) -> CompiledSchema:
    return compile_schema(schema(name), jit=False)


def random_scores(n: int, seed: int, forbidden: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n + 1, n + 1))
    scores[rng.random(scores.shape) < forbidden] = -np.inf
    return scores


def see_that_it_agrees_with_the_engine(program: CompiledSchema, scores: np.ndarray) -> None:
    chart = deduce(program.schema, problem(scores=scores))
    assert program.accepts(scores) == chart.accepted
    if chart.accepted:
        found = program.best(scores)
        assert found.score == pytest.approx(chart.value(MAX_SCORE))
        assert min(found.heads) >= 0
    else:
        with pytest.raises(MultiplaneError, match="found no final item"):
            program.best(scores)
    if program.analysis.equations:
        return
    assert program.derivations(scores) == chart.value(COUNTING)
    total, probability = program.arc_probabilities(np.where(np.eye(len(scores)) > 0, -np.inf, scores))
    assert total == pytest.approx(chart.value(LOG))
    if chart.accepted:
        assert probability[:, 1:].sum(axis=0) == pytest.approx(1.0)


def test_what_compiles_and_what_does_not() -> None:
    for name in NAMES:
        if name in COMPILABLE:
            compile_schema(schema(name))
        else:
            with pytest.raises(CompileError, match=f"schema {name} cannot be compiled"):
                compile_schema(schema(name))


@pytest.mark.parametrize("name", [name for name in COMPILABLE if name not in LARGE])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_kernels_agree_with_the_engine_in_every_semiring(name: str, n: int) -> None:
    for seed, forbidden in ((0, 0.0), (1, 0.3), (2, 0.5)):
        see_that_it_agrees_with_the_engine(plain(name), random_scores(n, seed, forbidden))


@pytest.mark.parametrize("name", LARGE)
def test_large_kernels_agree_with_the_engine(name: str) -> None:
    for n in (1, 2, 3):
        see_that_it_agrees_with_the_engine(plain(name), random_scores(n, n, 0.2))


@pytest.mark.long
@pytest.mark.parametrize("name", COMPILABLE)
def test_kernels_agree_with_the_engine_to_six_words(name: str) -> None:
    for n in (4, 5, 6) if name not in LARGE else (4, 5):
        for seed, forbidden in ((0, 0.0), (1, 0.2), (2, 0.4)):
            see_that_it_agrees_with_the_engine(plain(name), random_scores(n, seed, forbidden))


@given(st.sampled_from(("eisner-1996", "eisner-satta-1999", "collins-1996", "mh-4", "wg-1")), st.data())
@settings(max_examples=30)
def test_whole_scores_with_ties_and_forbidden_arcs(name: str, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 4))
    entries = st.sampled_from((-np.inf, -1.0, 0.0, 0.0, 1.0))
    rows = data.draw(st.lists(st.lists(entries, min_size=n + 1, max_size=n + 1), min_size=n + 1, max_size=n + 1))
    see_that_it_agrees_with_the_engine(plain(name), np.array(rows))


@pytest.mark.parametrize("name", ["eisner-satta-1999", "mh-4", "wg-1", "mg-1"])
def test_best_trees_are_those_of_brute_force(name: str) -> None:
    found = entry(name)
    belongs = tree_class(found.trees).is_member
    for n in (3, 5):
        for seed in range(4):
            scores = random_scores(n, seed)
            best = plain(name).best(scores)
            assert best.score == pytest.approx(tree_scores(scores, members(found.trees, n, found.single_root)).max())
            assert best.score == pytest.approx(sum(scores[head, word] for word, head in enumerate(best.heads, 1)))
            assert not find_cycle(best.heads)
            assert belongs(np.array(best.heads, np.int32))


def test_compiled_kernels_give_what_plain_python_gives() -> None:
    for name in ("eisner-1996", "collins-1996"):
        compiled = compile_schema(schema(name))
        for n in (1, 3, 9):
            scores = random_scores(n, n)
            assert compiled.best(scores) == plain(name).best(scores)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in COMPILABLE if name != "mg-2"])
def test_all_compiled_kernels_give_what_plain_python_gives(name: str) -> None:
    compiled = compile_schema(schema(name))
    for n in (1, 4, 7):
        scores = random_scores(n, n)
        assert compiled.best(scores) == plain(name).best(scores)
        assert compiled.accepts(scores)
        if not compiled.analysis.equations:
            assert compiled.derivations(n) == plain(name).derivations(n)
            arcs = np.where(np.eye(n + 1) > 0, -np.inf, scores)
            assert compiled.arc_probabilities(arcs)[1] == pytest.approx(plain(name).arc_probabilities(arcs)[1])


def test_marginals_and_samples_of_an_unambiguous_schema_are_those_of_brute_force() -> None:
    program = plain("split-head")
    scores = random_scores(4, 5)
    found = members("projective", 4, False)
    weights = np.exp(tree_scores(scores, found))
    weights /= weights.sum()
    arcs = np.zeros_like(scores)
    for heads, weight in zip(found, weights, strict=True):
        arcs[heads, np.arange(1, 5)] += weight
    with warnings.catch_warnings():
        warnings.simplefilter("error", AmbiguityWarning)
        assert program.marginals(scores).arcs == pytest.approx(arcs)
        drawn = program.samples(scores, 2000, seed=3)
    assert drawn == program.samples(scores, 2000, seed=3)
    counts = Counter(parsed.heads for parsed in drawn)
    for heads, weight in zip(found, weights, strict=True):
        assert counts[tuple(map(int, heads))] / 2000 == pytest.approx(weight, abs=0.05)


def test_marginals_of_an_ambiguous_schema_come_with_a_warning() -> None:
    with pytest.warns(AmbiguityWarning, match="eisner-1996 derives some trees more than once"):
        plain("eisner-1996").marginals(random_scores(3, 0))


def test_refusals_are_one_line() -> None:
    with pytest.raises(CompileError, match="wg-1 cannot be compiled for log: found items that can be written"):
        plain("wg-1").source("log")
    with pytest.raises(MultiplaneError, match="found semiring 'min'; expected one of max, boolean, counting, log"):
        plain("eisner-1996").source("min")
    with pytest.raises(CompileError, match="step INITTER: found lists h of any length"):
        compile_schema(schema("attardi-2006-2"))
    with pytest.raises(MultiplaneError, match="expected a square"):
        plain("eisner-1996").best([[0, 1, 2]])


def test_the_source_is_the_same_every_time() -> None:
    source = compile_schema(schema("mh-4")).source()
    assert source == CompiledSchema(schema("mh-4"), compile_schema(schema("mh-4")).analysis).source()
    assert "def PREFIX_inside(n, binomial, arcs, tables):" in source
