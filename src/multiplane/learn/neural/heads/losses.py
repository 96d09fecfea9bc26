"""Losses and scores that several heads learn with, as PyTorch differentiates them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from multiplane.learn.neural.heads.arcs.network import SLOPE

NEVER = np.float32(-1e9)
"""The score of impossible choices."""


def smoothed_loss(torch: Any, scores: Any, gold: Any, share: float) -> Any:
    """The mean cross entropy of gold choices, as if a ``share`` of them were any possible ones (Szegedy et al. 2016).

    Impossible choices have the score `NEVER`.
    """
    logarithms = torch.nn.functional.log_softmax(scores, 1)
    of_gold = torch.nn.functional.nll_loss(logarithms, gold)
    if share == 0:
        return of_gold
    is_possible = scores > float(NEVER) / 2
    of_any = -((logarithms * is_possible).sum(1) / is_possible.sum(1)).mean()
    return (1 - share) * of_gold + share * of_any


def torch_label_scores(torch: Any, weights: Mapping[str, Any], head: Any, dependent: Any) -> Any:
    """The scores of all labels of arcs."""
    both = torch.nn.functional.leaky_relu(head + dependent, float(SLOPE))
    return (
        torch.addmm(weights["label bias"], both, weights["label sum"]) + (head * dependent) @ weights["label product"]
    )
