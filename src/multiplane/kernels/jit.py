"""Decorators for kernels: Numba functions over NumPy arrays, compiled once, cached on disk, run without the GIL.

Compilation gives notices (see ``progress``); a kernel that comes from the cache gives none.

A call hands over every array of a record as seven numbers or more. Where a record has many arrays, and the kernel is
called at every step of a parse, that takes longer than the work itself: such kernels are ``inlined``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar, cast, overload

import numba
from numba.core import config, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import OmittedArg
from numba.core.registry import CPUDispatcher

from multiplane.kernels import progress as progress
from multiplane.kernels.ahead import add_to_list
from multiplane.kernels.cache import KernelCache
from multiplane.kernels.claims import claim_or_wait
from multiplane.kernels.inner import InnerCompiler, set_environments
from multiplane.kernels.interpret import (
    elements,
    interpret,
    is_interpreting,
    is_listing,
    is_worth_loading,
    may_interpret,
    twin_of,
)
from multiplane.kernels.shape_errors import short_shape_errors

Function = TypeVar("Function", bound=Callable[..., Any])
LONG_CALL = 0.5
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
INNER_OPTIONS = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}


@overload
def kernel(function: Function) -> Function: ...


@overload
def kernel(*, steps: Callable[..., float]) -> Callable[[Function], Function]: ...


def kernel(function: Function | None = None, *, steps: Callable[..., float] | None = None) -> Any:
    """Compile a function for the types it meets, unless its work is small; keep the machine code on disk.

    ``steps`` tells from the arguments how much work a call is, where the number of elements in its arrays does not.

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
        return lambda function: _compiled(function, forceinline=False, steps=steps)
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
    return cast(Function, _entry(numba.njit(inline="always", **OPTIONS)(function)))


def _compiled(function: Function, forceinline: bool, steps: Callable[..., float] | None = None) -> Function:
    compiled: Any = _entry(numba.njit(no_cfunc_wrapper=True, forceinline=forceinline, **OPTIONS)(function))
    if not config.DISABLE_JIT:
        compiled.steps = steps
        compiled._cache = KernelCache(compiled)
        compiled.kept = {}
        compiled.inner = numba.njit(forceinline=forceinline, **INNER_OPTIONS)(function)
        compiled.inner.__class__ = _Inner
        compiled.inner._cache = KernelCache(compiled.inner)
    return cast(Function, compiled)


def _entry(compiled: Any) -> Any:
    if not config.DISABLE_JIT:
        compiled.__class__ = _Entry
    return compiled


class _Entry(CPUDispatcher):  # type: ignore[misc]
    """A kernel for calls from Python, interpreted or compiled; other kernels use its inner form, if it has one."""

    inner: Any = None
    steps: Callable[..., float] | None = None
    interpreted_steps = 0.0
    kept: dict[tuple[Any, ...], bool] | None = None

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.inner or self)

    def _compile_for_args(self, *arguments: Any, **keywords: Any) -> Any:
        """What Numba calls when there is no machine code for arguments of these types; what it gives is called."""
        if is_interpreting():
            return partial(_with_defaults, twin_of(self.py_func))
        if is_listing():
            add_to_list(self, tuple(map(self._type_of, arguments)))
        steps = elements(arguments) if self.steps is None else self.steps(*arguments)
        if may_interpret(steps, self.interpreted_steps) and not self._is_better_loaded(steps, arguments):
            self.interpreted_steps += steps
            return partial(_with_defaults, self._interpret)
        return super()._compile_for_args(*arguments, **keywords)

    def _is_better_loaded(self, steps: float, arguments: tuple[Any, ...]) -> bool:
        """Whether the call is worth loading machine code, and the cache has it; the cache is asked once for types."""
        if self.kept is None or not is_worth_loading(steps, self.interpreted_steps):
            return False
        kinds = tuple(map(self._type_of, arguments))
        if kinds not in self.kept:
            self.kept[kinds] = self._cache.has(kinds)
        return self.kept[kinds]

    def _type_of(self, argument: Any) -> Any:
        return types.misc.Omitted(argument.value) if isinstance(argument, OmittedArg) else self.typeof_pyval(argument)

    def _interpret(self, *arguments: Any) -> Any:
        """Run the twin; should a call take long, whatever its steps, it is the last."""
        began = time.perf_counter()
        result = interpret(self.py_func, *arguments)
        if time.perf_counter() - began > LONG_CALL:
            self.interpreted_steps = float("inf")
        return result

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def compile(self, signature: Any) -> Any:
        """The machine code for arguments of these types, from the cache or by compilation, here or elsewhere."""
        with short_shape_errors(), self._claimed(signature):
            return super().compile(signature)

    @contextmanager
    def _claimed(self, signature: Any) -> Iterator[None]:
        """Nobody else compiles the kernel for these types meanwhile; what others have begun is waited for."""
        place = self._cache.place(signature) if self.kept is not None else None
        if place is None or place.is_file():
            yield
        else:
            waiting = progress.Waiting(self)
            with claim_or_wait(place, waiting.show):
                waiting.end()
                yield

    def add_overload(self, compiled: Any) -> None:
        super().add_overload(compiled)
        set_environments(compiled)


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """The form of a kernel that other kernels call: compiled once for all signed integers, variables or constants."""

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        """What Numba asks for the machine code of a call with arguments of these types."""
        named = {name: as_parameter(kind) for name, kind in keywords.items()}
        return super().get_call_template(tuple(map(as_parameter, arguments)), named)


def as_parameter(kind: Any) -> Any:
    """The type that an inner kernel has for an argument of this type, which is cast when it is called.

    >>> as_parameter(types.int32), as_parameter(types.literal(3)), as_parameter(types.uint8)
    (int64, int64, uint8)
    """
    plain: Any = types.misc.unliteral(kind)
    return types.int64 if plain in types.signed_domain else plain


def _with_defaults(function: Callable[..., Any], *arguments: Any) -> Any:
    values = (argument.value if isinstance(argument, OmittedArg) else argument for argument in arguments)
    return function(*values)
