"""A chi-square test with a fixed seed: whether all outcomes are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random


def assert_uniform(draw: Callable[[Random], object], outcomes: Iterable[object], per_outcome: int = 60) -> None:
    """Every outcome is drawn, no other is, and the chi-square statistic is within five deviations of its mean."""
    expected = set(outcomes)
    rng = Random(20)
    counts = Counter(draw(rng) for _ in range(per_outcome * len(expected)))
    assert set(counts) == expected
    statistic = sum((count - per_outcome) ** 2 / per_outcome for count in counts.values())
    freedom = len(expected) - 1
    assert abs(statistic - freedom) <= 5 * (2 * freedom) ** 0.5 + 1e-9
