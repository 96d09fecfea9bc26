"""The 1-endpoint-crossing rules for regions, over four exterior points at a time.

A row holds the scores of all kinds of region item over one interval for the four points x of a block: kind after kind,
four lanes each, at fixed distances, so that a loop over the lanes becomes a few vector instructions. The rows of the
interval with ends a and b are at ``place[side, a, b] + block``, side 0 for blocks left of the interval and side 1 for
those right of it; blocks with all their points inside have no rows. ``arcs_to[k * blocks + block]`` holds the scores of
the arcs x → k for the points of a block, ``arcs_from`` those of k → x. ``i0`` and ``i1`` score the intervals.

``sides[side]`` are the first block of a side and the one after its last. New rows are built up in ``fresh``, those of
[a, b] with a < b first, since rows of one array that might overlap would keep the compiler from using vectors.
"""

from __future__ import annotations

from multiplane.decode.charts import larger, raised
from multiplane.decode.scores import FORBIDDEN
from multiplane.deduce.schemata.one_endpoint_crossing import KINDS
from multiplane.kernels.arrays import Float64, Int64
from multiplane.kernels.jit import kernel

Sides = tuple[tuple[int, int], tuple[int, int]]

LANES = 4
STORED = 17
ROW = LANES * STORED
N_0, N_AB, N_BX, N_X_FROM_A, N_A_FROM_X = (LANES * KINDS.index(kind) for kind in KINDS[:5])
L_0, L_A, L_B, L_AB, L_X, L_BX, L_X_FROM_A, L_A_FROM_X, L_B_FROM_X, L_B_FROM_A = (
    LANES * KINDS.index(kind) for kind in KINDS[5:15]
)
M_0, M_X = (LANES * KINDS.index(kind) for kind in KINDS[15:STORED])


@kernel
def split(
    fresh: Float64,
    rows: Float64,
    place: Int64,
    arcs_to: Float64,
    arcs_from: Float64,
    i0: Float64,
    i1: Float64,
    a: int,
    b: int,
    sides: Sides,
) -> None:
    """The N and L rules that split [a, b] at some k.

    For the L rules, n.. is the N item [k, b] with exterior point a, c.. all that x is not in.
    """
    blocks = len(arcs_to) // len(i0)
    step = 1 if b > a else -1
    near = 0 if b > a else 1
    t_a = a % LANES
    for k in range(a + step, b, step):
        kb, bk = place[near, k, b] + a // LANES, place[near, b, k] + a // LANES
        i0_ak, i0_kb, i1_ak, i1_ka, i1_kb = i0[a, k], i0[k, b], i1[a, k], i1[k, a], i1[k, b]
        n0, nkb, nba = rows[kb, N_0 + t_a], rows[kb, N_AB + t_a], rows[kb, N_BX + t_a]
        nk_from_a, nb_from_a = rows[kb, N_A_FROM_X + t_a], rows[bk, N_A_FROM_X + t_a]
        nk, nb = larger(nk_from_a, i1[b, k]), larger(nb_from_a, i1_kb)
        na_from_k = rows[kb, N_X_FROM_A + t_a]
        na = larger(na_from_k, rows[bk, N_X_FROM_A + t_a])
        plain_kb, b_headed_kb = rows[kb, L_0 + t_a], rows[kb, L_B + t_a]
        c0, cb = i0_ak + plain_kb, i0_ak + b_headed_kb
        ca = larger(i1_ka + plain_kb, i0_ak + rows[kb, L_X + t_a])
        cab = larger(i1_ka + b_headed_kb, i0_ak + rows[kb, L_BX + t_a])
        cx = larger(i1_ak + plain_kb, i0_ak + rows[kb, L_A + t_a])
        cbx = larger(i1_ak + b_headed_kb, i0_ak + rows[kb, L_AB + t_a])
        cx_from_a = larger(i1_ak + plain_kb, i0_ak + rows[kb, L_A_FROM_X + t_a])
        ca_from_x = larger(i1_ka + plain_kb, i0_ak + rows[kb, L_X_FROM_A + t_a])
        cb_from_x, cb_from_a = i0_ak + rows[kb, L_B_FROM_A + t_a], i0_ak + rows[kb, L_B_FROM_X + t_a]
        for side in range(2):
            for block in range(sides[side][0], sides[side][1]):
                out, part, arc = (block if a < b else blocks + block), place[side, a, k] + block, k * blocks + block
                for t in range(arcs_to.shape[1]):
                    xk, kx = arcs_to[arc, t], arcs_from[arc, t]
                    a_headed = xk + larger(rows[part, N_A_FROM_X + t], i1_ka)
                    x_from_a = larger(xk + rows[part, N_X_FROM_A + t], kx + i1_ak)
                    fresh[out, N_0 + t] = raised(fresh[out, N_0 + t], xk + rows[part, N_0 + t] + i0_kb)
                    fresh[out, N_AB + t] = raised(fresh[out, N_AB + t], a_headed + i1_kb)
                    fresh[out, N_BX + t] = raised(fresh[out, N_BX + t], x_from_a + i1_kb)
                    fresh[out, N_X_FROM_A + t] = raised(fresh[out, N_X_FROM_A + t], x_from_a + i0_kb)
                    fresh[out, N_A_FROM_X + t] = raised(fresh[out, N_A_FROM_X + t], a_headed + i0_kb)
                    to_x, to_k = xk + rows[part, L_0 + t], kx + rows[part, L_0 + t]
                    a_headed = xk + rows[part, L_A + t]
                    x_from_a = larger(xk + rows[part, L_X_FROM_A + t], kx + rows[part, L_B_FROM_A + t])
                    fresh[out, L_0 + t] = larger(larger(fresh[out, L_0 + t], to_x + n0), xk + c0)
                    fresh[out, L_A + t] = larger(larger(fresh[out, L_A + t], a_headed + n0), larger(to_x + na, xk + ca))
                    fresh[out, L_B + t] = larger(larger(fresh[out, L_B + t], to_x + nb), xk + cb)
                    fresh[out, L_AB + t] = larger(
                        larger(fresh[out, L_AB + t], a_headed + nb), larger(to_x + nba, xk + cab)
                    )
                    fresh[out, L_X + t] = larger(larger(fresh[out, L_X + t], x_from_a + n0), larger(to_k + nk, kx + cx))
                    fresh[out, L_BX + t] = larger(
                        larger(fresh[out, L_BX + t], x_from_a + nb), larger(to_k + nkb, kx + cbx)
                    )
                    fresh[out, L_X_FROM_A + t] = larger(
                        larger(fresh[out, L_X_FROM_A + t], x_from_a + n0), larger(to_k + nk_from_a, kx + cx_from_a)
                    )
                    fresh[out, L_A_FROM_X + t] = larger(
                        larger(fresh[out, L_A_FROM_X + t], a_headed + n0), larger(to_x + na_from_k, xk + ca_from_x)
                    )
                    fresh[out, L_B_FROM_X + t] = larger(
                        larger(fresh[out, L_B_FROM_X + t], to_x + i1_kb), xk + cb_from_x
                    )
                    fresh[out, L_B_FROM_A + t] = larger(
                        larger(fresh[out, L_B_FROM_A + t], to_x + nb_from_a), xk + cb_from_a
                    )


@kernel
def end_uncrossed(
    fresh: Float64,
    arcs_to: Float64,
    arcs_from: Float64,
    i0: Float64,
    i1: Float64,
    a: int,
    b: int,
    sides: Sides,
) -> None:
    """The N rules without a split, for [a, b] and [b, a] at once."""
    blocks = len(arcs_to) // len(i0)
    inside, b_inside, a_inside = i0[a, b], i1[a, b], i1[b, a]
    for side in range(2):
        for block in range(sides[side][0], sides[side][1]):
            out, mirror = block, blocks + block
            at_a, at_b = a * blocks + block, b * blocks + block
            for t in range(arcs_to.shape[1]):
                xa, ax, xb, bx = arcs_to[at_a, t], arcs_from[at_a, t], arcs_to[at_b, t], arcs_from[at_b, t]
                plain = larger(fresh[out, N_0 + t], inside)
                x_from_a = larger(fresh[out, N_X_FROM_A + t], ax + plain)
                x_from_b = larger(fresh[mirror, N_X_FROM_A + t], bx + plain)
                a_from_x = larger(fresh[out, N_A_FROM_X + t], xa + plain)
                b_from_x = larger(fresh[mirror, N_A_FROM_X + t], xb + plain)
                a_headed, b_headed = larger(a_from_x, a_inside), larger(b_from_x, b_inside)
                both = larger(fresh[out, N_AB + t], larger(xa + b_headed, xb + a_headed))
                fresh[out, N_BX + t] = larger(
                    larger(fresh[out, N_BX + t], bx + b_inside), larger(ax + b_headed, xb + x_from_a)
                )
                fresh[mirror, N_BX + t] = larger(
                    larger(fresh[mirror, N_BX + t], ax + a_inside), larger(bx + a_headed, xa + x_from_b)
                )
                fresh[out, N_0 + t] = fresh[mirror, N_0 + t] = plain
                fresh[out, N_AB + t] = fresh[mirror, N_AB + t] = both
                fresh[out, N_X_FROM_A + t] = x_from_a
                fresh[mirror, N_X_FROM_A + t] = x_from_b
                fresh[out, N_A_FROM_X + t] = a_from_x
                fresh[mirror, N_A_FROM_X + t] = b_from_x


@kernel
def end_anchored(
    fresh: Float64,
    arcs_to: Float64,
    arcs_from: Float64,
    i0: Float64,
    i1: Float64,
    a: int,
    b: int,
    sides: Sides,
) -> None:
    """The L rules without a split."""
    blocks = len(arcs_to) // len(i0)
    inside, b_inside, a_inside = i0[a, b], i1[a, b], i1[b, a]
    for side in range(2):
        for block in range(sides[side][0], sides[side][1]):
            out, at_a, at_b = (block if a < b else blocks + block), a * blocks + block, b * blocks + block
            for t in range(arcs_to.shape[1]):
                xa, ax, xb, bx = arcs_to[at_a, t], arcs_from[at_a, t], arcs_to[at_b, t], arcs_from[at_b, t]
                plain = larger(fresh[out, L_0 + t], inside)
                a_headed = larger(larger(fresh[out, L_A + t], a_inside), xa + plain)
                b_headed = larger(larger(fresh[out, L_B + t], b_inside), xb + plain)
                x_from_a = larger(fresh[out, L_X_FROM_A + t], ax + plain)
                b_from_a = larger(fresh[out, L_B_FROM_A + t], b_inside)
                fresh[out, L_AB + t] = larger(larger(fresh[out, L_AB + t], xa + b_headed), xb + a_headed)
                fresh[out, L_X + t] = larger(larger(fresh[out, L_X + t], ax + plain), bx + plain)
                fresh[out, L_BX + t] = larger(
                    larger(fresh[out, L_BX + t], ax + b_headed), larger(xb + x_from_a, bx + b_from_a)
                )
                fresh[out, L_A_FROM_X + t] = raised(fresh[out, L_A_FROM_X + t], xa + plain)
                fresh[out, L_B_FROM_X + t] = raised(fresh[out, L_B_FROM_X + t], xb + plain)
                fresh[out, L_0 + t] = plain
                fresh[out, L_A + t] = a_headed
                fresh[out, L_B + t] = b_headed
                fresh[out, L_X_FROM_A + t] = x_from_a
                fresh[out, L_B_FROM_A + t] = b_from_a


@kernel
def join_anchored(fresh: Float64, rows: Float64, place: Int64, lanes: int, a: int, b: int, sides: Sides) -> None:
    """All M rules, the same for [a, b] and [b, a]."""
    for side in range(2):
        for block in range(sides[side][0], sides[side][1]):
            out, mirror = block, len(fresh) // 2 + block
            for k in range(a + 1, b):
                left, right = place[side, a, k] + block, place[side, b, k] + block
                for t in range(lanes):
                    plain_left, plain_right = rows[left, L_0 + t], rows[right, L_0 + t]
                    headed_left, headed_right = rows[left, L_B + t], rows[right, L_B + t]
                    x_left, x_right = rows[left, L_X + t], rows[right, L_X + t]
                    on_one_side = larger(rows[left, L_BX + t] + plain_right, plain_left + rows[right, L_BX + t])
                    k_left = larger(rows[left, L_B_FROM_A + t] + x_right, headed_left + rows[right, L_X_FROM_A + t])
                    k_right = larger(x_left + rows[right, L_B_FROM_A + t], rows[left, L_X_FROM_A + t] + headed_right)
                    fresh[out, M_0 + t] = larger(
                        larger(fresh[out, M_0 + t], headed_left + plain_right), plain_left + headed_right
                    )
                    fresh[out, M_X + t] = larger(larger(fresh[out, M_X + t], on_one_side), larger(k_left, k_right))
            for t in range(lanes):
                free = larger(larger(fresh[out, M_0 + t], fresh[out, L_0 + t]), fresh[mirror, L_0 + t])
                x_headed = larger(larger(fresh[out, M_X + t], fresh[out, L_X + t]), fresh[mirror, L_X + t])
                fresh[out, M_0 + t] = fresh[mirror, M_0 + t] = free
                fresh[out, M_X + t] = fresh[mirror, M_X + t] = x_headed


@kernel
def fill_regions(
    fresh: Float64,
    rows: Float64,
    place: Int64,
    arcs_to: Float64,
    arcs_from: Float64,
    i0: Float64,
    i1: Float64,
    i: int,
    j: int,
) -> None:
    """All region items over [i, j], in both directions, for the points on both sides."""
    nodes = len(i0)
    blocks = len(arcs_to) // nodes
    left_end = (i - 1) // LANES + 1
    right_begin = max((j + 1) // LANES, left_end) if j + 1 < nodes else blocks
    sides = ((0, left_end), (right_begin, blocks))
    fresh[:] = FORBIDDEN
    split(fresh, rows, place, arcs_to, arcs_from, i0, i1, i, j, sides)
    split(fresh, rows, place, arcs_to, arcs_from, i0, i1, j, i, sides)
    end_uncrossed(fresh, arcs_to, arcs_from, i0, i1, i, j, sides)
    end_anchored(fresh, arcs_to, arcs_from, i0, i1, i, j, sides)
    end_anchored(fresh, arcs_to, arcs_from, i0, i1, j, i, sides)
    join_anchored(fresh, rows, place, arcs_to.shape[1], i, j, sides)
    for side in range(2):
        for block in range(sides[side][0], sides[side][1]):
            out, mirror = place[side, i, j] + block, place[side, j, i] + block
            for t in range(ROW):
                rows[out, t] = fresh[block, t]
                rows[mirror, t] = fresh[blocks + block, t]
