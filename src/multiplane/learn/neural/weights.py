"""Weights by name: as parts of one array while they are learned, and as 16-bit floats in files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float16, Float32
from multiplane.learn.model.contents import ModelFile

Shapes = Mapping[str, tuple[int, ...]]
Weights = Mapping[str, Float32]

MAX_WEIGHT = 1000.0
"""No weight may be larger, so no score can overflow, whatever a file contains."""

MAX_WIDTH = 4096
"""No layer or vector may be wider."""


def in_16_bit_floats(weights: Float32) -> Float16:
    """Weights as 16-bit floats, none larger than `MAX_WEIGHT`.

    >>> in_16_bit_floats(np.array([0.1, 1e9], np.float32)).tolist()
    [0.0999755859375, 1000.0]
    """
    return np.clip(weights, -MAX_WEIGHT, MAX_WEIGHT).astype(np.float16)


def in_32_bit_floats(stored: Mapping[str, NDArray[Any]], shapes: Shapes) -> dict[str, Float32]:
    """The weights with these names in 32 bits, for computation."""
    return {name: stored[name].astype(np.float32) for name in shapes}


def weights_from_file(file: ModelFile, shapes: Shapes) -> dict[str, NDArray[Any]]:
    """Read 16-bit weights of these shapes from a file. Raise if one is missing or out of range."""
    return {
        name: file.tensor(name, np.float16, shape, low=-MAX_WEIGHT, high=MAX_WEIGHT) for name, shape in shapes.items()
    }


def parts_of(flat: Float32, shapes: Shapes) -> dict[str, Float32]:
    """Weights by name, as parts of one array.

    >>> parts_of(np.arange(5), {"bias": (1,), "weights": (2, 2)})["weights"].tolist()
    [[1, 2], [3, 4]]
    """
    parts, begin = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        parts[name] = flat[begin : begin + size].reshape(shape)
        begin += size
    return parts
