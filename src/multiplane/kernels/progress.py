"""What a waiting person is told of compilation: one line when a long one begins, and how much of it is done."""

from __future__ import annotations

import time
from typing import Any

from numba.core import event

from multiplane.kernels.ahead import call_for_help
from multiplane.kernels.interpret import kernels_below
from multiplane.notices import notice_once, show_progress

SECONDS_PER_KERNEL = 0.3
WORTH_A_LINE = 20
SHARE_OF_OPTIMISATION = 0.2


class Compilations(event.Listener):  # type: ignore[misc]
    """Counts the kernels that a compilation needs and those that are ready."""

    def __init__(self) -> None:
        self.depth = 0
        self.needed: list[Any] = []
        self.began = 0.0

    def on_start(self, happening: Any) -> None:
        """A kernel is compiled: the outermost one tells which others it needs."""
        if self.depth == 0:
            self.needed = kernels_below(happening.data["dispatcher"])
            self.began = time.perf_counter()
            if _are_kept(happening.data["dispatcher"]):
                call_for_help()
            if len(self.needed) >= WORTH_A_LINE:
                announce(kept=_are_kept(happening.data["dispatcher"]))
        self.depth += 1
        self.show()

    def on_end(self, happening: Any) -> None:
        """A kernel is ready."""
        self.depth -= 1
        if self.depth == 0:
            show_progress("")
        else:
            self.show()

    def show(self) -> None:
        """Show the share that is done and an estimate of the rest."""
        ready = sum(map(_is_ready, self.needed))
        show_progress(progress_line(ready, len(self.needed), time.perf_counter() - self.began))


class Waiting:
    """What is said while another process compiles a kernel that is needed here."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.needed = 0

    def show(self, seconds: float) -> None:
        """Show how long it should take yet, after so many seconds."""
        if not self.needed:
            self.needed = len(kernels_below(self.kernel))
            if self.needed >= WORTH_A_LINE:
                announce(kept=True)
        left = max(1, SECONDS_PER_KERNEL * self.needed - seconds)
        show_progress(f"compiling in another process, about {left:.0f} s left")

    def end(self) -> None:
        """Show nothing any more."""
        if self.needed:
            show_progress("")


def announce(kept: bool) -> None:
    """Say that a compilation that takes some time begins; of all those of a run, only the first is worth a line.

    >>> from multiplane.notices import send_notices_to
    >>> for kept in (True, False):
    ...     send_notices_to(print)
    ...     announce(kept)
    compiling what this needs, once on this machine: 10 to 40 s, more where it is busy
    compiling what this needs: 10 to 40 s in every run, as no folder can keep it (see NUMBA_CACHE_DIR)
    >>> send_notices_to(None)
    """
    once = "compiling what this needs, once on this machine: 10 to 40 s, more where it is busy"
    always = "compiling what this needs: 10 to 40 s in every run, as no folder can keep it (see NUMBA_CACHE_DIR)"
    notice_once("compilation", once if kept else always)


def progress_line(ready: int, needed: int, seconds: float) -> str:
    """The share that is done, and the time that the rest takes at the same pace; the end optimises all together.

    >>> progress_line(40, 100, 4.0)
    'compiling: 32 %, about 8 s left'
    """
    share = (1 - SHARE_OF_OPTIMISATION) * ready / max(1, needed)
    left = seconds / share - seconds if ready else SECONDS_PER_KERNEL * needed
    return f"compiling: {share:.0%}, about {max(1, left):.0f} s left".replace("%", " %")


def _is_ready(kernel: Any) -> bool:
    return bool(kernel.overloads or (getattr(kernel, "inner", None) and kernel.inner.overloads))


def _are_kept(kernel: Any) -> bool:
    return getattr(kernel._cache, "cache_path", None) is not None


event.register("numba:compile", Compilations())
