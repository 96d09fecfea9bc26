"""The loss that is smoothed, against its definition."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from tests.learn.neural.training.test_trainer import needs_torch

from multiplane.learn.neural.heads.losses import NEVER, smoothed_loss


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
