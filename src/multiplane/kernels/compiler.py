"""What is asked of Numba: machine code for calls from Python, and for calls from other kernels.

Numba optimises every function for itself, makes machine code of it and a wrapper for calls from Python, then does the
first two again in every caller that it becomes a part of. So a kernel has two forms: one for Python; and one for other
kernels, which is the same for integers of all widths, and is neither optimised nor compiled before it is a part of its
callers. That takes half the time to compile, and rests on parts of Numba that are not public (see ``private``). Where
one of them is not as expected, both forms are what ``njit(cache=True)`` makes, and compute the same;
MULTIPLANE_NUMBA=plain asks for that.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import typeof_impl

from multiplane.kernels.ahead import claim, claim_or_wait, listed_kernels
from multiplane.kernels.folder import folders, writable_folder
from multiplane.kernels.jit import OPTIONS, Kernel, kernel, tell_compiler
from multiplane.kernels.progress import compilations
from multiplane.notices import notice_once

PLAIN = os.environ.get("MULTIPLANE_NUMBA") == "plain"
_is_plain: bool | None = None
_one_at_a_time = threading.RLock()


def compile_for(kernel: Kernel, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """What runs a kernel from now on, with machine code for such arguments: kept, or compiled here or elsewhere."""
    with _one_at_a_time:
        run: Callable[..., Any] = entry(kernel)
        with suppress(ValueError):  # Numba has a better message for what has no type
            types = tuple(map(numba.typeof, arguments))
            compilations.begin(kernel)
            with claim_or_wait(kernel):
                compile_types(run, types)
    return run


def compile_types(run: Any, types: tuple[Any, ...]) -> None:
    """Have machine code for arguments of these types."""
    with nullcontext() if is_plain() else _private().short_messages():
        run.compile(types)


def compile_listed(wanted: Callable[[], bool]) -> None:
    """Compile the kernels that were listed and nobody else has begun, the largest first, as long as they are wanted."""
    for listed, types in listed_kernels():
        if not wanted():
            break
        with claim(listed) as is_mine:
            if is_mine:
                compile_types(entry(listed), types)


@cache
def entry(kernel: Kernel) -> Any:
    """What Python calls: a dispatcher of Numba."""
    tell_compiler()
    return plain(kernel) if is_plain() else _private().entry(kernel)


@cache
def plain(kernel: Kernel) -> Any:
    """A dispatcher as anybody makes it; its machine code lies in our folder, where there is one."""
    folder = writable_folder()
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    try:
        return numba.njit(cache=folder is not None, **kernel.targetoptions, **OPTIONS)(kernel.py_func)
    finally:
        numba.config.CACHE_DIR = before


@typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
def type_of(kernel: Kernel, _: object) -> Any:
    """What other kernels call."""
    return numba.typeof(plain(kernel)) if is_plain() else _private().type_of(kernel)


def is_plain() -> bool:
    """Whether private parts of Numba are left alone; while they are checked, they are not."""
    global _is_plain
    if _is_plain is None:
        _is_plain = False
        _is_plain = not works("kernels", check)
    return _is_plain


def works(name: str, check: Callable[[], None]) -> bool:
    """Whether what rests on private parts of Numba passes a check, which is made once for a folder of machine code."""
    if PLAIN:
        return False
    if any((folder / f"{name}-checked").exists() for folder in folders()):
        return True
    try:
        check()
        if (made := writable_folder()) is not None:
            (made / f"{name}-checked").touch()
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        notice_once(f"numba: {name}", f"Numba {numba.__version__} is not as expected: {name} are slow ({reason})")
        return False
    return True


def _private() -> Any:
    from multiplane.kernels import private

    return private


@kernel
def _last(values: Any, less: int) -> Any:
    return values[len(values) - less]


@kernel
def _added(values: Any, numbers: Any) -> Any:
    numbers[:1] = numbers[-1:]
    return _last(values, 1) + _last(values, numbers[0])


def check() -> None:
    """Raise if a kernel that calls another one is not compiled as expected, or is not the same after it was kept."""
    values, numbers, private, folder = np.arange(4.0), np.array([2], np.int32), _private(), writable_folder()
    for is_again in (False, True):
        run, inner = private.entry.__wrapped__(_added), private.type_of.__wrapped__(_last).dispatcher
        inner.compile((numba.typeof(values), numba.types.int64))
        compile_types(run, (numba.typeof(values), numba.typeof(numbers)))
        if run(values, numbers) != 5.0:
            raise ValueError("found a wrong result")
        if is_again and folder is not None and not (run.stats.cache_hits and inner.stats.cache_hits):
            raise ValueError("found no machine code where it was kept")
