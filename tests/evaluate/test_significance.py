"""p-values against all permutations, exact fractions, and what a user knows of coins."""

from __future__ import annotations

from fractions import Fraction
from math import comb, erfc, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.judge import Sentences, Word, exhaustive_p, judged_arcs, sentences, treebank_of, unlabelled

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.evaluate import compare, mcnemar, paired_shuffling
from multiplane.evaluate.significance import SEED, SHUFFLES
from multiplane.treebank import Treebank


def exact_mcnemar(b: int, c: int) -> Fraction:
    tail = sum(comb(b + c, k) for k in range(min(b, c) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2 ** (b + c)))


@given(st.integers(0, 400), st.integers(0, 400))
def test_mcnemar_is_the_exact_binomial(b: int, c: int) -> None:
    assert mcnemar(b, c) == mcnemar(c, b) == pytest.approx(float(exact_mcnemar(b, c)), rel=1e-10)


def test_mcnemar_of_large_counts_is_near_the_chi_squared_tail() -> None:
    b, c = 50_000, 50_700
    chi_squared = (abs(b - c) - 1) ** 2 / (b + c)
    assert mcnemar(b, c) == pytest.approx(erfc(sqrt(chi_squared / 2)), rel=1e-3)
    assert mcnemar(0, 1_000_000) == 0
    assert mcnemar(500_000, 500_000) == mcnemar(500_000, 500_001) == 1


@given(st.lists(st.integers(-6, 6), max_size=9))
def test_shuffling_comes_near_all_permutations(gains: list[int]) -> None:
    exact = exhaustive_p(gains)
    found = paired_shuffling(np.array(gains, np.int64), 20_000)
    assert abs(found - exact) <= 6 * sqrt(exact * (1 - exact) / 20_000) + 1 / 20_000
    assert found == paired_shuffling(-np.array(gains, np.int64), 20_000)


def test_shuffling_never_says_zero_or_more_than_one() -> None:
    assert paired_shuffling(np.zeros(5, np.int64)) == 1
    assert paired_shuffling(np.ones(1000, np.int64), 99) == 0.01
    with pytest.raises(MultiplaneError, match="found 0 shuffles"):
        paired_shuffling(np.ones(1, np.int64), 0)


def test_the_same_seed_gives_the_same_p() -> None:
    gains = np.array([3, -1, 2, 2, -4, 1, 1], np.int64)
    assert paired_shuffling(gains) == paired_shuffling(gains, SHUFFLES, SEED)
    assert len({paired_shuffling(gains, 1000, seed) for seed in range(10)}) > 1


@given(sentences(), st.booleans())
def test_comparisons_against_the_judge(one: Sentences, punctuation: bool) -> None:
    """Two predictions: any one, and the gold trees with one label throughout."""
    changed = [[Word(word.form, word.gold, (word.gold[0], "obj")) for word in sentence] for sentence in one]
    gold = treebank_of(one, "gold")
    found = compare(
        gold, treebank_of(one, "predicted"), treebank_of(changed, "predicted"), punctuation=punctuation, shuffles=4000
    )
    truth, first = (judged_arcs(one, side, punctuation, False) for side in ("gold", "predicted"))
    second = judged_arcs(changed, "predicted", punctuation, False)
    for difference, (right, first_right, second_right) in (
        (found.uas, (unlabelled(truth), unlabelled(first), unlabelled(second))),
        (found.las, (truth, first, second)),
    ):
        ahead, behind = (first_right & right) - second_right, (second_right & right) - first_right
        assert (difference.only_one, difference.only_other) == (len(ahead), len(behind))
        assert difference.mcnemar_p == pytest.approx(float(exact_mcnemar(len(ahead), len(behind))))
        if truth:
            assert difference.difference == pytest.approx(100 * (len(ahead) - len(behind)) / len(truth))
        gains = [sum(arc[0] == s for arc in ahead) - sum(arc[0] == s for arc in behind) for s in range(len(one))]
        exact = exhaustive_p(gains)
        assert abs(difference.shuffling_p - exact) <= 6 * sqrt(exact * (1 - exact) / 4000) + 1 / 4000


@pytest.mark.parametrize(
    ("options", "only_one", "only_other"),
    [
        ({"subtypes": True, "punctuation": True}, 12, 12),
        ({"subtypes": False, "punctuation": True}, 12, 0),
        ({"subtypes": True, "punctuation": False}, 0, 12),
        ({"convention": "conll-2018"}, 12, 0),
        ({"convention": "conll-x"}, 0, 12),
    ],
)
def test_options_decide_what_is_right(options: dict[str, Any], only_one: int, only_other: int) -> None:
    """The first prediction has no subtypes, the second all punctuation wrong."""
    rows = "1\tHens\t_\t_\t_\t_\t2\tnsubj:pass\t_\t_\n2\tlay\t_\t_\t_\t_\t0\troot\t_\t_\n"
    text = (rows + "3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_\n\n") * 12
    gold, one, other = (
        Treebank.from_text(changed, "conllu")
        for changed in (text, text.replace(":pass", ""), text.replace("2\tpunct", "1\tpunct"))
    )
    found = compare(gold, one, other, **options).las
    assert (found.only_one, found.only_other) == (only_one, only_other)


def test_seed_and_shuffles_are_those_of_the_test() -> None:
    gold = multiplane.read("sample:dutch")
    one, other = (
        gold.with_trees([rng.choice([0, place]) for sentence in gold for place in range(len(sentence))])
        for rng in (Random(1), Random(2))
    )
    counts = [
        [np.count_nonzero(sentence.tree.heads == truth.tree.heads) for sentence, truth in zip(made, gold, strict=True)]
        for made in (one, other)
    ]
    gains = np.subtract(*counts)
    for shuffles, seed in ((99, 3), (99, 4), (333, 4)):
        found = compare(gold, one, other, punctuation=True, shuffles=shuffles, seed=seed)
        assert found.uas.shuffling_p == paired_shuffling(gains, shuffles, seed)
        assert (found.shuffles, found.seed) == (shuffles, seed)


def test_equal_predictions_do_not_differ(treebanks: Path) -> None:
    gold = multiplane.read(treebanks / "english-ewt" / "dev.conllu")
    found = compare(gold, gold, gold)
    for difference in (found.uas, found.las):
        assert (difference.difference, difference.only_one, difference.only_other) == (0, 0, 0)
        assert (difference.shuffling_p, difference.mcnemar_p) == (1, 1)
    assert (found.shuffles, found.seed) == (10_000, 0)
