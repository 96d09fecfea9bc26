"""Decorators: kernels say once that they are compiled, and are plain Python without the JIT."""

from __future__ import annotations

import os
import subprocess
import sys


def test_kernels_are_plain_python_with_the_jit_switched_off() -> None:
    code = (
        "from multiplane.structure import classify, planes, one_endpoint_crossing\n"
        "print(classify([4, 5, 6, 0, 4, 4], root_arcs=False).planes, planes([3, 4, 0, 3]).of_word.tolist())"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "3 [0, 1, 0, 0]\n"
