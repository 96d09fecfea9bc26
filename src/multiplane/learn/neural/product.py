"""Matrix products whose every element is the same whatever is computed beside it, on any machine.

The products of a BLAS differ in their last bits with the number of rows, the place of a row among them and the number
of threads. Here every element is added up in the order of its terms, without fused operations: what is computed for a
sentence depends on nothing else. A kernel computes four rows by sixteen columns at a time in registers, over weights
that are packed for it once: as fast as a BLAS, and faster for the few rows of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import config
from numba.core import cgutils, types
from numba.extending import intrinsic

from multiplane.kernels.arrays import Float32
from multiplane.kernels.interpret import interpreted_as
from multiplane.kernels.jit import kernel

ROWS, COLUMNS, LANES = 4, 16, 8


class Packed(NamedTuple):
    """A matrix in panels of sixteen columns, ``panels[p, k]`` being a part of its row k, and what to add to each row.

    Both are filled up with zeros to whole panels.
    """

    panels: Float32
    bias: Float32


def packed(weights: Float32, bias: Float32 | None = None) -> Packed:
    """A matrix, and a bias for each of its columns, ready for `multiply`.

    >>> packed(np.ones((3, 20), np.float32)).panels.shape
    (2, 3, 16)
    """
    inner, columns = weights.shape
    width = -columns % COLUMNS + columns
    whole, added = np.zeros((inner, width), np.float32), np.zeros(width, np.float32)
    whole[:, :columns] = weights
    if bias is not None:
        added[:columns] = bias
    return Packed(np.ascontiguousarray(whole.reshape(inner, width // COLUMNS, COLUMNS).transpose(1, 0, 2)), added)


def tile_in_steps(rows: int) -> Callable[[Float32, int, Float32, int, Float32], None]:
    """What a tile of so many rows computes, in plain Python."""

    def tile(x: Float32, first: int, panels: Float32, panel: int, out: Float32) -> None:
        here = slice(first, first + rows), slice(panel * COLUMNS, (panel + 1) * COLUMNS)
        for k in range(panels.shape[1]):
            out[here] += x[first : first + rows, k, None] * panels[panel, k]

    return tile


def tile_in_registers(rows: int) -> Any:
    """The same, compiled: a tile of the product stays in registers while the terms are added to it."""
    vector, number, index = ir.VectorType(ir.FloatType(), LANES), ir.FloatType(), ir.IntType(64)
    parts = COLUMNS // LANES

    @intrinsic  # type: ignore[untyped-decorator]
    def tile(_: Any, x: Any, first: Any, panels: Any, panel: Any, out: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def place(array: Any, kind: Any, row: Any, column: Any) -> Any:
                strides = cgutils.unpack_tuple(builder, array.strides)
                data = builder.bitcast(array.data, ir.IntType(8).as_pointer())
                start = builder.bitcast(builder.gep(data, [builder.mul(strides[0], row)]), number.as_pointer())
                return builder.bitcast(builder.gep(start, [column]), kind.as_pointer())

            def load(pointer: Any) -> Any:
                value = builder.load(pointer)
                value.align = 4
                return value

            from_x, from_panels, into = (
                context.make_array(kind)(context, builder, value)
                for kind, value in zip((x, panels, out), arguments[::2], strict=True)
            )
            terms = cgutils.unpack_tuple(builder, from_panels.shape)[1]
            column = builder.mul(arguments[3], index(COLUMNS))
            rows_of_x = [place(from_x, number, builder.add(arguments[1], index(r)), index(0)) for r in range(rows)]
            targets = [
                place(into, vector, builder.add(arguments[1], index(r)), builder.add(column, index(part * LANES)))
                for r in range(rows)
                for part in range(parts)
            ]
            weights = place(from_panels, number, arguments[3], index(0))
            before = [load(target) for target in targets]
            entry, loop, end = builder.block, builder.append_basic_block("term"), builder.append_basic_block("end")
            builder.cbranch(builder.icmp_signed("<", index(0), terms), loop, end)
            builder.position_at_end(loop)
            term = builder.phi(index)
            sums = [builder.phi(vector) for _ in targets]
            term.add_incoming(index(0), entry)
            row = builder.gep(weights, [builder.mul(term, index(COLUMNS))])
            factors = [
                load(builder.bitcast(builder.gep(row, [index(part * LANES)]), vector.as_pointer()))
                for part in range(parts)
            ]
            after = []
            for r in range(rows):
                value = builder.load(builder.gep(rows_of_x[r], [term]))
                one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.IntType(32)(0))
                same = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
                spread = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), same)
                after += [
                    builder.fadd(sums[r * parts + part], builder.fmul(spread, factors[part])) for part in range(parts)
                ]
            following = builder.add(term, index(1))
            term.add_incoming(following, loop)
            for total, first_value, next_value in zip(sums, before, after, strict=True):
                total.add_incoming(first_value, entry)
                total.add_incoming(next_value, loop)
            builder.cbranch(builder.icmp_signed("<", following, terms), loop, end)
            builder.position_at_end(end)
            results = [builder.phi(vector) for _ in targets]
            for result, first_value, next_value in zip(results, before, after, strict=True):
                result.add_incoming(first_value, entry)
                result.add_incoming(next_value, loop)
            for target, result in zip(targets, results, strict=True):
                builder.store(result, target).align = 4
            return context.get_dummy_value()

        return types.void(x, types.int64, panels, types.int64, out), generate

    return tile


if config.DISABLE_JIT:
    four_rows, one_row = tile_in_steps(ROWS), tile_in_steps(1)
else:
    four_rows, one_row = tile_in_registers(ROWS), tile_in_registers(1)
    interpreted_as(four_rows, tile_in_steps(ROWS))
    interpreted_as(one_row, tile_in_steps(1))


def multiply_in_steps(x: Float32, matrix: Packed) -> Float32:
    """What `multiply` computes, in plain Python: all rows and columns a term at a time."""
    out = np.repeat(matrix.bias[None], len(x), axis=0)
    whole = np.ascontiguousarray(matrix.panels.transpose(1, 0, 2)).reshape(-1, len(matrix.bias))
    for k, row in enumerate(whole):
        out += x[:, k, None] * row
    return out


def steps_of_product(x: Float32, matrix: Packed) -> float:
    """The work of `multiply_in_steps`: an operation of NumPy for every term, and their elements."""
    return float(matrix.panels.shape[1] + matrix.panels.size * (1 + len(x)) / 4000)


@kernel(steps=steps_of_product)
def multiply(x: Float32, matrix: Packed) -> Float32:
    """The product of the rows of x with a matrix, plus its bias, with as many columns as its panels have.

    Where x has more columns than the matrix has rows, the others do not count.

    >>> x, weights = np.array([[1, 2], [3, 4], [5, 6]], np.float32), np.array([[1, 0, 2], [0, 1, 3]], np.float32)
    >>> multiply(x, packed(weights, np.array([10, 20, 30], np.float32)))[:, :3].tolist()
    [[11.0, 22.0, 38.0], [13.0, 24.0, 48.0], [15.0, 26.0, 58.0]]
    """
    out = np.empty((len(x), len(matrix.bias)), np.float32)
    out[:] = matrix.bias
    whole = len(x) - len(x) % ROWS
    for panel in range(len(matrix.panels)):
        for first in range(0, whole, ROWS):
            four_rows(x, first, matrix.panels, panel, out)
        for first in range(whole, len(x)):
            one_row(x, first, matrix.panels, panel, out)
    return out


interpreted_as(multiply, multiply_in_steps)


@kernel
def packed_rows(rows: Float32, terms: int) -> Packed:
    """The matrix whose columns are the first so many elements of these rows: for products of rows with rows.

    >>> rows = np.array([[1, 2], [3, 4]], np.float32)
    >>> multiply(rows, packed_rows(rows, 2))[:, :2].tolist()
    [[5.0, 11.0], [11.0, 25.0]]
    """
    panels = np.zeros(((len(rows) + COLUMNS - 1) // COLUMNS, terms, COLUMNS), np.float32)
    for row in range(len(rows)):
        for k in range(terms):
            panels[row // COLUMNS, k, row % COLUMNS] = rows[row, k]
    return Packed(panels, np.zeros(len(panels) * COLUMNS, np.float32))
