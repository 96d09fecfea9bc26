"""Weights while they are learned: their first values, and Adam (Kingma & Ba 2015).

Adam runs over flat arrays: of all weights, or of those rows of embeddings alone that were used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout
from multiplane.learn.neural.weights import Shapes

FIRST_DECAY, SECOND_DECAY, TINY = np.float32(0.9), np.float32(0.95), np.float32(1e-8)
ONE = np.float32(1)
SPREAD = 0.3
"""The standard deviation of embeddings, and the norm of the rows of the matrix between heads and dependents."""


def initial_weights(shapes: Shapes, random: np.random.Generator) -> Float32:
    """All parameters one after the other.

    Forget gates are spread between those that keep little and those that keep much; the matrix of arcs is orthogonal.
    """
    parts = [initial_parameter(name, shape, random) for name, shape in shapes.items()]
    return np.concatenate([np.empty(0, np.float32), *(part.astype(np.float32).reshape(-1) for part in parts)])


def initial_parameter(
    name: str, shape: tuple[int, ...], random: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """One parameter, by its name: matrices are ``… weights``, factors ``… gain``; others begin with zeros."""
    if name == "arc weights":
        return SPREAD * np.linalg.qr(random.standard_normal(shape))[0]
    if name.endswith("gain"):
        return np.ones(shape)
    if name.startswith("layer") and name.endswith("bias"):
        bias = np.zeros(shape)
        gates = shape[0] // 3
        bias[:gates] = random.permutation(np.linspace(-1, 2, gates))
        return bias
    if name.endswith("weights") or name in ("label sum", "label product"):
        bound = shape[0] ** -0.5
        return random.uniform(-bound, bound, shape)
    return np.zeros(shape)


class Learned(NamedTuple):
    """Weights, the averages of their gradients and of the squares of those, and the average of the weights."""

    values: Float32
    first: Float32
    second: Float32
    average: Float32


def learned(values: Float32) -> Learned:
    """Weights before the first step."""
    return Learned(values, np.zeros_like(values), np.zeros_like(values), values.copy())


def corrected_rate(rate: float, step: int) -> tuple[np.float32, np.float32]:
    """The rate of step 1, 2, …, and the factor of the second average, with the bias of young averages corrected."""
    first, second = (1 - float(decay) ** step for decay in (FIRST_DECAY, SECOND_DECAY))
    return np.float32(rate / first), np.float32(1 / second)


@kernel
def update(weights: Learned, gradient: Float32, scale: np.float32, rate: np.float32, correction: np.float32) -> None:
    """A step of all weights, against the gradient times a scale."""
    values, first, second = weights.values, weights.first, weights.second
    for i in range(len(values)):
        g = gradient[i] * scale
        first[i] = FIRST_DECAY * first[i] + (ONE - FIRST_DECAY) * g
        second[i] = SECOND_DECAY * second[i] + (ONE - SECOND_DECAY) * g * g
        values[i] -= rate * first[i] / (np.sqrt(second[i] * correction) + TINY)


@kernel
def update_rows(
    weights: Learned,
    rows: Int32,
    inputs: Float32,
    layout: EmbeddingLayout,
    sums: Float32,
    last_step: Int64,
    step: int,
    rate: np.float32,
    correction: np.float32,
) -> None:
    """A step of the embeddings of these rows, against the gradient of the network's inputs that they were added to.

    ``sums`` are zeros, before and after; ``last_step`` is the last step of each row.
    """
    for i in range(len(rows)):
        for c in range(rows.shape[1]):
            if rows[i, c] >= 0:
                width, place = layout.widths[c], layout.inputs[c]
                start = layout.starts[c] + rows[i, c] * width
                for j in range(width):
                    sums[start + j] += inputs[i, place + j]
    for i in range(len(rows)):
        for c in range(rows.shape[1]):
            row = rows[i, c]
            if row < 0 or last_step[layout.first_rows[c] + row] == step:
                continue
            last_step[layout.first_rows[c] + row] = step
            start = layout.starts[c] + row * layout.widths[c]
            for k in range(start, start + layout.widths[c]):
                g = sums[k]
                sums[k] = np.float32(0)
                weights.first[k] = FIRST_DECAY * weights.first[k] + (ONE - FIRST_DECAY) * g
                weights.second[k] = SECOND_DECAY * weights.second[k] + (ONE - SECOND_DECAY) * g * g
                weights.values[k] -= rate * weights.first[k] / (np.sqrt(weights.second[k] * correction) + TINY)


@kernel
def follow(weights: Learned, share: np.float32) -> None:
    """Move the average this share of the way to the weights."""
    for i in range(len(weights.values)):
        weights.average[i] += share * (weights.values[i] - weights.average[i])
