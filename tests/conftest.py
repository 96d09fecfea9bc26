"""Fixtures: the real treebanks, where they lie beside the project or in MULTIPLANE_TREEBANKS."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

TREEBANKS = Path(os.environ.get("MULTIPLANE_TREEBANKS", Path(__file__).parents[2] / "shared" / "treebanks"))


@pytest.fixture(scope="session")
def treebanks() -> Path:
    if not TREEBANKS.is_dir():
        pytest.skip(f"no treebanks at {TREEBANKS}; set MULTIPLANE_TREEBANKS")
    return TREEBANKS
