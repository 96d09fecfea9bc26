"""Views and prefetching: nothing changes but the speed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FETCHING = """
import numpy as np
from multiplane.kernels.views import prefetch, borrowed
from multiplane.kernels.jit import inlined, kernel

@inlined
def fetch(table, rows):
    for row in rows:
        prefetch(table, row)

@kernel
def total(table, rows):
    fetch(table, rows)
    return borrowed(table)[rows, 0].sum()

print(int(total(np.arange(12, dtype=np.int8).reshape(6, 2), np.array([1, 4]))))
"""


@pytest.mark.slow
@pytest.mark.parametrize("disabled", ["0", "1"])
def test_fetching_rows_ahead_changes_nothing_with_the_jit_and_without(disabled: str, tmp_path: Path) -> None:
    (tmp_path / "fetching.py").write_text(FETCHING)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "MULTIPLANE_KERNELS": "compiled"}
    command = [sys.executable, "-B", "fetching.py"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "10\n"
