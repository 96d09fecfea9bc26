"""The best 1-endpoint-crossing tree, O(n⁴): Pitler, Kannan & Marcus (2013), with arcs from 0 counted as crossings.

The chart holds scores alone. The best tree is read off it by finding for every item the rule that gave its score; there
are O(n) items in a derivation, so this costs little.

A single root is exact and free: in the last item, over the whole sentence, k is the farthest child of 0. If it is
the only one, no other item has an arc from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.endpoint.chart import NO_VIA, Chart, fill_chart
from multiplane.decode.endpoint.lanes import LANES
from multiplane.decode.endpoint.rules import (
    FROM,
    NOTHING,
    PARTS,
    SECOND,
    SPLITS,
    SYMMETRIC,
    TO,
    WIDTH,
    A,
    B,
    K,
    L,
    N,
    X,
    rule_table,
)
from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import FORBIDDEN, Decoded, decoded, labelled_arc_scores
from multiplane.deduce.schemata.one_endpoint_crossing import KINDS
from multiplane.kernels.arrays import Bool, Float64, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.classes import ONE_ENDPOINT_CROSSING, TreeClass

CLASS = TreeClass(ONE_ENDPOINT_CROSSING)

TABLE, FIRST = rule_table()
MIRRORED = np.array([kind in SYMMETRIC for kind in KINDS])
I_0, I_1, N_A, N_X, N_A_FROM_X, N_X_FROM_A = map(KINDS.index, ("I0", "I1", "Na", "Nx", "NaX", "NxA"))


@kernel
def region_score(rows: Float64, place: Int64, kind: int, a: int, b: int, x: int) -> float:
    """The score that the chart holds for a region item."""
    return float(rows[place[int(x > a), a, b] + x // LANES, kind * LANES + x % LANES])


@kernel
def item_score(chart: Chart, kind: int, a: int, b: int, x: int) -> float:
    """The score of any item."""
    rows, place, i0, i1, _ = chart
    if kind == I_0:
        return float(i0[a, b])
    if kind == I_1:
        return float(i1[a, b])
    if kind == N_A:
        return max(float(i1[b, a]), region_score(rows, place, N_A_FROM_X, a, b, x))
    if kind == N_X:
        return max(region_score(rows, place, N_X_FROM_A, a, b, x), region_score(rows, place, N_X_FROM_A, b, a, x))
    return region_score(rows, place, kind, a, b, x)


@kernel
def rule_score(rule: Int64, points: Int64, arcs: Float64, chart: Chart) -> float:
    """What a rule gives with its points in these places."""
    total = arcs[points[rule[FROM]], points[rule[TO]]] if rule[FROM] != NOTHING else 0.0
    for part in range(PARTS, WIDTH, 4):
        if rule[part] != NOTHING:
            p, q, x = points[rule[part + 1]], points[rule[part + 2]], points[rule[part + 3]]
            total += item_score(chart, rule[part], p, q, x)
    return total


@kernel
def best_rule(kind: int, through: int, points: Int64, arcs: Float64, chart: Chart, table: Int64, first: Int64) -> int:
    """The rule that gives an item its score; its split is left in ``points``."""
    a, b = points[A], points[B]
    step = 1 if b > a else -1
    best, best_r, best_k = FORBIDDEN, -1, -1
    for r in range(first[kind], first[kind + 1]):
        second = table[r, SECOND]
        if (second == NOTHING) != (through == NO_VIA):
            continue
        begin, end = a + step, b
        if second != NOTHING:
            points[second] = through
            begin, end = (a + step, through) if second == L else (through + step, b)
        if table[r, SPLITS] == 0:
            begin, end = a, a + step
        for k in range(begin, end, step):
            points[K] = k
            score = rule_score(table[r], points, arcs, chart)
            if score > best:
                best, best_r, best_k = score, r, k
    points[K] = best_k
    return best_r


@kernel
def read_tree(arcs: Float64, last_arcs: Float64, chart: Chart, table: Int64, first: Int64, mirrored: Bool) -> Int32:
    """The heads of the best tree; ``last_arcs`` are the scores that hold in the item over the whole sentence."""
    nodes = len(arcs)
    heads = np.full(nodes - 1, -1, np.int32)
    points = np.zeros(7, np.int64)
    stack = [(I_1, 0, nodes - 1, -1)]
    weights = last_arcs
    while len(stack) > 0:
        kind, a, b, x = stack.pop()
        if kind == I_0 and abs(a - b) <= 1:
            continue
        if mirrored[kind] and a > b:
            a, b = b, a
        points[A], points[B], points[X], points[N] = a, b, x, a + (1 if b > a else -1)
        through = int(chart[4][a, b, kind - I_0]) if kind >= I_0 else NO_VIA
        if through == b:
            through = NO_VIA
        rule = table[best_rule(kind, through, points, weights, chart, table, first)]
        if rule[SECOND] != NOTHING:
            points[rule[SECOND]] = through
        if rule[FROM] != NOTHING:
            heads[points[rule[TO]] - 1] = points[rule[FROM]]
        for part in range(PARTS, WIDTH, 4):
            if rule[part] != NOTHING:
                stack.append((rule[part], points[rule[part + 1]], points[rule[part + 2]], points[rule[part + 3]]))
        weights = arcs
    return heads


def endpoint_crossing_chart(arcs: Float64, single_root: bool) -> Int32:
    """The best 1-endpoint-crossing tree by the chart alone; the first head is -1 where there is none."""
    if len(arcs) == 1:
        return np.empty(0, np.int32)
    last_arcs = arcs
    if single_root:
        arcs = arcs.copy()
        arcs[0] = FORBIDDEN
    chart = fill_chart(arcs, last_arcs)
    if chart[3][0, len(arcs) - 1] == FORBIDDEN:
        return np.full(len(arcs) - 1, -1, np.int32)
    return read_tree(arcs, last_arcs, chart, TABLE, FIRST, MIRRORED)


def endpoint_crossing_search(arcs: Float64, single_root: bool) -> Int32:
    """The best 1-endpoint-crossing tree, the chart only where the best of all trees is not one."""
    return spanning_tree_first(arcs, single_root, CLASS.is_member, endpoint_crossing_chart)


def one_endpoint_crossing(scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best 1-endpoint-crossing tree, in O(n⁴); arcs from 0 take part in crossings.

    ``scores`` and ``labels`` are as in `spanning_tree`. Ties: the tree that `spanning_tree` finds, if it is in the
    class; otherwise the first rule of `endpoint.rules.RULES` and the split nearest to its first end.

    >>> scores = [[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]]
    >>> best = one_endpoint_crossing(scores)
    >>> best.heads.tolist(), best.score
    ([3, 4, 0, 3], 36.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    heads = endpoint_crossing_search(arcs, single_root)
    return decoded(arcs, heads, which, "1-endpoint-crossing tree", single_root)


DECODER = Decoder(
    lambda k: endpoint_crossing_search,
    time=lambda k: 4,
    longest=120,
    fallback="projective",
    chart=lambda k: endpoint_crossing_chart,
)
