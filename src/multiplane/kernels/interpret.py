"""Kernels as plain Python: a small job is done before Numba could compile its kernels, or load them from the disk.

Every kernel has a twin, the same function in which the names of other kernels stand for their twins; so what a kernel
calls follows its caller. A kernel that Python calls is interpreted until it has taken `ALLOWANCE` seconds, or a single
call is too many steps, by default the elements of its arrays; then it is compiled. The allowance is small where
machine code is in the cache. Whether a call is compiled changes nothing but its time.

Where the choice is not to be made by work, the environment variable MULTIPLANE_KERNELS is ``compiled`` or
``interpreted``.
"""

from __future__ import annotations

import builtins
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError

MAX_STEPS, STEPS_WORTH_LOADING = 100_000, 20_000
ALLOWANCE, SECONDS_WORTH_LOADING = 0.5, 0.1
CHOICES = ("by work", "compiled", "interpreted", "listed")

_twins: dict[FunctionType, Callable[..., Any]] = {}
_making_twins = threading.RLock()


def checked(choice: str) -> str:
    """One of the choices between interpreter and compiler.

    >>> checked("complied")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: kernels: found 'complied'; expected by work, compiled, interpreted or listed
    """
    if choice not in CHOICES:
        raise MultiplaneError(f"kernels: found {choice!r}; expected {', '.join(CHOICES[:-1])} or {CHOICES[-1]}")
    return choice


_choice = checked(os.environ.get("MULTIPLANE_KERNELS", CHOICES[0]))


def is_listing() -> bool:
    """Whether kernels are listed, to be compiled later."""
    return _choice == "listed"


def may_interpret(steps: float, seconds: float) -> bool:
    """Whether a call of so many steps is better interpreted, after which the kernel has taken so many seconds.

    >>> may_interpret(10, 0), may_interpret(10, 2 * ALLOWANCE)
    (True, False)
    """
    if _choice == "by work":
        return steps <= MAX_STEPS and seconds <= ALLOWANCE
    return _choice == "interpreted" or (is_listing() and steps <= MAX_STEPS)


def is_worth_loading(steps: float, seconds: float) -> bool:
    """Whether machine code that is there already is better than to interpret such a call.

    >>> is_worth_loading(10, 0), is_worth_loading(10, ALLOWANCE)
    (False, True)
    """
    return _choice == "by work" and (steps > STEPS_WORTH_LOADING or seconds > SECONDS_WORTH_LOADING)


@contextmanager
def kernels(choice: str) -> Iterator[None]:
    """Have all kernels ``compiled``, all ``interpreted``, or chosen ``by work``, which is the default.

    With ``listed`` they are interpreted unless a single call is too large for that, and remembered for compilation
    later (see ``ahead``), whatever is chosen inside.

    >>> with kernels("compiled"):
    ...     may_interpret(1, 0)
    False
    """
    global _choice
    before, _choice = _choice, _choice if is_listing() else checked(choice)
    try:
        yield
    finally:
        _choice = before


def elements(arguments: tuple[Any, ...]) -> int:
    """The elements of all arrays among the arguments, and in records among them.

    >>> elements((np.zeros(3), 5, (np.zeros((2, 2)), 1)))
    7
    """
    total = 0
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            total += argument.size
        elif isinstance(argument, tuple):
            total += elements(argument)
    return total


def steps_of_sentences(arcs: object, offsets: Any, first: int, last: int, *_: object) -> int:
    """The steps of a kernel whose work grows with the square of the length of sentences, here first .. last−1.

    >>> steps_of_sentences(None, np.array([0, 3, 5]), 0, 2)
    13
    """
    return int((np.diff(offsets[first : last + 1]) ** 2).sum())


def interpret(function: FunctionType, *arguments: Any) -> Any:
    """Call the twin of a kernel, silent about numbers that wrap around, as compiled kernels are.

    >>> from multiplane.kernels.jit import kernel
    >>> double = kernel(lambda x: x * np.uint8(2))
    >>> interpret(getattr(double, "py_func", double), np.uint8(200))
    144
    """
    with np.errstate(all="ignore"):
        return _plain(twin_of(function)(*arguments))


def interpreted_as(kernel: Any, function: Callable[..., Any]) -> None:
    """Let a function be the twin of a kernel."""
    _twins[getattr(kernel, "py_func", kernel)] = function


def twin_of(function: FunctionType) -> Callable[..., Any]:
    """The function with twins in place of the kernels that it names; other threads wait until all of them are made."""
    with _making_twins:
        return _twin_of(function)


def _twin_of(function: FunctionType) -> Callable[..., Any]:
    if function not in _twins:
        names: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__globals__.get("__name__")}
        cells = tuple(CellType() for _ in function.__closure__ or ())
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
        twin.__kwdefaults__ = function.__kwdefaults__
        _twins[function] = twin
        for name in _names(function.__code__):
            if name in function.__globals__:
                names[name] = _stand_in(function.__globals__[name])
        for cell, original in zip(cells, function.__closure__ or (), strict=True):
            cell.cell_contents = _stand_in(original.cell_contents)
    return _twins[function]


def kernels_below(kernel: Any) -> list[Any]:
    """A kernel and all that it calls, directly or not, but for those that are written out in their callers."""
    met, waiting = {kernel.py_func: kernel}, [kernel.py_func]
    for function in waiting:
        cells = (cell.cell_contents for cell in function.__closure__ or ())
        for value in (*map(function.__globals__.get, _names(function.__code__)), *cells):
            if hasattr(value, "py_func") and value.py_func not in met:
                met[value.py_func] = value
                waiting.append(value.py_func)
    return [other for other in met.values() if other is kernel or "inline" not in other.targetoptions]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _stand_in(value: Any) -> Any:
    return _twin_of(value.py_func) if hasattr(value, "py_func") else value


def _plain(value: Any) -> Any:
    """What a compiled kernel would return: numbers of Python, not of NumPy."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        parts = [_plain(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
