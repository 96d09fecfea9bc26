"""The scan and its squashing function."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.learn.neural.encoders.scan import scan, squash, squashed


@given(st.floats(width=32, allow_nan=False))
def test_squashed_is_the_hyperbolic_tangent(value: float) -> None:
    found = float(squashed(np.float32(value)))
    assert abs(found - np.tanh(value)) < 3e-6
    assert -1 <= found <= 1


def test_a_closed_gate_forgets_and_an_open_one_keeps() -> None:
    large = 50.0
    forget = np.array([[-large, -large], [large, large], [large, -large]])
    gates = np.concatenate([forget, np.full((3, 2), 0.5), np.full((3, 2), large)], axis=1).astype(np.float32)
    gates[:, 2:4] *= np.array([[1.0], [2.0], [3.0]])
    squash(gates, 2)
    states, out = np.empty((3, 2), np.float32), np.empty((3, 2), np.float32)
    scan(gates, states, out)
    first, third = np.tanh([0.5, 1.5])
    np.testing.assert_allclose(out[:, 0], [first] * 3, atol=1e-5)
    np.testing.assert_allclose(out[:, 1], [first, third, third], atol=1e-5)
