"""Interpreted kernels: twins of the compiled ones, for small jobs."""

from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.kernels import interpret as interpreting
from multiplane.kernels import jit
from multiplane.kernels.interpret import ALLOWANCE, MAX_STEPS, elements, kernels
from multiplane.kernels.jit import IS_DISABLED, accessor, inlined, kernel
from multiplane.kernels.views import borrowed, prefetch

jit_only = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")


class Pair(NamedTuple):
    """A record of arrays."""

    left: np.ndarray
    right: np.ndarray

    @inlined
    def dot(self, scale: int) -> int:
        """A method that kernels call."""
        total = 0
        for i in range(len(self.left)):
            total += scale * self.left[i] * self.right[i]
        return total


@accessor
def first(values: np.ndarray) -> int:
    return values[0]


@inlined
def doubled(value: int) -> int:
    return 2 * value


@kernel
def total(values: np.ndarray, weight: int = 3) -> int:
    view = borrowed(values)
    prefetch(view, 0)
    result = 0
    for value in view:
        result += doubled(value) * weight
    return result + first(view)


@kernel
def factorial(n: int) -> int:
    return 1 if n == 0 else n * factorial(n - 1)


@kernel
def both(pair: Pair) -> tuple[int, float]:
    return total(pair.left) + total(pair.right, 1), pair.left[0] / pair.right[0]


@kernel(steps=lambda times: 1000 * times)
def heavy(times: int) -> int:
    return times


@kernel
def how_many_bits(value: np.uint8) -> int:
    value *= np.uint8(3)
    return int(value)


def is_compiled(kernel: Any) -> bool:
    return bool(kernel.run != kernel.begin)


@jit_only
def test_a_small_job_is_not_compiled_and_gives_the_same() -> None:
    values = np.arange(1, 5)
    small = total(values), total(values, 2)
    assert not is_compiled(total)
    with kernels("compiled"):
        assert (total(values), total(values, weight=2)) == small == (61, 41)
    assert is_compiled(total)


@jit_only
def test_many_small_jobs_are_compiled_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(np.arange(100) * ALLOWANCE / 6)
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))
    for _ in range(5):
        heavy(1)
    assert not is_compiled(heavy), "five jobs of a sixth, and the next one would take as long"
    for _ in range(2):
        heavy(1)
    assert is_compiled(heavy)


@jit_only
def test_a_large_job_is_compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_kept", lambda function: False)
    heavy_again: Any = kernel(steps=lambda times: times)(heavy.py_func)  # type: ignore[attr-defined]
    heavy_again(MAX_STEPS)
    assert not is_compiled(heavy_again)
    heavy_again(MAX_STEPS + 1)
    assert is_compiled(heavy_again)


def test_interpreted_kernels_give_numbers_of_python_and_wrap_around_in_silence() -> None:
    with kernels("interpreted"):
        found = both(Pair(np.array([2, 0]), np.array([0, 1])))
        assert found == (16, np.inf)
        assert [type(part) for part in found] == [int, float]
        assert how_many_bits(np.uint8(200)) == 88


def test_functions_that_call_themselves_have_twins() -> None:
    with kernels("interpreted"):
        assert factorial(10) == 3628800


@jit_only
def test_a_method_of_a_record_is_interpreted_outside_kernels_and_an_accessor_always() -> None:
    pair = Pair(np.array([1, 2]), np.array([3, 4]))
    with kernels("compiled"):
        assert (pair.dot(2), first(pair.left)) == (22, 1)
    assert not is_compiled(Pair.dot) and not is_compiled(first)


def test_elements_are_counted_in_records() -> None:
    assert elements((Pair(np.zeros(3), np.zeros((2, 2))), 7, np.zeros(1))) == 8


def test_kernels_in_a_closure_have_twins() -> None:
    scale = doubled

    @kernel
    def scaled(value: int) -> int:
        return scale(value) + 1

    with kernels("interpreted"):
        assert scaled(4) == 9


def test_an_unknown_choice_is_refused() -> None:
    with (
        pytest.raises(MultiplaneError, match="found 'complied'; expected by work, compiled, interpreted or listed"),
        kernels("complied"),
    ):
        pass


@jit_only
def test_no_thread_gets_half_a_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stand_in = threading.Event(), interpreting._stand_in

    def slowly(value: Any) -> Any:
        begun.set()
        time.sleep(0.1)
        return stand_in(value)

    def quadrupled(value: int) -> int:
        return doubled(doubled(value))

    monkeypatch.setattr(interpreting, "_stand_in", slowly)
    maker = threading.Thread(target=interpreting.twin_of, args=(quadrupled,))
    maker.start()
    begun.wait()
    assert interpreting.twin_of(quadrupled)(3) == 12
    maker.join()
