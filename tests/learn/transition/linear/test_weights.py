"""Tables of weights: averages, rounding, and the sparse form that goes into files."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.kernels.alignment import CACHE_LINE
from multiplane.learn.transition.linear.weights import (
    FARTHEST,
    averaged,
    dense,
    new_table,
    nudge,
    sparse,
    touched_rows,
)


@given(st.data())
def test_sparse_and_dense(data: st.DataObject) -> None:
    bits, columns = data.draw(st.integers(0, 19)), data.draw(st.integers(1, 5))
    table = np.zeros((1 << bits, columns), np.int8)
    places = st.tuples(st.integers(0, (1 << bits) - 1), st.integers(0, columns - 1))
    for (row, column), value in data.draw(st.dictionaries(places, st.integers(-127, 127))).items():
        table[row, column] = value
    again = dense(sparse(table), bits, columns)
    assert (again[:, :columns] == table).all()
    assert not again[:, columns:].any()
    assert again.ctypes.data % CACHE_LINE == 0


@pytest.mark.parametrize("row", [0, 1, FARTHEST - 1, FARTHEST, FARTHEST + 1, 2 * FARTHEST, 3 * FARTHEST - 1])
def test_rows_far_apart(row: int) -> None:
    table = np.zeros((1 << 18, 2), np.int8)
    table[row, 1] = -3
    table[-1, 0] = 5
    assert (dense(sparse(table), 18, 2)[:, :2] == table).all()


def test_averages() -> None:
    """A weight set to 4 at moment 5 of 10 has been in force half the time."""
    table = new_table(1, 2)
    table.weights[0, 0], table.sums[0, 0] = 4, 4 * 5
    table.weights[1, 1] = -2
    (weights,), scale = averaged([table], 10)
    assert (weights / scale).round(2)[:, :2].tolist() == [[2.0, 0.0], [0.0, -2.0]]


def test_large_weights_fit() -> None:
    table = new_table(1, 1)
    table.weights[:, 0] = [1000, -500]
    (weights,), scale = averaged([table], 10)
    assert weights[:, 0].tolist() == [127, -64]
    assert scale == pytest.approx(0.127)


@given(st.data())
def test_touched_rows(data: st.DataObject) -> None:
    """Those in which anything is not zero, and all of them."""
    bits, columns = data.draw(st.integers(0, 9)), data.draw(st.integers(1, 9))
    table = new_table(bits, columns)
    places = st.tuples(st.integers(0, (1 << bits) - 1), st.integers(0, columns - 1))
    for part, values in zip(table, (st.integers(-32767, 32767), st.floats(width=32)), strict=True):
        for place, value in data.draw(st.dictionaries(places, values)).items():
            part[place] = value
    both = np.concatenate(table, axis=1)
    rows, values = touched_rows(table)
    assert rows.tolist() == np.flatnonzero(both.any(axis=1)).tolist()
    assert values.tobytes() == both[rows].tobytes()


def test_touched_rows_keep_what_averages_to_zero() -> None:
    """A row whose weight has come back to zero still has its sum."""
    table = new_table(2, 1)
    table.sums[2, 0] = 7
    rows, values = touched_rows(table)
    assert rows.tolist() == [2]
    assert values.tolist() == [[0, 0, 0, 0, 7, 0, 0, 0]]


def test_a_weight_stops_where_it_is_as_large_as_it_can_be() -> None:
    table = new_table(1, 2)
    table.weights[1] = [32766, -32766, 0, 0]
    for column, by in ((0, 1), (0, 1), (1, -1), (1, -1)):
        nudge(table.weights, table.sums, 1, column, by, np.float32(5))
    assert table.weights.tolist() == [[0, 0, 0, 0], [32767, -32767, 0, 0]]
    assert table.sums.tolist() == [[0, 0, 0, 0], [5, -5, 0, 0]]
