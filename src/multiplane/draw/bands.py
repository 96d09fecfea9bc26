"""A band is a set of arcs on one side of the words, their ends at each word in an order that makes no crossings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.draw.diagram import Arc
from multiplane.draw.levels import levels

Slots = list[list[Arc]]


@dataclass(frozen=True, slots=True)
class Band:
    """Arcs with their levels, and for each word its slots: the places where arcs end, from left to right."""

    arcs: tuple[Arc, ...]
    below: bool
    level_of: dict[int, int]
    slots_of: dict[int, Slots]
    left: NDArray[np.int64]
    right: NDArray[np.int64]

    def overlapping(self, first: int, last: int) -> list[Arc]:
        """The arcs that have an end at, or pass over, one of the words first..last."""
        return [self.arcs[i] for i in np.flatnonzero((self.left <= last) & (self.right >= first))]

    def slot(self, arc: Arc, word: int) -> int:
        """The number of the slot of a word in which the arc ends."""
        return next(i for i, slot in enumerate(self.slots_of[word]) if arc in slot)


def band(arcs: Iterable[Arc], words: int, *, below: bool, most_slots: int) -> Band:
    """The band of these arcs; where more than ``most_slots`` end at a word, outgoing ones leave it as one line."""
    arcs = tuple(arcs)
    at_word: dict[int, list[Arc]] = defaultdict(list)
    for arc in arcs:
        at_word[arc.dependent].append(arc)
        if not arc.from_root:
            at_word[arc.head].append(arc)
    return Band(
        arcs,
        below,
        levels(arcs, words),
        {word: slots(ending, word, len(ending) > most_slots) for word, ending in at_word.items()},
        np.array([arc.left for arc in arcs], dtype=np.int64),
        np.array([arc.right for arc in arcs], dtype=np.int64),
    )


def slots(arcs: Sequence[Arc], word: int, shared: bool) -> Slots:
    """The ends at a word from left to right, so that arcs of one word never cross each other.

    First the arcs to the left, the shortest first; then the root's; then those to the right, the longest first.

    >>> there, back, far = Arc(3, 1, "a"), Arc(5, 3, "b"), Arc(3, 9, "c")
    >>> [[arc.label for arc in slot] for slot in slots([far, back, there], 3, shared=False)]
    [['a'], ['c'], ['b']]
    """
    leftward = sorted((arc for arc in arcs if arc.left < word), key=lambda arc: -arc.left)
    upright = [arc for arc in arcs if arc.from_root]
    rightward = sorted((arc for arc in arcs if arc.right > word), key=lambda arc: -arc.right)
    result: Slots = []
    for direction in (leftward, upright, rightward):
        previous: Arc | None = None
        for arc in direction:
            if shared and previous and previous.dependent != word and arc.dependent != word:
                result[-1].append(arc)
            else:
                result.append([arc])
            previous = arc
    return result
