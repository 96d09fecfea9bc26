"""The layers of the encoder ``qrnn``: from embeddings to vectors of words in context, with NumPy.

Embeddings → maxout → quasi-recurrent layers (Bradbury et al. 2017).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.interpret import elements, interpreted_as
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.scan import ONE, ZERO, scan, squash
from multiplane.learn.neural.product import Packed, multiply, packed

MIN_VARIANCE = np.float32(1e-5)
STEPS_PER_ROW, STEPS_PER_NODE = 60, 5
SUMS = 16
"""So many sums, of every sixteenth number each, are added up side by side; the last bits depend on it."""

BYTES_OF_INPUTS = 1 << 25
MAX_ALIKE = 8192


def qrnn_shapes(inputs: int, hidden: int, windows: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """The shape of each parameter of the encoder, by name.

    >>> qrnn_shapes(4, 2, ())["input weights"]
    (4, 4)
    """
    d = hidden
    shapes: dict[str, tuple[int, ...]] = {
        "input weights": (inputs, 2 * d),
        "input bias": (2 * d,),
        "input gain": (d,),
        "input shift": (d,),
    }
    for number, window in enumerate(windows):
        shapes[f"layer {number} weights"] = (d * (2 * window + 1), 3 * d)
        shapes[f"layer {number} bias"] = (3 * d,)
        shapes[f"layer {number} gain"] = (d,)
        shapes[f"layer {number} shift"] = (d,)
    return shapes


class Layer(NamedTuple):
    """A quasi-recurrent layer: the words at either side that it sees, its matrix, and its normalization.

    The matrix of the first layer has other columns for every place around a word: see `by_place`.
    """

    window: int
    matrix: Packed
    gain: Float32
    shift: Float32


@dataclass(frozen=True, slots=True, eq=False)
class Qrnn:
    """Maxout over embeddings, then quasi-recurrent layers."""

    hidden: int
    input: Packed
    gain: Float32
    shift: Float32
    layers: tuple[Layer, ...]


def qrnn_of(weights: Mapping[str, Float32], hidden: int, windows: tuple[int, ...]) -> Qrnn:
    """The layers with these parameters."""
    layers = []
    for number, window in enumerate(windows):
        own = [weights[f"layer {number} {part}"] for part in ("weights", "bias", "gain", "shift")]
        matrix = packed(*own[:2]) if number else packed(*by_place(own[0], own[1], window))
        layers.append(Layer(window, matrix, *own[2:]))
    first = packed(weights["input weights"], weights["input bias"])
    return Qrnn(hidden, first, weights["input gain"], weights["input shift"], tuple(layers))


def by_place(weights: Float32, bias: Float32, window: int) -> tuple[Float32, Float32]:
    """The matrix of a layer that sees words at places around a word, with the columns for one place after the other, so
    that what a word adds is the same product wherever it stands; the bias is added by the word itself.

    >>> [part.tolist() for part in by_place(np.arange(6).reshape(3, 2), np.array([7, 8]), 1)]
    [[[0, 1, 2, 3, 4, 5]], [0.0, 0.0, 7.0, 8.0, 0.0, 0.0]]
    """
    places, columns = 2 * window + 1, weights.shape[1]
    wide = weights.reshape(places, -1, columns).transpose(1, 0, 2).reshape(-1, places * columns)
    added = np.zeros(places * columns, np.float32)
    added[window * columns : (window + 1) * columns] = bias
    return wide, added


class Inputs(NamedTuple):
    """Words without context: their vectors before the layers, and what they add to the gates of the first layer where
    they stand at each place around a word.
    """

    x: Float32
    gates: Float32


def inputs_of(qrnn: Qrnn, embedded: Float32) -> Inputs:
    """The vectors of words without context: maxout over embeddings, and the matrix product of the first layer."""
    x = np.empty((len(embedded), qrnn.hidden), np.float32)
    take_larger(multiply(embedded, qrnn.input), qrnn.gain, qrnn.shift, x)
    return Inputs(x, multiply(x, qrnn.layers[0].matrix) if qrnn.layers else x[:, :0])


def words_to_compare(qrnn: Qrnn) -> int:
    """How many words to search for duplicates at a time: the `Inputs` of all of them must fit in memory."""
    columns = qrnn.hidden + sum(len(layer.matrix.bias) for layer in qrnn.layers[:1])
    return max(1, min(MAX_ALIKE, BYTES_OF_INPUTS // (columns * 4)))


def in_context(qrnn: Qrnn, inputs: Inputs, kinds: Int32, starts: Int64) -> Float32:
    """The vectors of the nodes of several sentences, of which each is a word of ``inputs``.

    Sentence s has the nodes ``starts[s]`` to ``starts[s + 1]``.
    """
    x: Float32 = inputs.x[kinds]
    for number, layer in enumerate(qrnn.layers):
        if number == 0:
            gates = add_neighbours(inputs.gates, kinds, starts, layer.window, 3 * qrnn.hidden)
        else:
            gates = multiply(with_neighbours(x, starts, layer.window) if layer.window else x, layer.matrix)
        add_layer(gates, starts, layer.gain, layer.shift, x)
    return x


def steps_of_elements(*arguments: Any) -> float:
    """The work of a kernel whose twin is a few operations of NumPy, or a few for every unit of a layer."""
    return 1000 + elements(arguments) / 1000


@kernel(steps=steps_of_elements)
def normalize(x: Float32, gain: Float32, shift: Float32) -> None:
    """Every row of mean 0 and variance 1, times a gain, plus a shift."""
    rows, units = x.shape
    sums, whole, size = np.empty(SUMS, np.float32), units - units % SUMS, np.float32(units)
    for i in range(rows):
        sums[:] = ZERO
        for first in range(0, whole, SUMS):
            for lane in range(SUMS):
                sums[lane] += x[i, first + lane]
        for j in range(whole, units):
            sums[j - whole] += x[i, j]
        mean = total_of(sums) / size
        sums[:] = ZERO
        for first in range(0, whole, SUMS):
            for lane in range(SUMS):
                x[i, first + lane] -= mean
                sums[lane] += x[i, first + lane] * x[i, first + lane]
        for j in range(whole, units):
            x[i, j] -= mean
            sums[j - whole] += x[i, j] * x[i, j]
        scale = ONE / np.sqrt(total_of(sums) / size + MIN_VARIANCE)
        for j in range(units):
            x[i, j] = x[i, j] * scale * gain[j] + shift[j]


@kernel
def total_of(sums: Float32) -> Any:
    """The sum of some sums, in their order."""
    total = ZERO
    for lane in range(len(sums)):
        total += sums[lane]
    return total


@kernel(steps=steps_of_elements)
def take_larger(y: Float32, gain: Float32, shift: Float32, x: Float32) -> None:
    """Maxout: rows of the larger values of both halves of those of y, normalized."""
    rows, units = x.shape
    for i in range(rows):
        for j in range(units):
            x[i, j] = max(y[i, j], y[i, units + j])
    normalize(x, gain, shift)


@kernel(steps=lambda gates, *_: STEPS_PER_ROW * len(gates))
def add_layer(gates: Float32, starts: Int64, gain: Float32, shift: Float32, x: Float32) -> None:
    """Add to x the states that a scan of every sentence makes of gates, normalized."""
    squash(gates, x.shape[1])
    states, out = np.empty_like(x), np.empty_like(x)
    for s in range(len(starts) - 1):
        here = slice(starts[s], starts[s + 1])
        scan(gates[here], states[here], out[here])
    normalize(out, gain, shift)
    x += out


@kernel(steps=lambda gates, kinds, *_: STEPS_PER_NODE * len(kinds))
def add_neighbours(gates: Float32, kinds: Int32, starts: Int64, window: int, width: int) -> Float32:
    """The gates of the first layer: what every node adds to its own, and its neighbours at either side.

    >>> gates = np.array([[1, 10, 100], [2, 20, 200]], np.float32)
    >>> add_neighbours(gates, np.array([0, 1, 0], np.int32), np.array([0, 2, 3]), 1, 1).tolist()
    [[210.0], [21.0], [10.0]]
    """
    out = np.empty((len(kinds), width), np.float32)
    for s in range(len(starts) - 1):
        for i in range(starts[s], starts[s + 1]):
            out[i] = gates[kinds[i], window * width : (window + 1) * width]
            for other in range(max(i - window, starts[s]), min(i + window + 1, starts[s + 1])):
                if other != i:
                    place = (other - i + window) * width
                    out[i] += gates[kinds[other], place : place + width]
    return out


@kernel
def with_neighbours(x: Float32, starts: Int64, window: int) -> Float32:
    """Every row between those of its neighbours at either side, zeros beyond the ends of its sentence.

    >>> with_neighbours(np.array([[1], [2], [3]], np.float32), np.array([0, 2, 3]), 1).tolist()
    [[0.0, 1.0, 2.0], [1.0, 2.0, 0.0], [0.0, 3.0, 0.0]]
    """
    width = x.shape[1]
    seen = np.zeros((len(x), (2 * window + 1) * width), np.float32)
    for s in range(len(starts) - 1):
        for i in range(starts[s], starts[s + 1]):
            for other in range(max(i - window, starts[s]), min(i + window + 1, starts[s + 1])):
                place = (other - i + window) * width
                seen[i, place : place + width] = x[other]
    return seen


def normalize_by_units(x: Float32, gain: Float32, shift: Float32) -> None:
    """What `normalize` computes, in plain Python: all rows at once, in the order of its sums."""
    size = np.float32(x.shape[1])
    x -= (sums_in_order(x) / size)[:, None]
    x *= (ONE / np.sqrt(sums_in_order(x * x) / size + MIN_VARIANCE))[:, None]
    x *= gain
    x += shift


def sums_in_order(x: Float32) -> Float32:
    """The sums of rows: first of every sixteenth number, then of these sums."""
    sums = np.zeros((len(x), SUMS), np.float32)
    for first in range(0, x.shape[1], SUMS):
        part = x[:, first : first + SUMS]
        sums[:, : part.shape[1]] += part
    total = np.zeros(len(x), np.float32)
    for lane in range(SUMS):
        total += sums[:, lane]
    return total


def take_larger_at_once(y: Float32, gain: Float32, shift: Float32, x: Float32) -> None:
    """What `take_larger` computes, in plain Python."""
    units = x.shape[1]
    np.maximum(y[:, :units], y[:, units : 2 * units], out=x)
    normalize_by_units(x, gain, shift)


interpreted_as(normalize, normalize_by_units)
interpreted_as(take_larger, take_larger_at_once)
