"""The chart of the 1-endpoint-crossing program, O(n⁴) time and O(n³) space: only scores, no back-pointers.

``rows[(a * nodes + b) * blocks + block]`` is the row (see `endpoint_lanes`) of the interval with ends a and b for the
points of one block. ``i0[a, b]`` and ``i1[a, b]`` score the intervals themselves. Left ends run down and right ends up.

An interval is joined at k, the farthest neighbour of a, and at a second point. The second point is a lane too: what
lies beyond k is gathered once for all a (`gather_beyond`), what lies before k once for all b (`gather_before`).
``via[a, b, kind]`` is the second point of the best I item, 0 for none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.endpoint_lanes import (
    L_0,
    L_A,
    L_A_FROM_X,
    L_AB,
    L_B,
    L_B_FROM_A,
    L_B_FROM_X,
    L_BX,
    L_X,
    L_X_FROM_A,
    LANES,
    M_0,
    M_X,
    N_0,
    N_A,
    N_A_FROM_X,
    N_AB,
    N_BX,
    N_X,
    N_X_FROM_A,
    ROW,
    end_anchored,
    end_both,
    end_uncrossed,
    larger,
    split_anchored,
    split_both,
    split_uncrossed,
)
from multiplane.decode.scores import FORBIDDEN, Matrix
from multiplane.jit import kernel

BEYOND_L, BEYOND_LX, BEYOND_M, BEYOND_MX = (LANES * kind for kind in range(4))
BEFORE_N, BEFORE_NX, BEFORE_L, BEFORE_LX = (LANES * kind for kind in range(4))
HEADED = 4 * LANES
NO_VIA = -1


@kernel
def in_lanes(arcs: Matrix, blocks: int) -> Matrix:
    """Rows of a matrix cut into blocks of lanes, padded with forbidden arcs."""
    nodes = len(arcs)
    lanes = np.full((nodes * blocks, LANES), FORBIDDEN)
    for k in range(nodes):
        for x in range(nodes):
            lanes[k * blocks + x // LANES, x % LANES] = arcs[k, x]
    return lanes


@kernel
def gather_beyond(
    beyond: Matrix, headed: int, rows: Matrix, i0: Matrix, i1: Matrix, blocks: int, k: int, b: int
) -> None:
    """For every l between k and b: what the rules for I0 (``headed`` 0) or I1 take of [k, l] and [l, b]."""
    nodes = len(i0)
    beyond[:, headed : headed + HEADED] = FORBIDDEN
    step = 1 if b > k else -1
    low, both = (L_B, L_AB) if headed else (L_0, L_A)
    for l in range(k + step, b, step):
        there = rows[(l * nodes + b) * blocks + k // LANES]
        row, t = beyond[l // LANES], headed + l % LANES
        plain, l_headed = there[low + k % LANES], there[both + k % LANES]
        row[BEYOND_L + t] = larger(i1[k, l] + plain, i0[k, l] + l_headed)
        row[BEYOND_LX + t] = i0[k, l] + plain
        if headed:
            row[BEYOND_M + t] = i1[k, l] + i1[l, b]
            row[BEYOND_MX + t] = i0[k, l] + i1[l, b]
        else:
            row[BEYOND_M + t] = larger(i1[k, l] + i0[l, b], i0[k, l] + i1[b, l])
            row[BEYOND_MX + t] = i0[k, l] + i0[l, b]
    row, t = beyond[b // LANES], headed + b % LANES
    row[BEYOND_M + t] = i1[k, b] if headed else i0[k, b]
    row[BEYOND_MX + t] = i0[k, b] if headed else FORBIDDEN


@kernel
def gather_before(before: Matrix, rows: Matrix, i0: Matrix, i1: Matrix, blocks: int, a: int, k: int) -> None:
    """For every m between a and k: what the rules take of [a, m] and [m, k]."""
    nodes = len(i0)
    before[:, :] = FORBIDDEN
    step = 1 if k > a else -1
    for m in range(a + step, k, step):
        to_k = rows[(m * nodes + k) * blocks + a // LANES]
        to_a = rows[(m * nodes + a) * blocks + k // LANES]
        plain, m_headed = to_k[L_0 + a % LANES], to_k[L_A + a % LANES]
        row, t = before[m // LANES], m % LANES
        row[BEFORE_N + t] = larger(i1[a, m] + plain, i0[a, m] + m_headed)
        row[BEFORE_NX + t] = i0[a, m] + plain
        plain, m_headed = to_a[L_0 + k % LANES], to_a[L_A + k % LANES]
        row[BEFORE_L + t] = larger(m_headed + i0[m, k], plain + i1[k, m])
        row[BEFORE_LX + t] = plain + i0[m, k]


@kernel
def join_beyond(out: Matrix, ak: float, from_k: Matrix, from_a: Matrix, beyond: Matrix, headed: int) -> None:
    """The I rules whose second point lies beyond k: ``from_k`` is the row of [k, a], ``from_a`` that of [a, k]."""
    for t in range(LANES):
        crossed_at_k = larger(
            from_k[L_0 + t] + beyond[headed + BEYOND_L + t], from_k[L_X + t] + beyond[headed + BEYOND_LX + t]
        )
        crossed_at_both = larger(
            from_a[M_0 + t] + beyond[headed + BEYOND_M + t], from_a[M_X + t] + beyond[headed + BEYOND_MX + t]
        )
        out[t] = larger(out[t], ak + larger(crossed_at_k, crossed_at_both))


@kernel
def join_before(out: Matrix, ak: float, from_k: Matrix, before: Matrix) -> None:
    """The I0 rules whose second point lies before k: ``from_k`` is the row of [k, b]."""
    for t in range(LANES):
        uncrossed = larger(from_k[N_X + t] + before[BEFORE_NX + t], from_k[N_0 + t] + before[BEFORE_N + t])
        crossed_at_k = larger(from_k[L_X + t] + before[BEFORE_LX + t], from_k[L_0 + t] + before[BEFORE_L + t])
        out[t] = larger(out[t], ak + larger(uncrossed, crossed_at_k))


@kernel
def join_before_headed(out: Matrix, ak: float, from_k: Matrix, from_b: Matrix, before: Matrix) -> None:
    """The I1 rules whose second point lies before k: ``from_b`` is the row of [b, k]."""
    for t in range(LANES):
        uncrossed = larger(from_k[N_BX + t] + before[BEFORE_NX + t], from_b[N_A + t] + before[BEFORE_N + t])
        crossed_at_k = larger(from_k[L_BX + t] + before[BEFORE_LX + t], from_k[L_B + t] + before[BEFORE_L + t])
        out[t] = larger(out[t], ak + larger(uncrossed, crossed_at_k))


@kernel
def best_lane(lanes: Matrix, score: float) -> tuple[float, int]:
    """The largest of a score and all lanes, and which lane that is."""
    via = NO_VIA
    for block in range(len(lanes)):
        for t in range(LANES):
            if lanes[block, t] > score:
                score = lanes[block, t]
                via = block * LANES + t
    return score, via


@kernel
def join_interval(
    headed: int,
    arcs: Matrix,
    rows: Matrix,
    i0: Matrix,
    i1: Matrix,
    blocks: int,
    beyond: NDArray[np.float64],
    before: NDArray[np.float64],
    a: int,
    b: int,
    lanes: Matrix,
) -> tuple[float, int]:
    """The best I0 (``headed`` 0) or I1 of [a, b] by a rule with a split, and its second point."""
    nodes = len(i0)
    step = 1 if b > a else -1
    lanes[:, :] = FORBIDDEN
    best = FORBIDDEN
    for k in range(a + step, b, step):
        ak = arcs[a, k]
        if ak == FORBIDDEN:
            continue
        best = larger(best, ak + i0[a, k] + (i1[k, b] if headed else i0[k, b]))
        to_a, from_a = (k * nodes + a) * blocks, (a * nodes + k) * blocks
        to_b, from_b = (k * nodes + b) * blocks, (b * nodes + k) * blocks
        for block in range(min(k + step, b) // LANES, max(k + step, b) // LANES + 1):
            join_beyond(lanes[block], ak, rows[to_a + block], rows[from_a + block], beyond[k, block], headed)
        if abs(k - a) > 1:
            for block in range(min(a + step, k - step) // LANES, max(a + step, k - step) // LANES + 1):
                if headed:
                    join_before_headed(lanes[block], ak, rows[to_b + block], rows[from_b + block], before[k, block])
                else:
                    join_before(lanes[block], ak, rows[to_b + block], before[k, block])
    return best_lane(lanes, best)


@kernel
def split_region(
    arcs_to: Matrix,
    arcs_from: Matrix,
    rows: Matrix,
    i0: Matrix,
    i1: Matrix,
    blocks: int,
    a: int,
    b: int,
    k: int,
    first: int,
    last: int,
) -> None:
    """The N and L rules that split [a, b] at k, for all blocks but those strictly between ``first`` and ``last``."""
    nodes = len(i0)
    kb = rows[(k * nodes + b) * blocks + a // LANES]
    bk = rows[(b * nodes + k) * blocks + a // LANES]
    t = a % LANES
    i0_ak, i1_ak, i1_ka = i0[a, k], i1[a, k], i1[k, a]
    i0_kb, i1_kb, i1_bk = i0[k, b], i1[k, b], i1[b, k]
    c0 = i0_ak + kb[L_0 + t]
    ca = larger(i1_ka + kb[L_0 + t], i0_ak + kb[L_X + t])
    cb = i0_ak + kb[L_B + t]
    cab = larger(i1_ka + kb[L_B + t], i0_ak + kb[L_BX + t])
    cx = larger(i1_ak + kb[L_0 + t], i0_ak + kb[L_A + t])
    cbx = larger(i1_ak + kb[L_B + t], i0_ak + kb[L_AB + t])
    cx_from_a = larger(i1_ak + kb[L_0 + t], i0_ak + kb[L_A_FROM_X + t])
    ca_from_x = larger(i1_ka + kb[L_0 + t], i0_ak + kb[L_X_FROM_A + t])
    cb_from_x = i0_ak + kb[L_B_FROM_A + t]
    cb_from_a = i0_ak + kb[L_B_FROM_X + t]
    n0, nk, nb, nkb = kb[N_0 + t], kb[N_A + t], bk[N_A + t], kb[N_AB + t]
    na, nba = kb[N_X + t], kb[N_BX + t]
    na_from_k, nk_from_a, nb_from_a = kb[N_X_FROM_A + t], kb[N_A_FROM_X + t], bk[N_A_FROM_X + t]
    for block in range(blocks):
        if first < block < last:
            continue
        out = rows[(a * nodes + b) * blocks + block]
        part = rows[(a * nodes + k) * blocks + block]
        xk, kx = arcs_to[k * blocks + block], arcs_from[k * blocks + block]
        split_uncrossed(out, part, xk, kx, i1_ak, i0_kb, i1_kb, i1_bk)
        split_anchored(
            *(out, part, xk, kx, n0, nk, nb, nkb, na, nba, na_from_k, nk_from_a, nb_from_a, i1_kb),
            *(c0, ca, cb, cab, cx, cbx, cx_from_a, ca_from_x, cb_from_x, cb_from_a),
        )


@kernel
def fill_region(
    arcs_to: Matrix, arcs_from: Matrix, rows: Matrix, i0: Matrix, i1: Matrix, blocks: int, i: int, j: int
) -> None:
    """All region items over [i, j], in both directions."""
    nodes = len(i0)
    first = (i - 1) // LANES if i > 0 else -1
    last = (j + 1) // LANES if j + 1 < nodes else blocks
    rightward, leftward = (i * nodes + j) * blocks, (j * nodes + i) * blocks
    rows[rightward : rightward + blocks] = FORBIDDEN
    rows[leftward : leftward + blocks] = FORBIDDEN
    for k in range(i + 1, j):
        split_region(arcs_to, arcs_from, rows, i0, i1, blocks, i, j, k, first, last)
        split_region(arcs_to, arcs_from, rows, i0, i1, blocks, j, i, k, first, last)
        for block in range(blocks):
            if not first < block < last:
                split_both(
                    rows[rightward + block],
                    rows[(i * nodes + k) * blocks + block],
                    rows[(j * nodes + k) * blocks + block],
                )
    for block in range(blocks):
        if first < block < last:
            continue
        out, mirror = rows[rightward + block], rows[leftward + block]
        xi, ix = arcs_to[i * blocks + block], arcs_from[i * blocks + block]
        xj, jx = arcs_to[j * blocks + block], arcs_from[j * blocks + block]
        end_uncrossed(out, mirror, xi, ix, xj, jx, i0[i, j], i1[i, j], i1[j, i])
        end_anchored(out, xi, ix, xj, jx, i0[i, j], i1[i, j], i1[j, i])
        end_anchored(mirror, xj, jx, xi, ix, i0[i, j], i1[j, i], i1[i, j])
        end_both(out, mirror)


@kernel
def fill_chart(
    arcs: Matrix, last_arcs: Matrix
) -> tuple[Matrix, Matrix, Matrix, NDArray[np.int16]]:
    """rows, i0, i1, via. ``last_arcs`` are the scores that hold in the item over the whole sentence."""
    nodes = len(arcs)
    blocks = (nodes + LANES - 1) // LANES
    arcs_from = in_lanes(arcs, blocks)
    arcs_to = in_lanes(arcs.T.copy(), blocks)
    rows = np.empty((nodes * nodes * blocks, ROW))
    i0 = np.full((nodes, nodes), FORBIDDEN)
    i1 = np.full((nodes, nodes), FORBIDDEN)
    via = np.full((nodes, nodes, 2), NO_VIA, np.int16)
    pairs = nodes * (nodes - 1) // 2
    right_beyond = np.empty((pairs, blocks, 2 * HEADED))
    right_before = np.empty((pairs, blocks, HEADED))
    left_beyond = np.empty((nodes, blocks, 2 * HEADED))
    left_before = np.empty((nodes, blocks, HEADED))
    lanes = np.empty((blocks, LANES))
    for i in range(nodes - 1, -1, -1):
        i0[i, i] = 0.0
        for j in range(i + 1, nodes):
            pair = j * (j - 1) // 2
            weights = last_arcs if i == 0 and j == nodes - 1 else arcs
            if j == i + 1:
                i0[i, j] = 0.0
            else:
                i0[i, j], via[i, j, 0] = join_interval(
                    0, arcs, rows, i0, i1, blocks, right_beyond[pair:], left_before, i, j, lanes
                )
                if i1[j, i + 1] > i0[i, j]:
                    i0[i, j], via[i, j, 0] = i1[j, i + 1], NO_VIA
            i0[j, i] = i0[i, j]
            i1[i, j], via[i, j, 1] = join_interval(
                HEADED, weights, rows, i0, i1, blocks, right_beyond[pair:], left_before, i, j, lanes
            )
            if weights[i, j] + i0[i, j] > i1[i, j]:
                i1[i, j], via[i, j, 1] = weights[i, j] + i0[i, j], NO_VIA
            i1[j, i], via[j, i, 1] = join_interval(
                HEADED, arcs, rows, i0, i1, blocks, left_beyond, right_before[pair:], j, i, lanes
            )
            if arcs[j, i] + i0[i, j] > i1[j, i]:
                i1[j, i], via[j, i, 1] = arcs[j, i] + i0[i, j], NO_VIA
            gather_beyond(right_beyond[pair + i], 0, rows, i0, i1, blocks, i, j)
            gather_beyond(right_beyond[pair + i], HEADED, rows, i0, i1, blocks, i, j)
            gather_before(right_before[pair + i], rows, i0, i1, blocks, j, i)
            gather_beyond(left_beyond[j], HEADED, rows, i0, i1, blocks, j, i)
            gather_before(left_before[j], rows, i0, i1, blocks, i, j)
            fill_region(arcs_to, arcs_from, rows, i0, i1, blocks, i, j)
    return rows, i0, i1, via
