"""Kernels of the network and what is computed in their place where nothing is compiled: the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from multiplane.kernels.interpret import kernels
from multiplane.learn.neural import network, scan

ROWS, UNITS = 11, 6
STARTS = np.array([0, 4, 5, ROWS])


def floats(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).normal(0, 4, shape).astype(np.float32)


def empty(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


HEADS = np.random.default_rng(0).integers(0, ROWS, ROWS - 1).astype(np.int32)
CASES = {
    scan.squash_all: (floats(50), np.float32(0.5)),
    scan.squash: (floats(ROWS, 3 * UNITS), UNITS),
    scan.scan: (np.tanh(floats(ROWS, 3 * UNITS)), empty(ROWS, UNITS), empty(ROWS, UNITS)),
    network.rectify: (floats(ROWS, UNITS),),
    network.normalize: (floats(ROWS, 40), floats(40), floats(40, seed=1)),
    network.take_larger: (floats(ROWS, 80), floats(40), floats(40, seed=1), empty(ROWS, 40)),
    network.add_layer: (floats(ROWS, 3 * 40), STARTS, floats(40), floats(40, seed=1), floats(ROWS, 40)),
    network.join_vectors: (floats(ROWS, UNITS), floats(ROWS, UNITS, seed=1), HEADS, empty(ROWS - 1, 2 * UNITS)),
}


@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_the_same_bits_compiled_and_interpreted(kernel: Any) -> None:
    given = CASES[kernel]
    found = []
    for mode in ("compiled", "interpreted"):
        arguments = [part.copy() if isinstance(part, np.ndarray) else part for part in given]
        with kernels(mode):
            kernel(*arguments)
        found.append([part.tobytes() for part in arguments if isinstance(part, np.ndarray)])
    changed = [part.tobytes() for part in given if isinstance(part, np.ndarray)]
    assert found[0] != changed, "the kernel does something"
    assert found[0] == found[1]
