"""Kernels that are listed in a run without compilation, and compiled afterwards, the largest one first."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core import event
from tests.kernels.test_claims import claimed_elsewhere
from tests.kernels.uncached import uncached

from multiplane.kernels import ahead
from multiplane.kernels.interpret import ALLOWANCE, is_listing, kernels
from multiplane.kernels.jit import kernel

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


class Compiled(event.Listener):
    """The names of the kernels that are compiled, in order, but for those that are compiled for others."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.depth = 0

    def on_start(self, happening: event.Event) -> None:
        if self.depth == 0:
            self.names.append(happening.data["dispatcher"].py_func.__name__)
        self.depth += 1

    def on_end(self, happening: event.Event) -> None:
        self.depth -= 1


@pytest.fixture
def nothing_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_listed", {})
    monkeypatch.delenv(ahead.COMPILERS, raising=False)


@pytest.mark.usefixtures("nothing_listed")
def test_kernels_of_a_run_are_compiled_for_the_types_they_met_the_last_of_equals_first() -> None:
    @kernel
    def earlier(values: np.ndarray) -> int:
        return len(values) + 1

    @kernel
    def later(values: np.ndarray, more: int = 2) -> int:
        return len(values) + more

    uncached(earlier, later)
    few = np.zeros(3)
    compiled = Compiled()
    with event.install_listener("numba:compile", compiled), kernels("listed"):
        with kernels("compiled"):
            assert is_listing(), "nothing inside a listing is compiled"
            assert (earlier(few), earlier(few), later(few)) == (4, 4, 5)
        assert compiled.names == []
        ahead.compile_listed(lambda: True)
    assert compiled.names == ["later", "earlier"]
    with event.install_listener("numba:compile", compiled), kernels("compiled"):
        assert (earlier(few), later(few)) == (4, 5)
    assert compiled.names == ["later", "earlier"], "they were compiled for these very types"


@pytest.mark.usefixtures("nothing_listed")
def test_a_single_large_call_is_compiled_at_once() -> None:
    @kernel
    def total(values: np.ndarray) -> float:
        result = 0.0
        for value in values:
            result += value
        return result

    with kernels("listed"):
        assert total(np.ones(ALLOWANCE + 1)) == ALLOWANCE + 1
    assert total.overloads  # type: ignore[attr-defined]


@pytest.mark.usefixtures("nothing_listed")
def test_nothing_more_is_compiled_when_nobody_wants_it() -> None:
    @kernel
    def unwanted(values: np.ndarray) -> int:
        return len(values)

    with kernels("listed"):
        unwanted(np.zeros(2))
    ahead.compile_listed(lambda: False)
    assert not unwanted.overloads  # type: ignore[attr-defined]


@pytest.mark.usefixtures("nothing_listed")
def test_help_is_called_for_once_by_the_first_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def one(value: int) -> int:
        return value + 1

    uncached(one)
    calls: list[str] = []
    ahead.help_with(lambda: calls.append("help"))
    with kernels("interpreted"):
        one(1)
    assert calls == []
    with kernels("compiled"):
        one(1)
        one(1.5)  # type: ignore[arg-type]
    assert calls == ["help"]


def test_one_compiler_is_no_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ahead.COMPILERS, "1")
    ahead.help_with(lambda: pytest.fail("there must be no helper"))
    ahead.call_for_help()


@pytest.mark.usefixtures("nothing_listed")
def test_the_largest_kernel_comes_first_and_what_another_process_has_begun_is_left_to_it() -> None:
    @kernel
    def small(values: np.ndarray) -> int:
        return len(values)

    @kernel
    def large(values: np.ndarray) -> int:
        return small(values) + 1

    @kernel
    def begun(values: np.ndarray) -> int:
        return large(values) + 1

    uncached(small, large)
    few = np.zeros(3)
    compiled = Compiled()
    with event.install_listener("numba:compile", compiled), kernels("listed"):
        assert (large(few), begun(few), small(few)) == (4, 5, 3)
        place = begun._cache.place((numba.typeof(few),))  # type: ignore[attr-defined]
        with claimed_elsewhere(place):
            ahead.compile_listed(lambda: True)
    assert compiled.names == ["large", "small"]
