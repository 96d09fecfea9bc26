"""The gradient of what distance and tags add to the scores of arcs."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.heads.arcs.training import arc_bias_gradients, arc_biases
from multiplane.learn.neural.heads.losses import NEVER


def test_the_gradient_of_biases_is_the_gradient_of_their_sum() -> None:
    random = np.random.default_rng(0)
    starts, tags = np.array([0, 4, 6]), random.integers(0, 3, 6).astype(np.int32)
    distances, pairs = random.standard_normal(24).astype(np.float32), random.standard_normal((3, 3, 24))
    pairs = pairs.astype(np.float32)
    out, factors = np.empty((2, 4, 4), np.float32), random.standard_normal((2, 4, 4)).astype(np.float32)
    arc_biases(starts, tags, distances, pairs, out)
    factors[:, :, 0] = 0
    factors[out == NEVER] = 0
    gradients = np.zeros_like(distances), np.zeros_like(pairs)
    arc_bias_gradients(starts, tags, factors, *gradients)
    total = float((out * factors).sum())
    inner = float((distances * gradients[0]).sum() + (pairs * gradients[1]).sum())
    assert abs(total - inner) < 1e-4
    assert (out[1, 2:] == NEVER).all() and (out[0].diagonal() == NEVER).all()
