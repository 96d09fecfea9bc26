"""Interpreted kernels: twins of the compiled ones, for small jobs."""

from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from tests.kernels.uncached import uncached

from multiplane.errors import MultiplaneError
from multiplane.kernels import interpret as interpreting
from multiplane.kernels.interpret import ALLOWANCE, elements, interpret, is_interpreting, kernels
from multiplane.kernels.jit import accessor, inlined, kernel
from multiplane.kernels.views import borrowed, prefetch

jit_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


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


@jit_only
def test_a_small_job_is_not_compiled_and_gives_the_same() -> None:
    values = np.arange(1, 5)
    small = total(values), total(values, 2)
    assert total.signatures == []
    with kernels("compiled"):
        assert (total(values), total(values, 2)) == small == (61, 41)
    assert len(total.signatures) == 2


@jit_only
def test_many_small_jobs_are_compiled_in_the_end() -> None:
    uncached(heavy)
    for _ in range(ALLOWANCE // 1000):
        heavy(1)
    assert heavy.signatures == []
    heavy(1)
    assert len(heavy.signatures) == 1


@jit_only
def test_a_large_job_is_compiled_at_once() -> None:
    heavy_again = kernel(steps=lambda times: times)(heavy.py_func)
    heavy_again(ALLOWANCE + 1)
    assert len(heavy_again.signatures) == 1


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
def test_a_method_of_a_record_follows_its_caller() -> None:
    seen = []

    def caller(pair: Pair) -> int:
        seen.append(is_interpreting())
        return pair.dot(2)

    assert interpret(caller, Pair(np.array([1, 2]), np.array([3, 4]))) == 22
    assert seen == [True]
    assert Pair.dot.signatures == []
    assert not is_interpreting()


def test_an_error_inside_leaves_nothing_behind() -> None:
    def fails() -> None:
        raise IndexError

    with pytest.raises(IndexError):
        interpret(fails)
    assert not is_interpreting()


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
        pytest.raises(MultiplaneError, match="found 'complied'; expected by size, compiled, interpreted or listed"),
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
