"""Kernels: cached beside the source, in the user's cache folder where the package is read-only, or nowhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import multiplane

CODE = "from multiplane.structure import gap_degree; print(gap_degree([2, 0, 2, 1]))"


def closed_copy(folder: Path) -> Path:
    """A copy of the package in which no cache can be made: a file stands where each __pycache__ would be."""
    source = Path(multiplane.__file__).parent
    copy = folder / "site" / "multiplane"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for place in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (place / "__pycache__").write_text("")
    return copy.parent


def answer(site: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    found = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    return found.stdout


def test_a_read_only_package_is_cached_in_the_users_cache_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    site = closed_copy(tmp_path)
    assert answer(site, HOME=str(home), XDG_CACHE_HOME=str(home / ".cache")) == "1\n"
    assert list(home.rglob("*.nbi"))


def test_kernels_work_where_nothing_can_be_cached(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    site = closed_copy(tmp_path)
    assert answer(site, HOME=str(nowhere), XDG_CACHE_HOME=str(nowhere)) == "1\n"


def test_kernels_are_plain_python_with_the_jit_switched_off() -> None:
    code = (
        "from multiplane.structure import classify, planes, one_endpoint_crossing\n"
        "print(classify([4, 5, 6, 0, 4, 4], root_arcs=False).planes, planes([3, 4, 0, 3]).of_word.tolist())"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "3 [0, 1, 0, 0]\n"


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


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_fetching_rows_ahead_changes_nothing_with_the_jit_and_without(disabled: str, tmp_path: Path) -> None:
    (tmp_path / "fetching.py").write_text(FETCHING)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
    command = [sys.executable, "-B", "fetching.py"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "10\n"


def test_a_kernel_is_compiled_again_when_one_that_it_uses_changes(tmp_path: Path) -> None:
    lower = (
        "from multiplane.kernels.jit import kernel\nSCALE = {scale}\n@kernel\ndef lower(x):\n    return x + {term}\n"
    )
    upper = (
        "from low import SCALE, lower\nfrom multiplane.kernels.jit import kernel\n"
        "@kernel\ndef upper(x):\n    return SCALE * lower(x)\nprint(upper(1))\n"
    )
    (tmp_path / "up.py").write_text(upper)

    def result(**values: int) -> str:
        (tmp_path / "low.py").write_text(lower.format(**values))
        os.utime(tmp_path / "low.py", (sum(values.values()), sum(values.values())))
        command = [sys.executable, "-B", "up.py"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert result(scale=1, term=1) == "2\n"
    assert result(scale=1, term=5) == "6\n"
    assert result(scale=3, term=5) == "18\n"


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def result() -> str:
        command = [sys.executable, "-c", CODE]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert result() == "1\n"
    files = [path for path in tmp_path.rglob("*.nb*") if path.is_file()]
    assert files
    for number, path in enumerate(files):
        path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2] if number % 2 else b"not a cache")
    assert result() == "1\n"
