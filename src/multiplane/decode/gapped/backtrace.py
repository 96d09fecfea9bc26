"""Reading the best tree off the WG_1 or MG_1 chart: every step is found again from the scores of its parts.

A region is (i, j, p, q): the places i..j of its head's line without the gap p..q; there is no gap where p > q.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.charts import check_chart_size
from multiplane.decode.gapped.chart import GappedChart, fill_gapped, own_children, pair
from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel

Region = tuple[int, int, int, int]
Split = tuple[float, Region, Region]


@kernel
def region_score(chart: GappedChart, h: int, region: Region) -> float:
    """What the chart holds for a region under h."""
    whole, gapped, slot = chart
    i, j, p, q = region
    if p > q:
        return float(whole[h, i, j + 1])
    n = len(whole) - 1
    return float(gapped[slot[h], pair(n, i, j), pair(n, p, q)])


@kernel
def better(chart: GappedChart, h: int, best: Split, one: Region, other: Region) -> Split:
    """The better of a split and two other parts."""
    score = region_score(chart, h, one) + region_score(chart, h, other)
    if score > best[0]:
        return score, one, other
    return best


@kernel
def split_whole(chart: GappedChart, h: int, i: int, j: int, interleaving: bool) -> Split:
    """The best two parts of i..j."""
    best = (FORBIDDEN, (0, 0, 1, 0), (0, 0, 1, 0))
    for k in range(i + 1, j + 1):
        best = better(chart, h, best, (i, k - 1, 1, 0), (k, j, 1, 0))
        for m in range(k, j):
            best = better(chart, h, best, (i, j, k, m), (k, m, 1, 0))
            if interleaving:
                for c in range(m + 1, j):
                    best = better(chart, h, best, (i, c, k, m), (k, j, m + 1, c))
    return best


@kernel
def split_gapped(chart: GappedChart, h: int, i: int, j: int, p: int, q: int, interleaving: bool) -> Split:
    """The best two parts of i..j without p..q: the left block is cut at k and m, the right one after k and m."""
    best = better(chart, h, (FORBIDDEN, (0, 0, 1, 0), (0, 0, 1, 0)), (i, p - 1, 1, 0), (q + 1, j, 1, 0))
    for k in range(i + 1, p):
        best = better(chart, h, best, (i, k - 1, 1, 0), (k, j, p, q))
        best = better(chart, h, best, (i, j, k, q), (k, p - 1, 1, 0))
        for m in range(q + 1, j):
            best = better(chart, h, best, (i, j, k, m), (k, m, p, q))
            if interleaving:
                best = better(chart, h, best, (i, m, k, q), (k, j, p, m))
        if interleaving:
            for m in range(k + 1, p):
                best = better(chart, h, best, (i, p - 1, k, m - 1), (k, j, m, q))
    for k in range(q + 1, j):
        best = better(chart, h, best, (i, k, p, q), (k + 1, j, 1, 0))
        best = better(chart, h, best, (i, j, p, k), (q + 1, k, 1, 0))
        if interleaving:
            for m in range(k + 1, j):
                best = better(chart, h, best, (i, m, p, k), (q + 1, j, k + 1, m))
    return best


@kernel
def word_at(h: int, place: int) -> int:
    """The word at a place of h's line."""
    return place + 1 if h == 0 or place + 1 < h else place + 2


@kernel
def yield_of(h: int, region: Region) -> Region:
    """The words of a region of h's line, as a region of the sentence; empty where it has two gaps there."""
    i, j, p, q = region
    first, last = word_at(h, i), word_at(h, j)
    if p > q:
        return (first, last, 1, 0) if last - first == j - i else (first, last, h, h)
    before, after = word_at(h, p - 1), word_at(h, q + 1)
    if before - first != p - 1 - i or last - after != j - q - 1:
        return 1, 0, 1, 0
    return first, last, before + 1, after - 1


@kernel
def best_child(chart: GappedChart, arcs: Float64, h: int, words: Region) -> tuple[float, int]:
    """The best child of h with this yield."""
    i, j, p, q = words
    best, child = FORBIDDEN, 0
    for d in range(i, j + 1):
        if not p <= d <= q and arcs[h, d] > FORBIDDEN:
            score = arcs[h, d] + own_children(chart, d, i, j, p, q)
            if score > best:
                best, child = score, d
    return best, child


@kernel
def children_region(d: int, words: Region) -> Region:
    """The region of d's line that the children of d cover in a subtree with this yield; empty for a leaf."""
    i, j, p, q = words
    if p > q:
        return i - 1, j - 2, 1, 0
    if d < p:
        if i == p - 1:
            return q - 1, j - 2, 1, 0
        return i - 1, j - 2, p - 2, q - 2
    if j == q + 1:
        return i - 1, p - 2, 1, 0
    return i - 1, j - 2, p - 1, q - 1


@kernel
def read_regions(chart: GappedChart, arcs: Float64, inner: Float64, single_root: bool, interleaving: bool) -> Int32:
    """The heads of the best tree; ``inner`` are the arc scores that hold below the only child of 0."""
    nodes = len(arcs)
    heads = np.full(nodes - 1, -1, np.int32)
    if single_root:
        score, root = best_child(chart, arcs, 0, (1, nodes - 1, 1, 0))
        stack = [(root, children_region(root, (1, nodes - 1, 1, 0)))]
        if score == FORBIDDEN:
            return heads
        heads[root - 1] = 0
    else:
        stack = [(0, (0, nodes - 2, 1, 0))]
        if chart[0][0, 0, nodes - 1] == FORBIDDEN:
            return heads
    while len(stack) > 0:
        h, region = stack.pop()
        i, j, p, q = region
        if i > j:
            continue
        words = yield_of(h, region)
        score, child = best_child(chart, inner, h, words)
        if p > q:
            step = split_whole(chart, h, i, j, interleaving)
        else:
            step = split_gapped(chart, h, i, j, p, q, interleaving)
        if score >= step[0]:
            heads[child - 1] = h
            stack.append((child, children_region(child, words)))
        else:
            stack.append((h, step[1]))
            stack.append((h, step[2]))
    return heads


def chart_bytes(words: int, heads: int) -> int:
    """The size of the chart; only words that can be heads have regions with gaps.

    >>> chart_bytes(40, 41) >> 20
    210
    """
    return 8 * heads * (words * (words + 1) // 2) ** 2


def gapped_heads(arcs: Float64, single_root: bool, interleaving: bool) -> Int32:
    """The heads of the best tree of WG_1, or of MG_1 with ``interleaving``; the first is -1 where there is none."""
    if len(arcs) == 1:
        return np.empty(0, np.int32)
    inner = arcs.copy()
    if single_root:
        inner[0] = FORBIDDEN
    words, heads = len(arcs) - 1, int((inner.max(axis=1) > FORBIDDEN).sum())
    trees = f"{'mildly ill-nested' if interleaving else 'well-nested'} trees of gap degree 1"
    check_chart_size(words, chart_bytes(words, heads), lambda n: chart_bytes(n, n + 1), trees)
    return read_regions(fill_gapped(inner, interleaving), arcs, inner, single_root, interleaving)
