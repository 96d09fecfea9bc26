"""The bound on the length of sequences against a search over all small weights."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from multiplane.transition.analysis.bounds import PAIRS, Change, N, Polynomial, constant, longest

changes = st.builds(Change, st.integers(0, 2), st.integers(0, 3), st.integers(-4, 2), st.integers(0, 2))
stocks = st.sampled_from([N, N + constant(-1), (N.times(4) + constant(-6)).times(2), PAIRS.times(2)])


def by_search(found: list[Change], most_arcs: Polynomial, nodes: Polynomial, buffer: Polynomial) -> Polynomial | None:
    totals = []
    heaviest = 2 + max(-change.buffer for change in [*found, Change(0, 0, 0, 0)])
    for weights in product(range(heaviest + 1), repeat=4):
        if all(sum(w * c for w, c in zip(weights, change, strict=True)) >= 1 for change in found):
            total = constant(0)
            for weight, stock in zip(weights, (most_arcs, nodes, buffer, PAIRS), strict=True):
                total += stock.times(weight)
            totals.append(total)
    return min(totals, key=lambda total: total.order, default=None)


@given(st.lists(changes, max_size=4), stocks, st.sampled_from([N, N.times(3)]))
def test_the_least_bound_of_all_weights(found: list[Change], most_arcs: Polynomial, nodes: Polynomial) -> None:
    assert longest(found, most_arcs, nodes, N) == by_search(found, most_arcs, nodes, N)
