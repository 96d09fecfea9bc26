"""Bounds on the length of transition sequences, as polynomials in the number of words n (DTS Prop. 7, 8, 11).

Every transition uses up something there is a limited amount of: arcs, nodes on the stacks and in the buffer, buffer
length, pairs to swap. Weights are sought for which each transition lowers the weighted sum by at least one; the sum at
the start then bounds the length. SWITCHes come at most k−1 in a row, skips at most once for each pair of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Polynomial:
    """a n² + b n + c.

    >>> print(Polynomial(Fraction(0), Fraction(2), Fraction(-1)), Polynomial(Fraction(1, 2), Fraction(1, 2)))
    2n − 1 n²/2 + n/2
    """

    square: Fraction = Fraction(0)
    linear: Fraction = Fraction(0)
    constant: Fraction = Fraction(0)

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial(self.square + other.square, self.linear + other.linear, self.constant + other.constant)

    def times(self, factor: int) -> Polynomial:
        return Polynomial(self.square * factor, self.linear * factor, self.constant * factor)

    def __call__(self, words: int) -> int:
        return max(0, int(self.square * words * words + self.linear * words + self.constant))

    @property
    def order(self) -> tuple[Fraction, Fraction, Fraction]:
        """Compares as the polynomials do for large n."""
        return self.square, self.linear, self.constant

    @property
    def degree(self) -> int:
        return 2 if self.square else 1 if self.linear else 0

    def __str__(self) -> str:
        terms = ((self.square, "n²"), (self.linear, "n"), (self.constant, ""))
        text = ""
        for factor, power in terms:
            if factor:
                size = abs(factor)
                number = str(size.numerator) if size.numerator != 1 or not power else ""
                part = number + power + (f"/{size.denominator}" if size.denominator != 1 else "")
                sign = ("−" if not text else " − ") if factor < 0 else ("" if not text else " + ")
                text += sign + part
        return text or "0"


N = Polynomial(linear=Fraction(1))
PAIRS = Polynomial(Fraction(1, 2), Fraction(-1, 2))


def constant(value: int) -> Polynomial:
    return Polynomial(constant=Fraction(value))


class Change(NamedTuple):
    """What one transition uses up: arcs added, nodes removed, buffer length lost, pairs swapped."""

    arcs: int
    nodes: int
    buffer: int
    swaps: int


def longest(
    changes: Sequence[Change], most_arcs: Polynomial, nodes: Polynomial, buffer: Polynomial
) -> Polynomial | None:
    """The best bound that small weights give, or None where no weights make every transition count.

    >>> arc_standard = [Change(0, 0, 1, 0), Change(1, 1, 0, 0)]
    >>> print(longest(arc_standard, N + constant(-1), N, N))
    2n − 1
    """
    best: Polynomial | None = None
    heaviest = 2 + max([0, *(-change.buffer for change in changes)])
    for weights in product(range(heaviest + 1), repeat=4):
        if all(sum(w * c for w, c in zip(weights, change, strict=True)) >= 1 for change in changes):
            stocks = (most_arcs, nodes, buffer, PAIRS)
            total = constant(0)
            for weight, stock in zip(weights, stocks, strict=True):
                total += stock.times(weight)
            if best is None or total.order < best.order:
                best = total
    return best
