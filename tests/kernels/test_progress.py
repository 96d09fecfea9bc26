"""What is said during compilation: once in words, then how much is done."""

from __future__ import annotations

import numba
import pytest

from multiplane.kernels.interpret import kernels
from multiplane.kernels.jit import accessor, kernel
from multiplane.kernels.progress import kernels_below
from multiplane.notices import send_notices_to

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


@accessor
def sixteen(x: int) -> int:
    return x + 15


@kernel
def seventeen(x: int) -> int:
    return sixteen(x) + 2


@kernel
def nineteen(x: int) -> int:
    return seventeen(x) + sixteen(x) - seventeen(0)


def test_progress_comes_and_goes() -> None:
    seen: list[str] = []
    send_notices_to(None, seen.append)
    try:
        with kernels("compiled"):
            fresh = kernel(nineteen.py_func)
            fresh._cache.disable()
            fresh(1)
    finally:
        send_notices_to(None)
    assert seen[0].startswith("compiling kernels: ")
    assert seen[0].endswith(" left")
    assert seen[-1] == ""


def test_kernels_below_are_those_that_are_compiled_for_themselves() -> None:
    assert kernels_below(nineteen) == [nineteen, seventeen]
