"""Adam over flat arrays and over rows, against its formulas."""

from __future__ import annotations

import numpy as np

from multiplane.learn.neural.encoders.embeddings import add_up, embedding_layout
from multiplane.learn.neural.training.adam import corrected_rate, follow, learned, update, update_rows


def formula(values: np.ndarray, gradients: list[np.ndarray], rate: float) -> np.ndarray:
    first = second = np.zeros_like(values)
    for step, gradient in enumerate(gradients, 1):
        first = 0.9 * first + 0.1 * gradient
        second = 0.95 * second + 0.05 * gradient**2
        values = values - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.95**step)) + 1e-8)
    return values


def test_steps_are_those_of_the_formula() -> None:
    random = np.random.default_rng(0)
    start = random.standard_normal(50)
    gradients = [random.standard_normal(50) for _ in range(5)]
    weights = learned(start.astype(np.float32))
    for step, gradient in enumerate(gradients, 1):
        update(weights, gradient.astype(np.float32), np.float32(1), *corrected_rate(0.01, step))
    np.testing.assert_allclose(weights.values, formula(start, gradients, 0.01), rtol=1e-4, atol=1e-5)


def test_rows_that_were_used_move_and_no_others() -> None:
    random = np.random.default_rng(1)
    layout = embedding_layout(["a", "b", "b"], {"a": 4, "b": 2}, np.array([5, 3, 3]))
    start = random.standard_normal(int(layout.table_starts[-1])).astype(np.float32)
    weights = learned(start.copy())
    rows = np.array([[1, 0, -1], [1, 2, 0], [4, 2, -1]], np.int32)
    inputs = random.standard_normal((3, 6)).astype(np.float32)
    whole = np.zeros_like(start)
    for node, column in np.ndindex(rows.shape):
        if rows[node, column] >= 0:
            width, place = layout.widths[column], layout.inputs[column]
            begin = layout.starts[column] + rows[node, column] * width
            whole[begin : begin + width] += inputs[node, place : place + width]
    sums, last_step = np.zeros_like(start), np.zeros(int(layout.table_rows[-1]), np.int64)
    update_rows(weights, rows, inputs, layout, sums, last_step, 1, *corrected_rate(0.01, 1))
    expected = formula(start.astype(np.float64), [whole.astype(np.float64)], 0.01)
    np.testing.assert_allclose(weights.values, expected, rtol=1e-4, atol=1e-5)
    assert not sums.any()
    used = whole != 0
    assert (weights.values[~used] == start[~used]).all()
    out = np.empty((3, 6), np.float32)
    add_up(rows, start, layout, out)
    assert np.allclose(out[0, 4:], start[layout.starts[1] : layout.starts[1] + 2])


def test_an_average_follows_the_weights() -> None:
    weights = learned(np.zeros(3, np.float32))
    weights.values[:] = 1
    follow(weights, np.float32(0.25))
    follow(weights, np.float32(0.25))
    np.testing.assert_allclose(weights.average, 0.4375)
