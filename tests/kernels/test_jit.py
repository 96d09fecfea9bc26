"""Decorators: kernels say once that they are compiled, and are plain Python without the JIT."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_kernels_are_plain_python_with_the_jit_switched_off() -> None:
    code = (
        "from multiplane.structure import classify, planes, one_endpoint_crossing\n"
        "print(classify([4, 5, 6, 0, 4, 4], root_arcs=False).planes, planes([3, 4, 0, 3]).of_word.tolist())"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "3 [0, 1, 0, 0]\n"


NOTICES = """
from multiplane.kernels.jit import accessor, inlined, kernel
from multiplane.notices import send_notices_to
@accessor
def one(x): return x + 1
@inlined
def two(x): return one(x) + 1
@kernel
def three(x): return two(x) + 1
send_notices_to(print)
print(three(1), three(1.5))
"""


def test_the_first_compilation_gives_one_notice_and_the_cache_none(tmp_path: Path) -> None:
    (tmp_path / "notices.py").write_text(NOTICES)
    environment = {
        **os.environ,
        "MULTIPLANE_KERNELS": "compiled",
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }

    environment.pop("MULTIPLANE_QUIET", None)

    def printed() -> str:
        command = [sys.executable, "notices.py"]
        found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        return found.stdout

    assert printed() == "compiling 2 kernels, about 1 s; the next run finds them in the cache\n4 4.5\n"
    assert printed() == "4 4.5\n"
