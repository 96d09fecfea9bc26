"""Matrix products whose every element is the same whatever is computed beside it, on any machine.

The products of a BLAS differ in their last bits with the number of rows, the place of a row among them, the number of
threads and the processor. Here every element is added up in the order of its terms, by fused operations, which round
once and so in one way: what is computed for a sentence depends on nothing else. A kernel computes some rows by some
columns at a time in registers, over weights that are packed for it once; how many depends on the processor, what comes
out does not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding, ir

from multiplane.kernels.alignment import aligned
from multiplane.kernels.arrays import Float32, Float64
from multiplane.kernels.interpret import interpreted_as
from multiplane.kernels.jit import before_compiling, kernel

ROWS, COLUMNS = 4, 16
FEATURES = binding.get_host_cpu_features()
LANES, PANELS = (16, 4) if FEATURES.get("avx512f") else (8, 1)
"""The numbers in a register, and the panels of a tile: of 32 registers with 16 numbers a tile takes 16, of 16 with 8
numbers 8."""

HAS_FUSED = bool(FEATURES.get("fma", True))
"""Whether the processor has fused operations; those without them, old and simple ones with the instructions of x86, say
so."""

Tile = Callable[[Float32, int, Float32, int, Float32], None]
ROWS_IN_CACHE = 16
BEYOND_32_BITS = np.int64((1 << 29) - 1)
HALF_WAY = np.int64(1 << 28)


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
    panels = aligned((width // COLUMNS, inner, COLUMNS), np.float32)
    panels[:] = whole.reshape(inner, width // COLUMNS, COLUMNS).transpose(1, 0, 2)
    return Packed(panels, added)


class FusedSteps:
    """Products added to totals, in 64 bits but rounded once to 32, as fused operations of 32-bit floats are, unless
    results are subnormal.

    In 64 bits a product is exact and the sum rounded. Rounding that to 32 bits goes wrong only where it lies half way
    between two of them but the sum itself does not: then it is moved to the right side first. Space is used again and
    again.

    >>> totals, tiny = np.array([[1 + 2**-23]], np.float32), 2**-12 + 2**-35
    >>> FusedSteps(totals).add(np.array([[tiny]]), np.array([tiny - 2**-34]))
    >>> float(totals[0, 0]) == 1 + 2**-23, float(np.float32(tiny * (tiny - 2**-34) + (1 + 2**-23))) == 1 + 2**-23
    (True, False)
    """

    def __init__(self, totals: Float32) -> None:
        self.totals = totals
        self._product, self._sum = np.empty(totals.shape), np.empty(totals.shape)
        self._beyond, self._is_half_way = np.empty(totals.shape, np.int64), np.empty(totals.shape, np.bool_)

    def add(self, factors: Float64, row: Float64) -> None:
        """Add the products of a column of factors with a row, all of them 32-bit floats in 64 bits."""
        product, total = self._product, self._sum
        np.multiply(factors, row, out=product)
        np.add(product, self.totals, out=total)
        np.bitwise_and(total.view(np.int64), BEYOND_32_BITS, out=self._beyond)
        if np.equal(self._beyond, HALF_WAY, out=self._is_half_way).any():
            added = total - product
            lost = (product - (total - added)) + (self.totals - added)
            beside = np.nextafter(total, np.where(lost > 0, np.inf, -np.inf))
            total[:] = np.where(self._is_half_way & (lost != 0), beside, total)
        self.totals[:] = total


def add_in_steps(x: Float32, rows: Float32, out: Float32) -> None:
    """Add the product of x with a matrix of as many rows as x has columns, or fewer, to ``out``: a term at a time."""
    factors, terms = x.astype(np.float64), rows.astype(np.float64)
    for first in range(0, len(x), ROWS_IN_CACHE):
        here = slice(first, first + ROWS_IN_CACHE)
        steps = FusedSteps(out[here])
        for k, row in enumerate(terms):
            steps.add(factors[here, k, None], row)


def tile_in_steps(rows: int, panels: int) -> Tile:
    """What a tile of so many rows and panels computes, in plain Python."""

    def tile(x: Float32, first: int, matrix: Float32, panel: int, out: Float32) -> None:
        for own in range(panel, panel + panels):
            here = slice(first, first + rows), slice(own * COLUMNS, (own + 1) * COLUMNS)
            add_in_steps(x[first : first + rows], matrix[own], out[here])

    return tile


def fused_in_doubles(builder: Any, vector: Any, factor: Any, other: Any, total: Any) -> Any:
    """A fused operation of vectors of 32-bit floats without instructions for it.

    The sum in 64 bits is rounded to odd: where something was lost and its last bit is even, it moves by one to where
    the exact sum lies. Then rounding it to 32 bits is rounding the exact sum.
    """
    wide = ir.VectorType(ir.DoubleType(), vector.count)
    bits = ir.VectorType(ir.IntType(64), vector.count)
    one, zeros = ir.Constant(bits, [1] * vector.count), ir.Constant(wide, [0.0] * vector.count)
    factor, other, total = (builder.fpext(value, wide) for value in (factor, other, total))
    product = builder.fmul(factor, other)
    both = builder.fadd(product, total)
    added = builder.fsub(both, product)
    lost = builder.fadd(builder.fsub(product, builder.fsub(both, added)), builder.fsub(total, added))
    raw = builder.bitcast(both, bits)
    is_even = builder.icmp_unsigned("==", builder.and_(raw, one), ir.Constant(bits, [0] * vector.count))
    is_away = builder.xor(builder.fcmp_ordered(">", lost, zeros), builder.fcmp_ordered("<", both, zeros))
    moved = builder.select(is_away, builder.add(raw, one), builder.sub(raw, one))
    is_moved = builder.and_(is_even, builder.fcmp_ordered("!=", lost, zeros))
    return builder.fptrunc(builder.bitcast(builder.select(is_moved, moved, raw), wide), vector)


def compile_tile_in_registers(
    tile: Tile, rows: int, panels: int, lanes: int = LANES, has_fused: bool = HAS_FUSED
) -> None:
    """Let Numba write out such a tile so that its part of the product is in registers while terms are added to it."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import lower_builtin, type_callable

    vector, number, index = ir.VectorType(ir.FloatType(), lanes), ir.FloatType(), ir.IntType(64)
    parts = COLUMNS // lanes
    columns = [(own, part) for own in range(panels) for part in range(parts)]

    type_callable(tile)(lambda context: lambda x, first, matrix, panel, out: types.void)

    @lower_builtin(tile, types.Array, types.Integer, types.Array, types.Integer, types.Array)  # type: ignore[untyped-decorator]
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        arguments = [
            value if isinstance(kind, types.Array) else context.cast(builder, value, kind, types.int64)
            for kind, value in zip(signature.args, values, strict=True)
        ]

        def place(array: Any, kind: Any, row: Any, column: Any) -> Any:
            strides = cgutils.unpack_tuple(builder, array.strides)
            data = builder.bitcast(array.data, ir.IntType(8).as_pointer())
            start = builder.bitcast(builder.gep(data, [builder.mul(strides[0], row)]), number.as_pointer())
            return builder.bitcast(builder.gep(start, [column]), kind.as_pointer())

        def load(pointer: Any) -> Any:
            value = builder.load(pointer)
            value.align = 4
            return value

        from_x, from_matrix, into = (
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(signature.args[::2], arguments[::2], strict=True)
        )
        of_vectors = ir.FunctionType(vector, [vector, vector, vector])
        intrinsic_name = f"llvm.fma.v{lanes}f32"

        def fused(*values: Any) -> Any:
            if not has_fused:
                return fused_in_doubles(builder, vector, *values)
            return builder.call(
                cgutils.get_or_insert_function(builder.module, of_vectors, intrinsic_name), list(values)
            )

        terms = cgutils.unpack_tuple(builder, from_matrix.shape)[1]
        numbers = [builder.add(arguments[3], index(own)) for own in range(panels)]
        rows_of_x = [place(from_x, number, builder.add(arguments[1], index(r)), index(0)) for r in range(rows)]
        targets = [
            place(
                into,
                vector,
                builder.add(arguments[1], index(r)),
                builder.add(builder.mul(numbers[own], index(COLUMNS)), index(part * lanes)),
            )
            for r in range(rows)
            for own, part in columns
        ]
        weights = [place(from_matrix, number, own, index(0)) for own in numbers]
        before = [load(target) for target in targets]
        entry, loop, end = builder.block, builder.append_basic_block("term"), builder.append_basic_block("end")
        builder.cbranch(builder.icmp_signed("<", index(0), terms), loop, end)
        builder.position_at_end(loop)
        term = builder.phi(index)
        sums = [builder.phi(vector) for _ in targets]
        term.add_incoming(index(0), entry)
        column = builder.mul(term, index(COLUMNS))
        factors = [
            load(
                builder.bitcast(
                    builder.gep(weights[own], [builder.add(column, index(part * lanes))]), vector.as_pointer()
                )
            )
            for own, part in columns
        ]
        after = []
        for r in range(rows):
            value = builder.load(builder.gep(rows_of_x[r], [term]))
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.IntType(32)(0))
            same = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
            spread = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), same)
            own_sums = sums[r * len(columns) : (r + 1) * len(columns)]
            after += [fused(spread, factor, total) for factor, total in zip(factors, own_sums, strict=True)]
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


def compile_tile_plainly(tile: Tile, rows: int, panels: int) -> None:
    """Let Numba compile such a tile as it compiles anything: the same numbers, many times slower."""
    from numba.extending import overload

    def plain(x, first, matrix, panel, out):  # type: ignore[no-untyped-def]
        for own in range(panel, panel + panels):
            for row in range(first, first + rows):
                for k in range(matrix.shape[1]):
                    for column in range(COLUMNS):
                        place = own * COLUMNS + column
                        out[row, place] = fused_plainly(x[row, k], matrix[own, k, column], out[row, place])

    overload(tile)(lambda x, first, matrix, panel, out: plain)


@kernel
def fused_plainly(factor: float, other: float, total: float) -> float:
    """A fused operation of 32-bit floats, as in `fused_in_doubles`.

    >>> float(fused_plainly(np.float32(2**-12), np.float32(2**12), np.float32(2**-25)))
    1.0
    """
    product = np.float64(factor) * np.float64(other)
    both = product + np.float64(total)
    added = both - product
    lost = (product - (both - added)) + (np.float64(total) - added)
    if (lost > 0 or lost < 0) and np.float64(both).view(np.int64) % 2 == 0:
        both = np.nextafter(both, np.inf if lost > 0 else -np.inf)
    return np.float32(both)  # type: ignore[return-value]


def tile(rows: int, panels: int) -> Tile:
    """The product of some rows with some panels, added to what is there: term by term, or compiled."""
    added = tile_in_steps(rows, panels)

    @before_compiling
    def tell() -> None:
        (compile_tile_in_registers if writes_registers() else compile_tile_plainly)(added, rows, panels)

    return added


@cache
def writes_registers() -> bool:
    """Whether a tile in registers computes what it should: tried once on a machine."""
    from multiplane.kernels.compiler import works

    def compute() -> None:
        import numba

        one = tile_in_steps(1, 1)
        compile_tile_in_registers(one, 1, 1)
        x, matrix, out = np.ones((1, 3), np.float32), np.ones((1, 3, COLUMNS), np.float32), np.zeros((1, COLUMNS))
        out = out.astype(np.float32)
        numba.njit(lambda x, matrix, out: one(x, 0, matrix, 0, out))(x, matrix, out)
        assert (out == x.sum()).all()

    return works("products", compute)


four_rows, one_row = tile(ROWS, 1), tile(1, 1)
four_wide_rows, one_wide_row = (tile(ROWS, PANELS), tile(1, PANELS)) if PANELS > 1 else (four_rows, one_row)


def multiply_in_steps(x: Float32, matrix: Packed) -> Float32:
    """What `multiply` computes, in plain Python: all rows and columns a term at a time."""
    out: Float32 = np.repeat(matrix.bias[None], len(x), axis=0)
    whole = np.ascontiguousarray(matrix.panels.transpose(1, 0, 2)).reshape(matrix.panels.shape[1], len(matrix.bias))
    add_in_steps(x, whole, out)
    return out


def steps_of_product(x: Float32, matrix: Packed) -> float:
    """The work of `multiply_in_steps`: some operations of NumPy for every term, and their elements."""
    return float(4 * matrix.panels.shape[1] + matrix.panels.size * (1 + len(x)) / 1000)


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
    whole, wide = len(x) - len(x) % ROWS, len(matrix.panels) - len(matrix.panels) % PANELS
    for panel in range(0, wide, PANELS):
        for first in range(0, whole, ROWS):
            four_wide_rows(x, first, matrix.panels, panel, out)
        for first in range(whole, len(x)):
            one_wide_row(x, first, matrix.panels, panel, out)
    for panel in range(wide, len(matrix.panels)):
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
