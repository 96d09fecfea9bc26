"""Kernels: Numba functions over NumPy arrays, compiled once, cached on disk, run without the GIL.

The cache lies beside the source, or in the user's cache folder where the package is read-only (Numba's own rule);
where neither can be written, kernels are compiled anew in each process. The first compilation in a process gives a
notice; a kernel that comes from the cache gives none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from multiplane.notices import notice

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function on first use, for the types it meets; keep the machine code on disk where there is a place.

    >>> @kernel
    ... def double(x: int) -> int:
    ...     return x + x
    >>> int(double(21))
    42
    """
    try:
        return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    except RuntimeError:  # Numba found no folder that it may write to
        return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    noticed = False

    def on_start(self, event: object) -> None:
        if not self.noticed:
            self.noticed = True
            notice("compiling kernels, once")

    def on_end(self, event: object) -> None:
        """Nothing to do: Numba's listener wants the method."""


event.register("numba:compile", _FirstCompilation())
