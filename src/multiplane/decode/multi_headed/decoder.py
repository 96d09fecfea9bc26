"""The best tree of MH_k, O(n^k): at most k heads in an item (Gómez-Rodríguez, Carroll & Weir 2011, §6.3).

An item is a list of heads h₁ < … < h_m, all words between them done. COMBINE joins two items at a shared end, LINK
takes an inner head out by giving it a head among the others. Node n+1 closes the line and governs nothing. Items of k
heads are only linked, so they are not stored; the others are at their rank among all lists of m numbers.

With a single root, items that begin with 0 come twice: without an arc from 0 and with one.
"""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.scores import FORBIDDEN, Decoded, decoded, labelled_arc_scores, whole_number
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.classes import MULTI_HEADED, TreeClass

MOST_ITEMS = 200_000_000
WITHOUT, WITH = 0, 1


@kernel
def choose_table(places: int, k: int) -> Int64:
    """choose[p, t]: how many sets of t numbers there are below p."""
    choose = np.zeros((places + 1, k + 1), np.int64)
    choose[:, 0] = 1
    for p in range(1, places + 1):
        for t in range(1, k + 1):
            choose[p, t] = choose[p - 1, t - 1] + choose[p - 1, t]
    return choose


@kernel
def place_of(item: Int64, begin: int, end: int, left_out: int, choose: Int64, start: Int64) -> int:
    """Where the score of item[begin..end-1] is, without the entry at ``left_out``."""
    rank = 0
    size = 0
    for t in range(begin, end):
        if t != left_out:
            size += 1
            rank += choose[item[t], size]
    return int(start[size] + rank)


@kernel
def combine(item: Int64, size: int, left: Float64, right: Float64, choose: Int64, start: Int64) -> tuple[float, int]:
    """The best two items that share one of the inner heads, and which head that is."""
    best, at = FORBIDDEN, 0
    for s in range(1, size - 1):
        score = left[place_of(item, 0, s + 1, -1, choose, start)] + right[place_of(item, s, size, -1, choose, start)]
        if score > best:
            best, at = score, s
    return best, at


@kernel
def best_head(item: Int64, size: int, x: int, arcs: Float64) -> int:
    """The position of the best head for item[x] among the others; itself if there is none."""
    best, at = FORBIDDEN, x
    for t in range(size):
        if t != x and arcs[item[t], item[x]] > best:
            best, at = arcs[item[t], item[x]], t
    return at


@kernel
def following(item: Int64, size: int) -> bool:
    """Move the inner heads to the next choice between the first and the last; whether there was one."""
    t = size - 2
    while t > 0 and item[t] == item[size - 1] - (size - 1 - t):
        t -= 1
    if t <= 0:
        return False
    item[t] += 1
    for later in range(t + 1, size - 1):
        item[later] = item[later - 1] + 1
    return True


@kernel
def fill_span(
    scores: Float64, arcs: Float64, root: Float64, flags: int, choose: Int64, start: Int64, k: int, i: int, j: int
) -> None:
    """All items from i to j, those with most heads first; ``flags`` is 2 where arcs from i = 0 are counted."""
    item = np.empty(k, np.int64)
    for size in range(min(k, j - i + 1), 2, -1):
        for t in range(size - 1):
            item[t] = i + t
        item[size - 1] = j
        while True:
            here = place_of(item, 0, size, -1, choose, start)
            for flag in range(flags):
                score = combine(item, size, scores[flag], scores[WITHOUT], choose, start)[0]
                if size < k:
                    score = max(score, scores[flag, here])
                    scores[flag, here] = score
                if score == FORBIDDEN:
                    continue
                for x in range(1, size - 1):
                    target = place_of(item, 0, size, x, choose, start)
                    linked = score + arcs[item[best_head(item, size, x, arcs)], item[x]]
                    scores[flag, target] = max(scores[flag, target], linked)
                    if flags == 2 and flag == WITHOUT:
                        scores[WITH, target] = max(scores[WITH, target], score + root[item[x]])
            if not following(item, size):
                break


@kernel
def best_link(
    scores: Float64,
    arcs: Float64,
    root: Float64,
    flag: int,
    choose: Int64,
    start: Int64,
    k: int,
    item: Int64,
    size: int,
    more: Int64,
) -> tuple[float, int, int, int]:
    """The best way to an item by LINK: its score, the word taken out, its head and the flag before."""
    best, word, head, before = FORBIDDEN, 0, 0, flag
    at = 1
    for x in range(item[0] + 1, item[size - 1]):
        if item[at] == x:
            at += 1
            continue
        for rank in range(size + 1):
            more[rank] = item[rank] if rank < at else x if rank == at else item[rank - 1]
        for source in range(flag + 1):
            if size + 1 < k:
                score = scores[source, place_of(more, 0, size + 1, -1, choose, start)]
            else:
                score = combine(more, size + 1, scores[source], scores[WITHOUT], choose, start)[0]
            by = more[best_head(more, size + 1, at, arcs)] if source == flag else 0
            score += arcs[by, x] if source == flag else root[x]
            if score > best:
                best, word, head, before = score, x, by, source
    return best, word, head, before


@kernel
def read_items(
    scores: Float64, arcs: Float64, root: Float64, goal: int, choose: Int64, start: Int64, k: int, heads: Int32
) -> None:
    """Write the heads of the best tree, finding for every item the step that gave its score."""
    items = np.zeros((2 * len(arcs), k + 1), np.int64)
    more = np.zeros(k + 1, np.int64)
    sizes, flags = np.zeros(2 * len(arcs), np.int64), np.zeros(2 * len(arcs), np.int64)
    items[0, 1], sizes[0], flags[0] = len(arcs) - 1, 2, goal
    depth = 1
    while depth > 0:
        depth -= 1
        item, size, flag = items[depth].copy(), sizes[depth], flags[depth]
        if item[size - 1] - item[0] == 1:
            continue
        best, at = combine(item, size, scores[flag], scores[WITHOUT], choose, start)
        linked, word, head, before = FORBIDDEN, 0, 0, flag
        if size < k:
            linked, word, head, before = best_link(scores, arcs, root, flag, choose, start, k, item, size, more)
        if linked > best:
            heads[word - 1] = head
            t = size
            while item[t - 1] > word:
                items[depth, t] = item[t - 1]
                t -= 1
            items[depth, t], sizes[depth], flags[depth] = word, size + 1, before
            depth += 1
        else:
            sizes[depth] = at + 1
            for rank in range(at, size):
                items[depth + 1, rank - at] = item[rank]
            sizes[depth + 1], flags[depth + 1] = size - at, WITHOUT
            depth += 2


@kernel(steps=lambda arcs, single_root, k: len(arcs) ** k)
def multi_headed_chart(arcs: Float64, single_root: bool, k: int) -> Int32:
    """The heads of the best tree of MH_k; the first is -1 where there is none."""
    nodes = len(arcs)
    heads = np.full(nodes - 1, -1, np.int32)
    if nodes == 1:
        return heads
    places = nodes + 1
    k = min(k, places)
    choose = choose_table(places, k)
    start = np.zeros(k + 1, np.int64)
    for size in range(3, k + 1):
        start[size] = start[size - 1] + choose[places, size - 1]
    inner = np.full((places, places), FORBIDDEN)
    for h in range(nodes):
        for d in range(nodes):
            inner[h, d] = arcs[h, d]
    root = inner[0].copy()
    if single_root:
        inner[0] = FORBIDDEN
    scores = np.full((2, start[k]), FORBIDDEN)
    item = np.empty(k + 1, np.int64)
    for width in range(1, places):
        for i in range(places - width):
            if width == 1:
                item[0], item[1] = i, i + 1
                scores[WITHOUT, place_of(item, 0, 2, -1, choose, start)] = 0.0
            else:
                flags = 2 if single_root and i == 0 else 1
                fill_span(scores, inner, root, flags, choose, start, k, i, i + width)
    item[0], item[1] = 0, places - 1
    goal = WITH if single_root else WITHOUT
    if scores[goal, place_of(item, 0, 2, -1, choose, start)] > FORBIDDEN:
        read_items(scores, inner, root, goal, choose, start, k, heads)
    return heads


def multi_headed_heads(arcs: Float64, single_root: bool, k: int) -> Int32:
    """The best tree of MH_k by the chart; an error where that would be too large."""
    places = len(arcs) + 1
    items = sum(comb(places, size) for size in range(2, min(k, places)))
    if items > MOST_ITEMS:
        raise MultiplaneError(
            f"found {len(arcs) - 1} words for MH_{k}, which take {items} items; expected at most {MOST_ITEMS}"
        )
    return multi_headed_chart(arcs, single_root, k)


def multi_headed_search(arcs: Float64, single_root: bool, k: int) -> Int32:
    """The best tree of MH_k, the chart only where the best of all trees is not in the class."""
    k = whole_number(k, "number of heads in an item", MULTI_HEADED.least)
    return spanning_tree_first(
        arcs, single_root, TreeClass(MULTI_HEADED, k).is_member, partial(multi_headed_heads, k=k)
    )


def multi_headed(scores: ArrayLike, k: int, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best tree of MH_k, in O(n^k); MH_3 are the projective trees.

    ``scores`` and ``labels`` are as in `spanning_tree`. Ties: the tree that `spanning_tree` finds, if it is in the
    class; otherwise COMBINE before LINK, the leftmost head and word.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> multi_headed(scores, 3).score, multi_headed(scores, 4).score
    (28.0, 36.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, multi_headed_search(arcs, single_root, k), which, f"tree of MH_{k}", single_root)
