"""Whether the difference between two predictions is significant.

Stratified shuffling (Cohen 1995; the test of Bikel's comparator, used by BUF and UND): the two outputs of each sentence
are swapped or not at random, many times; p is the share of shuffles in which the scores differ at least as much as they
actually do. McNemar's test (used by DTS): p is the probability that fair coins divide the words which only one
prediction has right at least as unevenly; always by the exact binomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, isnan, lgamma, log
from typing import Any

import numpy as np

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.conventions import choose_convention
from multiplane.evaluate.groups import figure, share
from multiplane.evaluate.sources import Source, treebank_of
from multiplane.kernels.arrays import Bool, Int64
from multiplane.results import Result
from multiplane.tables import FigureTable

SHUFFLES = 10_000
SEED = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two predictions in one score, first minus second, with the p-values of both tests.

    ``only_one`` and ``only_other`` count the words that only the first or only the second has right.
    """

    difference: float
    only_one: int
    only_other: int
    shuffling_p: float
    mcnemar_p: float

    def __str__(self) -> str:
        return f"{signed(self.difference)} (p {probability(self.shuffling_p)})"

    def as_data(self) -> dict[str, float | None]:
        """The figures as an object that JSON can hold."""
        return {
            "difference": figure(self.difference),
            "only_this": self.only_one,
            "only_other": self.only_other,
            "shuffling_p": self.shuffling_p,
            "mcnemar_p": self.mcnemar_p,
        }

    def turned(self) -> Difference:
        """The difference seen from the other side, second minus first."""
        return replace(self, difference=0 - self.difference, only_one=self.only_other, only_other=self.only_one)


@dataclass(frozen=True, slots=True)
class PairedComparison(Result):
    """The differences between two predictions in UAS and LAS."""

    uas: Difference
    las: Difference
    shuffles: int
    seed: int

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: UAS {self.uas}, LAS {self.las}>"

    def as_data(self) -> dict[str, Any]:
        """The figures as an object that JSON can hold."""
        settings = {"shuffles": self.shuffles, "seed": self.seed}
        return {**settings, "uas": self.uas.as_data(), "las": self.las.as_data()}

    def turned(self) -> PairedComparison:
        """The comparison seen from the other side."""
        return replace(self, uas=self.uas.turned(), las=self.las.turned())

    def tables(self) -> list[FigureTable]:
        """Both differences with their p-values."""
        return [comparison_table([("first – second", self)])]


def comparison_table(comparisons: Sequence[tuple[str, PairedComparison]]) -> FigureTable:
    """The differences of several pairs, each under its name, with their p-values."""
    first = comparisons[0][1]
    times = plural(first.shuffles, "time")
    tests = f"stratified shuffling of sentences, {times}, seed {first.seed}; McNemar's test on words"
    rows = [
        (
            *(pair, title, signed(found.difference), probability(found.shuffling_p)),
            *(found.only_one, found.only_other, probability(found.mcnemar_p)),
        )
        for pair, comparison in comparisons
        for title, found in (("UAS", comparison.uas), ("LAS", comparison.las))
    ]
    headings = ["difference", "", "", "p (shuffling)", "only first right", "only second right", "p (McNemar)"]
    return FigureTable(f"significance: {tests}", headings, rows)


def signed(figure: float) -> str:
    """A difference with its sign.

    >>> signed(1.5), signed(float("nan"))
    ('+1.50', '–')
    """
    return "–" if isnan(figure) else f"{figure:+.2f}"


def probability(p: float) -> str:
    """A p-value with four decimals.

    >>> probability(0.0312), probability(1e-9)
    ('0.0312', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def compare(
    gold: Source,
    one: Source,
    other: Source,
    convention: str | None = None,
    *,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
    shuffles: int = SHUFFLES,
    seed: int = SEED,
) -> PairedComparison:
    """Test the difference between two predictions, first minus second; see `score` for what they are.

    >>> import multiplane
    >>> gold = multiplane.read("sample:dutch")
    >>> found = compare(gold, gold, gold.with_trees([word.id - 1 for sentence in gold for word in sentence]))
    >>> round(found.uas.difference, 2), found.uas.mcnemar_p < 1e-30, found.uas.shuffling_p
    (91.62, True, 9.999000099990002e-05)
    >>> found
    <PairedComparison: UAS +91.62 (p < 0.0001), LAS +91.62 (p < 0.0001)>
    """
    gold = treebank_of(gold)
    chosen = choose_convention(gold.format, convention, punctuation, subtypes)
    aligned = [align(gold, treebank_of(prediction), chosen) for prediction in (one, other)]
    return compare_aligned(aligned[0], aligned[1], shuffles, seed)


def compare_aligned(one: Alignment, other: Alignment, shuffles: int = SHUFFLES, seed: int = SEED) -> PairedComparison:
    """The same for predictions that are already aligned with the gold treebank."""

    def difference(one_right: Bool, other_right: Bool) -> Difference:
        only_one, only_other = one_right & ~other_right & one.counted, other_right & ~one_right & one.counted
        ahead, behind = int(np.count_nonzero(only_one)), int(np.count_nonzero(only_other))
        gains = np.diff(np.concatenate([[0], np.cumsum(only_one.astype(np.int64) - only_other)])[one.offsets])
        return Difference(
            share(ahead - behind, int(np.count_nonzero(one.counted))),
            ahead,
            behind,
            paired_shuffling(gains, shuffles, seed),
            mcnemar(ahead, behind),
        )

    return PairedComparison(
        difference(one.right_heads, other.right_heads),
        difference(one.right_arcs, other.right_arcs),
        shuffles,
        seed,
    )


def paired_shuffling(gains: Int64, shuffles: int = SHUFFLES, seed: int = SEED) -> float:
    """The p of stratified shuffling: (n + 1) / (shuffles + 1), where n shuffles have a total at least as far from 0.

    ``gains`` are the words that the first prediction has right in each sentence, minus those of the second. Swapping a
    sentence changes its sign; all sentences with gains of one size are decided by one binomial draw.

    >>> paired_shuffling(np.array([1, 1, 1, 1, 1])) # doctest: +ELLIPSIS
    0.06...
    """
    if shuffles < 1:
        raise MultiplaneError(f"found {shuffles} shuffles; expected at least 1")
    rng = np.random.RandomState(seed)  # its draws are the same in all versions of NumPy
    totals = np.zeros(shuffles, np.int64)
    sizes, counts = np.unique(np.abs(gains[gains != 0]), return_counts=True)
    for size, count in zip(sizes.tolist(), counts.tolist(), strict=True):
        totals += size * (2 * rng.binomial(count, 0.5, shuffles).astype(np.int64) - count)
    as_far = int(np.count_nonzero(np.abs(totals) >= abs(int(gains.sum()))))
    return (as_far + 1) / (shuffles + 1)


def mcnemar(only_one: int, only_other: int) -> float:
    """McNemar's test by the exact binomial: twice the smaller tail of n fair coins, at most 1.

    >>> round(mcnemar(1, 5), 5), mcnemar(0, 0)
    (0.21875, 1.0)
    """
    tosses, fewer = only_one + only_other, min(only_one, only_other)
    if 2 * fewer >= tosses - 1:
        return 1.0
    first = exp(lgamma(tosses + 1) - lgamma(fewer + 1) - lgamma(tosses - fewer + 1) - tosses * log(2))
    below = np.arange(fewer, 0, -1)
    ratios = np.cumprod(below / (tosses - below + 1))
    return min(1.0, 2 * first * (1 + float(ratios.sum())))
