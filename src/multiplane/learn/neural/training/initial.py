"""Weights before the first step."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from multiplane.kernels.arrays import Float32
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout
from multiplane.learn.neural.encoders.rows import FIRST

SPREAD = 0.3
"""The standard deviation of embeddings, and the norm of the rows of the matrix between heads and dependents."""


def initial_weights(shapes: Mapping[str, tuple[int, ...]], hidden: int, random: np.random.Generator) -> Float32:
    """All parameters one after the other.

    Forget gates are spread between those that keep little and those that keep much; the matrix of arcs is orthogonal.
    """
    parts = [initial_parameter(name, shape, hidden, random) for name, shape in shapes.items()]
    return np.concatenate([part.astype(np.float32).reshape(-1) for part in parts])


def initial_parameter(
    name: str, shape: tuple[int, ...], hidden: int, random: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """One parameter, by its name."""
    if name == "arc weights":
        return SPREAD * np.linalg.qr(random.standard_normal(shape))[0]
    if name.endswith("gain"):
        return np.ones(shape)
    if name.startswith("layer") and name.endswith("bias"):
        bias = np.zeros(shape)
        bias[:hidden] = random.permutation(np.linspace(-1, 2, hidden))
        return bias
    if name.endswith("weights") or name in ("label sum", "label product"):
        bound = shape[0] ** -0.5
        return random.uniform(-bound, bound, shape)
    return np.zeros(shape)


def initial_table(layout: EmbeddingLayout, random: np.random.Generator) -> Float32:
    """Embeddings of every row; shorter in the last table if columns share it, for they are added up."""
    table = SPREAD * random.standard_normal(int(layout.table_starts[-1]))
    last = int(layout.table_starts[-2])
    table[last:] /= np.sqrt(np.count_nonzero(layout.starts == last))
    return table.astype(np.float32)


def put_vectors(table: Float32, layout: EmbeddingLayout, column: int, values: Float32) -> None:
    """Static vectors as embeddings of a column, as large as others are; those of unknown words and the root are 0."""
    start, width = int(layout.starts[column]), values.shape[1]
    rows = table[start : start + (len(values) + FIRST) * width].reshape(-1, width)
    rows[:FIRST] = 0
    rows[FIRST:] = values * np.float32(SPREAD / max(float(values.std()), 1e-9))
