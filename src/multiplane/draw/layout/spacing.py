"""Where the words stand on a line: gaps are widened evenly until everything between the words fits.

All measures are in one unit, terminal columns or pixels; ``Metrics`` gives the size of each thing in that unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from multiplane.kernels.arrays import Float64


@dataclass(frozen=True, slots=True)
class Metrics:
    """The sizes and distances of one kind of drawing."""

    word_width: Callable[[str], float]
    label_width: Callable[[str], float]
    note_width: Callable[[str], float]  # of a line under a word
    slot_distance: Callable[[int, float], float]  # between a word's slots, by their number and the word's width
    slots_width: float  # at most, of all slots of a word
    line: float  # the width of a line: one column in a terminal, nothing in a picture
    word_gap: float
    shoulder: float  # between the end of an arc and its label
    clearance: float  # between a label and a line that crosses its arc
    edge: float  # the mark of an arc that continues in another piece
    whole: bool  # positions are whole numbers

    def snap(self, value: float) -> float:
        """The value, rounded down where positions are whole numbers."""
        return math.floor(value) if self.whole else value


@dataclass(frozen=True, slots=True)
class Anchor:
    """A vertical line at an offset in a word's cell, with the margin to keep beside it.

    The word before the first of a line stands for its left edge, the one after the last for its right edge.
    """

    word: int
    offset: float
    margin: float


Positions = Callable[[Anchor], float]


@dataclass(frozen=True, slots=True)
class Ruler:
    """The words first..last: ``cells[i]`` is the width of the i-th, ``gaps[i]`` the free space before it.

    >>> ruler = Ruler(1, np.array([3.0, 4.0]), np.array([0.0, 1.0, 0.0]), line=1, whole=True)
    >>> ruler.width(), ruler.positions()(Anchor(2, 1, 0))
    (8.0, 5.0)
    >>> ruler.widen(Anchor(1, 2, 0), Anchor(2, 1, 0), 6)
    >>> ruler.gaps.tolist()
    [0.0, 4.0, 0.0]
    """

    first: int
    cells: Float64
    gaps: Float64
    line: float
    whole: bool

    def width(self) -> float:
        """The width of the whole line."""
        return float(self.cells.sum() + self.gaps.sum())

    def starts(self) -> Float64:
        """Where each word's cell begins."""
        return np.cumsum(self.gaps[:-1]) + np.cumsum(self.cells) - self.cells

    def positions(self) -> Positions:
        """A function from anchors to their positions with the present gaps."""
        starts = [-self.line, *self.starts().tolist(), self.width()]
        return lambda anchor: starts[anchor.word - self.first + 1] + anchor.offset

    def widen(self, left: Anchor, right: Anchor, needed: float) -> None:
        """Widen all gaps between two anchors alike until they are at least ``needed`` apart."""
        begin, end = left.word - self.first, right.word - self.first
        between = slice(begin + 1, end + 1)
        there = self.gaps[between].sum() + self.cells[max(begin, 0) : end].sum() + right.offset - left.offset
        lacking = needed - float(there) - self.line * (begin < 0)
        if lacking <= 0:
            return
        count = len(self.gaps[between])
        shares = np.linspace(0, lacking, count + 1)
        if self.whole:
            shares = np.floor(shares)
            shares[-1] = math.ceil(lacking)
        self.gaps[between] += np.diff(shares)
