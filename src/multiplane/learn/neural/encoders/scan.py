"""The quasi-recurrent scan: gates decide at every word how much of the state is kept (Bradbury et al. 2017).

Half of the units go from left to right, the other half from right to left. Everything that depends on the words alone
has been computed before, by one matrix product; what is left for the scan is a line for each word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from multiplane.kernels.arrays import Float32
from multiplane.kernels.interpret import interpreted_as
from multiplane.kernels.jit import kernel

LIMIT = np.float32(9)
ZERO, QUARTER, HALF, ONE = np.float32(0), np.float32(0.25), np.float32(0.5), np.float32(1)
_A0, _A1, _A2 = np.float32(10395), np.float32(1260), np.float32(21)
_B1, _B2 = np.float32(4725), np.float32(210)


@kernel
def squashed(value: Any) -> Any:
    """The hyperbolic tangent of a 32-bit float, to about seven digits.

    That of a quarter, by Lambert's continued fraction, is doubled twice: tanh 2y = 2 tanh y / (1 + tanh² y).

    >>> values = np.linspace(-12, 12, 101, dtype=np.float32)
    >>> bool(max(abs(squashed(value) - np.tanh(float(value))) for value in values) < 3e-6)
    True
    """
    y = min(max(value, -LIMIT), LIMIT) * QUARTER
    s = y * y
    t = y * (_A0 + s * (_A1 + s * _A2)) / (_A0 + s * (_B1 + s * (_B2 + s)))
    t = (t + t) / (ONE + t * t)
    return (t + t) / (ONE + t * t)


@kernel
def squash(gates: Float32, units: int) -> None:
    """Of forget gates, candidates and output gates of so many units, the tangents: of half the gates, so that a gate is
    open at 1 and closed at −1, and of the candidates.
    """
    for i in range(len(gates)):
        squash_all(gates[i, :units], HALF)
        squash_all(gates[i, units : 2 * units], ONE)
        squash_all(gates[i, 2 * units : 3 * units], HALF)


@kernel
def squash_all(values: Float32, factor: np.float32) -> None:
    """The tangents of values times a factor, in place."""
    for j in range(len(values)):
        values[j] = squashed(factor * values[j])


@kernel
def scan(gates: Float32, states: Float32, out: Float32) -> None:
    """The states of one sentence, and what their output gates let through; ``gates`` are squashed ones."""
    words, units = out.shape
    half = units // 2
    for t in range(words):
        for j in range(half):
            keep = HALF + HALF * gates[t, j]
            before = states[t - 1, j] if t > 0 else ZERO
            states[t, j] = keep * before + (ONE - keep) * gates[t, units + j]
            out[t, j] = (HALF + HALF * gates[t, 2 * units + j]) * states[t, j]
    for t in range(words - 1, -1, -1):
        for j in range(half, units):
            keep = HALF + HALF * gates[t, j]
            before = states[t + 1, j] if t < words - 1 else ZERO
            states[t, j] = keep * before + (ONE - keep) * gates[t, units + j]
            out[t, j] = (HALF + HALF * gates[t, 2 * units + j]) * states[t, j]


def squash_at_once(values: Float32, factor: np.float32) -> None:
    """What `squash_all` computes, in plain Python: all values at once."""
    y = np.minimum(np.maximum(factor * values, -LIMIT), LIMIT) * QUARTER
    s = y * y
    t = y * (_A0 + s * (_A1 + s * _A2)) / (_A0 + s * (_B1 + s * (_B2 + s)))
    t = (t + t) / (ONE + t * t)
    values[:] = (t + t) / (ONE + t * t)


def scan_by_words(gates: Float32, states: Float32, out: Float32) -> None:
    """What `scan` computes, in plain Python: all units of a word and a direction at once."""
    words, units = out.shape
    keep, let_through = (HALF + HALF * gates[:, first : first + units] for first in (0, 2 * units))
    new = (ONE - keep) * gates[:, units : 2 * units]
    for columns, order in ((slice(units // 2), range(words)), (slice(units // 2, units), range(words - 1, -1, -1))):
        before = np.zeros_like(out[0, columns])
        for t in order:
            before = keep[t, columns] * before + new[t, columns]
            states[t, columns] = before
    out[:] = let_through * states


interpreted_as(squash_all, squash_at_once)
interpreted_as(scan, scan_by_words)
