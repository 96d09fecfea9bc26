"""Arrays that do not fit are refused with a short message, which compiles quickly."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core import event
from numba.np import arrayobj
from tests.kernels.uncached import uncached

from multiplane.kernels.interpret import kernels
from multiplane.kernels.jit import kernel
from multiplane.kernels.shape_errors import NUMBAS

pytestmark = [
    pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT"),
    pytest.mark.skipif(not hasattr(arrayobj, NUMBAS), reason="this release of Numba has no long message"),
]


def put(values: np.ndarray, into: np.ndarray) -> None:
    into[1:] = values


class Compiled(event.Listener):
    """The modules of all functions that are compiled."""

    def __init__(self) -> None:
        self.modules: set[str] = set()

    def on_start(self, happening: event.Event) -> None:
        self.modules.add(happening.data["dispatcher"].py_func.__module__)

    def on_end(self, happening: event.Event) -> None:
        pass


def test_kernels_say_it_in_short() -> None:
    short, place = kernel(put), np.zeros(3)
    with kernels("compiled"), pytest.raises(ValueError, match="cannot assign an array to a part of another size"):
        short(np.zeros(5), place)
    with kernels("compiled"):
        short(np.array([4.0, 5.0]), place)
    assert place.tolist() == [0, 4, 5]


@pytest.mark.slow
def test_others_say_it_as_before() -> None:
    test_kernels_say_it_in_short()
    with pytest.raises(ValueError, match=r"cannot assign slice of shape \(2,\) from input of shape \(5,\)"):
        numba.njit(put)(np.zeros(5), np.zeros(3))


def test_no_writing_of_numbers_is_compiled() -> None:
    @kernel
    def inner(values: np.ndarray, into: np.ndarray) -> None:
        into[0] = values

    @kernel
    def outer(values: np.ndarray, into: np.ndarray) -> None:
        inner(values, into)

    uncached(inner, outer)
    compiled = Compiled()
    with event.install_listener("numba:compile", compiled), kernels("compiled"):
        outer(np.ones(2), np.zeros((2, 2)))
    assert compiled.modules and not any("unicode" in module for module in compiled.modules)
