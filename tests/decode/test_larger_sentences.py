"""Beyond brute force: classes that contain one another, mirror images, another library, another chart."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.decode.judge import KINDS

from multiplane.decode import decode, spanning_tree
from multiplane.decode.decoders import search_of
from multiplane.decode.gapped.backtrace import gapped_heads
from multiplane.decode.gapped.subsets import subset_heads
from multiplane.decode.scores import arc_scores, sum_of_arcs
from multiplane.generate import random_tree
from multiplane.structure import classify, tree_class

CHAINS = (
    ("projective", "one-endpoint-crossing", "all"),
    ("projective", "gap-minding", "well-nested-gap-1", "mildly-ill-nested-1", "all"),
    ("multi-headed-3", "multi-headed-4", "all"),
    ("well-nested-gap-1", "well-nested-gap-2", "all"),
)

SYMMETRIC = (
    *("all", "projective", "one-endpoint-crossing", "gap-minding"),
    *("well-nested-gap-1", "well-nested-gap-2", "mildly-ill-nested-1", "multi-headed-3"),
)
"""The classes that hold the mirror image of each of their trees; others of MH_k do not, as 0 is always on the left."""


def like_a_parser(n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Scores with a clear favourite for most words, as a trained model gives them."""
    scores = rng.normal(size=(n + 1, n + 1))
    heads = np.array([rng.choice([h for h in range(n + 1) if h != d]) for d in range(1, n + 1)])
    scores[heads, np.arange(1, n + 1)] += rng.exponential(4.0, n)
    return scores


def score_of(scores: NDArray[np.float64], name: str, single_root: bool) -> float:
    best = decode(scores, name, single_root)
    assert classify(best.heads) in tree_class(name)
    assert not single_root or (best.heads == 0).sum() == 1
    return best.score


@pytest.mark.parametrize("n", [8, 12, 15])
@pytest.mark.parametrize("chain", CHAINS, ids=" ≤ ".join)
def test_a_larger_class_is_never_worse(chain: tuple[str, ...], n: int) -> None:
    rng = np.random.default_rng(n)
    for scores in (rng.normal(size=(n + 1, n + 1)), KINDS["cycles"](n, rng), like_a_parser(n, rng)):
        for single_root in (True, False):
            scores_found = [score_of(scores, name, single_root) for name in chain]
            assert all(one <= other + 1e-9 for one, other in pairwise(scores_found))


@pytest.mark.long
@pytest.mark.parametrize("chain", CHAINS[:3], ids=" ≤ ".join)
def test_a_larger_class_is_never_worse_on_forty_words(chain: tuple[str, ...]) -> None:
    scores = like_a_parser(40, np.random.default_rng(40))
    found = [score_of(scores, name, True) for name in chain]
    assert all(one <= other + 1e-9 for one, other in pairwise(found))


def mirrored(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    order = np.concatenate([[0], np.arange(len(scores) - 1, 0, -1)])
    return scores[np.ix_(order, order)]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_the_mirror_image_has_the_same_best_score(name: str) -> None:
    for n in (5, 9, 14):
        for seed in range(3):
            rng = np.random.default_rng([n, seed])
            for scores in (rng.normal(size=(n + 1, n + 1)), KINDS["forbidden arcs"](n, rng)):
                for single_root in (True, False):
                    search = search_of(name)
                    arcs, turned = arc_scores(scores), arc_scores(mirrored(scores))
                    heads, other = search(arcs, single_root), search(turned, single_root)
                    assert (heads[0] < 0) == (other[0] < 0)
                    if heads[0] >= 0:
                        assert sum_of_arcs(arcs, heads) == pytest.approx(sum_of_arcs(turned, other))


def test_mirror_image_on_forty_words() -> None:
    scores = np.random.default_rng(4).normal(size=(41, 41))
    for name in ("projective", "one-endpoint-crossing", "gap-minding", "all"):
        assert decode(scores, name).score == pytest.approx(decode(mirrored(scores), name).score)


@given(st.integers(1, 11), st.integers(0, 2**32 - 1), st.booleans(), st.booleans())
def test_gap_chart_equals_the_search_over_sets_of_words(
    n: int, seed: int, interleaving: bool, single_root: bool
) -> None:
    rng = np.random.default_rng(seed)
    arcs = arc_scores(KINDS["forbidden arcs"](n, rng) if seed % 2 else rng.normal(size=(n + 1, n + 1)))
    one, other = gapped_heads(arcs, single_root, interleaving), subset_heads(arcs, single_root, interleaving, 1)
    assert (one[0] < 0) == (other[0] < 0)
    if one[0] >= 0:
        assert sum_of_arcs(arcs, one) == pytest.approx(sum_of_arcs(arcs, other))


@pytest.mark.parametrize(("name", "interleaving"), [("well-nested-gap-1", False), ("mildly-ill-nested-1", True)])
def test_a_tree_whose_arcs_outweigh_all_others_is_found_in_the_chart(name: str, interleaving: bool) -> None:
    for seed in range(60):
        n = 6 + seed % 4
        heads = random_tree(n, name, Random(seed), exactly=True)
        scores = np.random.default_rng(seed).normal(size=(n + 1, n + 1))
        scores[heads, np.arange(1, n + 1)] += 50
        assert gapped_heads(arc_scores(scores), True, interleaving).tolist() == heads


@pytest.mark.parametrize("n", [20, 60, 150])
def test_spanning_trees_score_as_those_of_networkx(n: int) -> None:
    networkx = pytest.importorskip("networkx")
    for seed, kind in enumerate(("reals", "forbidden arcs", "cycles")):
        scores = KINDS[kind](n, np.random.default_rng([n, seed]))
        scores[0, 1:] = np.where(np.isfinite(scores[0, 1:]), scores[0, 1:], -5.0)
        graph = networkx.DiGraph()
        for h, d in np.argwhere(np.isfinite(scores)):
            if d > 0 and h != d:
                graph.add_edge(int(h), int(d), weight=float(scores[h, d]))
        judge = networkx.maximum_spanning_arborescence(graph)
        best = spanning_tree(scores, single_root=False)
        assert best.score == pytest.approx(judge.size(weight="weight"), rel=1e-9)
        for _, d in list(graph.out_edges(0)):
            graph[0][d]["weight"] -= 1e7
        single = networkx.maximum_spanning_arborescence(graph)
        assert spanning_tree(scores).score == pytest.approx(single.size(weight="weight") + 1e7, abs=1e-4)
