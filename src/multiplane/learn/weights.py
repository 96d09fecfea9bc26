"""Weights in training, and as a finished model has them: averaged, rounded to small integers, sparse on disk.

A table has 2^k rows, and features are hashed into them. A finished table is int16, so that sums are exact and a row of
four takes eight bytes; in a file, only the rows that hold something are kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.jit import kernel

Floats = NDArray[np.float32]
FrozenWeights = NDArray[np.int16]

FINEST = 64.0
LARGEST = 32_000.0


class Table(NamedTuple):
    """Weights in training, and beside every one the sum of its changes, each times the moment it was made."""

    weights: Floats
    sums: Floats


def new_table(bits: int, columns: int) -> Table:
    """A table of 2^bits rows of zeros."""
    return Table(np.zeros((1 << bits, columns), np.float32), np.zeros((1 << bits, columns), np.float32))


@kernel
def largest_average(weights: Floats, sums: Floats, moment: np.float32) -> np.float32:
    """The largest absolute value among the averages."""
    largest = np.float32(0)
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            largest = max(largest, abs(weights[row, column] - sums[row, column] / moment))
    return largest


@kernel
def round_averages(weights: Floats, sums: Floats, moment: np.float32, scale: np.float32, out: FrozenWeights) -> None:
    """The averages up to the moment, times the scale, to the nearest integer."""
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            out[row, column] = np.int16(np.rint((weights[row, column] - sums[row, column] / moment) * scale))


def frozen(tables: list[Table], moment: int) -> tuple[list[FrozenWeights], float]:
    """The averaged tables as int16 under one scale, and that scale: 64, or less where weights are very large.

    >>> table = new_table(2, 1)
    >>> table.weights[1] = 2.0
    >>> (weights,), scale = frozen([table], moment=10)
    >>> weights.ravel().tolist(), scale
    ([0, 128, 0, 0], 64.0)
    """
    now = np.float32(moment)
    largest = max(float(largest_average(table.weights, table.sums, now)) for table in tables)
    scale = min(FINEST, LARGEST / largest) if largest else FINEST
    out = [np.empty(table.weights.shape, np.int16) for table in tables]
    for table, rounded in zip(tables, out, strict=True):
        round_averages(table.weights, table.sums, now, np.float32(scale), rounded)
    return out, scale


def sparse(table: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """The numbers of the rows that are not all zero, and those rows.

    >>> rows, values = sparse(np.array([[0, 0], [3, 0]]))
    >>> rows.tolist(), values.tolist()
    ([1], [[3, 0]])
    """
    rows = np.flatnonzero(table.any(axis=1))
    return rows.astype(np.int32), table[rows]


def dense(rows: NDArray[np.int32], values: NDArray[Any], bits: int) -> NDArray[Any]:
    """The table of 2^bits rows again.

    >>> dense(np.array([1], np.int32), np.array([[3, 0]]), 1).tolist()
    [[0, 0], [3, 0]]
    """
    table = np.zeros((1 << bits, values.shape[1]), values.dtype)
    table[rows] = values
    return table
