"""Decorators: kernels are plain Python without the JIT, and machine code where the cache has it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

from multiplane.kernels.interpret import WORTH_LOADING, kernels
from multiplane.kernels.jit import kernel


def test_kernels_are_plain_python_with_the_jit_switched_off() -> None:
    code = (
        "from multiplane.structure import classify, planes, one_endpoint_crossing\n"
        "print(classify([4, 5, 6, 0, 4, 4], root_arcs=False).planes, planes([3, 4, 0, 3]).of_word.tolist())"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "3 [0, 1, 0, 0]\n"


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")
def test_machine_code_that_is_in_the_cache_is_loaded_for_jobs_of_some_size() -> None:
    def total(values: np.ndarray) -> float:
        result = 0.0
        for value in values:
            result += value
        return result

    def called_with(elements: int) -> Any:
        fresh: Any = kernel(total)
        with kernels("by size"):
            assert fresh(np.ones(elements)) == elements
        return fresh

    first: Any = kernel(total)
    first._cache.flush()
    assert not called_with(WORTH_LOADING + 1).overloads, "nothing is kept, so it is interpreted"
    with kernels("compiled"):
        first(np.ones(3))
    assert called_with(WORTH_LOADING + 1).overloads
    assert not called_with(WORTH_LOADING).overloads, "too small to be worth it"
    first._cache.flush()
