"""Views without reference counts, prefetching, and integers of one width: what the inner loops of kernels need.

Numba counts the references to an array with two atomic operations in every call that it does not inline. A borrowed
view has no owner and is not counted: the oracles run twice as fast on such views. The array must outlive the view: keep
it in a variable that is used again later.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from multiplane.kernels.jit import before_compiling, kernel

Value = TypeVar("Value")
READ, KEEP, DATA = 0, 3, 1


def borrowed(value: Value) -> Value:
    """A view of the array that takes no part in reference counting; of a record, with such views of its arrays.

    Outside compiled kernels there is nothing to save: it is the value itself.
    """
    return value


def prefetch(table: object, row: int) -> None:
    """Ask the processor to load the beginning of this row, which is about to be read.

    Rows that lie far apart are then loaded at the same time, not one after the other.
    """


@kernel
def as_number(value: int) -> int:
    """The value as a 64-bit integer: kernels that get integers of one width only are compiled once."""
    return np.int64(value)  # type: ignore[return-value]


@before_compiling
def _tell() -> None:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import lower_builtin, type_callable

    type_callable(borrowed)(lambda context: lambda value: value)
    type_callable(prefetch)(lambda context: lambda table, row: types.void)

    @lower_builtin(borrowed, types.Any)  # type: ignore[untyped-decorator]
    def view_of_argument(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return view_of(context, builder, signature.args[0], arguments[0])

    def view_of(context: Any, builder: Any, kind: Any, owner: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            parts = zip(kind, cgutils.unpack_tuple(builder, owner, len(kind)), strict=True)
            return context.make_tuple(builder, kind, [view_of(context, builder, *part) for part in parts])
        if not isinstance(kind, types.Array):
            return owner
        view = context.make_array(kind)(context, builder, owner)
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    @lower_builtin(prefetch, types.Array, types.Integer)  # type: ignore[untyped-decorator]
    def load_row(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        row = context.cast(builder, arguments[1], signature.args[1], types.int64)
        offset = builder.mul(row, cgutils.unpack_tuple(builder, rows.strides)[0])
        place = builder.gep(builder.bitcast(rows.data, pointer), [offset])
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        builder.call(function, [place, number(READ), number(KEEP), number(DATA)])
        return context.get_dummy_value()
