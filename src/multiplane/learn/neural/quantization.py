"""Weights in fewer bits, for files: embeddings as bytes with a scale for each row, all others as 16-bit floats."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Float16, Float32, Int8
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout

MAX_WEIGHT = 1000.0
"""No weight is larger: so no score can leave the range of its type, whatever a file holds."""

_STEPS = 127


def in_bytes(table: Float32, layout: EmbeddingLayout) -> tuple[Int8, Float16]:
    """The embeddings as bytes, and the scale of every row.

    >>> from multiplane.learn.neural.encoders.embeddings import embedding_layout
    >>> layout = embedding_layout(["a"], {"a": 2}, np.array([2]))
    >>> in_bytes(np.array([0.5, -1, 0, 0], np.float32), layout)[0].tolist()
    [64, -127, 0, 0]
    """
    values = np.empty(table.shape, np.int8)
    scales = np.empty(int(layout.table_rows[-1]), np.float16)
    for number, width in enumerate(layout.table_widths.tolist()):
        here = slice(layout.table_starts[number], layout.table_starts[number + 1])
        rows = table[here].reshape(-1, width)
        largest = np.minimum(np.abs(rows).max(axis=1, initial=0.0), MAX_WEIGHT)
        scale = (largest / _STEPS).astype(np.float16)
        steps = rows / np.where(scale > 0, scale, 1).astype(np.float32)[:, None]
        values[here] = np.clip(np.rint(steps), -_STEPS, _STEPS).astype(np.int8).reshape(-1)
        scales[layout.table_rows[number] : layout.table_rows[number + 1]] = scale
    return values, scales


def from_bytes(values: Int8, scales: Float16, layout: EmbeddingLayout) -> Float32:
    """The embeddings that `in_bytes` made small."""
    table = np.empty(values.shape, np.float32)
    for number, width in enumerate(layout.table_widths.tolist()):
        here = slice(layout.table_starts[number], layout.table_starts[number + 1])
        scale = scales[layout.table_rows[number] : layout.table_rows[number + 1]].astype(np.float32)
        table[here] = (values[here].reshape(-1, width) * scale[:, None]).reshape(-1)
    return table


def in_16_bit_floats(weights: Float32) -> Float16:
    """Weights as 16-bit floats, none larger than `MAX_WEIGHT`.

    >>> in_16_bit_floats(np.array([0.1, 1e9], np.float32)).tolist()
    [0.0999755859375, 1000.0]
    """
    return np.clip(weights, -MAX_WEIGHT, MAX_WEIGHT).astype(np.float16)
