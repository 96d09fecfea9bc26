"""The chart of WG_1 and MG_1, O(n⁷): regions with at most one gap, covered by the subtrees of children of one head.

Gómez-Rodríguez, Carroll & Weir (2011), §7. The items of a head h live on the line of all words but h, numbered from 0,
so that h never stands at an edge. ``whole[h, i, j]`` scores the places i..j-1 of that line; the places i..j without the
gap p..q are at ``gapped[slot[h], pair(i, j), pair(p, q)]``. MG_1 adds the steps that join interleaving regions.
A subtree of d becomes a child of every h outside of its yield (LINK); its own children cover that yield without d.

Widths run up and, within a width, gaps run down: every step joins regions that are narrower or have wider gaps.
Steps pass scores on to whole rows of regions, and nothing is passed on from a region that no tree has.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.charts import raised
from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float64, Int64
from multiplane.kernels.jit import kernel

GappedChart = tuple[Float64, Float64, Int64]

NO_SLOT = -1


@kernel
def pair(n: int, i: int, j: int) -> int:
    """Where the interval i..j of a line is; those with the same left end follow one another."""
    return i * n - i * (i + 1) // 2 + j


@kernel
def own_children(chart: GappedChart, d: int, i: int, j: int, p: int, q: int) -> float:
    """The children of d cover the words i..j without p..q (none where p > q) and without d, which is among them."""
    whole, gapped, slot = chart
    if p > q:
        return float(whole[d, i - 1, j - 1])
    if d < p:
        if i == p - 1:
            return float(whole[d, q - 1, j - 1])
        p, q = p - 1, q - 1
    elif j == q + 1:
        return float(whole[d, i - 1, p - 1])
    if slot[d] == NO_SLOT:
        return FORBIDDEN
    n = len(whole) - 1
    return float(gapped[slot[d], pair(n, i - 1, j - 2), pair(n, p - 1, q - 1)])


@kernel
def link(chart: GappedChart, arcs_to: Float64, width: int, gap: int, around: bool, best: Float64) -> None:
    """Give every head its children with a yield of this width and gap: heads within the gap (``around``) or outside."""
    whole, gapped, slot = chart
    nodes = len(arcs_to)
    n = nodes - 1
    for i in range(1, nodes - width):
        j = i + width
        for p in range(i + 1, j - gap + 1) if gap > 0 else range(j + 1, j + 2):
            q = p + gap - 1
            best[:] = FORBIDDEN
            for d in range(i, j + 1):
                if p <= d <= q:
                    continue
                score = own_children((whole, gapped, slot), d, i, j, p, q)
                if score > FORBIDDEN:
                    for h in range(nodes):
                        best[h] = raised(best[h], arcs_to[d, h] + score)
            for h in range(p, q + 1) if around else range(nodes):
                if best[h] == FORBIDDEN or (i <= h <= j and not around):
                    continue
                if around:
                    a, b, c, d = i - 1, j - 2, p - 1, q - 2
                elif 0 < h < i:
                    a, b, c, d = i - 2, j - 2, p - 2, q - 2
                else:
                    a, b, c, d = i - 1, j - 1, p - 1, q - 1
                if c <= d:
                    here = gapped[slot[h], pair(n, a, b), pair(n, c, d)]
                    gapped[slot[h], pair(n, a, b), pair(n, c, d)] = max(here, best[h])
                else:
                    whole[h, a, b + 1] = max(whole[h, a, b + 1], best[h])


@kernel
def open_and_keep(chart: GappedChart, h: int, i: int, j: int) -> None:
    """COMBINE-OPENING-GAP and COMBINE-KEEPING-GAP: all regions from i to j made of narrower ones side by side."""
    whole, gapped, slot = chart
    s, n = slot[h], len(whole) - 1
    row = pair(n, i, j)
    for p in range(i + 1, j):
        for q in range(p, j):
            gapped[s, row, pair(n, p, q)] = whole[h, i, p] + whole[h, q + 1, j + 1]
    for k in range(i + 2, j):
        beside = whole[h, k + 1, j + 1]
        if beside > FORBIDDEN:
            for p in range(i + 1, k):
                start, other = pair(n, p, 0), pair(n, i, k)
                for q in range(p, k):
                    gapped[s, row, start + q] = raised(gapped[s, row, start + q], gapped[s, other, start + q] + beside)
    for k in range(i + 1, j - 1):
        beside = whole[h, i, k]
        if beside > FORBIDDEN:
            for p in range(k + 1, j):
                start, other = pair(n, p, 0), pair(n, k, j)
                for q in range(p, j):
                    gapped[s, row, start + q] = raised(gapped[s, row, start + q], gapped[s, other, start + q] + beside)


@kernel
def shrink_and_close(chart: GappedChart, h: int, i: int, j: int, gap: int) -> None:
    """COMBINE-SHRINKING-GAP and COMBINE-CLOSING-GAP: fill gaps of this size in regions from i to j."""
    whole, gapped, slot = chart
    s, n = slot[h], len(whole) - 1
    row = pair(n, i, j)
    for p in range(i + 1, j - gap + 1):
        q = p + gap - 1
        around = gapped[s, row, pair(n, p, q)]
        if around == FORBIDDEN:
            continue
        whole[h, i, j + 1] = max(whole[h, i, j + 1], around + whole[h, p, q + 1])
        for k in range(p + 1, q + 1):
            inner = pair(n, k, q)
            gapped[s, row, inner] = raised(gapped[s, row, inner], around + whole[h, p, k])
            inner = pair(n, p, k - 1)
            gapped[s, row, inner] = raised(gapped[s, row, inner], around + whole[h, k, q + 1])
        other = pair(n, p, q)
        for k in range(p + 1, q):
            start = pair(n, k, 0)
            for m in range(k, q):
                gapped[s, row, start + m] = raised(gapped[s, row, start + m], around + gapped[s, other, start + m])


@kernel
def interleave(chart: GappedChart, h: int, i: int, j: int, column: Float64) -> None:
    """The COMBINE-INTERLEAVING steps of MG_1 into regions from i to j, with and without a gap."""
    whole, gapped, slot = chart
    s, n = slot[h], len(whole) - 1
    row = pair(n, i, j)
    for b in range(i + 1, j - 1):
        for c in range(b + 1, j):
            left, right = pair(n, i, c), pair(n, b, j)
            for p in range(b + 1, c + 1):
                inner = gapped[s, right, pair(n, p, c)]
                if inner == FORBIDDEN:
                    continue
                if p < c:
                    start, other = pair(n, p, 0), pair(n, b, 0)
                    for q in range(p, c):
                        score = inner + gapped[s, left, other + q]
                        gapped[s, row, start + q] = raised(gapped[s, row, start + q], score)
                whole[h, i, j + 1] = max(whole[h, i, j + 1], inner + gapped[s, left, pair(n, b, p - 1)])
    for b in range(i + 1, j - 2):
        for c in range(b, j - 2):
            right, other = pair(n, b, j), pair(n, c + 1, 0)
            for p in range(c + 2, j):
                outer = gapped[s, pair(n, i, p - 1), pair(n, b, c)]
                if outer == FORBIDDEN:
                    continue
                start = pair(n, p, 0)
                for q in range(p, j):
                    score = outer + gapped[s, right, other + q]
                    gapped[s, row, start + q] = raised(gapped[s, row, start + q], score)
    for c in range(i + 2, j - 1):
        for d in range(c + 1, j):
            for q in range(i + 1, c):
                column[q] = gapped[s, pair(n, q + 1, j), pair(n, c + 1, d)]
            left = pair(n, i, d)
            for p in range(i + 1, c):
                outer = gapped[s, left, pair(n, p, c)]
                if outer == FORBIDDEN:
                    continue
                start = pair(n, p, 0)
                for q in range(p, c):
                    gapped[s, row, start + q] = raised(gapped[s, row, start + q], outer + column[q])


@kernel(steps=lambda arcs, *_: len(arcs) ** 5)
def fill_gapped(arcs: Float64, interleaving: bool) -> GappedChart:
    """All scores of WG_1, or of MG_1 with ``interleaving``; heads without dependents get no regions with gaps."""
    nodes = len(arcs)
    n = nodes - 1
    arcs_to = arcs.T.copy()
    slot = np.full(nodes, NO_SLOT, np.int64)
    count = 0
    for h in range(nodes):
        if arcs[h].max() > FORBIDDEN:
            slot[h] = count
            count += 1
    whole = np.full((nodes, nodes, nodes), FORBIDDEN)
    for i in range(nodes):
        whole[:, i, i] = 0.0
    gapped = np.empty((count, n * (n + 1) // 2, n * (n + 1) // 2))
    chart = whole, gapped, slot
    best = np.empty(nodes)
    column = np.empty(nodes)
    for width in range(n):
        for h in range(nodes):
            for i in range((n if h == 0 else n - 1) - width if slot[h] != NO_SLOT else 0):
                j = i + width
                for k in range(i + 1, j + 1):
                    whole[h, i, j + 1] = max(whole[h, i, j + 1], whole[h, i, k] + whole[h, k, j + 1])
                open_and_keep(chart, h, i, j)
                if interleaving:
                    interleave(chart, h, i, j, column)
        for gap in range(max(width - 1, 0), -1, -1):
            link(chart, arcs_to, width, gap, False, best)
            link(chart, arcs_to, width + 1, gap + 1, True, best)
            if gap > 0:
                for h in range(nodes):
                    for i in range((n if h == 0 else n - 1) - width if slot[h] != NO_SLOT else 0):
                        shrink_and_close(chart, h, i, i + width, gap)
    return chart
