"""The process that compiles for a command: what it leaves in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
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
    assert any(path.name.startswith("scan.") for path in cache.glob("*/*.nbc"))
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
