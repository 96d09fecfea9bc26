"""Decorators for kernels: Numba functions over NumPy arrays, compiled once, cached on disk, run without the GIL.

The first compilation in a process gives a notice; a kernel that comes from the cache gives none.

A call hands over every array of a record as seven numbers or more. Where a record has many arrays, and the kernel is
called at every step of a parse, that takes longer than the work itself: such kernels are ``inlined``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import config, event

from multiplane.kernels.cache import KernelCache
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
    return _compiled(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Compile a function as a kernel that becomes a part of every kernel that calls it.

    >>> @inlined
    ... def half(x: int) -> int:
    ...     return x // 2
    >>> int(half(42))
    21
    """
    return _compiled(function, forceinline=True)


def accessor(function: Function) -> Function:
    """A line or two that stand for an index or a test, written out wherever a kernel calls them: free of charge.

    >>> @accessor
    ... def first(values: tuple[int, int]) -> int:
    ...     return values[0]
    >>> first((3, 4))
    3
    """
    return cast(Function, numba.njit(inline="always", nogil=True, error_model="numpy")(function))


def _compiled(function: Function, forceinline: bool) -> Function:
    compiled: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if not config.DISABLE_JIT:
        compiled._cache = KernelCache(compiled)
    return cast(Function, compiled)


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    noticed = False

    def on_start(self, event: object) -> None:
        if not self.noticed:
            self.noticed = True
            notice("compiling kernels, once")

    def on_end(self, event: object) -> None:
        """Nothing to do: Numba's listener wants the method."""


event.register("numba:compile", _FirstCompilation())
