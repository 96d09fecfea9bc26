"""Strings as numbers: packed into one array of bytes, hashed, copied, numbered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from multiplane.kernels.arrays import Bytes, Int32, Int64
from multiplane.kernels.jit import kernel

_FACTOR = 0x2C1B3C6D

Numbers = TypeVar("Numbers", Bytes, Int64)


def pack(strings: Sequence[str]) -> tuple[Bytes, Int64]:
    """Strings as one array of bytes, and the offsets at which each begins and the last ends.

    >>> data, offsets = pack(["hen", "", "egg"])
    >>> bytes(data), offsets.tolist()
    (b'henegg', [0, 3, 3, 6])
    """
    encoded = [string.encode("utf-8") for string in strings]
    offsets = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(string) for string in encoded], out=offsets[1:])
    return np.frombuffer(bytearray(b"".join(encoded)), np.uint8), offsets


def numbered(strings: Iterable[str]) -> tuple[Int32, tuple[str, ...]]:
    """Strings as ids in order of first occurrence, and the strings by id.

    >>> ids, vocabulary = numbered(["det", "obj", "det"])
    >>> ids.tolist(), vocabulary
    ([0, 1, 0], ('det', 'obj'))
    """
    numbers: dict[str, int] = {}
    ids = np.array([numbers.setdefault(string, len(numbers)) for string in strings], np.int32)
    return ids, tuple(numbers)


@kernel
def hash_bytes(data: Bytes, start: int, end: int) -> int:
    """31 bits that depend on every byte: four at a time into a product, its high half folded onto the low one."""
    value = end - start
    position = start
    while position + 4 <= end:
        four = int(data[position]) | int(data[position + 1]) << 8
        four |= int(data[position + 2]) << 16 | int(data[position + 3]) << 24
        value = ((value ^ four) * _FACTOR) & 0xFFFFFFFF
        value ^= value >> 15
        position += 4
    while position < end:
        value = ((value ^ int(data[position])) * _FACTOR) & 0xFFFFFFFF
        value ^= value >> 15
        position += 1
    return value & 0x7FFFFFFF


@kernel
def copy(source: Numbers, start: int, end: int, target: Numbers, position: int) -> int:
    """Copy source[start:end] to ``position`` of the target; return the position after it.

    A loop, for an assignment of slices would take two seconds to compile.
    """
    for index in range(end - start):
        target[position + index] = source[start + index]
    return position + end - start
