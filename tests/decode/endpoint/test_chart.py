"""The fast 1-endpoint-crossing chart against its table of rules, read literally."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.decode.judge import matrices

from multiplane.decode.endpoint.chart import fill_chart
from multiplane.decode.endpoint.decoder import item_score
from multiplane.decode.endpoint.rules import FROM, KINDS, PARTS, SECOND, SPLITS, TO, A, B, K, L, M, N, X, rule_table
from multiplane.decode.scores import arc_scores

Item = tuple[int, int, int, int]
ORDER = [
    *("I0", "I1", "N0", "NaX", "NxA", "Na", "Nx", "Nab", "Nbx"),
    *("L0", "La", "Lb", "LxA", "LaX", "LbX", "LbA", "Lab", "Lx", "Lbx", "M0", "Mx"),
]


def points_of(rule: NDArray[np.int64], a: int, b: int, x: int) -> Iterator[dict[int, int]]:
    """All ways to put the points of a rule."""
    step = 1 if b > a else -1
    for k in range(a + step, b, step) if rule[SPLITS] else [a]:
        places = {L: range(k + step, b, step), M: range(a + step, k, step)}.get(int(rule[SECOND]), [0])
        for p in places:
            yield {A: a, B: b, X: x, K: k, L: p, M: p, N: a + step, -1: -1}


def literal_chart(arcs: NDArray[np.float64]) -> dict[Item, float]:
    """Every item by every rule, narrow intervals first."""
    table, first = rule_table()
    nodes = len(arcs)
    chart = {(KINDS.index("I0"), p, p, -1): 0.0 for p in range(nodes)}
    for width in range(1, nodes):
        for kind in map(KINDS.index, ORDER):
            for i in range(nodes - width):
                j = i + width
                outside = [-1] if KINDS[kind][0] == "I" else [x for x in range(nodes) if not i <= x <= j]
                for a, b, x in ((a, b, x) for a, b in ((i, j), (j, i)) for x in outside):
                    best = 0.0 if KINDS[kind] == "I0" and width == 1 else -np.inf
                    for rule in table[first[kind] : first[kind + 1]] if best < 0.0 else []:
                        for points in points_of(rule, a, b, x):
                            score = arcs[points[rule[FROM]], points[rule[TO]]] if rule[FROM] >= 0 else 0.0
                            for part in range(PARTS, len(rule), 4):
                                if rule[part] >= 0:
                                    p, q, y = (points[int(point)] for point in rule[part + 1 : part + 4])
                                    score += chart.get((int(rule[part]), p, q, y), -np.inf)
                            best = max(best, score)
                    chart[kind, a, b, x] = best
    return chart


@pytest.mark.parametrize("kind", ["reals", "small integers", "forbidden arcs"])
@pytest.mark.parametrize("n", [3, 5, 7])
def test_every_item_has_the_score_that_the_rules_give_it(n: int, kind: str) -> None:
    for scores in matrices(kind, n, 2):
        arcs = arc_scores(scores)
        fast = fill_chart(arcs, arcs)
        for (item, a, b, x), score in literal_chart(arcs).items():
            if a != b:
                assert item_score(fast, item, a, b, x) == pytest.approx(score), (KINDS[item], a, b, x)
