"""What is said during compilation: once in words, then how much is done."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from multiplane.kernels.interpret import kernels, kernels_below
from multiplane.kernels.jit import IS_DISABLED, accessor, kernel
from multiplane.notices import send_notices_to

pytestmark = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")
WORTH_A_LINE = 20


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
            fresh: Any = kernel(lambda x: nineteen(x) + 1)
            fresh(1)
    finally:
        send_notices_to(None)
    (first, *_) = filter(None, seen)
    assert first.startswith("compiling: ") and first.endswith(" left")
    assert seen[-1] == ""


def test_kernels_below_are_those_that_are_compiled_for_themselves() -> None:
    assert kernels_below(nineteen) == [nineteen, seventeen]


CHAINS = "\n".join(
    [
        "from multiplane.kernels.jit import kernel",
        "from multiplane.notices import send_notices_to",
        *(
            f"@kernel\ndef {name}_{n}(x): return {f'{name}_{n - 1}(x)' if n else 'x'} + 1"
            for name in ("one", "two")
            for n in range(WORTH_A_LINE)
        ),
        "send_notices_to(print)",
        f"print(one_2(1), one_{WORTH_A_LINE - 1}(1), two_{WORTH_A_LINE - 1}(1))",
    ]
)


@pytest.mark.slow
def test_long_compilations_give_one_notice_and_the_cache_none(tmp_path: Path) -> None:
    (tmp_path / "chains.py").write_text(CHAINS)
    environment = {**os.environ, "MULTIPLANE_KERNELS": "compiled", "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment.pop("MULTIPLANE_QUIET", None)

    def printed() -> str:
        command = [sys.executable, "chains.py"]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert printed() == "compiling what this needs, once on this machine: 10 to 40 s, more where it is busy\n4 21 21\n"
    assert printed() == "4 21 21\n"
