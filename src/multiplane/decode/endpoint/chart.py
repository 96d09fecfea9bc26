"""The chart of the 1-endpoint-crossing program, O(n⁴) time and O(n³) space: only scores, no back-pointers.

Regions are filled by `endpoint.lanes`; here are the intervals, left ends running down and right ends up. An interval is
joined at k, the farthest neighbour of a, and at a second point, which is a lane too: what the rules take of the parts
between k and b is gathered once for all a (`gather_beyond`), what they take of those between a and k once for all b
(`gather_before`). The gathered rows of an end that stays (b = j, a = j) are kept, those of the end that runs (b = i,
a = i) are overwritten. ``via[a, b, kind]`` is the second point of the best I item.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.charts import check_chart_size, larger
from multiplane.decode.endpoint.lanes import (
    L_0,
    L_A,
    L_AB,
    L_B,
    L_BX,
    L_X,
    LANES,
    M_0,
    M_X,
    N_0,
    N_A_FROM_X,
    N_BX,
    N_X_FROM_A,
    ROW,
    fill_regions,
)
from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float64, Int16, Int64
from multiplane.kernels.jit import kernel

Chart = tuple[Float64, Int64, Float64, Float64, Int16]

BEYOND_L, BEYOND_LX, BEYOND_M, BEYOND_MX = (LANES * kind for kind in range(4))
BEFORE_N, BEFORE_NX, BEFORE_L, BEFORE_LX = (LANES * kind for kind in range(4))
PLAIN, HEADED = 0, 4 * LANES
NO_VIA = -1


@kernel
def in_lanes(arcs: Float64, blocks: int) -> Float64:
    """Rows of a matrix cut into blocks of lanes, padded with forbidden arcs."""
    nodes = len(arcs)
    lanes = np.full((nodes * blocks, LANES), FORBIDDEN)
    for k in range(nodes):
        for x in range(nodes):
            lanes[k * blocks + x // LANES, x % LANES] = arcs[k, x]
    return lanes


@kernel
def region_places(nodes: int, blocks: int) -> tuple[Int64, int]:
    """Where the rows of every interval are, by side, and how many there are in all."""
    place = np.zeros((2, nodes, nodes), np.int64)
    count = 0
    for i in range(nodes):
        left_end = (i - 1) // LANES + 1
        for j in range(i + 1, nodes):
            right_begin = max((j + 1) // LANES, left_end) if j + 1 < nodes else blocks
            for a, b in ((i, j), (j, i)):
                place[0, a, b] = count
                place[1, a, b] = count + left_end - right_begin
                count += left_end + blocks - right_begin
    return place, count


@kernel
def interior_places(nodes: int) -> tuple[Int64, int]:
    """Where the gathered rows of [k, j], k < j, are (by j, then k), and how many there are in all."""
    place = np.zeros((nodes, nodes), np.int64)
    count = 0
    for j in range(nodes):
        for k in range(j):
            place[j, k] = count - k // LANES
            count += j // LANES - k // LANES + 1
    return place, count


@kernel
def gather_beyond(
    beyond: Float64, far: int, headed: int, rows: Float64, place: Int64, i0: Float64, i1: Float64, k: int, b: int
) -> None:
    """For every second point p between k and b, what I0 (PLAIN) or I1 (HEADED) takes of [k, p] and [p, b]."""
    step = 1 if b > k else -1
    side = 0 if b > k else 1
    beyond[far + min(k, b) // LANES : far + max(k, b) // LANES + 1, headed : headed + HEADED] = FORBIDDEN
    low, both = (L_B, L_AB) if headed else (L_0, L_A)
    for p in range(k + step, b, step):
        there = place[side, p, b] + k // LANES
        row, t = far + p // LANES, headed + p % LANES
        plain, p_headed = rows[there, low + k % LANES], rows[there, both + k % LANES]
        beyond[row, BEYOND_L + t] = larger(i1[k, p] + plain, i0[k, p] + p_headed)
        beyond[row, BEYOND_LX + t] = i0[k, p] + plain
        if headed:
            beyond[row, BEYOND_M + t] = i1[k, p] + i1[p, b]
            beyond[row, BEYOND_MX + t] = i0[k, p] + i1[p, b]
        else:
            beyond[row, BEYOND_M + t] = larger(i1[k, p] + i0[p, b], i0[k, p] + i1[b, p])
            beyond[row, BEYOND_MX + t] = i0[k, p] + i0[p, b]
    row, t = far + b // LANES, headed + b % LANES
    beyond[row, BEYOND_M + t] = i1[k, b] if headed else i0[k, b]
    beyond[row, BEYOND_MX + t] = i0[k, b] if headed else FORBIDDEN


@kernel
def gather_before(
    before: Float64, near: int, rows: Float64, place: Int64, i0: Float64, i1: Float64, a: int, k: int
) -> None:
    """For every second point p between a and k, what the rules take of [a, p] and [p, k]."""
    step = 1 if k > a else -1
    side = 0 if k > a else 1
    before[near + min(a, k) // LANES : near + max(a, k) // LANES + 1] = FORBIDDEN
    for p in range(a + step, k, step):
        to_k, to_a = place[side, p, k] + a // LANES, place[1 - side, p, a] + k // LANES
        row, t = near + p // LANES, p % LANES
        plain, p_headed = rows[to_k, L_0 + a % LANES], rows[to_k, L_A + a % LANES]
        before[row, BEFORE_N + t] = larger(i1[a, p] + plain, i0[a, p] + p_headed)
        before[row, BEFORE_NX + t] = i0[a, p] + plain
        plain, p_headed = rows[to_a, L_0 + k % LANES], rows[to_a, L_A + k % LANES]
        before[row, BEFORE_L + t] = larger(p_headed + i0[p, k], plain + i1[k, p])
        before[row, BEFORE_LX + t] = plain + i0[p, k]


@kernel
def join_beyond(
    lanes: Float64,
    arcs: Float64,
    headed_arcs: Float64,
    rows: Float64,
    place: Int64,
    beyond: Float64,
    kept: Int64,
    a: int,
    b: int,
) -> None:
    """The I0 and I1 rules whose second point lies beyond k, into the lanes of that point: I0 first, then I1."""
    step = 1 if b > a else -1
    side = 1 if b > a else 0
    for k in range(a + step, b, step):
        ak, headed_ak = arcs[a, k], headed_arcs[a, k]
        for block in range(min(k + step, b) // LANES, max(k + step, b) // LANES + 1):
            from_k, from_a, far = place[side, k, a] + block, place[side, a, k] + block, kept[k] + block
            for t in range(lanes.shape[1] // 2):
                plain, x_headed = rows[from_k, L_0 + t], rows[from_k, L_X + t]
                both_plain, both_x_headed = rows[from_a, M_0 + t], rows[from_a, M_X + t]
                crossed_at_k = larger(plain + beyond[far, BEYOND_L + t], x_headed + beyond[far, BEYOND_LX + t])
                crossed_at_both = larger(
                    both_plain + beyond[far, BEYOND_M + t], both_x_headed + beyond[far, BEYOND_MX + t]
                )
                lanes[block, t] = larger(larger(lanes[block, t], ak + crossed_at_k), ak + crossed_at_both)
                crossed_at_k = larger(
                    plain + beyond[far, HEADED + BEYOND_L + t], x_headed + beyond[far, HEADED + BEYOND_LX + t]
                )
                crossed_at_both = larger(
                    both_plain + beyond[far, HEADED + BEYOND_M + t],
                    both_x_headed + beyond[far, HEADED + BEYOND_MX + t],
                )
                lanes[block, LANES + t] = larger(
                    larger(lanes[block, LANES + t], headed_ak + crossed_at_k), headed_ak + crossed_at_both
                )


@kernel
def join_before(
    lanes: Float64,
    arcs: Float64,
    headed_arcs: Float64,
    rows: Float64,
    place: Int64,
    before: Float64,
    kept: Int64,
    i1: Float64,
    a: int,
    b: int,
) -> None:
    """The I0 and I1 rules whose second point lies before k, into the lanes of that point: I0 first, then I1."""
    step = 1 if b > a else -1
    side = 0 if b > a else 1
    for k in range(a + 2 * step, b, step):
        ak, headed_ak, i1_kb = arcs[a, k], headed_arcs[a, k], i1[k, b]
        for block in range(min(a + step, k - step) // LANES, max(a + step, k - step) // LANES + 1):
            from_k, from_b, near = place[side, k, b] + block, place[side, b, k] + block, kept[k] + block
            for t in range(lanes.shape[1] // 2):
                over, over_x = before[near, BEFORE_N + t], before[near, BEFORE_NX + t]
                under, under_x = before[near, BEFORE_L + t], before[near, BEFORE_LX + t]
                x_headed = larger(rows[from_k, N_X_FROM_A + t], rows[from_b, N_X_FROM_A + t])
                uncrossed = larger(x_headed + over_x, rows[from_k, N_0 + t] + over)
                crossed_at_k = larger(rows[from_k, L_X + t] + under_x, rows[from_k, L_0 + t] + under)
                lanes[block, t] = larger(larger(lanes[block, t], ak + uncrossed), ak + crossed_at_k)
                b_headed = larger(rows[from_b, N_A_FROM_X + t], i1_kb)
                uncrossed = larger(rows[from_k, N_BX + t] + over_x, b_headed + over)
                crossed_at_k = larger(rows[from_k, L_BX + t] + under_x, rows[from_k, L_B + t] + under)
                lanes[block, LANES + t] = larger(
                    larger(lanes[block, LANES + t], headed_ak + uncrossed), headed_ak + crossed_at_k
                )


@kernel
def best_split(
    lanes: Float64, headed: bool, arcs: Float64, i0: Float64, i1: Float64, a: int, b: int
) -> tuple[float, int]:
    """The best of the lanes and of the I rules that have no second point; which lane, if any."""
    step = 1 if b > a else -1
    best, via = FORBIDDEN, NO_VIA
    for k in range(a + step, b, step):
        best = larger(best, arcs[a, k] + i0[a, k] + (i1[k, b] if headed else i0[k, b]))
    best = larger(best, arcs[a, b] + i0[a, b] if headed else i1[b, a + step])
    start = LANES if headed else 0
    for p in range(min(a, b), max(a, b) + 1):
        if lanes[p // LANES, start + p % LANES] > best:
            best, via = lanes[p // LANES, start + p % LANES], p
    return best, via


@kernel(steps=lambda arcs, *_: len(arcs) ** 4)
def fill_rows(arcs: Float64, last_arcs: Float64, rows: Float64, place: Int64) -> Chart:
    """All scores, those of regions into ``rows``."""
    nodes = len(arcs)
    blocks = (nodes + LANES - 1) // LANES
    arcs_from, arcs_to = in_lanes(arcs, blocks), in_lanes(arcs.T.copy(), blocks)
    i0 = np.full((nodes, nodes), FORBIDDEN)
    i1 = np.full((nodes, nodes), FORBIDDEN)
    via = np.full((nodes, nodes, 2), NO_VIA, np.int16)
    stays, count = interior_places(nodes)
    runs = np.arange(nodes) * blocks
    beyond_j, before_j = np.empty((count, 2 * HEADED)), np.empty((count, HEADED))
    beyond_i, before_i = np.empty((nodes * blocks, 2 * HEADED)), np.empty((nodes * blocks, HEADED))
    lanes, fresh = np.empty((blocks, 2 * LANES)), np.empty((2 * blocks, ROW))
    for i in range(nodes - 1, -1, -1):
        i0[i, i] = 0.0
        for j in range(i + 1, nodes):
            last = last_arcs if i == 0 and j == nodes - 1 else arcs
            lanes[:] = FORBIDDEN
            join_beyond(lanes, arcs, last, rows, place, beyond_j, stays[j], i, j)
            join_before(lanes, arcs, last, rows, place, before_i, runs, i1, i, j)
            i0[i, j], via[i, j, 0] = best_split(lanes, False, arcs, i0, i1, i, j) if j > i + 1 else (0.0, NO_VIA)
            i0[j, i] = i0[i, j]
            i1[i, j], via[i, j, 1] = best_split(lanes, True, last, i0, i1, i, j)
            lanes[:] = FORBIDDEN
            join_beyond(lanes, arcs, arcs, rows, place, beyond_i, runs, j, i)
            join_before(lanes, arcs, arcs, rows, place, before_j, stays[j], i1, j, i)
            i1[j, i], via[j, i, 1] = best_split(lanes, True, arcs, i0, i1, j, i)
            gather_beyond(beyond_j, stays[j, i], PLAIN, rows, place, i0, i1, i, j)
            gather_beyond(beyond_j, stays[j, i], HEADED, rows, place, i0, i1, i, j)
            gather_before(before_j, stays[j, i], rows, place, i0, i1, j, i)
            gather_beyond(beyond_i, runs[j], PLAIN, rows, place, i0, i1, j, i)
            gather_beyond(beyond_i, runs[j], HEADED, rows, place, i0, i1, j, i)
            gather_before(before_i, runs[j], rows, place, i0, i1, i, j)
            fill_regions(fresh, rows, place, arcs_to, arcs_from, i0, i1, i, j)
    return rows, place, i0, i1, via


def fill_chart(arcs: Float64, last_arcs: Float64) -> Chart:
    """All scores. ``last_arcs`` are the arc scores that hold in the item over the whole sentence.

    The rows come from NumPy, which asks for large memory pages where a kernel does not.
    """
    place, count = region_places(len(arcs), (len(arcs) + LANES - 1) // LANES)
    size = 8 * ROW * count
    check_chart_size(len(arcs) - 1, size, lambda n: size * n**3 // (len(arcs) - 1) ** 3, "1-endpoint-crossing trees")
    return fill_rows(arcs, last_arcs, np.empty((count, ROW)), place)
