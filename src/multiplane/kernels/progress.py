"""What a waiting person is told of compilation: one line when a long one begins, and how much of it is done."""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any

from numba.core import event

from multiplane.kernels.ahead import call_for_help
from multiplane.kernels.folder import writable_folder
from multiplane.kernels.interpret import kernels_below
from multiplane.notices import notice_once, show_progress

SECONDS_PER_KERNEL = 0.3
WORTH_A_LINE = 20
SHARE_OF_OPTIMISATION = 0.2
ONCE = "compiling what this needs, once on this machine: 10 to 40 s, more where it is busy"
ALWAYS = "compiling what this needs: 10 to 40 s in every run, as no folder can keep it (see NUMBA_CACHE_DIR)"


class Compilations(event.Listener):  # type: ignore[misc]
    """Counts the functions that are compiled, and of the kernels that a compilation needs those that are ready."""

    def __init__(self) -> None:
        self.needed: set[FunctionType] = set()
        self.ready: set[FunctionType] = set()
        self.depth, self.began = 0, 0.0
        self.count = 0

    def begin(self, kernel: Any) -> None:
        """A kernel is wanted: from now on those that it needs are counted."""
        self.needed, self.ready = {other.py_func for other in kernels_below(kernel)}, set()
        self.began = time.perf_counter()

    def on_start(self, happening: Any) -> None:
        """A function is compiled."""
        if self.depth == 0 and self.needed:
            call_for_help()
            if len(self.needed) >= WORTH_A_LINE:
                announce()
        self.depth += 1
        self.show()

    def on_end(self, happening: Any) -> None:
        """A function is ready."""
        self.depth -= 1
        self.count += 1
        self.ready.add(happening.data["dispatcher"].py_func)
        self.show()

    def show(self) -> None:
        """Show the share that is done and an estimate of the rest; nothing after the end."""
        ready = len(self.needed & self.ready)
        seconds = time.perf_counter() - self.began
        show_progress(progress_line(ready, len(self.needed), seconds) if self.depth and self.needed else "")


def announce() -> None:
    """Say that a compilation that takes some time begins; of all those of a run, only the first is worth a line."""
    notice_once("compilation", ALWAYS if writable_folder() is None else ONCE)


def progress_line(ready: int, needed: int, seconds: float) -> str:
    """The share that is done, and the time that the rest takes at the same pace; the end optimises all together.

    >>> progress_line(40, 100, 4.0)
    'compiling: 32 %, about 8 s left'
    """
    share = (1 - SHARE_OF_OPTIMISATION) * ready / max(1, needed)
    left = seconds / share - seconds if ready else SECONDS_PER_KERNEL * needed
    return f"compiling: {share:.0%}, about {max(1, left):.0f} s left".replace("%", " %")


compilations = Compilations()
event.register("numba:compile", compilations)
