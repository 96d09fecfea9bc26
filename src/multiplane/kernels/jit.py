"""Decorators for kernels: functions over NumPy arrays that are compiled, or interpreted while their work is small.

A kernel is an object of this package, not of Numba: Numba is imported when the first kernel is compiled or loaded, and
asked for machine code by ``compiler``. Kernels name each other as functions do, run without the GIL and are plain
functions with NUMBA_DISABLE_JIT=1.

A call hands over every array of a record as seven numbers or more. Where a record has many arrays, and the kernel is
called at every step of a parse, that takes longer than the work itself: such kernels are ``inlined``.
"""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from functools import cached_property, update_wrapper
from importlib import import_module
from types import FunctionType, MethodType
from typing import Any, TypeVar, cast, overload

from multiplane.kernels import interpret
from multiplane.kernels.ahead import add_to_list
from multiplane.kernels.folder import is_kept

Function = TypeVar("Function", bound=Callable[..., Any])
Steps = Callable[..., float]
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
IS_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@overload
def kernel(function: Function) -> Function: ...


@overload
def kernel(*, steps: Steps) -> Callable[[Function], Function]: ...


def kernel(function: Function | None = None, *, steps: Steps | None = None) -> Any:
    """Compile a function for the types it meets, unless its work is small; keep the machine code on disk.

    ``steps`` tells from the arguments how much work a call is, where the number of elements in its arrays does not:
    where some are the weights of a model, or where the work grows with a power of the length.

    >>> @kernel
    ... def double(x: int) -> int:
    ...     return x + x
    >>> @kernel(steps=lambda times: 10 * times)
    ... def doubled(times: int) -> int:
    ...     result = 1
    ...     for _ in range(times):
    ...         result = double(result)
    ...     return result
    >>> int(doubled(6))
    64
    """
    if function is None:
        return lambda function: _as_kernel(Kernel, function, steps=steps)
    return _as_kernel(Kernel, function)


def inlined(function: Function) -> Function:
    """Compile a function as a kernel that becomes a part of every kernel that calls it.

    >>> @inlined
    ... def half(x: int) -> int:
    ...     return x // 2
    >>> int(half(42))
    21
    """
    return _as_kernel(Kernel, function, options={"forceinline": True})


def accessor(function: Function) -> Function:
    """A line or two that stand for an index or a test, written out wherever a kernel calls them: free of charge.

    >>> @accessor
    ... def first(values: tuple[int, int]) -> int:
    ...     return values[0]
    >>> first((3, 4))
    3
    """
    return _as_kernel(Accessor, function, options={"inline": "always"})


_waiting: list[Callable[[], None]] = []


def before_compiling(tell: Callable[[], None]) -> None:
    """Let Numba be told something when it has been imported, and before it compiles anything."""
    if not IS_DISABLED:
        _waiting.append(tell)


def tell_compiler() -> None:
    """Tell Numba what it has not been told."""
    while _waiting:
        _waiting.pop(0)()


def _as_kernel(kind: type[Kernel], function: Function, **keywords: Any) -> Function:
    return function if IS_DISABLED else cast(Function, kind(cast(FunctionType, function), **keywords))


class Kernel:
    """A function that is interpreted as long as its work is small, and then compiled for the types it meets."""

    def __init__(self, function: FunctionType, steps: Steps | None = None, options: dict[str, Any] | None = None):
        update_wrapper(self, function)
        self.__qualname__ = function.__qualname__
        self.py_func = function
        self.steps = steps or (lambda *arguments: interpret.elements(arguments))
        self.targetoptions = options or {"forceinline": False}  # if this is not said, callees inherit it from callers
        self.run: Callable[..., Any] = self.begin
        self.seconds, self.steps_done = 0.0, 0.0

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if keywords or len(arguments) != self.py_func.__code__.co_argcount:
            arguments = self._filled(arguments, keywords)
        return self.run(*arguments)

    def __get__(self, record: Any, _: type | None = None) -> Any:
        """A method of a record: outside kernels it is interpreted, as a part of what calls it."""
        return self if record is None else MethodType(interpret.twin_of(self.py_func), record)

    def __reduce__(self) -> Any:
        if "<" in self.__qualname__:
            return type(self), (self.py_func, None, self.targetoptions)
        return self.__qualname__

    def begin(self, *arguments: Any) -> Any:
        """What a call does before the kernel is compiled."""
        if interpret.is_listing():
            add_to_list(self, arguments)
        if not self._is_small(self.steps(*arguments)):
            compiler = import_module("multiplane.kernels.compiler")  # which builds on this module, and imports Numba
            self.run = compiler.compile_for(self, arguments)
            return self.run(*arguments)
        return self._interpret(arguments)

    def _interpret(self, arguments: tuple[Any, ...]) -> Any:
        began = time.thread_time()
        try:
            return interpret.interpret(self.py_func, *arguments)
        finally:
            self.seconds += time.thread_time() - began
            self.steps_done += self.steps(*arguments)

    def _is_small(self, steps: float) -> bool:
        """Whether a call of so many steps is interpreted, at the pace of those before it."""
        seconds = self.seconds * (1 + steps / max(self.steps_done, 1))
        return interpret.may_interpret(steps, seconds) and not (
            interpret.is_worth_loading(steps, seconds) and self._is_kept
        )

    @cached_property
    def _is_kept(self) -> bool:
        return is_kept(self.py_func)

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.py_func)

    def _filled(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
        """All arguments by position, with defaults."""
        bound = self._signature.bind(*arguments, **keywords)
        bound.apply_defaults()
        return bound.args


class Accessor(Kernel):
    """A function that is never compiled by itself."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return interpret.interpret(self.py_func, *arguments, **keywords)
