"""What is lost by fewer bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.learn.neural.encoders.embeddings import embedding_layout
from multiplane.learn.neural.quantization import from_bytes, in_16_bit_floats, in_bytes


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


def test_floats_keep_three_digits() -> None:
    weights = np.random.default_rng(0).standard_normal(1000).astype(np.float32)
    np.testing.assert_allclose(in_16_bit_floats(weights).astype(np.float32), weights, rtol=1e-3, atol=1e-7)
