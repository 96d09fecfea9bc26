"""Weight tables, in training and in a finished model: averaged, rounded to int8, sparse on disk.

A table has 2^k rows, and features are hashed into them. Sums of small integers are exact, the same on every machine,
and quick: a row of four weights is four bytes. In a file, only the weights that are not zero are kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.alignment import CACHE_LINE, aligned
from multiplane.kernels.arrays import Float32, Int8, Int16, Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.model.state import MAX_SENTENCES, state_array

FINEST = 64.0
LARGEST = 127.0
MAX_IN_TRAINING = 32767
FARTHEST = 255
MAX_UINT8_COLUMNS = 255
MAX_WEIGHTS = 1 << 28
LANES = 4


class WeightTable(NamedTuple):
    """Weights in training, updated by one, and beside each the sum of its updates, each times the time it was made."""

    weights: Int16
    sums: Float32


class SparseTable(NamedTuple):
    """The weights that are not zero: for each row that has some, its distance from the row before (−1 at first) and
    their number; then their columns and values. Rows farther apart than 255 have empty ones between them. Counts and
    columns are uint8 where that suffices, else uint16.
    """

    gaps: UInt8
    counts: NDArray[Any]
    columns: NDArray[Any]
    values: Int8


def row_width(columns: int) -> int:
    """The columns of a table, padded so that no row of int8 lies on more cache lines than it must.

    >>> [row_width(columns) for columns in (3, 5, 40, 65)]
    [4, 8, 64, 128]
    """
    return max(LANES, min(1 << (columns - 1).bit_length(), -(-columns // CACHE_LINE) * CACHE_LINE))


def new_table(bits: int, columns: int) -> WeightTable:
    """A table of zeros with 2^bits rows."""
    shape = (1 << bits, row_width(columns))
    return WeightTable(np.zeros(shape, np.int16), np.zeros(shape, np.float32))


@kernel
def nudge(weights: Int16, sums: Float32, row: int, column: int, by: int, time: np.float32) -> None:
    """Update one weight, unless that exceeds its range."""
    moved = int(weights[row, column]) + by
    if abs(moved) <= MAX_IN_TRAINING:
        weights[row, column] = moved
        sums[row, column] += np.float32(by) * time


@kernel
def largest_average(weights: Int16 | Float32, sums: Float32, time: np.float32) -> np.float32:
    """The largest absolute value among the averages."""
    largest = np.float32(0)
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            largest = max(largest, abs(weights[row, column] - sums[row, column] / time))
    return largest


@kernel
def round_averages(weights: Int16 | Float32, sums: Float32, time: np.float32, scale: np.float32, out: Int8) -> None:
    """The averages up to this time, times the scale, to the nearest integer."""
    for row in range(weights.shape[0]):
        for column in range(min(weights.shape[1], out.shape[1])):
            value = np.rint((weights[row, column] - sums[row, column] / time) * scale)
            out[row, column] = np.int8(max(-LARGEST, min(LARGEST, value)))


def averaged(tables: list[WeightTable], time: int) -> tuple[list[Int8], float]:
    """The averaged tables as int8 under one scale, and that scale.

    >>> table = new_table(2, 1)
    >>> table.weights[1] = 2
    >>> (weights,), scale = averaged([table], time=10)
    >>> weights[:, 0].tolist(), scale
    ([0, 127, 0, 0], 63.5)
    """
    now = np.float32(time)
    largest = max(float(largest_average(table.weights, table.sums, now)) for table in tables)
    scale = min(FINEST, LARGEST / largest) if largest else FINEST
    out = [aligned(table.weights.shape, np.int8) for table in tables]
    for table, rounded in zip(tables, out, strict=True):
        round_averages(table.weights, table.sums, now, np.float32(scale), rounded)
    return out, scale


def sparse(table: Int8) -> SparseTable:
    """The weights of a table that are not zero.

    >>> [part.tolist() for part in sparse(np.array([[0, 0], [3, 0], [4, 5]], np.int8))]
    [[2, 1], [1, 2], [0, 0, 1], [3, 4, 5]]
    """
    rows, columns = np.nonzero(table)
    used, counts = np.unique(rows, return_counts=True)
    far = np.diff(used, prepend=-1)
    empty = (far - 1) // FARTHEST
    gaps = np.full(len(used) + int(empty.sum()), FARTHEST, np.uint8)
    ends = np.arange(len(used)) + np.cumsum(empty)
    gaps[ends] = far - empty * FARTHEST
    kind = column_type(table.shape[1])
    held = np.zeros(len(gaps), kind)
    held[ends] = counts
    return SparseTable(gaps, held, columns.astype(kind), table[rows, columns])


def column_type(columns: int) -> type[np.unsignedinteger[Any]]:
    """The type for column numbers."""
    return np.uint8 if columns <= MAX_UINT8_COLUMNS else np.uint16


def pruned(table: Int8, least: int) -> Int8:
    """The table without the weights that are smaller than ``least``.

    >>> pruned(np.array([[1, -3]], np.int8), least=2).tolist()
    [[0, -3]]
    """
    out = aligned(table.shape, np.int8)
    out[:] = np.where(np.abs(table.astype(np.int16)) < least, 0, table)
    return out


def dense(table: SparseTable, bits: int, columns: int) -> Int8:
    """The table of 2^bits rows again, its columns padded.

    >>> dense(sparse(np.array([[0, 0], [3, 0]], np.int8)), bits=1, columns=2).tolist()
    [[0, 0, 0, 0], [3, 0, 0, 0]]
    """
    out = aligned((1 << bits, row_width(columns)), np.int8)
    out[np.repeat(rows_of(table), table.counts), table.columns] = table.values
    return out


def rows_of(table: SparseTable) -> Int64:
    """The rows that have weights, and the empty ones between rows that are far apart."""
    return np.cumsum(table.gaps, dtype=np.int64) - 1


def max_bits(columns: int) -> int:
    """The size of the largest table with so many columns that a file may hold.

    >>> max_bits(4), max_bits(56)
    (26, 22)
    """
    return (MAX_WEIGHTS // row_width(columns)).bit_length() - 1


def sparse_from_file(file: ModelFile, prefix: str, bits: int, columns: int) -> SparseTable:
    """Read the table of 2^bits rows from the tensors with this prefix, and check that they fit together."""
    kind = column_type(row_width(columns))
    gaps = file.tensor(f"{prefix}gaps", np.uint8, (None,), low=1)
    if gaps.sum(dtype=np.int64) > 1 << bits:
        raise file.fault(f"weights beyond row {1 << bits} in tensor '{prefix}gaps'", "none there")
    counts = file.tensor(f"{prefix}counts", kind, (len(gaps),), high=columns)
    total = int(counts.sum(dtype=np.int64))
    numbers = file.tensor(f"{prefix}columns", kind, (total,), high=columns - 1)
    return SparseTable(gaps, counts, numbers, file.tensor(f"{prefix}values", np.int8, (total,)))


@kernel
def find_touched(weights: Int16, sums: Float32, out: Int32) -> int:
    """Write the indices of the rows in which a weight or a sum is not zero; their number."""
    count = 0
    for row in range(weights.shape[0]):
        touched = False
        for column in range(weights.shape[1]):
            touched |= (weights[row, column] != 0) | (sums[row, column] != 0)
        if touched:
            out[count] = row
            count += 1
    return count


def touched_rows(table: WeightTable) -> tuple[Int32, Float32]:
    """The indices of the rows that training has changed, and these rows, weights before sums.

    >>> table = new_table(2, 1)
    >>> table.sums[2, 0] = 7
    >>> [part.tolist() for part in touched_rows(table)]
    [[2], [[0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0]]]
    """
    rows = np.empty(len(table.weights), np.int32)
    rows = rows[: find_touched(table.weights, table.sums, rows)].copy()
    columns = table.weights.shape[1]
    values = np.empty((len(rows), 2 * columns), np.float32)
    values[:, :columns] = table.weights[rows]
    np.take(table.sums, rows, axis=0, out=values[:, columns:], mode="clip")
    return rows, values


def state_of_tables(tables: list[WeightTable], seen: int) -> dict[str, NDArray[Any]]:
    """The tables of transitions and labels in training, and the sentences seen, for a checkpoint.

    >>> state = state_of_tables([new_table(2, 1), new_table(2, 1)], seen=3)
    >>> sorted(state)
    ['label_rows', 'label_values', 'seen', 'transition_rows', 'transition_values']
    """
    state: dict[str, NDArray[Any]] = {"seen": np.array([seen], np.int64)}
    for name, table in zip(("transition", "label"), tables, strict=True):
        state[f"{name}_rows"], state[f"{name}_values"] = touched_rows(table)
    return state


def restore_tables(tables: list[WeightTable], state: dict[str, NDArray[Any]]) -> int:
    """Put the tables back into a state; the number of sentences seen.

    >>> tables = [new_table(2, 1), new_table(2, 1)]
    >>> restore_tables(tables, state_of_tables(tables, seen=3))
    3
    """
    seen = state_array(state, "seen", np.int64, (1,), low=0, high=MAX_SENTENCES)
    for name, table in zip(("transition", "label"), tables, strict=True):
        count, columns = table.weights.shape
        rows = state_array(state, f"{name}_rows", np.int32, (None,), low=0, high=count - 1)
        values = state_array(state, f"{name}_values", np.float32, (len(rows), 2 * columns))
        if (np.abs(values[:, :columns]) > MAX_IN_TRAINING).any():
            raise MultiplaneError(f"found a weight beyond {MAX_IN_TRAINING} in '{name}_values'; expected 16 bits")
        for part, piece in ((table.weights, values[:, :columns]), (table.sums, values[:, columns:])):
            part[:] = 0
            part[rows] = piece
    return int(seen[0])
