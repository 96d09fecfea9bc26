"""ruff and mypy find nothing: checks like the others, so that they run beside them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "benchmarks", "scripts")


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", *FOLDERS), ("ruff", "format", "--check", *FOLDERS), ("mypy",)],
    ids=["ruff check", "ruff format", "mypy"],
)
def test_nothing_is_found(command: tuple[str, ...]) -> None:
    found = subprocess.run([sys.executable, "-m", *command], cwd=PROJECT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
