"""The gradient of the scan, against differences."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.training.torch_network import scan_batch, scan_gradient

STARTS = np.array([0, 4, 5, 8])
UNITS = 4


def total(gates: np.ndarray, factors: np.ndarray) -> float:
    """A sum of all outputs of the scan, each times a factor."""
    squashed = gates.astype(np.float32)
    states, out = np.empty(factors.shape, np.float32), np.empty(factors.shape, np.float32)
    scan_batch(squashed, STARTS, states, out)
    return float((out.astype(np.float64) * factors).sum())


def test_the_gradient_is_that_of_small_differences() -> None:
    random = np.random.default_rng(0)
    gates = random.standard_normal((8, 3 * UNITS)).astype(np.float32)
    factors = random.standard_normal((8, UNITS)).astype(np.float32)
    squashed = gates.copy()
    states, out = np.empty_like(factors), np.empty_like(factors)
    scan_batch(squashed, STARTS, states, out)
    found = np.empty_like(gates)
    scan_gradient(squashed, states, STARTS, factors, found)
    step = 2.0**-7
    for place in np.ndindex(gates.shape):
        sides = []
        for sign in (1, -1):
            moved = gates.astype(np.float64)
            moved[place] += sign * step
            sides.append(total(moved, factors))
        assert abs((sides[0] - sides[1]) / (2 * step) - found[place]) < 1e-3, place
