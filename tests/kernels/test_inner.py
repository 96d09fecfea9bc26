"""Kernels inside kernels: one unit of machine code for all, also when they come from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core import types

from multiplane.kernels.inner import InnerLibrary
from multiplane.kernels.interpret import kernels
from multiplane.kernels.jit import kernel

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


@kernel
def ends(values: np.ndarray) -> tuple[int, int]:
    return values[0], values[-1]


@kernel
def middle(values: np.ndarray) -> np.ndarray:
    low, high = ends(values)
    found = np.zeros(2)
    found[0], found[1] = low, high
    return found.copy() / 2


@kernel
def mean_of_ends(values: np.ndarray) -> float:
    return middle(values).sum()


def test_an_inner_kernel_has_no_machine_code_of_its_own() -> None:
    with kernels("compiled"):
        assert mean_of_ends(np.array([2, 9, 4])) == 3
    for inner in (ends.inner, middle.inner):
        inner.compile((types.int64[::1],))
        (compiled,) = inner.overloads.values()
        assert isinstance(compiled.library, InnerLibrary)
        assert compiled.library.get_pointer_to_function(compiled.fndesc.mangled_name) == 0


def test_python_may_call_a_kernel_that_other_kernels_call() -> None:
    with kernels("compiled"):
        assert mean_of_ends(np.array([2, 9, 4])) == 3
        assert ends(np.array([2, 9, 4])) == (2, 4)


CHAIN = """
import sys
import numpy as np
from multiplane.kernels.interpret import kernels
from multiplane.kernels.jit import kernel
@kernel
def low(values):
    if len(values) == 0:
        raise ValueError("no values", len(values))
    return values.sum()
@kernel
def high(values): return low(values) + 1
@kernel
def higher(values): return high(values) + low(values)
values = np.arange(4)
with kernels("compiled"):
    print((high if sys.argv[1] == "high" else higher)(values))
    try:
        high(values[:0])
    except ValueError as error:
        print(error)
"""


@pytest.mark.slow
def test_an_inner_kernel_from_the_cache_becomes_part_of_a_new_caller(tmp_path: Path) -> None:
    (tmp_path / "chain.py").write_text(CHAIN)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def printed(name: str) -> str:
        command = [sys.executable, "chain.py", name]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert [printed(name) for name in ("high", "higher", "high", "higher")] == [
        "7\n('no values', 0)\n",
        "13\n('no values', 0)\n",
    ] * 2
    assert sorted(path.name.partition("-cpython")[0] for path in tmp_path.glob("cache/*/*.nbc")) == [
        "chain.high",
        "chain.high-inner",
        "chain.higher",
        "chain.low-inner",
    ]


@kernel
def larger_by(value: int, step: int) -> int:
    return value + step


@kernel
def walked(steps: np.ndarray) -> int:
    place = larger_by(3, 4)
    for step in steps:
        place = larger_by(place, step)
    return place


def test_constants_and_integers_of_all_widths_share_one_form() -> None:
    with kernels("compiled"):
        assert walked(np.array([10, -20], np.int32)) == walked(np.array([10, -20], np.int8)) == -3
    for arguments in ((types.literal(3), types.int8), (types.int64, types.int32)):
        larger_by.inner.get_call_template(arguments, {})
    assert list(larger_by.inner.overloads) == [(types.int64, types.int64)]
