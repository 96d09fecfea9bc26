"""What is lost by 16 bits."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.weights import in_16_bit_floats


def test_floats_keep_three_digits() -> None:
    weights = np.random.default_rng(0).standard_normal(1000).astype(np.float32)
    np.testing.assert_allclose(in_16_bit_floats(weights).astype(np.float32), weights, rtol=1e-3, atol=1e-7)
