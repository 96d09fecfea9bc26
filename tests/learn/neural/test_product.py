"""Products: right, and the same to the bit whatever else is computed, interpreted or compiled."""

from __future__ import annotations

from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from multiplane.kernels.interpret import kernels
from multiplane.learn.neural.product import (
    FusedSteps,
    add_in_steps,
    compile_tile_in_registers,
    compile_tile_plainly,
    multiply,
    multiply_in_steps,
    packed,
    packed_rows,
    tile_in_steps,
)

SIZES = st.tuples(st.integers(0, 13), st.integers(0, 9), st.integers(1, 150), st.integers(0, 99))


def matrices(rows: int, terms: int, columns: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    shapes = (rows, terms), (terms, columns), (columns,)
    x, weights, bias = (random.standard_normal(shape).astype(np.float32) for shape in shapes)
    return x, weights, bias


@given(SIZES)
def test_a_product_is_a_product(sizes: tuple[int, int, int, int]) -> None:
    x, weights, bias = matrices(*sizes)
    found = multiply(x, packed(weights, bias))
    assert found.shape == (sizes[0], -sizes[2] % 16 + sizes[2])
    np.testing.assert_allclose(found[:, : sizes[2]], x.astype(np.float64) @ weights + bias, rtol=1e-4, atol=1e-5)
    assert not found[:, sizes[2] :].any()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")
@given(SIZES)
def test_interpreted_and_compiled_products_are_the_same(sizes: tuple[int, int, int, int]) -> None:
    x, weights, bias = matrices(*sizes)
    found = []
    for mode in ("interpreted", "compiled"):
        with kernels(mode):
            found.append((multiply(x, packed(weights, bias)), multiply(x, packed_rows(x, sizes[1]))))
    assert [product.tobytes() for product in found[0]] == [product.tobytes() for product in found[1]]


def test_a_row_has_the_same_product_wherever_it_is() -> None:
    x, weights, bias = matrices(37, 100, 50, 5)
    matrix = packed(weights, bias)
    with kernels("compiled"):
        whole = multiply(x, matrix)
        for first in range(37):
            for last in (first + 1, first + 2, 37):
                assert multiply(x[first:last], matrix).tobytes() == whole[first:last].tobytes()


def test_more_columns_than_the_matrix_has_rows_do_not_count() -> None:
    x, weights, bias = matrices(6, 5, 3, 0)
    wide = np.concatenate([x, np.full((6, 2), np.nan, np.float32)], axis=1)
    assert multiply(wide, packed(weights, bias)).tobytes() == multiply(x, packed(weights, bias)).tobytes()


FLOATS = st.floats(2.0**-30, 2.0**30, width=32) | st.floats(-(2.0**30), -(2.0**-30), width=32)


@given(FLOATS, FLOATS, FLOATS)
@example(2.0**-12 * (1 + 2.0**-23), 2.0**-12 * (1 - 2.0**-23), 1 + 2.0**-23)
@example(2.0**-12 * (1 + 2.0**-23), -(2.0**-12) * (1 - 2.0**-23), 1 + 2.0**-23)
@example(2.0**-12, 2.0**-12, 1 + 2.0**-23)
def test_a_fused_operation_rounds_once(factor: float, other: float, total: float) -> None:
    totals = np.float32([[total]])
    FusedSteps(totals).add(np.array([[factor]]), np.array([other]))
    found = totals[0, 0]
    exact = Fraction(factor) * Fraction(other) + Fraction(total)
    error = abs(Fraction(float(found)) - exact)
    beside = [abs(Fraction(float(np.nextafter(found, np.float32(end)))) - exact) for end in (-np.inf, np.inf)]
    is_even = int(found.view(np.uint32)) % 2 == 0
    assert all(error < distance or (error == distance and is_even) for distance in beside)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")
@pytest.mark.parametrize(
    ("lanes", "panels", "has_fused"), [(8, 1, True), (16, 4, True), (8, 1, False), (4, 2, False), (0, 2, False)]
)
def test_tiles_of_any_processor_compute_the_same(lanes: int, panels: int, has_fused: bool) -> None:
    tile = tile_in_steps(4, panels)
    if lanes:
        compile_tile_in_registers(tile, 4, panels, lanes, has_fused)
    else:
        compile_tile_plainly(tile, 4, panels)

    @numba.njit
    def run(x, matrix, out):  # type: ignore[no-untyped-def]
        tile(x, 0, matrix, 0, out)

    x, weights, bias = matrices(4, 200, panels * 16, lanes)
    matrix = packed(weights, bias)
    found = np.repeat(matrix.bias[None], 4, axis=0)
    run(x, matrix.panels, found)
    assert found.tobytes() == multiply_in_steps(x, matrix).tobytes()
    half_way = np.float32([[2.0**-12 * (1 + 2.0**-23)], [-(2.0**-12) * (1 + 2.0**-23)], [0], [2.0**-12]])
    matrix = packed(np.full((1, panels * 16), 2.0**-12 * (1 - 2.0**-23), np.float32))
    for total in (1 + 2.0**-23, -1 - 2.0**-23, 1.0):
        found, expected = (np.full((4, panels * 16), total, np.float32) for _ in range(2))
        run(half_way, matrix.panels, found)
        add_in_steps(half_way, np.concatenate(list(matrix.panels), axis=1), expected)
        assert found.tobytes() == expected.tobytes()
