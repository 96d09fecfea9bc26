"""Kernels call the methods of records by the class of the record; one kernel, compiled for each class."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import pytest

from multiplane.kernels.arrays import Float64
from multiplane.kernels.dispatch import kernel_methods
from multiplane.kernels.interpret import kernels
from multiplane.kernels.jit import IS_DISABLED, inlined, kernel
from multiplane.kernels.views import borrowed


@kernel_methods
class Scale(Protocol):
    """How a value is weighed."""

    def weigh(self, value: float, times: int) -> float: ...


class Inner(NamedTuple):
    values: Float64
    bonus: int


class Linear(NamedTuple):
    factors: Float64
    inner: Inner

    @inlined
    def weigh(self, value: float, times: int) -> float:
        return float(self.factors[0] * value * times + self.inner.values[1] + self.inner.bonus)


class Constant(NamedTuple):
    out: Float64

    @inlined
    def weigh(self, value: float, times: int) -> float:
        self.out[0] += 1
        return float(self.out[0])


class Nothing(NamedTuple):
    out: Float64


@kernel
def total(scale: Scale, count: int) -> float:
    view = borrowed(scale)
    result = 0.0
    for index in range(count):
        result += view.weigh(float(index), 2)
    return result


def test_the_class_of_the_record_decides() -> None:
    linear = Linear(np.array([3.0]), Inner(np.array([0.0, 0.5]), 2))
    assert total(linear, 3) == 3 * 2 * (0 + 1 + 2) + 3 * 2.5
    assert total(Constant(np.zeros(1)), 3) == 1 + 2 + 3
    assert linear.weigh(1.0, 2) == 8.5, "outside kernels too"


@pytest.mark.skipif(IS_DISABLED, reason="without compilation it is Python's own error")
def test_a_record_without_the_method_is_refused() -> None:
    from numba.core.errors import TypingError

    with kernels("compiled"), pytest.raises(TypingError, match="weigh"):
        total(Nothing(np.zeros(1)), 3)


def test_two_protocols_share_a_method_only_if_it_has_the_same_parameters() -> None:
    @kernel_methods
    class Same(Protocol):
        def weigh(self, value: float, times: int) -> float: ...

    with pytest.raises(TypeError, match=r"method weigh: found parameters \('self', 'value'\); expected"):

        @kernel_methods
        class Other(Protocol):
            def weigh(self, value: float) -> float: ...
