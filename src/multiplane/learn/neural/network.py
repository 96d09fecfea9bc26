"""The network: from embeddings to the scores of all arcs and labels, with NumPy.

Attributes → embeddings → maxout → quasi-recurrent layers → vectors of heads and dependents → biaffine scores of arcs
(Dozat & Manning 2017) and scores of labels. Every operation is one of IEEE 754, in a fixed order: a sentence's scores
depend on nothing but the sentence and the model, on any machine.

Parameters are float32 arrays by name, those of products with a row for each input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float32, Float64, Int32, Int64
from multiplane.kernels.interpret import elements, interpreted_as
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.product import Packed, multiply, packed, packed_rows
from multiplane.learn.neural.scan import ONE, ZERO, scan, squash

SLOPE = np.float32(0.1)
SMALLEST_VARIANCE = np.float32(1e-5)
STEPS_PER_ROW, STEPS_PER_ARC = 60, 5
LANES = 16
"""So many sums of every sixteenth number are added up side by side."""
DISTANCES = (1, 2, 3, 4, 5, 6, 7, 9, 12, 17, 24)
"""The least distances of all classes of distance but the first, which is of no arc."""

BUCKETS = 2 * (len(DISTANCES) + 1)
BUCKET_OF = np.searchsorted(DISTANCES, np.arange(DISTANCES[-1] + 1), side="right").astype(np.int32)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of the network: units of a layer, words at either side that a layer sees, vectors of arcs and labels.

    ``inputs`` is the width of the embeddings of a word, ``tags`` the number of tags whose pairs have scores of their
    own.
    """

    inputs: int
    tags: int
    labels: int
    hidden: int = 192
    windows: tuple[int, ...] = (1, 0, 0)
    arc: int = 160
    label: int = 128

    def as_data(self) -> dict[str, Any]:
        """The sizes for the header of a model file."""
        return {**asdict(self), "windows": list(self.windows)}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter, by name.

        >>> Sizes(4, 3, 2, hidden=2, windows=(1,), arc=2, label=2).shapes["layer 0 weights"]
        (6, 6)
        """
        d, pair = self.hidden, self.arc + self.label
        return {
            **encoder_shapes(self.inputs, d, self.windows),
            "head weights": (d, pair),
            "head bias": (pair,),
            "dependent weights": (d, pair),
            "dependent bias": (pair,),
            "arc weights": (self.arc, self.arc),
            "arc head": (self.arc,),
            "arc distance": (BUCKETS,),
            "arc tags": (self.tags, self.tags, BUCKETS),
            "label sum": (self.label, self.labels),
            "label product": (self.label, self.labels),
            "label bias": (self.labels,),
        }


def encoder_shapes(inputs: int, hidden: int, windows: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """The shape of each parameter of the encoder, by name.

    >>> encoder_shapes(4, 2, ())["input weights"]
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
    """A quasi-recurrent layer: the words at either side that it sees, its matrix, and its normalization."""

    window: int
    matrix: Packed
    gain: Float32
    shift: Float32


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """What makes vectors of words in context: maxout over embeddings, then layers."""

    hidden: int
    input: Packed
    gain: Float32
    shift: Float32
    layers: tuple[Layer, ...]


def encoder_of(weights: Mapping[str, Float32], hidden: int, windows: tuple[int, ...]) -> Encoder:
    """The encoder with these parameters."""
    layers = []
    for number, window in enumerate(windows):
        own = {part: weights[f"layer {number} {part}"] for part in ("weights", "bias", "gain", "shift")}
        layers.append(Layer(window, packed(own["weights"], own["bias"]), own["gain"], own["shift"]))
    first = packed(weights["input weights"], weights["input bias"])
    return Encoder(hidden, first, weights["input gain"], weights["input shift"], tuple(layers))


def input_layer(encoder: Encoder, embedded: Float32) -> Float32:
    """The vectors of nodes before the layers that see others: maxout over their embeddings."""
    x = np.empty((len(embedded), encoder.hidden), np.float32)
    take_larger(multiply(embedded, encoder.input), encoder.gain, encoder.shift, x)
    return x


def in_context(encoder: Encoder, x: Float32, starts: Int64) -> Float32:
    """The vectors of the nodes of several sentences, made of those before the layers, in their place.

    Sentence s has the rows ``starts[s]`` to ``starts[s + 1]``.
    """
    for layer in encoder.layers:
        seen = with_neighbours(x, starts, layer.window) if layer.window else x
        add_layer(multiply(seen, layer.matrix), starts, layer.gain, layer.shift, x)
    return x


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The parameters, ready for products.

    The last column of ``arc`` scores the head alone. The rows of ``label`` are first those for the sum of both vectors
    of an arc, then those for their product.
    """

    sizes: Sizes
    encoder: Encoder
    head_arc: Packed
    head_label: Packed
    dependent_arc: Packed
    dependent_label: Packed
    arc: Packed
    distances: Float32
    pairs: Float32
    label: Packed


def network_of(weights: Mapping[str, Float32], sizes: Sizes) -> Network:
    """The network with these parameters."""
    arc = sizes.arc
    sides = [
        packed(weights[f"{side} weights"][:, part], weights[f"{side} bias"][part])
        for side in ("head", "dependent")
        for part in (slice(0, arc), slice(arc, None))
    ]
    return Network(
        sizes,
        encoder_of(weights, sizes.hidden, sizes.windows),
        sides[0],
        sides[1],
        sides[2],
        sides[3],
        packed(np.concatenate([weights["arc weights"], weights["arc head"][:, None]], axis=1)),
        weights["arc distance"],
        weights["arc tags"],
        packed(np.concatenate([weights["label sum"], weights["label product"]]), weights["label bias"]),
    )


class Vectors(NamedTuple):
    """A sentence's nodes as heads and as dependents, of arcs and of labels, and their tags.

    Heads of arcs have been multiplied with the matrix of arcs: what is left to do is a product with dependents.
    """

    head_arc: Float32
    head_label: Float32
    dependent_arc: Float32
    dependent_label: Float32
    tags: Int32


def vectors_of(network: Network, inputs: Float32, tags: Int32, starts: Int64) -> list[Vectors]:
    """What the network makes of the nodes of several sentences, the root of each first, from their vectors before the
    layers, which are overwritten.

    Sentence s has the rows ``starts[s]`` to ``starts[s + 1]``.
    """
    x = in_context(network.encoder, inputs, starts)
    head, dependent = multiply(x, network.head_arc), multiply(x, network.dependent_arc)
    rectify(head)
    rectify(dependent)
    head = multiply(head, network.arc)
    whole = Vectors(head, multiply(x, network.head_label), dependent, multiply(x, network.dependent_label), tags)
    return [Vectors._make(array[first:last] for array in whole) for first, last in pairwise(starts.tolist())]


def arc_scores(network: Network, vectors: Vectors) -> Float64:
    """``[h, d]``: the score of the arc from node h to node d."""
    biases = network.distances, network.pairs, vectors.tags
    return score_arcs(vectors.head_arc, vectors.dependent_arc, network.sizes.arc, *biases)


def label_scores(network: Network, vectors: Vectors, heads: Int32) -> Float32:
    """``[w, l]``: the score of label l for the arc from ``heads[w]`` into word w, counted from 0."""
    both = np.empty((len(heads), 2 * network.sizes.label), np.float32)
    join_vectors(vectors.head_label, vectors.dependent_label, heads, both)
    return multiply(both, network.label)[:, : network.sizes.labels]


def steps_of_elements(*arguments: Any) -> float:
    """The work of a kernel whose twin is a few operations of NumPy, or a few for every unit of a layer."""
    return 1000 + elements(arguments) / 1000


@kernel(steps=steps_of_elements)
def join_vectors(head: Float32, dependent: Float32, heads: Int32, out: Float32) -> None:
    """For every word the sum of its vector and its head's, through the leaky rectifier, then their product.

    >>> out = np.empty((1, 2), np.float32)
    >>> join_vectors(np.array([[2], [0]], np.float32), np.array([[0], [-3]], np.float32), np.array([0], np.int32), out)
    >>> out.tolist()
    [[-0.10000000149011612, -6.0]]
    """
    width = out.shape[1] // 2
    for w in range(len(heads)):
        for j in range(width):
            both = head[heads[w], j] + dependent[w + 1, j]
            out[w, j] = max(both, SLOPE * both)
            out[w, width + j] = head[heads[w], j] * dependent[w + 1, j]


def steps_of_arcs(heads: Float32, dependents: Float32, arc: int, *_: Any) -> float:
    """The work of `score_arcs`: products of all heads with all dependents, then every arc by itself."""
    nodes = len(heads)
    return arc * (4 + nodes * nodes / 1000) + STEPS_PER_ARC * nodes * nodes


@kernel(steps=steps_of_arcs)
def score_arcs(
    heads: Float32, dependents: Float32, arc: int, distances: Float32, pairs: Float32, tags: Int32
) -> Float64:
    """The scores of all arcs of a sentence, from so many numbers of every node as a head and as a dependent."""
    scores = np.empty((len(heads), len(heads)), np.float64)
    add_biases(multiply(heads, packed_rows(dependents, arc)), heads, arc, distances, pairs, tags, scores)
    return scores


@kernel(steps=steps_of_elements)
def rectify(x: Float32) -> None:
    """The leaky rectifier, in place.

    >>> x = np.array([[2, -2]], np.float32)
    >>> rectify(x)
    >>> x.tolist()
    [[2.0, -0.20000000298023224]]
    """
    rows, columns = x.shape
    for i in range(rows):
        for j in range(columns):
            x[i, j] = max(x[i, j], SLOPE * x[i, j])


@kernel(steps=steps_of_elements)
def normalize(x: Float32, gain: Float32, shift: Float32) -> None:
    """Every row of mean 0 and variance 1, times a gain, plus a shift."""
    rows, units = x.shape
    sums, whole, size = np.empty(LANES, np.float32), units - units % LANES, np.float32(units)
    for i in range(rows):
        sums[:] = ZERO
        for first in range(0, whole, LANES):
            for lane in range(LANES):
                sums[lane] += x[i, first + lane]
        for j in range(whole, units):
            sums[j - whole] += x[i, j]
        mean = total_of(sums) / size
        sums[:] = ZERO
        for first in range(0, whole, LANES):
            for lane in range(LANES):
                x[i, first + lane] -= mean
                sums[lane] += x[i, first + lane] * x[i, first + lane]
        for j in range(whole, units):
            x[i, j] -= mean
            sums[j - whole] += x[i, j] * x[i, j]
        scale = ONE / np.sqrt(total_of(sums) / size + SMALLEST_VARIANCE)
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


@kernel
def bucket(head: int, dependent: int) -> int:
    """The class of an arc's direction and distance.

    >>> bucket(0, 1), bucket(1, 0), bucket(0, 100)
    (1, 13, 11)
    """
    distance = min(abs(head - dependent), len(BUCKET_OF) - 1)
    return int(BUCKET_OF[distance]) + (0 if head < dependent else len(DISTANCES) + 1)


@kernel(steps=lambda *arguments: STEPS_PER_ARC * arguments[-1].size)
def add_biases(
    products: Float32, heads: Float32, column: int, distances: Float32, pairs: Float32, tags: Int32, scores: Float64
) -> None:
    """The scores of arcs from their products, and what heads, in a column of theirs, distance, and tags at that
    distance add to them.
    """
    nodes = len(scores)
    for h in range(nodes):
        for d in range(nodes):
            if d == 0 or h == d:
                scores[h, d] = FORBIDDEN
            else:
                place = bucket(h, d)
                scores[h, d] = products[h, d] + heads[h, column] + distances[place] + pairs[tags[h], tags[d], place]


def join_at_once(head: Float32, dependent: Float32, heads: Int32, out: Float32) -> None:
    """What `join_vectors` computes, in plain Python: all words at once."""
    above, below = head[heads, : out.shape[1] // 2], dependent[1 : len(heads) + 1, : out.shape[1] // 2]
    both = above + below
    out[:] = np.concatenate([np.maximum(both, SLOPE * both), above * below], axis=1)


def rectify_at_once(x: Float32) -> None:
    """What `rectify` computes, in plain Python: all values at once."""
    np.maximum(x, SLOPE * x, out=x)


def normalize_by_units(x: Float32, gain: Float32, shift: Float32) -> None:
    """What `normalize` computes, in plain Python: all rows at once, in the order of its sums."""
    size = np.float32(x.shape[1])
    x -= (sums_in_order(x) / size)[:, None]
    x *= (ONE / np.sqrt(sums_in_order(x * x) / size + SMALLEST_VARIANCE))[:, None]
    x *= gain
    x += shift


def sums_in_order(x: Float32) -> Float32:
    """The sums of rows: first of every sixteenth number, then of these sums."""
    sums = np.zeros((len(x), LANES), np.float32)
    for first in range(0, x.shape[1], LANES):
        part = x[:, first : first + LANES]
        sums[:, : part.shape[1]] += part
    total = np.zeros(len(x), np.float32)
    for lane in range(LANES):
        total += sums[:, lane]
    return total


def take_larger_at_once(y: Float32, gain: Float32, shift: Float32, x: Float32) -> None:
    """What `take_larger` computes, in plain Python."""
    units = x.shape[1]
    np.maximum(y[:, :units], y[:, units : 2 * units], out=x)
    normalize_by_units(x, gain, shift)


interpreted_as(join_vectors, join_at_once)
interpreted_as(rectify, rectify_at_once)
interpreted_as(normalize, normalize_by_units)
interpreted_as(take_larger, take_larger_at_once)
