"""A band is the arcs on one side of the words: how high each one is, and where it ends at its words.

An arc lies above every arc that it contains, and above every shorter one that it crosses. The ends at each word are
ordered so that two arcs of one word never cross.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.draw.layout.diagram import Arc
from multiplane.kernels.arrays import Int64

Slots = list[list[Arc]]


@dataclass(frozen=True, slots=True)
class Band:
    """Arcs with their levels and, for each word, its slots: the points where arcs end, from left to right."""

    arcs: tuple[Arc, ...]
    level_of: dict[tuple[int, int], int]
    slots_of: dict[int, Slots]
    left: Int64
    right: Int64

    def overlapping(self, first: int, last: int) -> list[Arc]:
        """The arcs that end at, or pass over, one of the words first..last."""
        return [self.arcs[i] for i in np.flatnonzero((self.left <= last) & (self.right >= first))]

    def ending(self, first: int, last: int) -> list[Arc]:
        """The arcs that end at one of the words first..last."""
        ends_here = [(first <= end) & (end <= last) for end in (self.left, self.right)]
        return [self.arcs[i] for i in np.flatnonzero(ends_here[0] | ends_here[1])]


def band(arcs: Iterable[Arc], words: int, *, most_slots: int) -> Band:
    """The band of these arcs; where more than ``most_slots`` end at a word, its outgoing arcs share slots."""
    arcs = tuple(arcs)
    at_word: dict[int, list[Arc]] = defaultdict(list)
    for arc in arcs:
        at_word[arc.dependent].append(arc)
        if not arc.from_root:
            at_word[arc.head].append(arc)
    return Band(
        arcs,
        levels(arcs, words),
        {word: slots(ending, word, len(ending) > most_slots) for word, ending in at_word.items()},
        np.array([arc.left for arc in arcs], dtype=np.int64),
        np.array([arc.right for arc in arcs], dtype=np.int64),
    )


def levels(arcs: Sequence[Arc], words: int) -> dict[tuple[int, int], int]:
    """The level of each arc by head and dependent, from 1: arcs over a common gap between words have different levels.

    Arcs are laid down shortest first, each on top of what lies there; arcs from the root come last.

    >>> levels([Arc(2, 1, "det"), Arc(4, 2, "nsubj"), Arc(4, 3, "aux"), Arc(0, 4, "root")], 4)
    {(2, 1): 1, (4, 3): 1, (4, 2): 2, (0, 4): 3}
    """
    skyline = np.zeros(words + 1, dtype=np.int64)
    level_of: dict[tuple[int, int], int] = {}
    for arc in sorted(arcs, key=lambda arc: (arc.from_root, arc.right - arc.left, arc.left, arc.dependent)):
        gaps = slice(arc.left - arc.from_root, arc.right + arc.from_root)
        level = int(skyline[gaps].max()) + 1
        if not arc.from_root:
            skyline[gaps] = level
        level_of[arc.key] = level
    return level_of


def without_empty_levels(level_of: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The same order of levels, renumbered from 1.

    >>> without_empty_levels({(2, 1): 2, (4, 2): 7, (4, 3): 2})
    {(2, 1): 1, (4, 2): 2, (4, 3): 1}
    """
    rank = {level: number for number, level in enumerate(sorted(set(level_of.values())), 1)}
    return {key: rank[level] for key, level in level_of.items()}


def slots(arcs: Sequence[Arc], word: int, shared: bool) -> Slots:
    """The slots of a word from left to right, ordered so that its arcs do not cross each other.

    First come the arcs to the left, shortest first; then the one from the root; then those to the right, longest first.
    Of two arcs between the same words the one that ``levels`` puts higher is the outer one.

    >>> there, back, far = Arc(3, 1, "a"), Arc(5, 3, "b"), Arc(3, 9, "c")
    >>> [[arc.label for arc in slot] for slot in slots([far, back, there], 3, shared=False)]
    [['a'], ['c'], ['b']]
    """
    leftward = sorted((arc for arc in arcs if arc.left < word), key=lambda arc: (-arc.left, arc.dependent))
    vertical = [arc for arc in arcs if arc.from_root]
    rightward = sorted((arc for arc in arcs if arc.right > word), key=lambda arc: (-arc.right, -arc.dependent))
    result: Slots = []
    for direction in (leftward, vertical, rightward):
        previous: Arc | None = None
        for arc in direction:
            if shared and previous and not previous.enters(word) and not arc.enters(word):
                result[-1].append(arc)
            else:
                result.append([arc])
            previous = arc
    return result
