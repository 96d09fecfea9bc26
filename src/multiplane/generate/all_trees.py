"""All trees over a few words: what exhaustive checks run through."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from multiplane.kernels.arrays import Int32


@lru_cache(maxsize=8)
def all_trees(words: int) -> Int32:
    """The heads of all trees over this many words, a tree a row: (n+1)^(n−1) of them, with one root or several.

    >>> all_trees(2).tolist()
    [[0, 0], [0, 1], [2, 0]]
    """
    choices = np.indices((words + 1,) * words).reshape(words, -1).T
    reached = choices.copy()
    for _ in range(words):
        above = np.take_along_axis(choices, np.maximum(reached - 1, 0), axis=1)
        reached = np.where(reached > 0, above, 0)
    found = np.ascontiguousarray(choices[(reached == 0).all(axis=1)], dtype=np.int32)
    found.setflags(write=False)
    return found
