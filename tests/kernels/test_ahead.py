"""Kernels that are listed in a run without compilation, and compiled afterwards, by one process each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from multiplane.kernels import ahead, compiler, folder
from multiplane.kernels.interpret import MAX_STEPS, is_listing, kernels
from multiplane.kernels.jit import IS_DISABLED, kernel

pytestmark = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")
FEW = np.zeros(3)


@kernel
def small(values: np.ndarray) -> int:
    return len(values)


@kernel
def large(values: np.ndarray, more: int = 1) -> int:
    return small(values) + more


@kernel
def begun(values: np.ndarray) -> int:
    return large(values) + 1


@pytest.fixture(autouse=True)
def nothing_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_listed", {})
    monkeypatch.delenv(ahead.COMPILERS, raising=False)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the kernels that are compiled, in order, which they are not."""

    class Entry:
        def __init__(self, kernel: Any) -> None:
            self.name = kernel.__name__

        def compile(self, types: tuple[Any, ...]) -> None:
            names.append(f"{self.name}{len(types)}")

    names: list[str] = []
    monkeypatch.setattr(compiler, "entry", Entry)
    return names


@contextmanager
def claimed_elsewhere(kernel: Any) -> Iterator[None]:
    """Let another process claim a kernel."""
    code = (
        "import sys\nfrom types import SimpleNamespace\nfrom multiplane.kernels import ahead\n"
        "ahead.name_in_folder = lambda _: sys.argv[1]\n"
        "with ahead.claim(SimpleNamespace(py_func=None)) as is_mine: print(is_mine, flush=True); input()"
    )
    command = [sys.executable, "-c", code, folder.name_in_folder(kernel.py_func)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "True\n"
        yield
        process.stdin.write("\n")


def test_kernels_of_a_run_are_compiled_from_the_largest_but_for_those_that_others_have_begun(
    compiled: list[str],
) -> None:
    with kernels("listed"):
        with kernels("compiled"):
            assert is_listing(), "nothing inside a listing is compiled"
            assert (small(FEW), large(FEW), begun(FEW)) == (3, 4, 5)
        assert compiled == []
        with claimed_elsewhere(begun):
            compiler.compile_listed(lambda: True)
    assert compiled == ["large2", "small1"]
    compiler.compile_listed(lambda: False)
    assert len(compiled) == 2, "nothing more is compiled when nobody wants it"


def test_a_single_large_call_is_compiled_at_once() -> None:
    @kernel
    def total(values: np.ndarray) -> float:
        result = 0.0
        for value in values:
            result += value
        return result

    with kernels("listed"):
        assert total(np.ones(MAX_STEPS + 1)) == MAX_STEPS + 1
    assert total.run != total.begin  # type: ignore[attr-defined]


def test_a_kernel_that_another_process_compiles_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "LONGEST_WAIT", 0.2)
    with claimed_elsewhere(small):
        with ahead.claim(small) as is_mine:
            assert not is_mine
        with ahead.claim_or_wait(small):
            pass
    with ahead.claim(small) as is_mine:
        assert is_mine, "it ends with the process"


def test_help_is_called_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    ahead.help_with(lambda: calls.append("help"))
    ahead.call_for_help()
    ahead.call_for_help()
    assert calls == ["help"]
    monkeypatch.setenv(ahead.COMPILERS, "1")
    ahead.help_with(lambda: pytest.fail("there must be no helper"))
    ahead.call_for_help()
