"""The two forms of kernels, their machine code on disk, and what is done where Numba is not as expected."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from multiplane.kernels import folder
from multiplane.kernels.jit import IS_DISABLED, kernel

pytestmark = [
    pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT"),
    pytest.mark.slow,
]
CHAIN = """
import sys
import numpy as np
from multiplane.kernels.jit import accessor, inlined, kernel
@accessor
def first(values): return values[0]
@kernel
def low(values, step):
    if len(values) == 0:
        raise ValueError("no values", len(values))
    return values[::step].sum() + first(values)
@inlined
def high(values, step=1): return low(values, step) + 1
@kernel
def higher(values, steps): return high(values) + low(values, steps[0]) + high(values, steps[0])
values = np.arange(1, 5)
print(higher(values, np.array([2], np.int8)), low(values, 1))
try:
    higher(values[:0], np.array([2], np.int8))
except ValueError as error:
    print(error)
from multiplane.kernels.compiler import entry
for name in (higher, low):
    print(name.__name__, sum(entry(name).stats.cache_misses.values()))
"""
RESULT = ["23 11", "('no values', 0)"]
WITHOUT_PRIVILEGES = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]


def run(place: Path, before: str = "", command: tuple[str, ...] = ()) -> tuple[list[str], str]:
    """What a process prints that calls kernels which call each other, on standard output and as an error."""
    (place / "chain.py").write_text(CHAIN)
    code = f"{before}\nimport runpy; runpy.run_path({str(place / 'chain.py')!r})"
    given = {**os.environ, "NUMBA_CACHE_DIR": str(place / "cache"), "MULTIPLANE_KERNELS": "compiled"}
    for name in ("MULTIPLANE_QUIET", "MULTIPLANE_NUMBA"):
        given.pop(name, None)
    found = subprocess.run([*command, sys.executable, "-c", code], env=given, capture_output=True, text=True)
    return found.stdout.splitlines(), found.stderr


def test_kernels_are_compiled_once_and_inner_forms_once_for_all_integers(tmp_path: Path) -> None:
    assert run(tmp_path) == ([*RESULT, "higher 1", "low 1"], "")
    kept = {path.name.removesuffix(".nbc") for path in tmp_path.glob("cache/*/chain.*.nbc")}
    inner = {"chain.low-7inner.1", "chain.high-12inner.1", "chain.high-12inner.2"}
    assert kept == {"chain.higher-14.1", "chain.low-7.1", *inner}, "the default of an argument is a type of its own"
    assert run(tmp_path) == ([*RESULT, "higher 0", "low 0"], "")


@pytest.mark.parametrize("suffix", ["nbc", "nbi"])
def test_a_damaged_file_is_compiled_once_and_mended(tmp_path: Path, suffix: str) -> None:
    run(tmp_path)
    for path in tmp_path.glob(f"cache/*/chain.*.{suffix}"):
        path.write_bytes(path.read_bytes()[:-7])
    assert run(tmp_path) == ([*RESULT, "higher 1", "low 1"], "")
    assert run(tmp_path) == ([*RESULT, "higher 0", "low 0"], "")


def test_an_edit_is_seen(tmp_path: Path) -> None:
    run(tmp_path)
    (tmp_path / "other").mkdir()
    edit = "import multiplane.kernels.folder as f; f.version = lambda name: 'another'"
    assert run(tmp_path, edit)[0] == [*RESULT, "higher 1", "low 1"]
    assert len(list(tmp_path.glob("cache/kernels-*"))) == 2


BREAKAGES = {
    "asked for": "import os; os.environ['MULTIPLANE_NUMBA'] = 'plain'",
    "a class is gone": "import numba.core.codegen as c; del c.JITCodeLibrary",
    "a cache is gone": "import numba.core.caching as c; del c.CompileResultCacheImpl",
    "machine code is not kept": "import numba.core.caching as c; c.FunctionCache.save_overload = lambda *_: None",
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_the_same_comes_out_where_numba_is_not_as_expected(tmp_path: Path, breakage: str) -> None:
    found, error = run(tmp_path, BREAKAGES[breakage])
    assert found[:2] == RESULT
    if breakage == "asked for":
        assert error == ""
        assert run(tmp_path, BREAKAGES[breakage])[0] == [*RESULT, "higher 0", "low 0"]
    else:
        assert error.startswith("multiplane: Numba ") and " is not as expected: kernels are slow (" in error
        assert error.count("\n") == 1


def test_products_are_the_same_without_registers() -> None:
    code = (
        "import numpy as np\nfrom multiplane.learn.neural.product import multiply, multiply_in_steps, packed\n"
        "r = np.random.default_rng(0)\nx, w, b = (r.normal(size=s).astype('f') for s in ((7, 30), (30, 70), 70))\n"
        "print((multiply(x, packed(w, b)) == multiply_in_steps(x, packed(w, b))).all())"
    )
    given = {**os.environ, "MULTIPLANE_NUMBA": "plain", "MULTIPLANE_KERNELS": "compiled"}
    found = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("True\n", "")


@pytest.fixture
def unprivileged() -> tuple[str, ...]:
    """How a command is run that may not write where nobody may."""
    if not hasattr(os, "geteuid"):
        pytest.skip("there are no such modes here")
    if os.geteuid() != 0:
        return ()
    if shutil.which(WITHOUT_PRIVILEGES[0]) is None:
        pytest.skip("root may write anywhere, and there is no setpriv")
    return tuple(WITHOUT_PRIVILEGES)


def test_a_cache_that_cannot_be_written_is_read(tmp_path: Path, unprivileged: tuple[str, ...]) -> None:
    run(tmp_path)
    places = [tmp_path / "cache", *(tmp_path / "cache").iterdir()]
    for place in places:
        place.chmod(0o555)
    try:
        assert run(tmp_path, command=unprivileged) == ([*RESULT, "higher 0", "low 0"], "")
    finally:
        for place in places:
            place.chmod(0o755)


def test_kernels_are_compiled_where_nothing_can_be_kept(tmp_path: Path, unprivileged: tuple[str, ...]) -> None:
    (tmp_path / "cache").mkdir(mode=0o555)
    assert run(tmp_path, command=unprivileged) == ([*RESULT, "higher 1", "low 1"], "")
    assert not list((tmp_path / "cache").iterdir())


def test_the_oldest_folders_of_other_versions_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for days in range(5):
        (tmp_path / f"kernels-{days}").mkdir()
        os.utime(tmp_path / f"kernels-{days}", (1e9 - 86400 * days,) * 2)
    (tmp_path / "kernels-used").mkdir()
    folder.folders.cache_clear()
    folder.writable_folder.cache_clear()
    try:
        made = folder.writable_folder()
    finally:
        monkeypatch.undo()
        folder.folders.cache_clear()
        folder.writable_folder.cache_clear()
    assert made is not None
    assert {path.name for path in tmp_path.iterdir()} == {made.name, "kernels-used", "kernels-0"}


@kernel
def unused(value: int) -> int:
    return value


def test_files_are_named_after_the_module_and_the_line() -> None:
    name: Any = unused
    assert folder.name_in_folder(name.py_func).startswith("test_private.unused-")
