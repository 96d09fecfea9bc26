"""What keeps kernels fast and compiled once: arrays that are not counted, rows fetched ahead, numbers of one width.

Numba counts the references to an array in every call that it does not inline, with two atomic operations each. A view
without an owner takes no part in that: the oracles run twice as fast on such views. Its array must outlive it: keep the
array in a variable that is used again later.
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

from multiplane.kernels.jit import kernel

Value = TypeVar("Value")
READ, KEEP, DATA = 0, 3, 1

if config.DISABLE_JIT:

    def borrowed(value: Value) -> Value:
        """The value itself: without compilation there is nothing to save."""
        return value

    def prefetch(table: object, row: int) -> None:
        """Nothing: without compilation there is nothing to win."""

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def borrowed(_: Any, value: Any) -> tuple[Any, Callable[..., Any]]:
        """A view of the array that does not own it; of a record, one with such views of all arrays inside it."""

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
        """Tell the processor that the beginning of this row is about to be read.

        Rows that lie far apart then come all at once, rather than each when its turn has come.
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


@kernel
def as_number(value: int) -> int:
    """The value as 64 bits, as the machine's kernels take numbers: for each width they would be compiled again."""
    return np.int64(value)  # type: ignore[return-value]
