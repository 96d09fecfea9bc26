"""Random draws: each outcome as often as it should be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from tests.generate.uniform import assert_uniform

from multiplane.generate.randomness import below, shuffled, weighted


def test_whole_numbers_below_a_bound() -> None:
    assert_uniform(lambda rng: below(rng, 7), range(7), per_outcome=500)
    assert_uniform(lambda rng: below(rng, 3 << 51) >> 51, range(3), per_outcome=500)
    assert_uniform(lambda rng: below(rng, 3 << 100) >> 100, range(3), per_outcome=500)


def test_shuffling() -> None:
    assert_uniform(lambda rng: tuple(shuffled(rng, "abcd")), permutations("abcd"))


def test_weights() -> None:
    rng = Random(4)
    counts = Counter(weighted(rng, [1, 0, 3]) for _ in range(4000))
    assert counts[1] == 0
    assert 0.7 < counts[2] / 4000 < 0.8


def test_the_chi_square_test_notices_a_bias() -> None:
    with pytest.raises(AssertionError):
        assert_uniform(lambda rng: int(rng.random() ** 1.2 * 6), range(6), per_outcome=400)
