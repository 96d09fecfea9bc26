"""The semirings that kernels are written for: how their values are combined, as source text."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log1p
from typing import Any, NamedTuple

import numpy as np

from multiplane.kernels.jit import kernel


class Algebra(NamedTuple):
    """A semiring: the type of its values, 0 and 1, how values are multiplied and added; ``sums`` if a + a is not a."""

    name: str
    dtype: Any
    zero: str
    one: str
    operator: str
    sums: bool

    def product(self, factors: Sequence[str]) -> str:
        return f" {self.operator} ".join(factors) or self.one

    def start(self, total: str) -> list[str]:
        """A new sum."""
        if self.name == "log":
            return [f"{total} = -inf", f"{total}_scale = 0.0"]
        return [f"{total} = {self.zero}"]

    def include(self, total: str, term: str) -> list[str]:
        """Add a term to a sum."""
        if self.name == "max":
            return [f"s = {term}", f"{total} = s if s > {total} else {total}"]
        if self.name == "boolean":
            return [f"{total} = {total} or ({term})"]
        if self.name == "counting":
            return [f"{total} += {term}"]
        return [
            f"s = {term}",
            f"if s > {total}:",
            f"    {total}_scale = {total}_scale * exp({total} - s) + 1.0",
            f"    {total} = s",
            "elif s > -inf:",
            f"    {total}_scale += exp(s - {total})",
        ]

    def result(self, total: str) -> str:
        """What a sum comes to."""
        if self.name == "log":
            return f"({total} + log({total}_scale) if {total}_scale > 0.0 else -inf)"
        return total

    def joined(self, one: str, other: str) -> str:
        """Two values added."""
        return {
            "max": f"larger({one}, {other})",
            "boolean": f"{one} or ({other})",
            "counting": f"{one} + {other}",
            "log": f"log_add({one}, {other})",
        }[self.name]


ALGEBRAS = {
    each.name: each
    for each in (
        Algebra("max", np.float64, "-inf", "0.0", "+", False),
        Algebra("boolean", np.bool_, "False", "True", "and", False),
        Algebra("counting", np.float64, "0.0", "1.0", "*", True),
        Algebra("log", np.float64, "-inf", "0.0", "+", True),
    )
}


@kernel
def larger(one: float, other: float) -> float:
    return one if one > other else other


@kernel
def log_add(one: float, other: float) -> float:
    """The logarithm of the sum of two numbers given by their logarithms."""
    if one < other:
        one, other = other, one
    if other == -inf:
        return one
    return one + log1p(exp(other - one))


@kernel
def next_uniform(state: Any) -> float:
    """The next number between 0 and 1 of SplitMix64 (Steele, Lea & Flood 2014); ``state`` has one 64-bit number."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return float((z ^ (z >> np.uint64(31))) >> np.uint64(11)) / 9007199254740992.0
