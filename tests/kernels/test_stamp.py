"""Stamps: the same for the same meaning in every process, another for another meaning."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import types

from multiplane.kernels import stamp
from multiplane.kernels.stamp import UnstableError, stamp_of_kernel, stamp_of_surroundings, stamp_of_types

jit_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there are no kernels without the JIT")


def function(source: str, **names: object) -> FunctionType:
    """The function ``f`` that the source defines, among these global names."""
    namespace = {"__name__": "made", **names}
    exec(source, namespace)
    found = namespace["f"]
    assert isinstance(found, FunctionType)
    return found


def of_value(value: object) -> str:
    return stamp_of_kernel(function("def f(x):\n    return VALUE", VALUE=value))


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([0.0, -0.0, 1.0, 0.1]),
    st.text("a'\0", max_size=2),
    st.binary(max_size=1),
    st.sampled_from([np.int8(1), np.int64(1), np.float32(1), np.array([1, 2]), np.array([[1], [2]]), np.dtype("i4")]),
    st.sampled_from([types.int32, types.int64, len, max, np.add, np.zeros, ValueError, KeyError]),
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=2).map(tuple) | st.frozensets(st.integers(0, 3)))


def exactly(value: Any) -> object:
    """What can be compared to say whether two values are the same, type and bytes."""
    if isinstance(value, tuple):
        return [exactly(item) for item in value]
    if isinstance(value, np.ndarray | np.generic):
        return type(value), value.dtype, value.shape, value.tobytes()
    return type(value), repr(value)


@given(values, values)
def test_stamps_are_equal_where_values_are(left: object, right: object) -> None:
    assert (of_value(left) == of_value(right)) == (exactly(left) == exactly(right))


SAME_NAMES = [
    "def f(x):\n    return x + 1",
    "def f(x):\n    return x + 2",
    "def f(x):\n    return x - 1",
    "def f(y):\n    return y + 1",
    "def f(x, y=1):\n    return x + 1",
    "def f(x, y=2):\n    return x + 1",
    "def f(x, *, y=2):\n    return x + 1",
    "def f(x):\n    return x + 1.0",
    "def f(x):\n    return x + True",
    "def f(x):\n    return g(x)",
    "def f(x):\n    return h(x)",
    "def f(x):\n    return x.g",
    "def f(x):\n    return (lambda: x + 1)()",
    "def f(x):\n    return (lambda: x + 2)()",
    "def f(x):\n    return (lambda: g(x))()",
    "def f(x):\n    return f(x)",
    "def f(x):\n    try:\n        return x + 1\n    except ValueError:\n        return x + 1",
]


def test_other_code_has_another_stamp() -> None:
    stamps = [stamp_of_kernel(function(source, g=1, h=1)) for source in SAME_NAMES]
    assert len(set(stamps)) == len(stamps)
    assert stamps == [stamp_of_kernel(function(f"# moved\n\n{source}", g=1, h=1)) for source in SAME_NAMES]


@jit_only
def test_other_options_have_another_stamp() -> None:
    plain = function("def f(x):\n    return x")
    options: list[dict[str, Any]] = [{}, {"error_model": "numpy"}, {"forceinline": True}, {"inline": "always"}]
    kernels = [numba.njit(**option)(plain) for option in options]
    assert len({stamp_of_kernel(kernel) for kernel in kernels}) == 4
    assert len({of_value(kernel) for kernel in kernels}) == 4


def circle(first: int, second: int) -> FunctionType:
    """Two functions that call each other."""
    namespace: dict[str, Any] = {}
    source = f"def f(x):\n    return g(x) + {first}\ndef g(x):\n    return f(x) + {second}"
    exec(source, namespace)
    found = namespace["f"]
    assert isinstance(found, FunctionType)
    return found


def test_functions_that_call_each_other() -> None:
    assert stamp_of_kernel(circle(1, 2)) == stamp_of_kernel(circle(1, 2))
    assert len({stamp_of_kernel(circle(*numbers)) for numbers in [(1, 2), (2, 1), (1, 1), (2, 2)]}) == 4


def test_which_name_stands_for_which_function_counts() -> None:
    def adding(step: int) -> Any:
        return lambda x: x + step

    source = "def f(x):\n    return a(x) - b(x)"
    one, two = adding(1), adding(2)
    stamps = {stamp_of_kernel(function(source, a=a, b=b)) for a in (one, two) for b in (one, two)}
    assert len(stamps) == 4
    assert stamp_of_kernel(function(source, a=adding(1), b=adding(2))) == stamp_of_kernel(
        function(source, a=one, b=two)
    )


def test_values_inside_objects_and_partial_functions_count() -> None:
    def scaled(x: int, scale: int) -> int:
        return x * scale

    assert of_value(partial(scaled, scale=2)) == of_value(partial(scaled, scale=2))
    assert of_value(partial(scaled, scale=2)) != of_value(partial(scaled, scale=3))
    assert of_value({"a": 1}) != of_value({"a": 2})


def test_enumerations_and_records_count_with_all_that_they_hold() -> None:
    enumerations = [Enum("Colour", names) for names in (["RED", "BLUE"], ["BLUE", "RED"], ["RED"])]
    records = [NamedTuple("Pair", [(name, int) for name in names]) for names in ("ab", "ba", "a")]
    for classes in (enumerations, records):
        assert len({of_value(kind) for kind in classes}) == 3
    assert len({of_value(kind["RED"]) for kind in enumerations}) == 3
    assert len({stamp_of_types([numba.typeof(kind(*range(len(kind._fields))))]) for kind in records}) == 3  # type: ignore[attr-defined]
    nested = [types.Tuple([types.int64, types.List(numba.typeof(kind(1, 2)))]) for kind in records[:2]]  # type: ignore[call-arg]
    assert stamp_of_types([nested[0]]) != stamp_of_types([nested[1]])


def test_the_layout_of_arrays_counts() -> None:
    array = np.arange(6).reshape(2, 3)
    assert len({of_value(array), of_value(np.asfortranarray(array)), of_value(array.astype(np.int32))}) == 3
    kinds = [types.Array(types.int32, 1, layout, readonly=closed) for layout in "CA" for closed in (False, True)]
    assert len({stamp_of_types([kind]) for kind in kinds}) == 4


def test_what_cannot_be_told_apart_has_no_stamp() -> None:
    with pytest.raises(UnstableError):
        of_value(threading.Lock())
    with pytest.raises(UnstableError):
        stamp_of_types([types.Opaque("an object at 0x7f5a8c0d")])
    attribute = function("def f(x):\n    return x.VALUE", VALUE=threading.Lock())
    assert stamp_of_kernel(attribute) == stamp_of_kernel(attribute)


@pytest.mark.parametrize("library", [numba, np, stamp.llvmlite])
def test_versions_count(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamp_of_surroundings()
    monkeypatch.setattr(library, "__version__", "0.0")
    assert stamp_of_surroundings() != before


STAMPS_OF_ALL_KERNELS = """
import importlib, pkgutil
from numba.core.dispatcher import Dispatcher
import multiplane
from multiplane.kernels.stamp import stamp_of_kernel
for module in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
    for value in vars(importlib.import_module(module.name)).values():
        if isinstance(value, Dispatcher):
            print(value.py_func.__module__, value.py_func.__qualname__, stamp_of_kernel(value))
"""


def stamps_of_all_kernels(seed: str) -> list[str]:
    command = [sys.executable, "-c", STAMPS_OF_ALL_KERNELS]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "NUMBA_DISABLE_JIT": "0"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.slow
def test_every_kernel_of_the_package_has_a_stamp_and_the_same_in_the_next_process() -> None:
    stamps = stamps_of_all_kernels("1")
    assert len(stamps) > 100
    assert stamps == stamps_of_all_kernels("2")
