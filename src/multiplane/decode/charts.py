"""What charts share: a limit of their size, and maxima that the compiler turns into vector instructions."""

from __future__ import annotations

from collections.abc import Callable

from multiplane.decode.scores import FORBIDDEN
from multiplane.errors import MultiplaneError
from multiplane.kernels.jit import kernel

MAX_BYTES = 8 << 30


def check_chart_size(words: int, size: int, size_of: Callable[[int], int], trees: str) -> None:
    """An error if a chart of this many bytes is too large; ``size_of`` gives the bytes for any number of words.

    >>> check_chart_size(40, 8 * 40**5, lambda n: 8 * n**5, "well-nested trees")
    >>> check_chart_size(100, 8 * 100**5, lambda n: 8 * n**5, "well-nested trees")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found 100 words, whose chart of well-nested trees takes 75 GB; expected at ...
    """
    if size <= MAX_BYTES:
        return
    most = next(n for n in range(words - 1, -1, -1) if size_of(n) <= MAX_BYTES)
    taken = f"{size / 2**30:,.0f} GB"
    raise MultiplaneError(f"found {words:,} words, whose chart of {trees} takes {taken}; expected at most {most}")


@kernel
def larger(one: float, other: float) -> float:
    return one if one > other else other


@kernel
def raised(old: float, score: float) -> float:
    """The larger of two; the outer comparison keeps the compiler from storing under a mask, which is slow."""
    return larger(larger(old, score), FORBIDDEN)
