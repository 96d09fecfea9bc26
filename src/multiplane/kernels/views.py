"""Views without reference counts, prefetching, and integers of one width: what the inner loops of kernels need.

Numba counts the references to an array with two atomic operations in every call that it does not inline. A borrowed
view has no owner and is not counted: the oracles run twice as fast on such views. The array must outlive the view: keep
it in a variable that is used again later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import config
from numba.core import cgutils, types
from numba.core.types.containers import BaseTuple
from numba.extending import intrinsic

from multiplane.kernels.interpret import interpreted_as
from multiplane.kernels.jit import kernel

Value = TypeVar("Value")
READ, KEEP, DATA = 0, 3, 1

if config.DISABLE_JIT:

    def borrowed(value: Value) -> Value:
        """The value itself: without compilation there is nothing to save."""
        return value

    def prefetch(table: object, row: int) -> None:
        """Does nothing: without compilation there is nothing to gain."""

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def borrowed(_: Any, value: Any) -> tuple[Any, Callable[..., Any]]:
        """A view of the array that takes no part in reference counting; of a record, with such views of its arrays."""

        def view_of(context: Any, builder: Any, kind: Any, owner: Any) -> Any:
            if isinstance(kind, BaseTuple):
                parts = zip(kind, cgutils.unpack_tuple(builder, owner, len(kind)), strict=True)
                return context.make_tuple(builder, kind, [view_of(context, builder, *part) for part in parts])
            if not isinstance(kind, types.Array):
                return owner
            view = context.make_array(kind)(context, builder, owner)
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return view_of(context, builder, value, arguments[0])

        return value(value), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def prefetch(_: Any, table: Any, row: Any) -> tuple[Any, Callable[..., Any]]:
        """Ask the processor to load the beginning of this row, which is about to be read.

        Rows that lie far apart are then loaded at the same time, not one after the other.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            rows = context.make_array(table)(context, builder, arguments[0])
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            offset = builder.mul(arguments[1], cgutils.unpack_tuple(builder, rows.strides)[0])
            place = builder.gep(builder.bitcast(rows.data, pointer), [offset])
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            builder.call(function, [place, number(READ), number(KEEP), number(DATA)])
            return context.get_dummy_value()

        return types.void(table, types.int64), generate

    interpreted_as(borrowed, lambda value: value)
    interpreted_as(prefetch, lambda table, row: None)


@kernel
def as_number(value: int) -> int:
    """The value as a 64-bit integer: kernels that get integers of one width only are compiled once."""
    return np.int64(value)  # type: ignore[return-value]
