"""The 1-endpoint-crossing program as a table of rules (Pitler, Kannan & Marcus 2013, Appendix A, corrected).

The rules and what their letters mean stand with the schema, in `multiplane.deduce.schemata.one_endpoint_crossing`;
here they become numbers for the chart.
"""

from __future__ import annotations

import re

import numpy as np

from multiplane.deduce.schemata.one_endpoint_crossing import KINDS, RULES
from multiplane.kernels.arrays import Int64

SYMMETRIC = ("N0", "Nab", "Nx", "M0", "Mx", "I0")

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
