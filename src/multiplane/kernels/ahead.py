"""Other processes that compile while a command does: the largest kernels come first.

Numba compiles one kernel at a time, in a process. A command that is about to compile much says how a helper can be
started, a process that does the same job on a few words without compiling anything. It lists the kernels that Python
calls, with the types of their arguments, and then compiles them from the largest to the smallest. The command compiles
them as it needs them, finds in the cache what the helper has compiled, and waits for what it has begun (see
``claims``).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from multiplane.kernels.claims import is_free
from multiplane.kernels.interpret import kernels_below

Helper = Callable[[], None]
COMPILERS = "MULTIPLANE_COMPILERS"
_listed: dict[tuple[Any, tuple[Any, ...]], None] = {}
_helper: Helper | None = None


def help_with(start: Helper | None) -> None:
    """What starts the helper, once, when a kernel has to be compiled; None for no helper."""
    global _helper
    _helper = start if os.environ.get(COMPILERS) != "1" else None


def call_for_help() -> None:
    """Start the helper, if there is one and it has not been started."""
    global _helper
    start, _helper = _helper, None
    if start is not None:
        start()


def add_to_list(kernel: Any, types: tuple[Any, ...]) -> None:
    """Remember that a kernel is called with arguments of these types."""
    _listed[kernel, types] = None


def compile_listed(wanted: Callable[[], bool]) -> None:
    """Compile the kernels that were listed and nobody else has begun, the largest first, as long as they are wanted."""
    sizes = [(len(kernels_below(kernel)), place) for place, (kernel, _) in enumerate(_listed)]
    listed = list(_listed)
    for _, place in sorted(sizes, reverse=True):
        kernel, types = listed[place]
        if not wanted():
            break
        file = kernel._cache.place(types)
        if file is None or is_free(file):
            kernel.compile(types)
