"""The types of array that the package uses, each with one name, that of its elements; and arrays of what is given."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError

Bool = NDArray[np.bool_]
Int8 = NDArray[np.int8]
Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
UInt8 = NDArray[np.uint8]
UInt16 = NDArray[np.uint16]
UInt32 = NDArray[np.uint32]
UInt64 = NDArray[np.uint64]
Float16 = NDArray[np.float16]
Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]


def as_array(scores: Any, name: str = "scores") -> NDArray[Any]:
    """A float64 array in C order of anything that speaks the array interface, PyTorch tensors too.

    Raise if a tensor requires a gradient, which would be lost.

    >>> as_array([[0, 1], [2, 3]]).dtype
    dtype('float64')
    """
    if getattr(scores, "requires_grad", False):
        raise MultiplaneError(
            f"found {name} that require a gradient, which is not computed; expected {name} without, as .detach() gives"
        )
    if not isinstance(scores, np.ndarray) and hasattr(scores, "detach"):
        scores = scores.detach().cpu().double().numpy()
    try:
        return np.ascontiguousarray(scores, np.float64)
    except (TypeError, ValueError, RuntimeError) as error:
        raise MultiplaneError(f"found {name} of type {type(scores).__name__}; expected an array of numbers") from error
