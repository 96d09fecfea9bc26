"""How high arcs are: an arc lies above every arc that it contains or that it crosses and that is shorter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.draw.diagram import Arc


def levels(arcs: Sequence[Arc], words: int) -> dict[int, int]:
    """The level of each arc by dependent, from 1: arcs over a common gap between words have different levels.

    Arcs are laid down shortest first, each on top of what lies there; arcs from the root come last.

    >>> levels([Arc(2, 1, "det"), Arc(4, 2, "nsubj"), Arc(4, 3, "aux"), Arc(0, 4, "root")], 4)
    {1: 1, 3: 1, 2: 2, 4: 3}
    """
    skyline = np.zeros(words + 1, dtype=np.int64)
    level_of: dict[int, int] = {}
    for arc in sorted(arcs, key=lambda arc: (arc.from_root, arc.right - arc.left, arc.left, arc.dependent)):
        gaps = slice(arc.left - arc.from_root, arc.right + arc.from_root)
        level = int(skyline[gaps].max()) + 1
        if not arc.from_root:
            skyline[gaps] = level
        level_of[arc.dependent] = level
    return level_of


def compressed(level_of: dict[int, int]) -> dict[int, int]:
    """The same order without empty levels.

    >>> compressed({1: 2, 2: 7, 3: 2})
    {1: 1, 2: 2, 3: 1}
    """
    rank = {level: number for number, level in enumerate(sorted(set(level_of.values())), 1)}
    return {dependent: rank[level] for dependent, level in level_of.items()}
