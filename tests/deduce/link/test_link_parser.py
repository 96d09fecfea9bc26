"""Linkages against those of link-parser, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "link_parser.py"


@pytest.mark.skipif(shutil.which("link-parser") is None, reason="link-parser is not installed")
def test_the_linkages_are_those_of_link_parser() -> None:
    options = ["--edits", "1", "--dictionaries", "10", "--english", "none"]
    printed = subprocess.run([sys.executable, SCRIPT, *options], capture_output=True, text=True, check=True).stdout
    rows = [line for line in printed.splitlines() if "dictionar" in line]
    assert len(rows) == 2 and "different" not in printed, printed
    for row in rows:
        sentences, _, ours, theirs, common, same, ordered, _ = row.split()[-8:]
        assert ours == theirs == common and sentences == same == ordered, printed
