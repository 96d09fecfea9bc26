"""Arrays that begin where a cache line does, so that neither a short row nor a register is filled from two lines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

CACHE_LINE = 64


def aligned(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """An array of zeros at the start of a cache line.

    >>> aligned((2, 3), np.float32).ctypes.data % CACHE_LINE
    0
    """
    size = math.prod(shape) * np.dtype(dtype).itemsize
    buffer = np.zeros(size + CACHE_LINE, np.uint8)
    first = -buffer.ctypes.data % CACHE_LINE
    return buffer[first : first + size].view(dtype).reshape(shape)
