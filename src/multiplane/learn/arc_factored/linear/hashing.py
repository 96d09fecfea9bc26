"""Features as numbers: the attributes that one side of a template names, folded into one number for each word.

The features of an arc are made of two such numbers, one of the head and one of the dependent, joined by exclusive or:
what costs time is done once a word, not once an arc.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.features.arcs import REACH

OUTSIDE_LEFT, ROOT, OUTSIDE_RIGHT = 1, 2, 3
_FACTOR = 0x2C1B3C6D


@kernel
def fold(value: int, more: int) -> int:
    """32 bits that depend on all bits of both numbers and on their order."""
    value = ((value ^ int(more)) * _FACTOR) & 0xFFFFFFFF
    return value ^ (value >> 15)


@kernel
def finish(value: int) -> int:
    """31 bits, each dependent on all bits folded so far."""
    value = fold(value, value >> 16)
    return fold(value, 0x5BD1E995) & 0x7FFFFFFF


@kernel
def with_surroundings(attributes: Int32) -> Int32:
    """The attributes of a sentence's words with the root before them, and `REACH` places outside on both sides.

    Node i is in row i + REACH.
    """
    words, width = attributes.shape
    values = np.empty((words + 1 + 2 * REACH, width), np.int32)
    values[:REACH] = OUTSIDE_LEFT
    values[REACH] = ROOT
    values[REACH + 1 : REACH + 1 + words] = attributes
    values[REACH + 1 + words :] = OUTSIDE_RIGHT
    return values


@kernel
def side_hashes(values: Int32, rows: Int32, counts: Int32, side: int) -> Int32:
    """``[i, t]``: the terms of template t about one of its words, were that word node i."""
    nodes = len(values) - 2 * REACH
    hashes = np.empty((nodes, len(counts)), np.int32)
    for i in range(nodes):
        for t in range(len(counts)):
            value = fold(4 * t + side, 1)
            for k in range(counts[t]):
                word, places, attribute = rows[t, k]
                if word == side:
                    value = fold(value, values[REACH + i + places, attribute])
            hashes[i, t] = finish(value)
    return hashes


@kernel
def previous_with_same(hashes: Int32) -> Int32:
    """``[i, t]``: the last node before i with the same hash of template t; 0 if there is none."""
    nodes, width = hashes.shape
    previous = np.zeros((nodes, width), np.int32)
    for t in range(width):
        for i in range(1, nodes):
            j = i - 1
            while j > 0 and hashes[j, t] != hashes[i, t]:
                j -= 1
            previous[i, t] = j
    return previous
