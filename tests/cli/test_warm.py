"""``multiplane warm``: kernels are compiled, and kept for later processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from multiplane.kernels.jit import IS_DISABLED

pytestmark = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")


def run(cache: Path, *arguments: str, before: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "MULTIPLANE_KERNELS": "compiled"}
    environment.pop("MULTIPLANE_QUIET", None)
    command = [*before, sys.executable, "-c", "from multiplane.cli.main import main; main()", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_warm_fills_the_cache_and_later_runs_compile_nothing(tmp_path: Path) -> None:
    found = run(tmp_path, "warm", "eval")
    assert found.returncode == 0, found.stderr
    assert "eval" in found.stdout.split()
    assert found.stderr == "", "none of it is long"
    kept = {path.name for path in tmp_path.glob("*/*.nbc")}
    assert kept
    where = Path(run(tmp_path, "warm", "--where").stdout.strip())
    assert {path.name for path in where.glob("*.nbc")} == kept
    again = run(tmp_path, "eval", "sample:english", "sample:english")
    assert (again.returncode, again.stderr) == (0, "")
    assert {path.name for path in tmp_path.glob("*/*.nbc")} == kept


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="root may write anywhere")
@pytest.mark.parametrize("arguments", [("eval",), ("--where",)])
def test_it_fails_where_it_keeps_nothing(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "cache").mkdir(mode=0o555)
    without = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    found = run(tmp_path / "cache", "warm", *arguments, before=without)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith(f"multiplane: found no folder to keep machine code in; expected {tmp_path}")
    assert found.stderr.count("\n") == 1


def test_an_unknown_job_is_a_wrong_usage(tmp_path: Path) -> None:
    found = run(tmp_path, "warm", "dance")
    assert found.returncode == 2
    assert "dance" in found.stderr
