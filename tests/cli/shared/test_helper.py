"""The process that compiles for a command: what it is told to do, and what it leaves in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from tests.cli.running import output

from multiplane.cli.shared import helper

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The jobs that commands have for a helper, each told as soon as it is offered."""
    found: list[list[str]] = []
    monkeypatch.setattr(helper, "cores", lambda: 2)
    monkeypatch.setattr(helper, "help_with", lambda start: start())
    monkeypatch.setattr(helper, "_start", lambda arguments, words: found.append(arguments))
    return found


def test_a_helper_parses_the_sample_with_the_options_of_the_command(jobs: list[list[str]], tmp_path: Path) -> None:
    options: list[Any] = ["-m", "english", "--decoder", "all", "--workers", "1"]
    output("parse", "sample:english-2", *options, "-o", tmp_path / "parsed.conllu")
    assert jobs == [["parse", "sample:english-1", "--workers", "1", "--model", "english", "--decoder", "all"]]


def test_a_helper_gets_words_of_its_own_where_a_command_reads_text(jobs: list[list[str]], tmp_path: Path) -> None:
    output("parse", "--text", "-m", "english-fast", "-o", tmp_path / "parsed.conllu", stdin=b"Eggs hatch.")
    assert jobs == [["parse", "-", "--workers", "1", "--model", "english-fast", "--text"]]


def test_a_helper_trains_the_same_kind_of_parser(jobs: list[list[str]], tmp_path: Path) -> None:
    given = ("--train", "sample:german", "--dev", "sample:dutch", "--epochs", "1", "-o", tmp_path / "my.model")
    output("train", *given, "--system", "swap", "--oracle", "static")
    (job,) = jobs
    assert job[0] == "train" and "sample:german" not in job and str(tmp_path) not in " ".join(job)
    assert job[-4:] == ["--system", "swap", "--oracle", "static"]


def test_a_helper_leaves_kernels_in_the_cache_and_nothing_else(tmp_path: Path) -> None:
    cache, place = tmp_path / "cache", tmp_path / "temporary"
    place.mkdir()
    found = subprocess.run(
        [sys.executable, "-m", "multiplane.cli.shared.helper", "convert", "sample:english-1", "--to", "conllx"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "TMPDIR": str(place)},
        capture_output=True,
        cwd=tmp_path,
    )
    assert found.returncode == 0
    assert any(path.name.startswith("scan.") for path in cache.glob("*/*.nbc"))
    assert list(place.iterdir()) == []


def test_a_helper_whose_job_fails_ends_quietly(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "multiplane.cli.shared.helper", "parse", "-m", str(tmp_path / "no.model")],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, b"", b"")
