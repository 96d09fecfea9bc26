"""What keeps the oracles' kernels fast and compiled once: arrays that are not counted, numbers of one width.

Numba counts the references to an array in every call that it does not inline, with two atomic operations each. A view
without an owner takes no part in that: the oracles run twice as fast on such views. Its array must outlive it: keep the
array in a variable that is used again later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import config
from numba.core import cgutils
from numba.extending import intrinsic

from multiplane.jit import kernel

Array = TypeVar("Array")

if config.DISABLE_JIT:

    def uncounted(array: Array) -> Array:
        """The array itself: without compilation there is nothing to save."""
        return array

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def uncounted(_: Any, array: Any) -> tuple[Any, Callable[..., Any]]:
        """A view of the array that does not own it."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            view = context.make_array(array)(context, builder, arguments[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        return array(array), generate


@kernel
def as_number(value: int) -> int:
    """The value as 64 bits, as the machine's kernels take numbers: for each width they would be compiled again."""
    return np.int64(value)  # type: ignore[return-value]
