"""Trees drawn at random: as often as their weights say, from the class alone, by the seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.decode.judge import members, tree_scores
from tests.decode.plain import unambiguous_program_in_python

from multiplane import decode
from multiplane.decode import sampling
from multiplane.errors import MultiplaneError


@pytest.mark.slow
@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("name", ["projective", "gap-minding", "well-nested-gap-1"])
def test_shares_of_trees_are_their_probabilities(name: str, single_root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "unambiguous_program", unambiguous_program_in_python)
    scores = np.random.default_rng(4).normal(size=(4, 4))
    found = members(name, 3, single_root)
    weights = np.exp(tree_scores(scores, found))
    drawn = decode.samples(scores, 1000, name, single_root, seed=2)
    counts = Counter(tuple(tree.heads.tolist()) for tree in drawn)
    assert set(counts) <= {tuple(heads.tolist()) for heads in found}
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(heads.tolist())] / 1000 == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("single_root", [True, False])
def test_number_roots_seed_and_scores_are_those_asked_for(single_root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "unambiguous_program", unambiguous_program_in_python)
    scores = np.random.default_rng(3).normal(size=(4, 4))
    found = members("projective", 3, single_root)
    weights = np.exp(tree_scores(scores, found))
    drawn = decode.samples(scores, 200, "projective", single_root, seed=1)
    assert len(drawn) == 200 and decode.samples(scores, 0, "projective", single_root) == []
    counts = Counter(tuple(tree.heads.tolist()) for tree in drawn)
    assert set(counts) <= {tuple(heads.tolist()) for heads in found}
    for heads, share in zip(found, weights / weights.sum(), strict=True):
        assert counts[tuple(heads.tolist())] / 200 == pytest.approx(share, abs=0.12)
    assert all(tree.score == pytest.approx(tree_scores(scores, tree.heads[None])[0]) for tree in drawn)
    others = [
        [tree.heads.tolist() for tree in decode.samples(scores, 9, "projective", single_root, **seed)]
        for seed in ({"seed": 1}, {"seed": 2}, {"seed": 0}, {})
    ]
    assert others[0] == [tree.heads.tolist() for tree in drawn[:9]] != others[1]
    assert others[2] == others[3] != others[0]


def test_compiled_samples_are_the_same_by_the_same_seed() -> None:
    scores = np.random.default_rng(1).normal(size=(13, 13))
    one, other = (decode.samples(scores, 20, "projective", seed=5) for _ in range(2))
    assert [tree.heads.tolist() for tree in one] == [tree.heads.tolist() for tree in other]
    assert len({tuple(tree.heads.tolist()) for tree in one}) > 1


def test_refusals_are_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found class '2-planar', from which no trees are drawn; expected"):
        decode.samples(np.zeros((3, 3)), 1, "2-planar")
    with pytest.raises(MultiplaneError, match="found class 'well-nested-gap-2', from which no trees are drawn"):
        decode.samples(np.zeros((3, 3)), 1, "well-nested-gap-2")
    with pytest.raises(MultiplaneError, match="found no projective tree of finite score"):
        decode.samples(np.full((3, 3), -np.inf), 1)
    assert decode.samples(np.zeros((1, 1)), 1)[0].heads.tolist() == []
