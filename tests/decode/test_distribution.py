"""The k best trees, arc probabilities and samples, against the list of all trees."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.decode.judge import CLASSES, KINDS, matrices, members, tree_scores
from tests.decode.plain import unambiguous_program_in_python

from multiplane.decode import by_schema, decode, k_best, marginals, samples
from multiplane.errors import MultiplaneError


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CLASSES)
def test_the_best_trees_in_order(name: str, kind: str, single_root: bool) -> None:
    for scores in matrices(kind, 4, 6):
        every = np.sort(tree_scores(scores, members(name, 4, single_root)))[::-1]
        every = every[np.isfinite(every)]
        found = k_best(scores, name, 300, single_root)
        assert [tree.score for tree in found] == pytest.approx(every[:300].tolist())
        assert len({tree.heads.tobytes() for tree in found}) == len(found)
        allowed = {heads.tobytes() for heads in members(name, 4, single_root)}
        assert all(tree.heads.tobytes() in allowed for tree in found)


def test_longer_sentences_begin_with_the_best_tree_and_go_down() -> None:
    for name in ("projective", "all", "one-endpoint-crossing"):
        scores = np.random.default_rng(0).normal(size=(19, 19))
        found = k_best(scores, name, 8)
        assert found[0].heads.tolist() == decode(scores, name).heads.tolist()
        assert all(one.score >= other.score for one, other in pairwise(found))
        assert len({tree.heads.tobytes() for tree in found}) == 8


def test_labels_follow_their_arcs() -> None:
    rng = np.random.default_rng(1)
    scores, labels = rng.normal(size=(5, 5)), rng.normal(size=(5, 5, 3))
    for tree in k_best(scores, k=5, labels=labels):
        assert tree.labels is not None
        assert tree.labels.tolist() == [labels[h, d].argmax() for d, h in enumerate(tree.heads, 1)]


BOTH = ("all", "projective")


def sums(scores: NDArray[np.float64], name: str, single_root: bool) -> tuple[float, NDArray[np.float64]]:
    """The log of the sum over all trees, and the share of each arc."""
    n = len(scores) - 1
    heads = members(name, n, single_root)
    found = tree_scores(scores, heads)
    top = found.max(initial=-np.inf)
    if top == -np.inf:
        return top, np.zeros_like(scores)
    weights = np.exp(found - top)
    share = np.zeros_like(scores)
    for d in range(1, n + 1):
        np.add.at(share[:, d], heads[:, d - 1], weights)
    return float(top + np.log(weights.sum())), share / weights.sum()


@pytest.mark.parametrize("scale", [1.0, 40.0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", BOTH)
def test_sums_over_all_trees(name: str, kind: str, scale: float) -> None:
    for n in range(1, 7):
        for scores in matrices(kind, n, 8):
            for single_root in (True, False):
                log_sum, share = sums(scores * scale, name, single_root)
                if log_sum == -np.inf:
                    with pytest.raises(MultiplaneError, match="of finite score"):
                        marginals(scores * scale, name, single_root)
                else:
                    found = marginals(scores * scale, name, single_root)
                    assert found.log_partition == pytest.approx(log_sum, rel=1e-12, abs=1e-9)
                    assert np.allclose(found.probability, share, atol=1e-11)


@pytest.mark.parametrize("name", BOTH)
def test_the_sum_counts_trees(name: str) -> None:
    counts = [round(np.exp(marginals(np.zeros((n + 1, n + 1)), name, False).log_partition)) for n in range(1, 7)]
    assert counts == [len(members(name, n, False)) for n in range(1, 7)]


@pytest.mark.parametrize("name", BOTH)
def test_every_word_has_one_head(name: str) -> None:
    scores = 5 * np.random.default_rng(0).normal(size=(61, 61))
    found = marginals(scores, name)
    assert np.allclose(found.probability[:, 1:].sum(axis=0), 1.0)
    assert found.probability[0].sum() == pytest.approx(1.0)
    assert found.probability[:, 0].sum() == 0.0


def test_scores_thousands_apart_lose_nothing() -> None:
    scores = np.full((3, 3), -2000.0)
    scores[1, 2] = scores[2, 1] = 0.0
    found = marginals(scores, single_root=False)
    assert np.allclose(found.probability, [[0.0, 0.5, 0.5], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]])
    assert found.log_partition == pytest.approx(-2000.0 + np.log(2.0))


def test_the_derivative_of_the_log_partition_is_the_probability() -> None:
    scores = np.random.default_rng(2).normal(size=(9, 9))
    for name in BOTH:
        found = marginals(scores, name)
        for h, d in ((0, 3), (2, 5), (7, 1)):
            moved = scores.copy()
            moved[h, d] += 1e-6
            slope = (marginals(moved, name).log_partition - found.log_partition) / 1e-6
            assert slope == pytest.approx(found.probability[h, d], abs=1e-5)


def see_sums_of_schemata(name: str, most: int) -> None:
    for n in range(1, most + 1):
        for scores in (*matrices("reals", n, 2), *matrices("forbidden arcs", n, 2)):
            for single_root in (True, False):
                log_sum, share = sums(scores, name, single_root)
                if log_sum > -np.inf:
                    found = marginals(scores, name, single_root)
                    assert found.log_partition == pytest.approx(log_sum, rel=1e-12, abs=1e-9)
                    assert np.allclose(found.probability, share, atol=1e-11)


@pytest.mark.parametrize("name", ["gap-minding", "well-nested-gap-1"])
def test_sums_by_schemata_that_derive_every_tree_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_schema, "unambiguous_program", unambiguous_program_in_python)
    see_sums_of_schemata(name, 3)


@pytest.mark.long
@pytest.mark.parametrize("name", ["gap-minding", "well-nested-gap-1"])
def test_compiled_sums_by_schemata_that_derive_every_tree_once(name: str) -> None:
    see_sums_of_schemata(name, 6)


def test_other_classes_are_refused() -> None:
    with pytest.raises(
        MultiplaneError,
        match=r"which has no marginals; .* projective, well-nested-gap-k, gap-minding, 1-inherit$",
    ):
        marginals(np.zeros((3, 3)), "one-endpoint-crossing")
    with pytest.raises(MultiplaneError, match="found class 'planar', which has no marginals"):
        marginals(np.zeros((3, 3)), "planar")


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("large", [1e17, 1e299, -1e299])
def test_scores_too_large_for_probabilities_are_an_error_rather_than_nan(name: str, large: float) -> None:
    """Of ties between sums of such scores nothing is left; where one tree is far better than all others, it is sure."""
    with pytest.raises(
        MultiplaneError, match=r"found scores of up to 1e.*, too large for probabilities; expected smaller"
    ):
        marginals(np.full((6, 6), large), name)
    found = marginals(np.random.default_rng(1).normal(size=(6, 6)) * large, name).probability
    assert np.allclose(found[:, 1:].sum(axis=0), 1)


@pytest.mark.slow
@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("name", ["all", "projective", "gap-minding", "well-nested-gap-1"])
def test_shares_of_trees_are_their_probabilities(name: str, single_root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_schema, "unambiguous_program", unambiguous_program_in_python)
    scores = np.random.default_rng(4).normal(size=(4, 4))
    found = members(name, 3, single_root)
    weights = np.exp(tree_scores(scores, found))
    drawn = samples(scores, name, 1000, single_root, seed=2)
    counts = Counter(tuple(tree.heads.tolist()) for tree in drawn)
    assert set(counts) <= {tuple(heads.tolist()) for heads in found}
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(heads.tolist())] / 1000 == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("single_root", [True, False])
def test_number_roots_seed_and_scores_are_those_asked_for(single_root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_schema, "unambiguous_program", unambiguous_program_in_python)
    scores = np.random.default_rng(3).normal(size=(4, 4))
    found = members("projective", 3, single_root)
    weights = np.exp(tree_scores(scores, found))
    drawn = samples(scores, "projective", 200, single_root, seed=1)
    assert len(drawn) == 200 and samples(scores, "projective", 0, single_root) == []
    counts = Counter(tuple(tree.heads.tolist()) for tree in drawn)
    assert set(counts) <= {tuple(heads.tolist()) for heads in found}
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(heads.tolist())] / 200 == pytest.approx(share, abs=0.12)
    assert all(tree.score == pytest.approx(tree_scores(scores, tree.heads[None])[0]) for tree in drawn)
    others = [
        [tree.heads.tolist() for tree in samples(scores, "projective", 9, single_root, **seed)]
        for seed in ({"seed": 1}, {"seed": 2}, {"seed": 0}, {})
    ]
    assert others[0] == [tree.heads.tolist() for tree in drawn[:9]] != others[1]
    assert others[2] == others[3] != others[0]


@pytest.mark.parametrize("single_root", [True, False])
def test_all_trees_are_drawn_by_their_probabilities(single_root: bool) -> None:
    scores = np.random.default_rng(5).normal(size=(4, 4))
    scores[0, 2] = -np.inf
    found = members("all", 3, single_root)
    weights = np.exp(tree_scores(scores, found))
    counts = Counter(tuple(tree.heads.tolist()) for tree in samples(scores, size=2000, single_root=single_root, seed=1))
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(heads.tolist())] / 2000 == pytest.approx(share, abs=0.04)
        assert share > 0 or not counts[tuple(heads.tolist())]


def test_scores_far_apart_leave_one_tree_to_draw() -> None:
    """Two words that are each other's best heads by far: a random walk would hardly ever leave them."""
    scores = np.array([[0, 0, 0, 0], [0, 0, 300, 0], [0, 300, 0, 0], [0, 0, 0, 0.0]])
    drawn = {tuple(tree.heads.tolist()) for tree in samples(scores, size=50)}
    assert len(drawn) > 1 and all(heads[0] == 2 or heads[1] == 1 for heads in drawn)


def test_compiled_samples_are_the_same_by_the_same_seed() -> None:
    scores = np.random.default_rng(1).normal(size=(13, 13))
    one, other = (samples(scores, "projective", 20, seed=5) for _ in range(2))
    assert [tree.heads.tolist() for tree in one] == [tree.heads.tolist() for tree in other]
    assert len({tuple(tree.heads.tolist()) for tree in one}) > 1


def test_refusals_are_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found class '2-planar', from which no trees are drawn; expected"):
        samples(np.zeros((3, 3)), "2-planar", 1)
    with pytest.raises(MultiplaneError, match="found class 'well-nested-gap-2', from which no trees are drawn"):
        samples(np.zeros((3, 3)), "well-nested-gap-2", 1)
    with pytest.raises(MultiplaneError, match="found no projective tree of finite score"):
        samples(np.full((3, 3), -np.inf), "projective", 1)
    with pytest.raises(MultiplaneError, match="found no tree of finite score with a single root; expected fewer"):
        samples(np.full((3, 3), -np.inf))
    assert samples(np.zeros((1, 1)), size=1)[0].heads.tolist() == []
