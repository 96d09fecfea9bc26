"""Words of one kind, with the same rows of embeddings in every column; what is lost by fewer bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.learn.neural.encoders.embeddings import embedding_layout, from_bytes, in_bytes, kinds_of


@pytest.mark.parametrize(("words", "columns", "values"), [(0, 3, 2), (1, 1, 1), (500, 1, 40), (500, 4, 3), (300, 9, 9)])
def test_kinds_are_those_of_numpy(words: int, columns: int, values: int) -> None:
    rows = np.random.default_rng(words + columns).integers(-1, values, (words, columns)).astype(np.int32)
    examples, kinds = kinds_of(rows)
    assert (rows[examples][kinds] == rows).all()
    assert len(examples) == len(np.unique(rows, axis=0))
    assert examples.tolist() == sorted(examples.tolist())


@given(st.integers(0, 1000), st.sampled_from([0.0, 1e-9, 1e-4, 0.3, 20.0, 1e6]))
def test_embeddings_lose_less_than_a_hundredth_of_the_largest(seed: int, size: float) -> None:
    layout = embedding_layout(["a", "b"], {"a": 6, "b": 3}, np.array([5, 4]))
    table = (size * np.random.default_rng(seed).standard_normal(int(layout.table_starts[-1]))).astype(np.float32)
    back = from_bytes(*in_bytes(table, layout), layout)
    largest = float(np.abs(table).max())
    assert np.abs(back).max() <= 1001
    if largest <= 1000:
        assert np.abs(back - table).max() <= max(0.01 * largest, 1e-5)
    again = from_bytes(*in_bytes(back, layout), layout)
    np.testing.assert_allclose(again, back, rtol=0.02, atol=max(0.01 * largest, 1e-5))
