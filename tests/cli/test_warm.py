"""``multiplane warm``: kernels are compiled, and kept for later processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


def run(cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "MULTIPLANE_KERNELS": "compiled"}
    environment.pop("MULTIPLANE_QUIET", None)
    command = [sys.executable, "-c", "from multiplane.cli.main import main; main()", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_warm_fills_the_cache_and_later_runs_compile_nothing(tmp_path: Path) -> None:
    found = run(tmp_path, "warm", "eval")
    assert found.returncode == 0, found.stderr
    assert "eval" in found.stdout.split()
    assert found.stderr == "", "none of it is long"
    kept = {path.name for path in tmp_path.glob("*/*.nbc")}
    assert kept
    again = run(tmp_path, "eval", "sample:english", "sample:english")
    assert (again.returncode, again.stderr) == (0, "")
    assert {path.name for path in tmp_path.glob("*/*.nbc")} == kept


def test_an_unknown_job_is_a_wrong_usage(tmp_path: Path) -> None:
    found = run(tmp_path, "warm", "dance")
    assert found.returncode == 2
    assert "dance" in found.stderr
