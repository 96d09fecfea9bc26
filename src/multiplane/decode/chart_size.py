"""How large a chart may become: beyond that, an error that says for how many words there is one."""

from __future__ import annotations

from collections.abc import Callable

from multiplane.errors import MultiplaneError

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
