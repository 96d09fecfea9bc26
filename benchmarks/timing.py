"""Timing for the benchmarks: the best of several runs, and processor time. What is timed is compiled, however small."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from multiplane.kernels.interpret import kernels


def best_seconds(work: Callable[[], object], repeats: int) -> float:
    """The shortest of several runs."""
    times = []
    with kernels("compiled"):
        for _ in range(repeats):
            begin = time.perf_counter()
            work()
            times.append(time.perf_counter() - begin)
    return min(times)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time, including programs that were started (java)."""
    clock, busy = time.perf_counter(), processor_seconds()
    with kernels("compiled"):
        work()
    return time.perf_counter() - clock, processor_seconds() - busy


def processor_seconds() -> float:
    children = os.times()
    return time.process_time() + children.children_user + children.children_system
