"""Maxima that the compiler turns into vector instructions, for loops over rows of scores."""

from __future__ import annotations

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.jit import kernel


@kernel
def larger(one: float, other: float) -> float:
    return one if one > other else other


@kernel
def raised(old: float, score: float) -> float:
    """The larger of two; the outer comparison keeps the compiler from storing under a mask, which is slow."""
    return larger(larger(old, score), FORBIDDEN)
