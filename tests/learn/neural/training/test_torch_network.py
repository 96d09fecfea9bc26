"""The gradient of the scan, against differences; the loss that is smoothed, against its definition."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from tests.learn.neural.training.test_trainer import needs_torch

from multiplane.learn.neural.training.batches import NEVER
from multiplane.learn.neural.training.torch_network import scan_batch, scan_gradient, smoothed_loss

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
@pytest.mark.parametrize("share", [0.0, 0.05, 1.0])
def test_a_share_of_gold_choices_is_taken_for_any_possible_ones(share: float) -> None:
    torch = importlib.import_module("torch")
    scores = np.random.default_rng(1).standard_normal((5, 4)).astype(np.float32)
    gold, impossible = np.array([0, 1, 2, 3, 0]), [(0, 3), (1, 0), (1, 2)]
    for place in impossible:
        scores[place] = NEVER
    expected = []
    for number, row in enumerate(scores.astype(np.float64)):
        possible = [choice for choice in range(4) if (number, choice) not in impossible]
        total = np.log(np.exp(row[possible]).sum())
        targets = [(1 - share) * (choice == gold[number]) + share / len(possible) for choice in possible]
        expected.append(sum(target * (total - row[choice]) for target, choice in zip(targets, possible, strict=True)))
    loss = smoothed_loss(torch, torch.from_numpy(scores), torch.from_numpy(gold), share)
    assert float(loss) == pytest.approx(np.mean(expected), rel=1e-5)
