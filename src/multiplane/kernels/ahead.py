"""Another process that compiles while a command does: the largest kernels come first.

Numba compiles one kernel at a time, in a process. A command that is about to compile much says how a helper can be
started, a process that does the same job on a few words without compiling anything. It lists the kernels that Python
calls, with the types of their arguments, and then compiles them from the largest to the smallest. The command compiles
them as it needs them, finds in the cache what the helper has compiled, and waits for what it has begun.

Whoever compiles a kernel has claimed it, by a lock on one byte of a file in the folder of machine code: locks end with
the process that holds them, however it ends. Where files cannot be locked, or not written, nobody waits.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import Any

from multiplane.kernels.folder import name_in_folder, writable_folder
from multiplane.kernels.interpret import kernels_below
from multiplane.notices import show_progress

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

COMPILERS = "MULTIPLANE_COMPILERS"
LOCKS = "compiling.lock"
LONGEST_WAIT, PAUSE = 120.0, 0.05
_listed: dict[tuple[Any, tuple[Any, ...]], None] = {}
_start_helper: Callable[[], None] | None = None


def help_with(start: Callable[[], None] | None) -> None:
    """What starts the helper, once, when a kernel has to be compiled; None for no helper."""
    global _start_helper
    _start_helper = start if os.environ.get(COMPILERS) != "1" else None


def call_for_help() -> None:
    """Start the helper, if there is one and it has not been started."""
    global _start_helper
    start, _start_helper = _start_helper, None
    if start is not None:
        start()


def add_to_list(kernel: Any, arguments: tuple[Any, ...]) -> None:
    """Remember that a kernel is called with arguments of these types."""
    import numba

    _listed[kernel, tuple(map(numba.typeof, arguments))] = None


def listed_kernels() -> list[tuple[Any, tuple[Any, ...]]]:
    """The kernels that were listed, with types of arguments, the largest first; of equals the last one."""
    sizes = [(len(kernels_below(kernel)), place) for place, (kernel, _) in enumerate(_listed)]
    listed = list(_listed)
    return [listed[place] for _, place in sorted(sizes, reverse=True)]


@contextmanager
def claim(kernel: Any) -> Iterator[bool]:
    """Claim a kernel that is to be compiled; false if another process has it."""
    folder = writable_folder()
    if fcntl is None or folder is None:
        yield True
        return
    byte = int.from_bytes(blake2b(name_in_folder(kernel.py_func).encode(), digest_size=7).digest(), "big")
    locks = -1
    try:
        try:
            locks = os.open(folder / LOCKS, os.O_RDWR | os.O_CREAT, 0o666)
            fcntl.lockf(locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            is_mine = True
        except (BlockingIOError, PermissionError):
            is_mine = False
        except OSError:
            is_mine = True
        yield is_mine
    finally:
        with suppress(OSError):
            os.close(locks)


@contextmanager
def claim_or_wait(kernel: Any) -> Iterator[None]:
    """Claim a kernel, or wait until the process that has claimed it is done."""
    began = time.monotonic()
    while True:
        with claim(kernel) as is_mine:
            if is_mine or time.monotonic() - began > LONGEST_WAIT:
                show_progress("")
                yield
                return
        show_progress(f"compiling in another process for {time.monotonic() - began:.0f} s")
        time.sleep(PAUSE)
