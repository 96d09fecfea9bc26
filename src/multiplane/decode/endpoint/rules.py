"""The 1-endpoint-crossing program as a table of rules (Pitler, Kannan & Marcus 2013, Appendix A, corrected).

An item is an interval with ends a and b, in either order, and perhaps one exterior point x. The order carries the
mirror images: what the paper calls R over [i, j] is an L item with a = j, b = i, so no rule is written twice.

- ``I0`` nothing known of the ends; ``I1`` b has its head inside. No arc leaves the interval.
- ``N..`` arcs from x into the interval are not crossed; ``L..`` they may be crossed by arcs with an end at a;
  ``M..`` (the paper's LR) by arcs with an end at a or b.
- The small letters say which of a, b and x have their heads inside; a capital says from which of the three the word
  before it must descend: ``LxA`` is the paper's L_XFromI, ``LbX`` its L_JFromX.

``xk`` is the arc x → k. k lies between a and b, m between a and k, l between k and b, n is a's neighbour towards b.

Two corrections to the paper, without which its program derives cycles: M0 and Mx join at k only parts that cannot
close a cycle through x and k, and R_JFromX mirrors L_IFromX, R_IFromX mirrors L_JFromX. One simplification: a word
that has its head inside an N item descends from one of the two other points, so Na and Nx are no programs of their own.
"""

from __future__ import annotations

import re

import numpy as np

from multiplane.kernels.arrays import Int64

KINDS = (
    *("N0", "Nab", "Nbx", "NxA", "NaX"),
    *("L0", "La", "Lb", "Lab", "Lx", "Lbx", "LxA", "LaX", "LbX", "LbA"),
    *("M0", "Mx", "Na", "Nx", "I0", "I1"),
)
SYMMETRIC = ("N0", "Nab", "Nx", "M0", "Mx", "I0")

RULES = """
I0 = I1[bn]
I0 = ak + I0[ak] + I0[kb]
I0 = ak + M0[akb] + I0[kb]
I0 = ak + Lx[kal] + I0[kl] + L0[lbk]
I0 = ak + L0[kal] + I1[kl] + L0[lbk]
I0 = ak + L0[kal] + I0[kl] + La[lbk]
I0 = ak + Mx[akl] + I0[kl] + I0[lb]
I0 = ak + M0[akl] + I1[kl] + I0[lb]
I0 = ak + M0[akl] + I0[kl] + I1[bl]
I0 = ak + I0[am] + L0[mka] + Nx[kbm]
I0 = ak + I1[am] + L0[mka] + N0[kbm]
I0 = ak + I0[am] + La[mka] + N0[kbm]
I0 = ak + L0[mak] + I0[mk] + Lx[kbm]
I0 = ak + La[mak] + I0[mk] + L0[kbm]
I0 = ak + L0[mak] + I1[km] + L0[kbm]

I1 = ab + I0[ab]
I1 = ak + I0[ak] + I1[kb]
I1 = ak + Mx[akb] + I0[kb]
I1 = ak + M0[akb] + I1[kb]
I1 = ak + Lx[kal] + I0[kl] + Lb[lbk]
I1 = ak + L0[kal] + I1[kl] + Lb[lbk]
I1 = ak + L0[kal] + I0[kl] + Lab[lbk]
I1 = ak + Mx[akl] + I0[kl] + I1[lb]
I1 = ak + M0[akl] + I1[kl] + I1[lb]
I1 = ak + I0[am] + L0[mka] + Nbx[kbm]
I1 = ak + I1[am] + L0[mka] + Na[bkm]
I1 = ak + I0[am] + La[mka] + Na[bkm]
I1 = ak + L0[mak] + I0[mk] + Lbx[kbm]
I1 = ak + La[mak] + I0[mk] + Lb[kbm]
I1 = ak + L0[mak] + I1[km] + Lb[kbm]

N0 = I0[ab]
N0 = xk + N0[akx] + I0[kb]
Nab = xa + Na[bax]
Nab = xb + Na[abx]
Nab = xk + Na[akx] + I1[kb]
Nbx = ax + Na[bax]
Nbx = xb + NxA[abx]
Nbx = bx + I1[ab]
Nbx = xk + NxA[akx] + I1[kb]
Nbx = kx + I1[ak] + I1[kb]
NxA = ax + N0[abx]
NxA = xk + NxA[akx] + I0[kb]
NxA = kx + I1[ak] + I0[kb]
NaX = xa + N0[abx]
NaX = xk + Na[akx] + I0[kb]
Na = I1[ba]
Na = NaX[abx]
Nx = NxA[abx]
Nx = NxA[bax]

L0 = I0[ab]
L0 = xk + L0[akx] + N0[kba]
L0 = xk + I0[ak] + L0[kba]
La = I1[ba]
La = xa + L0[abx]
La = xk + La[akx] + N0[kba]
La = xk + L0[akx] + Nx[kba]
La = xk + I1[ka] + L0[kba]
La = xk + I0[ak] + Lx[kba]
Lb = I1[ab]
Lb = xb + L0[abx]
Lb = xk + L0[akx] + Na[bka]
Lb = xk + I0[ak] + Lb[kba]
Lab = xa + Lb[abx]
Lab = xb + La[abx]
Lab = xk + La[akx] + Na[bka]
Lab = xk + L0[akx] + Nbx[kba]
Lab = xk + I1[ka] + Lb[kba]
Lab = xk + I0[ak] + Lbx[kba]
Lx = ax + L0[abx]
Lx = bx + L0[abx]
Lx = xk + LxA[akx] + N0[kba]
Lx = kx + LbA[akx] + N0[kba]
Lx = kx + L0[akx] + Na[kba]
Lx = kx + I1[ak] + L0[kba]
Lx = kx + I0[ak] + La[kba]
Lbx = ax + Lb[abx]
Lbx = xb + LxA[abx]
Lbx = bx + LbA[abx]
Lbx = xk + LxA[akx] + Na[bka]
Lbx = kx + LbA[akx] + Na[bka]
Lbx = kx + L0[akx] + Nab[kba]
Lbx = kx + I1[ak] + Lb[kba]
Lbx = kx + I0[ak] + Lab[kba]
LxA = ax + L0[abx]
LxA = xk + LxA[akx] + N0[kba]
LxA = kx + LbA[akx] + N0[kba]
LxA = kx + L0[akx] + NaX[kba]
LxA = kx + I1[ak] + L0[kba]
LxA = kx + I0[ak] + LaX[kba]
LaX = xa + L0[abx]
LaX = xk + La[akx] + N0[kba]
LaX = xk + L0[akx] + NxA[kba]
LaX = xk + I1[ka] + L0[kba]
LaX = xk + I0[ak] + LxA[kba]
LbX = xb + L0[abx]
LbX = xk + L0[akx] + I1[kb]
LbX = xk + I0[ak] + LbA[kba]
LbA = I1[ab]
LbA = xk + L0[akx] + NaX[bka]
LbA = xk + I0[ak] + LbX[kba]

M0 = L0[abx]
M0 = L0[bax]
M0 = Lb[akx] + L0[bkx]
M0 = L0[akx] + Lb[bkx]
Mx = Lx[abx]
Mx = Lx[bax]
Mx = Lbx[akx] + L0[bkx]
Mx = L0[akx] + Lbx[bkx]
Mx = LbA[akx] + Lx[bkx]
Mx = Lb[akx] + LxA[bkx]
Mx = Lx[akx] + LbA[bkx]
Mx = LxA[akx] + Lb[bkx]
"""

A, B, X, K, L, M, N = range(7)
POINTS = "abxklmn"
NOTHING = -1
KIND, SPLITS, SECOND, FROM, TO, PARTS = range(6)
WIDTH = PARTS + 3 * 4


def rule_row(rule: str) -> list[int]:
    """One rule as numbers: its kind, whether it splits, its second split, its arc, and kind and points of each part.

    >>> rule_row("M0 = Lb[akx] + L0[bkx]")
    [15, 1, -1, -1, -1, 7, 0, 3, 2, 5, 1, 3, 2, -1, -1, -1, -1]
    """
    result, terms = rule.split(" = ")
    letters = re.sub(r"\w+(?=\[)", "", terms)
    second = next((POINTS.index(letter) for letter in "lm" if letter in letters), NOTHING)
    row = [KINDS.index(result), int("k" in letters), second, NOTHING, NOTHING]
    for term in terms.split(" + "):
        if part := re.fullmatch(r"(\w+)\[(\w+)\]", term):
            points = [POINTS.index(letter) for letter in part[2]]
            row += [KINDS.index(part[1]), *points, *[NOTHING] * (3 - len(points))]
        else:
            row[FROM : TO + 1] = [POINTS.index(letter) for letter in term]
    return row + [NOTHING] * (WIDTH - len(row))


def rule_table() -> tuple[Int64, Int64]:
    """All rules by kind: rows first[kind] .. first[kind+1]-1."""
    rows = sorted((rule_row(line) for line in RULES.splitlines() if line), key=lambda row: row[KIND])
    table = np.array(rows, np.int64)
    return table, np.searchsorted(table[:, KIND], np.arange(len(KINDS) + 1)).astype(np.int64)
