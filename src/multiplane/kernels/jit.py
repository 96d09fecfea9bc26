"""Kernels: Numba functions over NumPy arrays, compiled once, cached on disk, run without the GIL.

The cache lies beside the source, or in the user's cache folder where the package is read-only (Numba's own rule);
where neither can be written, kernels are compiled anew in each process. Numba looks only at a kernel's own file to see
whether its machine code is still good; here the kernels and constants that it uses from other files count too. A cache
that cannot be read or written is left alone. The first compilation in a process gives a notice; a kernel that comes
from the cache gives none.

A call hands over every array of a record as seven numbers or more. Where a record has many arrays, and the kernel is
called at every step of a parse, that takes longer than the work itself: such kernels are ``inlined``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import FunctionType
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
    ... def first(values: list[int]) -> int:
    ...     return values[0]
    >>> first([3, 4])
    3
    """
    return cast(Function, numba.njit(inline="always", nogil=True, error_model="numpy")(function))


def _compiled(function: Function, forceinline: bool) -> Function:
    options = {"nogil": True, "error_model": "numpy", "forceinline": forceinline}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # Numba found no folder that it may write to
        return cast(Function, numba.njit(**options)(function))
    index = _cache_index(compiled)
    if index is not None:
        index._source_stamp = (index._source_stamp, _stamp_of_what_it_uses(function))
        index._load_index = _forgiving(index._load_index, dict)
        index.load = _forgiving(index.load, lambda: None)
        index.save = _forgiving(index.save, lambda: None)
    return cast(Function, compiled)


def _forgiving(method: Callable[..., Any], otherwise: Callable[[], Any]) -> Callable[..., Any]:
    """The method, with an answer for a cache that is damaged, made by other code, or on a full disk: compile anew."""

    def call(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception:
            return otherwise()

    return call


def _cache_index(value: object) -> Any:
    """Where Numba keeps the stamp of a cached kernel; None for anything else."""
    index = getattr(getattr(value, "_cache", None), "_cache_file", None)
    return index if hasattr(index, "_source_stamp") else None


def _stamp_of_what_it_uses(function: Callable[..., Any]) -> str:
    """A digest of the kernels and constants that a function takes from the namespace of its module."""
    assert isinstance(function, FunctionType)
    used = []
    for name in sorted(function.__code__.co_names):
        value = function.__globals__.get(name)
        index = _cache_index(value)
        if index is not None:
            used.append(f"{name} {index._source_stamp}")
        elif isinstance(value, int | float | str | tuple):
            used.append(f"{name} {value!r}")
    return hashlib.blake2b("\n".join(used).encode(), digest_size=16).hexdigest()


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    noticed = False

    def on_start(self, event: object) -> None:
        if not self.noticed:
            self.noticed = True
            notice("compiling kernels, once")

    def on_end(self, event: object) -> None:
        """Nothing to do: Numba's listener wants the method."""


event.register("numba:compile", _FirstCompilation())
