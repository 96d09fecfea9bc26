"""The 1-endpoint-crossing rules over eight exterior points at a time.

A row holds the scores of all kinds of region item over one interval with ends a and b, for eight points x: kind after
kind, eight lanes each, at fixed distances, so that a loop over the lanes becomes a few vector instructions. Numbers
that do not depend on x come as plain arguments; their names say which part they score: ``i1_ak`` is I1[a,k].
"""

from __future__ import annotations

from multiplane.decode.endpoint_rules import KINDS
from multiplane.decode.scores import Matrix
from multiplane.jit import kernel

LANES = 8
N_0, N_A, N_AB, N_X, N_BX, N_X_FROM_A, N_A_FROM_X = (LANES * KINDS.index(kind) for kind in KINDS[:7])
L_0, L_A, L_B, L_AB, L_X, L_BX, L_X_FROM_A, L_A_FROM_X, L_B_FROM_X, L_B_FROM_A = (
    LANES * KINDS.index(kind) for kind in KINDS[7:17]
)
M_0, M_X = (LANES * KINDS.index(kind) for kind in KINDS[17:19])
ROW = LANES * 19


@kernel
def larger(one: float, other: float) -> float:
    return one if one > other else other


@kernel
def split_uncrossed(
    out: Matrix, part: Matrix, xk: Matrix, kx: Matrix, i1_ak: float, i0_kb: float, i1_kb: float, i1_bk: float
) -> None:
    """The N rules with a split; ``part`` is the row of [a, k]."""
    for t in range(LANES):
        plain = xk[t] + part[N_0 + t] + i0_kb
        headed = xk[t] + part[N_A + t]
        x_from_a = larger(xk[t] + part[N_X_FROM_A + t], kx[t] + i1_ak)
        x_from_k = kx[t] + part[N_0 + t] + i1_bk
        out[N_0 + t] = larger(out[N_0 + t], plain)
        out[N_A + t] = larger(out[N_A + t], headed + i0_kb)
        out[N_AB + t] = larger(out[N_AB + t], headed + i1_kb)
        out[N_X + t] = larger(out[N_X + t], larger(x_from_a + i0_kb, x_from_k))
        out[N_BX + t] = larger(out[N_BX + t], x_from_a + i1_kb)
        out[N_X_FROM_A + t] = larger(out[N_X_FROM_A + t], x_from_a + i0_kb)
        out[N_A_FROM_X + t] = larger(out[N_A_FROM_X + t], headed + i0_kb)


@kernel
def end_uncrossed(
    out: Matrix, mirror: Matrix, xa: Matrix, ax: Matrix, xb: Matrix, bx: Matrix, i0: float, i1_ab: float, i1_ba: float
) -> None:
    """The N rules without a split, for [a, b] (``out``) and [b, a] (``mirror``)."""
    for t in range(LANES):
        plain = larger(out[N_0 + t], i0)
        x_from_a = larger(out[N_X_FROM_A + t], ax[t] + plain)
        x_from_b = larger(mirror[N_X_FROM_A + t], bx[t] + plain)
        a_headed = larger(larger(out[N_A + t], i1_ba), xa[t] + plain)
        b_headed = larger(larger(mirror[N_A + t], i1_ab), xb[t] + plain)
        both = larger(out[N_AB + t], larger(xa[t] + b_headed, xb[t] + a_headed))
        x_headed = larger(out[N_X + t], larger(ax[t], bx[t]) + plain)
        out[N_0 + t] = mirror[N_0 + t] = plain
        out[N_AB + t] = mirror[N_AB + t] = both
        out[N_X + t] = mirror[N_X + t] = x_headed
        out[N_A + t] = a_headed
        mirror[N_A + t] = b_headed
        out[N_BX + t] = larger(
            larger(out[N_BX + t], bx[t] + i1_ab), larger(ax[t] + b_headed, xb[t] + x_from_a)
        )
        mirror[N_BX + t] = larger(
            larger(mirror[N_BX + t], ax[t] + i1_ba), larger(bx[t] + a_headed, xa[t] + x_from_b)
        )
        out[N_X_FROM_A + t] = x_from_a
        mirror[N_X_FROM_A + t] = x_from_b
        out[N_A_FROM_X + t] = larger(out[N_A_FROM_X + t], xa[t] + plain)
        mirror[N_A_FROM_X + t] = larger(mirror[N_A_FROM_X + t], xb[t] + plain)


@kernel
def split_anchored(
    out: Matrix,
    part: Matrix,
    xk: Matrix,
    kx: Matrix,
    n0: float,
    nk: float,
    nb: float,
    nkb: float,
    na: float,
    nba: float,
    na_from_k: float,
    nk_from_a: float,
    nb_from_a: float,
    i1_kb: float,
    c0: float,
    ca: float,
    cb: float,
    cab: float,
    cx: float,
    cbx: float,
    cx_from_a: float,
    ca_from_x: float,
    cb_from_x: float,
    cb_from_a: float,
) -> None:
    """The L rules with a split; n.. is the N item [k, b] with exterior point a, c.. the best pair of parts without x."""
    for t in range(LANES):
        plain, a_headed = part[L_0 + t], part[L_A + t]
        x_from_a, k_from_a = part[L_X_FROM_A + t], part[L_B_FROM_A + t]
        inside_x = xk[t] + larger(plain + n0, c0)
        out[L_0 + t] = larger(out[L_0 + t], inside_x)
        out[L_A + t] = larger(out[L_A + t], xk[t] + larger(larger(a_headed + n0, plain + na), ca))
        out[L_B + t] = larger(out[L_B + t], xk[t] + larger(plain + nb, cb))
        out[L_AB + t] = larger(out[L_AB + t], xk[t] + larger(larger(a_headed + nb, plain + nba), cab))
        low = kx[t] + k_from_a
        high = larger(xk[t] + x_from_a, low)
        out[L_X + t] = larger(out[L_X + t], larger(high + n0, kx[t] + larger(plain + nk, cx)))
        out[L_BX + t] = larger(out[L_BX + t], larger(high + nb, kx[t] + larger(plain + nkb, cbx)))
        out[L_X_FROM_A + t] = larger(
            out[L_X_FROM_A + t], larger(high + n0, kx[t] + larger(plain + nk_from_a, cx_from_a))
        )
        out[L_A_FROM_X + t] = larger(
            out[L_A_FROM_X + t], xk[t] + larger(larger(a_headed + n0, plain + na_from_k), ca_from_x)
        )
        out[L_B_FROM_X + t] = larger(out[L_B_FROM_X + t], xk[t] + larger(plain + i1_kb, cb_from_x))
        out[L_B_FROM_A + t] = larger(out[L_B_FROM_A + t], xk[t] + larger(plain + nb_from_a, cb_from_a))


@kernel
def end_anchored(
    out: Matrix, xa: Matrix, ax: Matrix, xb: Matrix, bx: Matrix, i0: float, i1_ab: float, i1_ba: float
) -> None:
    """The L rules without a split."""
    for t in range(LANES):
        plain = larger(out[L_0 + t], i0)
        a_headed = larger(larger(out[L_A + t], i1_ba), xa[t] + plain)
        b_headed = larger(larger(out[L_B + t], i1_ab), xb[t] + plain)
        x_from_a = larger(out[L_X_FROM_A + t], ax[t] + plain)
        b_from_a = larger(out[L_B_FROM_A + t], i1_ab)
        out[L_0 + t] = plain
        out[L_A + t] = a_headed
        out[L_B + t] = b_headed
        out[L_AB + t] = larger(out[L_AB + t], larger(xa[t] + b_headed, xb[t] + a_headed))
        out[L_X + t] = larger(out[L_X + t], larger(ax[t], bx[t]) + plain)
        out[L_BX + t] = larger(
            larger(out[L_BX + t], ax[t] + b_headed), larger(xb[t] + x_from_a, bx[t] + b_from_a)
        )
        out[L_X_FROM_A + t] = x_from_a
        out[L_A_FROM_X + t] = larger(out[L_A_FROM_X + t], xa[t] + plain)
        out[L_B_FROM_X + t] = larger(out[L_B_FROM_X + t], xb[t] + plain)
        out[L_B_FROM_A + t] = b_from_a


@kernel
def split_both(out: Matrix, left: Matrix, right: Matrix) -> None:
    """The M rules with a split: ``left`` is the row of [a, k], ``right`` that of [b, k]."""
    for t in range(LANES):
        out[M_0 + t] = larger(
            out[M_0 + t], larger(left[L_B + t] + right[L_0 + t], left[L_0 + t] + right[L_B + t])
        )
        both_on_one_side = larger(left[L_BX + t] + right[L_0 + t], left[L_0 + t] + right[L_BX + t])
        k_left = larger(left[L_B_FROM_A + t] + right[L_X + t], left[L_B + t] + right[L_X_FROM_A + t])
        k_right = larger(left[L_X + t] + right[L_B_FROM_A + t], left[L_X_FROM_A + t] + right[L_B + t])
        out[M_X + t] = larger(out[M_X + t], larger(both_on_one_side, larger(k_left, k_right)))


@kernel
def end_both(out: Matrix, mirror: Matrix) -> None:
    """The M rules without a split, the same for [a, b] and [b, a]."""
    for t in range(LANES):
        out[M_0 + t] = mirror[M_0 + t] = larger(out[M_0 + t], larger(out[L_0 + t], mirror[L_0 + t]))
        out[M_X + t] = mirror[M_X + t] = larger(out[M_X + t], larger(out[L_X + t], mirror[L_X + t]))
