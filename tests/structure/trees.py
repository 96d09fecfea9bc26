"""Random trees for Hypothesis: any head order, any number of roots."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def trees(draw: st.DrawFn, min_size: int = 1, max_size: int = 12) -> tuple[int, ...]:
    n = draw(st.integers(min_size, max_size))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for place, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:place]]))
    return tuple(heads)
