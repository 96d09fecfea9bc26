"""Schemata as decoders: the same best trees as the hand-written ones, roots, limits, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from tests.decode.judge import best_score

from multiplane import decode
from multiplane.decode.by_schema import best_heads, longest_for
from multiplane.decode.decoders import decodable_class, decoder_name, limits_of
from multiplane.deduce import schema
from multiplane.deduce.compile import compile_schema
from multiplane.errors import MultiplaneError
from multiplane.learn.arc_factored.search import tree_search


def random_scores(n: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n + 1, n + 1))


@pytest.mark.parametrize("single_root", [True, False])
def test_a_schema_finds_what_its_class_has(single_root: bool) -> None:
    for seed in range(5):
        scores = random_scores(8, seed)
        wanted = decode.projective(scores, single_root).score
        assert decode.decode(scores, "schema:eisner-1996", single_root).score == pytest.approx(wanted)
        assert decode.decode(scores, schema("eisner-1996"), single_root).score == pytest.approx(wanted)


@pytest.mark.parametrize("name", ["mh-4", "one-endpoint-crossing-2013", "split-head"])
def test_one_root_is_the_best_with_one_root(name: str) -> None:
    program = compile_schema(schema(name), jit=False)
    trees = decodable_class(f"schema:{name}").name
    for seed in range(3):
        scores = random_scores(4, seed)
        arcs = np.where(np.eye(5) > 0, -np.inf, scores)
        arcs[:, 0] = -np.inf
        for single_root in (True, False):
            heads = best_heads(program, True, arcs, single_root)
            found = scores[heads, np.arange(1, 5)].sum()
            assert found == pytest.approx(best_score(scores, trees, single_root))


def test_no_tree_with_one_root() -> None:
    scores = np.full((3, 3), -np.inf)
    scores[0, 1:] = 1.0
    with pytest.raises(MultiplaneError, match="found no projective tree of finite score with a single root"):
        decode.decode(scores, "schema:eisner-1996")
    assert decode.decode(scores, "schema:eisner-1996", single_root=False).heads.tolist() == [0, 0]


def test_names_and_limits() -> None:
    assert decoder_name("SCHEMA:wg_1") == decoder_name("schema:wg-1") == "schema:wg-1"
    assert decodable_class("schema:wg-1").name == "well-nested-gap-1"
    assert limits_of("schema:yamada-matsumoto-2003") == (None, "projective")
    assert limits_of("schema:wg-2") == (10, "projective")
    assert longest_for(schema("nivre-2003")) == 0


def test_long_sentences_fall_back_to_projective_trees() -> None:
    scores = random_scores(64, 1)
    heads = tree_search("schema:collins-1996")(np.where(np.eye(65) > 0, -np.inf, scores), True)
    assert heads.tolist() == decode.projective(scores).heads.tolist()


def test_refusals_are_one_line() -> None:
    scores = random_scores(3, 0)
    with pytest.raises(MultiplaneError, match=r"schema mst-2005 derives heads .*, which are no tree"):
        decode.decode(scores, "schema:mst-2005")
    with pytest.raises(MultiplaneError, match="schema nivre-2003 cannot be compiled"):
        decode.decode(scores, "schema:nivre-2003")
    with pytest.raises(MultiplaneError, match="no schema 'eisner'; nearest: eisner-1996"):
        decode.decode(scores, "schema:eisner")
    with pytest.raises(MultiplaneError, match="collins-1996 derives trees with a single root"):
        decode.decode(random_scores(6, 3) + 9 * np.eye(7)[::-1], schema("collins-1996"), single_root=False)
