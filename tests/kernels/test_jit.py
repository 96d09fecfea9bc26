"""Decorators: kernels are plain Python without the JIT, and machine code where the cache has it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from multiplane.kernels.jit import IS_DISABLED, kernel

jit_only = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")
TOTAL = """
import sys
import numpy as np
from multiplane.kernels.jit import kernel
from multiplane.kernels.interpret import STEPS_WORTH_LOADING
@kernel
def total(values):
    result = 0.0
    for value in values:
        result += value
    return result
for size in (STEPS_WORTH_LOADING, STEPS_WORTH_LOADING + 1):
    print(int(total(np.ones(size))), "numba" in sys.modules)
"""


@kernel
def add(first: int, second: int = 2) -> int:
    """The sum."""
    return first + second


def test_kernels_are_plain_python_with_the_jit_switched_off() -> None:
    code = (
        "import sys\nfrom multiplane.structure import classify, planes, one_endpoint_crossing\n"
        "print(classify([4, 5, 6, 0, 4, 4], root_arcs=False).planes, planes([3, 4, 0, 3]).of_word.tolist())\n"
        "print('numba' in sys.modules)"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "3 [0, 1, 0, 0]\nFalse\n"


@jit_only
def test_numba_is_imported_where_machine_code_is_kept_and_the_job_is_worth_it(tmp_path: Path) -> None:
    (tmp_path / "summing.py").write_text(TOTAL)

    def printed(choice: str) -> list[str]:
        cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "MULTIPLANE_KERNELS": choice, "MULTIPLANE_NUMBA": ""}
        command = [sys.executable, "summing.py"]
        return subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **cache}, capture_output=True, text=True, check=True
        ).stdout.splitlines()

    assert printed("by work") == ["20000 False", "20001 False"], "nothing is kept, so it is interpreted"
    printed("compiled")
    assert printed("by work") == ["20000 False", "20001 True"]


def test_a_kernel_looks_like_its_function_and_is_pickled_by_its_name() -> None:
    assert (add.__name__, add.__doc__) == ("add", "The sum.")
    assert add(1) == add(1, second=2) == 3
    assert pickle.loads(pickle.dumps(add)) is add


@jit_only
def test_what_an_inlined_kernel_calls_is_not_inlined() -> None:
    """Numba hands the option on to callees that do not say otherwise: code grew to three times its size."""
    assert add.targetoptions["forceinline"] is False  # type: ignore[attr-defined]
