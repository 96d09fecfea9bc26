"""The process that compiles for a command: what it leaves in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from multiplane.cli import helper
from multiplane.kernels.ahead import COMPILERS

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")
HELPER = [sys.executable, "-m", "multiplane.cli.helper"]


@pytest.mark.slow
def test_a_helper_leaves_kernels_in_the_cache_and_nothing_else(tmp_path: Path) -> None:
    cache, place = tmp_path / "cache", tmp_path / "temporary"
    place.mkdir()
    found = subprocess.run(
        [*HELPER, "convert", "sample:english-1", "--to", "conllx"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "TMPDIR": str(place)},
        capture_output=True,
        cwd=tmp_path,
    )
    assert found.returncode == 0
    assert any("scan." in path.name for path in cache.glob("*/*.nbc"))
    assert list(place.iterdir()) == []


def test_a_helper_whose_job_fails_ends_quietly(tmp_path: Path) -> None:
    found = subprocess.run(
        [*HELPER, "parse", "-m", str(tmp_path / "no.model")],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, b"", b"")


def test_a_helper_has_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(COMPILERS, raising=False)
    seen: list[str | None] = []
    monkeypatch.setattr(helper, "app", lambda *_, **__: seen.append(os.environ.get(COMPILERS)))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    helper.main()
    assert seen == ["1"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no second process here")
def test_a_helper_that_is_told_to_stop_takes_the_second_one_along(tmp_path: Path) -> None:
    def second() -> list[str]:
        return Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8").split()

    if not Path("/proc/self/task").exists():
        pytest.skip("there is no list of processes here")
    with subprocess.Popen(
        [*HELPER, "parse", "-m", "english-fast", "sample:english"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    ) as process:
        until = time.monotonic() + 60
        while not (children := second()) and time.monotonic() < until:
            time.sleep(0.05)
        process.terminate()
        assert process.wait(timeout=60) == 143
        assert len(children) == 1
        until = time.monotonic() + 3
        while Path(f"/proc/{children[0]}").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert not Path(f"/proc/{children[0]}").exists()
