"""Mildly ill-nested trees: some binarization keeps its gap degree down (SCH §7.7, Definitions 7 and 8; §7.10).

A binarization joins the subtrees under each head two at a time; the last join adds the head itself. The least k such
that every set of words on the way has at most k gaps is found per head, over the subsets of its children:

- a child of which every block touches a sibling's block can be joined with that sibling at once: that adds a gap to no
  set, and no block that it leaves behind had joined two others;
- with at most one child that has gaps nothing is left to search, so the test costs nothing on most trees.

By default the head's own position never counts as a gap, which is what the MG_k parser accepts. A child that touches no
sibling can then wait till the end. With ``count_head`` it counts until the last join, which is Definition 8 to the
letter: the position of a head between two of its subtrees is a gap of their join, unless that is the last one. The two
readings agree on all trees of up to seven words; from eight on, some trees need more gaps by the letter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from multiplane.structure.blocks import blocks, gap_degree, node_heads

Blocks = list[tuple[int, int]]
Part = tuple["int | Join", Blocks]

SEARCH_LIMIT = 11
TOUCH_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Join:
    """Two parts joined into one: words (whole subtrees) or earlier joins."""

    one: int | Join
    other: int | Join

    def __repr__(self) -> str:
        return f"({self.one!r} + {self.other!r})"


@dataclass(frozen=True, slots=True)
class Binarization:
    """The order in which each head's subtrees are joined, the gap degree that this takes, and whether less would do.

    ``joins[h]`` is the last join under head h: a child, or two parts. ``at_least`` equals ``gap_degree`` unless more
    than 11 interlocked subtrees under one head (or 100 that are apart) made an exact search too long.
    """

    gap_degree: int
    joins: dict[int, int | Join]
    at_least: int

    @property
    def exact(self) -> bool:
        return self.gap_degree == self.at_least


def binarization(heads: ArrayLike, count_head: bool = False) -> Binarization:
    """A binarization of least gap degree.

    >>> binarization([3, 4, 0, 3, 1, 2])
    Binarization(gap_degree=2, joins={1: 5, 2: 6, 3: (4 + 1), 4: 2, 0: 3}, at_least=2)
    >>> binarization([4, 0, 4, 2, 4, 1, 3, 5]).gap_degree, binarization([4, 0, 4, 2, 4, 1, 3, 5], True).gap_degree
    (1, 2)
    """
    head = node_heads(heads)
    spans = blocks(heads)
    children: dict[int, list[int]] = {}
    for d in range(1, len(head)):
        children.setdefault(int(head[d]), []).append(d)
    at_least = needed = gap_degree(heads)
    joins: dict[int, int | Join] = {}
    for h in sorted(children, key=lambda h: (h == 0, h)):
        parts: list[Part] = [(child, spans[child]) for child in children[h]]
        if count_head:
            joins[h], gap, proved = _join_all_but_last(parts)
        else:
            joins[h], gap, proved = _join_all([(part, _without(h, found)) for part, found in parts])
        needed = max(needed, gap)
        at_least = max(at_least, proved)
    return Binarization(needed, joins, at_least)


def is_mildly_ill_nested(heads: ArrayLike, k: int, count_head: bool = False) -> bool:
    """Whether some binarization has gap degree at most k.

    >>> is_mildly_ill_nested([4, 4, 0, 3, 4, 1, 4, 2, 5, 7], 1)
    False
    """
    return binarization(heads, count_head).gap_degree <= k


def _without(h: int, found: Blocks) -> Blocks:
    """The blocks when position h is taken out of the line, so that its two neighbours touch."""
    return _union((low, high) if high < h else (low - 1, high - 1) for low, high in found)


def _union(pieces: Iterable[tuple[int, int]]) -> Blocks:
    merged: Blocks = []
    for low, high in sorted(pieces):
        if merged and merged[-1][1] + 1 == low:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged


def _join(one: Part, other: Part) -> Part:
    return Join(one[0], other[0]), _union(one[1] + other[1])


def _touches(block: tuple[int, int], found: Blocks) -> bool:
    return any(high + 1 == block[0] or block[1] + 1 == low for low, high in found)


def _join_all(parts: list[Part]) -> tuple[int | Join, int, int]:
    """The last join, the most gaps of any set up to and including it, and a lower bound of the most gaps."""
    parts = _join_neighbours(parts)
    waiting = [p for p in parts if not any(_touches(b, q[1]) for b in p[1] for q in parts if q is not p)]
    locked = [p for p in parts if not any(p is q for q in waiting)]
    if len(locked) > SEARCH_LIMIT:
        whole, gap = _join_in_order(locked)
        at_least = max(len(found) for _, found in [*locked, whole]) - 1
    elif locked:
        whole, gap = _join_best(locked)
        at_least = gap
    else:
        whole, gap = waiting.pop(0), 0
        at_least = 0
    for part in waiting:
        whole = _join(whole, part)
        gap = max(gap, len(whole[1]) - 1)
    return whole[0], gap, max(at_least, len(whole[1]) - 1)


def _join_all_but_last(parts: list[Part]) -> tuple[int | Join, int, int]:
    """As `_join_all`, but the last join has the head in it, so that its gaps are those of the head's own yield."""
    parts = _join_neighbours(parts)
    if len(parts) == 1:
        return parts[0][0], 0, 0
    if len(parts) > SEARCH_LIMIT:
        most, gap = _join_in_order(parts[:-1])
        return Join(most[0], parts[-1][0]), gap, 0
    best = _least_gaps(parts)
    everything = (1 << len(parts)) - 1
    gap, half = min((max(best[half][0], best[everything ^ half][0]), half) for half in range(1, everything))
    return Join(best[half][1][0], best[everything ^ half][1][0]), gap, gap


def _join_neighbours(parts: list[Part]) -> list[Part]:
    """Join what can be joined without a search."""
    parts = _join_runs(parts)
    return _join_touching(parts) if len(parts) <= TOUCH_LIMIT else parts


def _join_runs(parts: list[Part]) -> list[Part]:
    """Subtrees without gaps that stand side by side, joined from left to right."""
    runs: list[Part] = []
    for part in sorted((p for p in parts if len(p[1]) == 1), key=lambda p: p[1]):
        if runs and _touches(part[1][0], runs[-1][1]):
            runs[-1] = _join(runs[-1], part)
        else:
            runs.append(part)
    return sorted(runs + [p for p in parts if len(p[1]) > 1], key=lambda p: p[1])


def _join_touching(parts: list[Part]) -> list[Part]:
    changed = True
    while changed:
        changed = False
        for small in sorted(parts, key=lambda part: len(part[1])):
            host = next((p for p in parts if p is not small and all(_touches(b, p[1]) for b in small[1])), None)
            if host is not None:
                parts = [p for p in parts if p is not small and p is not host] + [_join(host, small)]
                changed = True
                break
    return parts


def _join_best(parts: list[Part]) -> tuple[Part, int]:
    """Least gap degree over all ways to join, by dynamic programming over subsets."""
    gap, whole = _least_gaps(parts)[(1 << len(parts)) - 1]
    return whole, gap


def _least_gaps(parts: list[Part]) -> dict[int, tuple[int, Part]]:
    """For every subset of the parts, one bit each: the least gap degree of joining it, and its last join."""
    best: dict[int, tuple[int, Part]] = {1 << i: (len(part[1]) - 1, part) for i, part in enumerate(parts)}
    for subset in range(1, 1 << len(parts)):
        if subset in best:
            continue
        found = _union(block for i, part in enumerate(parts) if subset >> i & 1 for block in part[1])
        choice = None
        half = (subset - 1) & subset
        while half > subset ^ half:
            gap = max(best[half][0], best[subset ^ half][0])
            if choice is None or gap < choice[0]:
                choice = gap, half
            half = (half - 1) & subset
        assert choice is not None
        gap, half = choice
        best[subset] = max(gap, len(found) - 1), (Join(best[half][1][0], best[subset ^ half][1][0]), found)
    return best


def _join_in_order(parts: list[Part]) -> tuple[Part, int]:
    """From left to right: an upper bound where there are too many parts to search."""
    whole = parts[0]
    gap = max(len(found) for _, found in parts) - 1
    for part in parts[1:]:
        whole = _join(whole, part)
        gap = max(gap, len(whole[1]) - 1)
    return whole, gap
