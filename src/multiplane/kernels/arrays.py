"""The types of array that the kernels run over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
