"""Partition functions and arc probabilities against sums over all trees."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.decode.judge import KINDS, matrices, members, tree_scores
from tests.decode.plain import unambiguous_program_in_python

from multiplane.decode import by_schema, marginals
from multiplane.errors import MultiplaneError

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
        match=r"'one-endpoint-crossing', which has no marginals; .* projective, gap-minding, well-nested-gap-k$",
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
