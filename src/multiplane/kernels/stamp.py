"""Stamps: digests of everything that the machine code of a kernel depends on, from the objects in memory.

A kernel is its bytecode, the options it is compiled with, its default arguments and closure, and whatever its global
names stand for: kernels, accessors, intrinsics, overloads, records, enumerations, constants, arrays, attributes of
modules; and so on for every function reached in this way. Functions call each other in circles, so a stamp is made
from the whole graph of functions, each numbered when it is first met. The types of the arguments have a stamp of
their own, with the fields of every record among them. NumPy, Numba, LLVM and Python itself are known by their versions.

Numba takes global names as constants from the first compilation on; stamps do the same.
"""

from __future__ import annotations

import dis
import hashlib
import re
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from numba.core import config, types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.typing.templates import builtin_registry

LIBRARIES = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}
SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DISABLE_INTEL_SVML")
PLAIN = {bool, int, float, complex, str, bytes, range, slice, type(None), type(...)}
OPERATORS = "_operator"
GLOBAL_LOADS = ("LOAD_GLOBAL", "LOAD_NAME")
ADDRESS = re.compile(r"\b0x[0-9a-f]{4,}")


class UnstableError(Exception):
    """A value that does not look the same in the next process: what depends on it cannot be cached."""


class _Node(NamedTuple):
    """What one function says, and the functions that it refers to, in the order in which it does."""

    digest: bytes
    uses: tuple[FunctionType, ...]


def stamp_of_kernel(kernel: Any) -> str:
    """The stamp of a compiled function: two of the same meaning have the same, in any process.

    >>> double, twice = numba.njit(lambda x: x * 2), numba.njit(lambda x: x * 2)
    >>> stamp_of_kernel(double) == stamp_of_kernel(twice)
    True
    >>> stamp_of_kernel(double) == stamp_of_kernel(numba.njit(lambda x: x * 3))
    False
    """
    uses: list[FunctionType] = []
    parts = [_described(kernel, uses)]
    numbers = {function: number for number, function in enumerate(uses)}
    for function in uses:
        node = _node(function)
        for used in node.uses:
            if used not in numbers:
                numbers[used] = len(uses)
                uses.append(used)
        parts.append(f"{node.digest.hex()} {[numbers[used] for used in node.uses]}")
    return _digest(parts).hex()


def stamp_of_types(signature: Iterable[Any]) -> str:
    """The stamp of the types of a kernel's arguments, records with their fields.

    >>> stamp_of_types([types.int32]) == stamp_of_types([types.int64])
    False
    """
    return _digest(map(_described_type, signature)).hex()


def stamp_of_surroundings() -> str:
    """The stamp of the versions and settings under which Numba compiles."""
    versions = [sys.version, numba.__version__, llvmlite.__version__, np.__version__]
    return _digest([*versions, *(f"{name}={getattr(config, name, None)}" for name in SETTINGS)]).hex()


def _digest(parts: Iterable[str]) -> bytes:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


_nodes: dict[FunctionType, _Node] = {}


def _node(function: FunctionType) -> _Node:
    if function not in _nodes:
        uses: list[FunctionType] = []
        digest = _digest(_described_function(function, uses))
        _nodes[function] = _Node(digest, tuple(uses))
    return _nodes[function]


def _described_function(function: FunctionType, uses: list[FunctionType]) -> Iterable[str]:
    yield _described(_overloads_of(function), uses)
    if _in_library(function):
        yield f"{function.__module__}.{function.__qualname__}"
        return
    codes = [function.__code__]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    yield _described(function.__code__, uses)
    yield _described((function.__defaults__, function.__kwdefaults__), uses)
    names = sorted({name for code in codes for name in code.co_names})
    for cell in function.__closure__ or ():
        yield _described_in_module(_content(cell), names, uses)
    for name in names:
        if name in function.__globals__:
            try:
                yield f"{name} = {_described_in_module(function.__globals__[name], names, uses)}"
            except UnstableError:
                if _is_loaded(name, codes):
                    raise
        if overloads := _overloads_of(name):
            yield _described(overloads, uses)
    yield _described(_overloads_of(OPERATORS), uses)


def _content(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return "empty"


def _is_loaded(name: str, codes: list[CodeType]) -> bool:
    """Whether the name stands for a global value somewhere, not for attributes only."""
    steps = (step for code in codes for step in dis.get_instructions(code))
    return any(step.opname in GLOBAL_LOADS and step.argval == name for step in steps)


def _described_in_module(value: object, names: list[str], uses: list[FunctionType]) -> str:
    """A value; for a module, those of its attributes that the function may read."""
    if not isinstance(value, ModuleType):
        return _described(value, uses)
    if _in_library(value):
        return value.__name__
    found, modules = [], [value]
    for module in modules:
        for name in names:
            attribute = vars(module).get(name)
            if isinstance(attribute, ModuleType) and not _in_library(attribute):
                modules += [attribute] if attribute not in modules else []
            elif name in vars(module):
                found.append(f"{module.__name__}.{name} = {_described(attribute, uses)}")
    return "; ".join(found)


def _in_library(value: Any) -> bool:
    """Whether a module, function or class comes from a library, whose version tells all about it."""
    if isinstance(value, ModuleType):
        name = value.__name__
    elif isinstance(value, FunctionType):
        name = value.__globals__.get("__name__", "")
    else:
        name = getattr(value, "__module__", None) or ""
    return name.partition(".")[0] in LIBRARIES


def _described(value: Any, uses: list[FunctionType]) -> str:
    """A text that is the same for the same value in every process; functions are added to those in use."""

    kind = type(value)
    if kind in PLAIN or (kind is tuple and all(type(item) in PLAIN for item in value)):
        return f"{kind.__name__} {value!r}"

    def each(values: Iterable[Any]) -> str:
        return ", ".join([_described(value, uses) for value in values])

    if isinstance(value, Dispatcher):
        options = sorted(value.targetoptions.items())
        return f"kernel {_stable(repr(options))} {_described(value.py_func, uses)}"
    if isinstance(value, _Intrinsic):
        return f"intrinsic {value._prefer_literal} {_described(value._defn, uses)}"
    if isinstance(value, FunctionType):
        uses.append(value)
        return "function"
    if isinstance(value, CodeType):
        shape = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount, value.co_flags)
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        steps = (value.co_code.hex(), getattr(value, "co_exceptiontable", b"").hex())
        return f"code {shape} {names} {steps} ({each(value.co_consts)})"
    if isinstance(value, type):
        return _described_class(value, each)
    if isinstance(value, Enum):
        return f"{_described_class(kind, each)}.{value.name}"
    if isinstance(value, tuple | list):
        return f"{_described_class(kind, each)} ({each(value)})"
    if isinstance(value, set | frozenset):
        return f"{kind.__name__} {sorted(each([item]) for item in value)}"
    if isinstance(value, dict):
        return f"{kind.__name__} ({each(value.items())})"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        layout = (value.dtype, value.shape, value.flags.c_contiguous, value.flags.f_contiguous)
        return f"{kind.__name__} {layout!r} {hashlib.blake2b(value.tobytes(), digest_size=16).hexdigest()}"
    if isinstance(value, types.Type):
        return _described_type(value)
    if isinstance(value, BuiltinFunctionType | np.dtype | np.ufunc):
        return _stable(repr(value))
    return f"object {_reduced(value, each)}"


def _described_class(kind: type, each: Callable[[Iterable[Any]], str]) -> str:
    name = f"{kind.__module__}.{kind.__qualname__}"
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        methods = [(key, value) for key, value in vars(kind).items() if isinstance(value, Dispatcher)]
        return f"record {name} {kind._fields} {each([getattr(kind, '_field_defaults', {}), *methods])}"
    if issubclass(kind, Enum):
        members = kind.__members__.items()
        return f"enumeration {name} ({', '.join(f'{key} = {each([member.value])}' for key, member in members)})"
    if _in_library(kind):
        return name
    return f"class {name} ({each(value for value in vars(kind).values() if isinstance(value, FunctionType))})"


def _reduced(value: object, each: Callable[[Iterable[Any]], str]) -> str:
    """Any other object, by what would be pickled."""
    try:
        reduced = value.__reduce_ex__(4)
        if isinstance(reduced, str):
            return reduced
        return each(part if index < 3 or part is None else list(part) for index, part in enumerate(reduced))
    except Exception as error:
        raise UnstableError(f"a {type(value).__name__} has no stamp") from error


def _stable(text: str) -> str:
    if ADDRESS.search(text):
        raise UnstableError(text)
    return text


@cache
def _described_type(kind: Any) -> str:
    """A Numba type with the records and enumerations inside it, which its own name does not tell apart."""
    found, kinds = [_stable(str(kind))], [kind]
    for inner in kinds:
        for attribute in vars(inner).values():
            for part in attribute if isinstance(attribute, tuple) else (attribute,):
                if isinstance(part, types.Type) and part not in kinds:
                    kinds.append(part)
                elif isinstance(part, type):
                    found.append(stamp_of_kernel(part))
    return "; ".join(found)


def _overloads_of(target: object) -> list[tuple[str, FunctionType]]:
    """What Numba was given as the meaning of a function, or of functions and attributes of this name, with options."""
    count = len(builtin_registry.functions), len(builtin_registry.attributes)
    return _overloads(count).get(target, [])


@cache
def _overloads(count: tuple[int, int]) -> dict[object, list[tuple[str, FunctionType]]]:
    """All overloads that are not Numba's own; the count of all tells whether there are new ones."""
    found: dict[object, list[tuple[str, FunctionType]]] = {}
    for template in (*builtin_registry.functions, *builtin_registry.attributes):
        overload = getattr(template, "_overload_func", None)
        key = getattr(template, "key", None)
        function = key if isinstance(key, FunctionType) else overload
        if isinstance(overload, FunctionType) and not (_in_library(overload) and _in_library(function)):
            name = getattr(template, "_attr", None) or getattr(key, "__name__", None)
            options = f"{getattr(template, '_jit_options', None)} {template._inline.value}"
            is_operator = getattr(key, "__module__", None) == OPERATORS
            for target in {function, OPERATORS if is_operator else name}:
                found.setdefault(target, []).append((options, overload))
    return found
