"""The gradient of the scan, against differences; the training half against the parsing half."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from tests.learn.neural.training.test_trainer import GERMAN, needs_torch

from multiplane.learn.neural.encoders.qrnn_training import qrnn_training, scan_batch, scan_gradient
from multiplane.learn.neural.training.adam import initial_weights
from multiplane.learn.neural.training.batches import batch_of
from multiplane.learn.neural.training.trainer import Hyperparameters, TrainingStep
from multiplane.learn.neural.weights import in_32_bit_floats, parts_of

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


@needs_torch
@pytest.mark.parametrize("windows", [(), (0,), (2,), (1, 0, 0)])
def test_both_halves_compute_the_same(windows: tuple[int, ...]) -> None:
    torch, random = importlib.import_module("torch"), np.random.default_rng(1)
    half = qrnn_training(GERMAN, hidden=32, windows=windows)
    weights = parts_of(initial_weights(half.shapes, random), half.shapes)
    finished = half.finished(weights, {name: part.values for name, part in half.learned.items()})
    half._dropout[:] = 0
    half.learned["table"].values[:] = finished.table
    tensors = {name: torch.from_numpy(array) for name, array in in_32_bit_floats(finished.stored, half.shapes).items()}
    step = TrainingStep(torch, Hyperparameters(dropout=0.0, input_dropout=0.0), random, 1)
    theirs, _ = half.vectors(step, tensors, batch_of(GERMAN.offsets, np.arange(len(GERMAN))))
    (part,) = finished.in_context(GERMAN.layout, 10_000)
    np.testing.assert_allclose(part.vectors, theirs.detach().numpy(), rtol=1e-3, atol=1e-4)
