"""Random draws that are the same in every environment.

All come from ``random.Random.random``, whose sequence for a seed is fixed by the language; the other methods of
``random`` may change from one version to the next.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

Item = TypeVar("Item")

_BITS = 53


def below(rng: Random, bound: int) -> int:
    """An integer from 0 to bound - 1, each exactly as likely as the others, however large the bound.

    >>> rng = Random(1)
    >>> [below(rng, 6) for _ in range(8)], below(rng, 10**30) < 10**30
    ([1, 2, 5, 2, 3, 5, 2, 2], True)
    """
    while True:
        value, span = 0, 1
        while span < bound:
            value = (value << _BITS) + int(rng.random() * (1 << _BITS))
            span <<= _BITS
        if value < span - span % bound:
            return value % bound


def happens(rng: Random, probability: float) -> bool:
    """True with this probability.

    >>> happens(Random(1), 0.0), happens(Random(1), 1.0)
    (False, True)
    """
    return rng.random() < probability


def pick(rng: Random, items: Sequence[Item]) -> Item:
    """One of the items, each as likely as the others.

    >>> pick(Random(3), "abc")
    'c'
    """
    return items[below(rng, len(items))]


def shuffled(rng: Random, items: Sequence[Item]) -> list[Item]:
    """The items in random order.

    >>> shuffled(Random(2), range(5))
    [2, 0, 1, 3, 4]
    """
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(rng, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def weighted(rng: Random, weights: Sequence[float]) -> int:
    """An index with a probability proportional to its weight.

    >>> weighted(Random(1), [0, 0, 5, 0])
    2
    """
    return by_sums(rng, list(accumulate(weights)))


def by_sums(rng: Random, sums: Sequence[float]) -> int:
    """As `weighted`, by the running sums of the weights, for weights that are used often.

    >>> by_sums(Random(1), [0, 0, 5, 5])
    2
    """
    return min(bisect_right(sums, rng.random() * sums[-1]), len(sums) - 1)


def zipf_sums(count: int) -> list[float]:
    """Running sums of Zipf's weights 1/rank, flattened a little at the top.

    >>> [round(total, 2) for total in zipf_sums(3)]
    [0.5, 0.83, 1.08]
    """
    return list(accumulate(1 / (rank + 1) for rank in range(1, count + 1)))
