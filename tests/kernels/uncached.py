"""Kernels of tests that must be compiled, whatever earlier runs have left in the cache."""

from __future__ import annotations

from typing import Any


def uncached(*kernels: Any) -> None:
    for kernel in kernels:
        kernel._cache.disable()
        kernel.inner._cache.disable()
