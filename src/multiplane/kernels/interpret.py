"""Kernels as plain Python: a small job is done before Numba could compile its kernels, or load them from the disk.

Every kernel has a twin, the same function in which the names of other kernels stand for their twins; so what a kernel
calls follows its caller. How much work a call means is told in steps, by default the elements of its arrays. Until a
kernel has used up its allowance of steps, calls from Python run the twin; after that, the kernel is compiled. The
allowance is small where machine code is in the cache. Whether a call is compiled changes nothing but its time.

Where the choice is not to be made by size, the environment variable MULTIPLANE_KERNELS is ``compiled`` or
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
from numba.core.dispatcher import Dispatcher

from multiplane.errors import MultiplaneError

ALLOWANCE = 100_000
WORTH_LOADING = 20_000
CHOICES = ("by size", "compiled", "interpreted", "listed")


class _Thread(threading.local):
    depth = 0


_thread = _Thread()
_twins: dict[FunctionType, Callable[..., Any]] = {}
_making_twins = threading.RLock()
_stand_ins: dict[int, Callable[..., Any]] = {}


def checked(choice: str) -> str:
    """One of the choices between interpreter and compiler.

    >>> checked("complied")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: kernels: found 'complied'; expected by size, compiled, interpreted or listed
    """
    if choice not in CHOICES:
        raise MultiplaneError(f"kernels: found {choice!r}; expected {', '.join(CHOICES[:-1])} or {CHOICES[-1]}")
    return choice


_choice = checked(os.environ.get("MULTIPLANE_KERNELS", CHOICES[0]))


def interpreted_as(compiled: object, function: Callable[..., Any]) -> None:
    """Let a function stand for an intrinsic in interpreted kernels, or be the twin of a kernel."""
    if isinstance(compiled, Dispatcher):
        _twins[compiled.py_func] = function
    _stand_ins[id(compiled)] = function


def is_interpreting() -> bool:
    """Whether this thread is inside an interpreted kernel."""
    return _thread.depth > 0


def is_listing() -> bool:
    """Whether kernels are listed, to be compiled later."""
    return _choice == "listed"


def may_interpret(steps: float, used: float) -> bool:
    """Whether a call of so many steps is better interpreted, for a kernel that has interpreted others before.

    >>> may_interpret(10, 0), may_interpret(10, ALLOWANCE)
    (True, False)
    """
    if _choice == "by size":
        return steps + used <= ALLOWANCE
    return _choice == "interpreted" or (is_listing() and steps <= ALLOWANCE)


def is_worth_loading(steps: float, used: float) -> bool:
    """Whether machine code that is there already is better than to interpret a call of so many steps.

    >>> is_worth_loading(10, 0), is_worth_loading(10, ALLOWANCE)
    (False, True)
    """
    return _choice == "by size" and steps + used > WORTH_LOADING


@contextmanager
def kernels(choice: str) -> Iterator[None]:
    """Have all kernels ``compiled``, all ``interpreted``, or chosen ``by size``, which is the default.

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


def steps_of_tree(heads: Any, *_: object) -> int:
    """The steps of a kernel whose work grows with the square of the length of a sentence.

    >>> steps_of_tree(np.array([2, 0, 2]), True)
    9
    """
    return len(heads) ** 2


def steps_of_sentences(arcs: object, offsets: Any, first: int, last: int, *_: object) -> int:
    """The steps of a kernel whose work grows with the square of the length of sentences, here first .. last−1.

    >>> steps_of_sentences(None, np.array([0, 3, 5]), 0, 2)
    13
    """
    return int((np.diff(offsets[first : last + 1]) ** 2).sum())


def interpret(function: FunctionType, *arguments: Any) -> Any:
    """Call the twin of a kernel, silent about numbers that wrap around, as compiled kernels are.

    >>> import numba
    >>> double = numba.njit(lambda x: x * np.uint8(2))
    >>> interpret(double.py_func, np.uint8(200))
    144
    """
    _thread.depth += 1
    try:
        with np.errstate(all="ignore"):
            return _plain(twin_of(function)(*arguments))
    finally:
        _thread.depth -= 1


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


def kernels_named_in(function: FunctionType) -> Iterator[Any]:
    """The kernels that a function names, as global names or in its closure."""
    cells = (cell.cell_contents for cell in function.__closure__ or ())
    values = (function.__globals__.get(name) for name in _names(function.__code__))
    yield from (value for value in (*values, *cells) if isinstance(value, Dispatcher))


def kernels_below(kernel: Any) -> list[Any]:
    """A kernel and all that it calls, directly or not, but for those that are written out in their callers."""
    met, waiting = {kernel.py_func: kernel}, [kernel.py_func]
    for function in waiting:
        for other in kernels_named_in(function):
            if other.py_func not in met:
                met[other.py_func] = other
                waiting.append(other.py_func)
    return [other for other in met.values() if other is kernel or getattr(other, "inner", None)]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _stand_in(value: Any) -> Any:
    if isinstance(value, Dispatcher):
        return twin_of(value.py_func)
    return _stand_ins.get(id(value), value)


def _plain(value: Any) -> Any:
    """What a compiled kernel would return: numbers of Python, not of NumPy."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        parts = [_plain(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
