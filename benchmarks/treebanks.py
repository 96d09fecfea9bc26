"""Where the benchmarks find treebanks: beside the project, or in MULTIPLANE_TREEBANKS."""

from __future__ import annotations

import os
from pathlib import Path

TREEBANKS = Path(os.environ.get("MULTIPLANE_TREEBANKS", Path(__file__).parents[2] / "shared" / "treebanks"))
