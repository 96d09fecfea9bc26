"""Where the items of a kind lie in its table: a flat array, dense, or packed where four fields or more are in order.

Positions in increasing order are numbered by the combinatorial number system (Knuth, The Art of Computer Programming
4A, 7.2.1.3), so that a table has no places for tuples out of order: n^4/24 of them instead of n^4.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from multiplane.deduce.compile.flatten import Cell, ItemKind
from multiplane.deduce.terms import Position
from multiplane.kernels.arrays import Int64

PACKED_FROM = 4
MAX_FIELDS = 12


class TableLayout(NamedTuple):
    """Fields in increasing order with what makes them strictly so, and the others."""

    chain: tuple[int, ...]
    shifts: tuple[int, ...]
    others: tuple[int, ...]

    def size(self, n: int) -> int:
        """The number of places for n words."""
        places: int = (n + 2) ** len(self.others)
        return places * (comb(n + 2 + self.shifts[-1], len(self.chain)) if self.chain else 1)

    def place(self, cell: Cell) -> str:
        """The place of an item, as source text over n, ``size`` = n + 2 and the binomials ``binomial[k, x]``."""
        parts = [
            f"binomial[{at + 1}, {text(cell.terms[place] + shift)}]"
            for at, (place, shift) in enumerate(zip(self.chain, self.shifts, strict=True))
        ]
        index = " + ".join(parts)
        for place in self.others:
            term = text(cell.terms[place])
            index = f"({index}) * size + {term}" if index else term
        return index or "0"


def layout_of(kind: ItemKind, invariant: Int64) -> TableLayout:
    """The longest chain of fields in order, where there are enough of them.

    >>> invariant = np.array([[0, 9, 0, 0], [9, 0, 9, 9], [0, 9, 0, -1], [0, 9, 9, 0]])
    >>> layout_of(ItemKind("Pair", (), (), 2), invariant)
    TableLayout(chain=(), shifts=(), others=(0, 1))
    """
    fields = range(kind.fields)
    if kind.fields < PACKED_FROM:
        return TableLayout((), (), tuple(fields))
    most = invariant[2:, 2:]
    longest: dict[int, tuple[int, ...]] = {}

    def chain(last: int, avoided: frozenset[int]) -> tuple[int, ...]:
        free = [at for at in fields if at != last and at not in avoided]
        before = [at for at in free if most[at, last] <= 0 and (most[last, at] > 0 or at < last)]
        chains = [chain(at, avoided | {last}) for at in before]
        return (*max(chains, key=len, default=()), last)

    for last in fields:
        longest[last] = chain(last, frozenset())
    found = max(longest.values(), key=len)
    if len(found) < 3:
        return TableLayout((), (), tuple(fields))
    shifts = [0]
    for one, other in pairwise(found):
        shifts.append(shifts[-1] + (0 if most[one, other] < 0 else 1))
    return TableLayout(found, tuple(shifts), tuple(at for at in fields if at not in found))


def binomials(n: int) -> Int64:
    """``table[k, x]`` of x over k."""
    return np.array([[comb(x, k) for x in range(n + 3 + MAX_FIELDS)] for k in range(MAX_FIELDS + 1)], np.int64)


def text(term: Position) -> str:
    """A position as source text.

    >>> text(Position("p0", 1)), text(Position("n", -2)), text(Position(None, 3))
    ('p0 + 1', 'n - 2', '3')
    """
    if term.base is None:
        return str(term.offset)
    return term.base + (f" {'+' if term.offset > 0 else '-'} {abs(term.offset)}" if term.offset else "")
