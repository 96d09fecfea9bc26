"""What the process that compiles for a command is told to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import pytest
from tests.cli.running import output

from multiplane import parallel
from multiplane.cli.shared import helper
from multiplane.kernels import ahead

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The jobs that commands have for a helper, each told as soon as it is offered."""
    found: list[list[str]] = []
    monkeypatch.setattr(parallel, "cores", lambda: 2)
    monkeypatch.setattr(ahead, "help_with", lambda start: start())
    monkeypatch.setattr(helper, "_start", lambda arguments, words: found.append(arguments))
    return found


def test_a_helper_parses_the_sample_with_the_options_of_the_command(jobs: list[list[str]], tmp_path: Path) -> None:
    options: list[Any] = ["-m", "english", "--trees", "all", "--workers", "1"]
    output("parse", "sample:english-2", *options, "-o", tmp_path / "parsed.conllu")
    assert jobs == [["parse", "sample:english-1", "--workers", "1", "--model", "english", "--trees", "all"]]


def test_a_helper_gets_words_of_its_own_where_a_command_reads_text(jobs: list[list[str]], tmp_path: Path) -> None:
    output("parse", "--text", "-m", "english-fast", "-o", tmp_path / "parsed.conllu", stdin=b"Eggs hatch.")
    assert jobs == [["parse", "-", "--workers", "1", "--model", "english-fast", "--text"]]


def test_a_helper_trains_the_same_kind_of_parser(jobs: list[list[str]], tmp_path: Path) -> None:
    given = ("--train", "sample:german", "--dev", "sample:dutch", "--epochs", "1", "-o", tmp_path / "my.model")
    output("train", *given, "--system", "swap", "--oracle", "static")
    (job,) = jobs
    assert job[0] == "train" and "sample:german" not in job and str(tmp_path) not in " ".join(job)
    assert job[-4:] == ["--system", "swap", "--oracle", "static"]
