"""The head of arcs: from the vectors of words to the scores of all arcs and labels, with NumPy.

What the encoder makes of words → vectors of heads and dependents → biaffine scores of arcs (Dozat & Manning 2017) and
scores of labels. Every operation is one of IEEE 754, in a fixed order: a sentence's scores depend on nothing but the
sentence and the model, on any machine.

Parameters are float32 arrays by name, those of products with a row for each input.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float32, Float64, Int32, Int64
from multiplane.kernels.interpret import interpreted_as
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.layers import steps_of_elements
from multiplane.learn.neural.product import Packed, multiply, packed, packed_rows
from multiplane.learn.neural.units import MAX_ARC
from multiplane.learn.neural.weights import Weights

SLOPE = np.float32(0.1)
STEPS_PER_ARC = 5
DISTANCES = (1, 2, 3, 4, 5, 6, 7, 9, 12, 17, 24)
"""The least distances of all classes of distance but the first, which is of no arc."""

BUCKETS = 2 * (len(DISTANCES) + 1)
BUCKET_OF = np.searchsorted(DISTANCES, np.arange(DISTANCES[-1] + 1), side="right").astype(np.int32)


@dataclass(frozen=True, slots=True)
class ArcSizes:
    """The sizes of the head: the width of the encoder's vectors, the numbers of tags and of labels, the widths of the
    vectors of arcs and of labels.
    """

    width: int
    tags: int
    labels: int
    arc: int = MAX_ARC
    label: int = 128

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter, by name.

        >>> ArcSizes(2, 3, 2, arc=2, label=4).shapes["head weights"]
        (2, 6)
        """
        pair = self.arc + self.label
        return {
            "head weights": (self.width, pair),
            "head bias": (pair,),
            "dependent weights": (self.width, pair),
            "dependent bias": (pair,),
            "arc weights": (self.arc, self.arc),
            "arc head": (self.arc,),
            "arc distance": (BUCKETS,),
            "arc tags": (self.tags, self.tags, BUCKETS),
            "label sum": (self.label, self.labels),
            "label product": (self.label, self.labels),
            "label bias": (self.labels,),
        }


@dataclass(frozen=True, slots=True, eq=False)
class ArcNetwork:
    """The parameters, packed for matrix products.

    The last column of ``arc`` scores the head alone. The rows of ``label`` are first those for the sum of both vectors
    of an arc, then those for their product.
    """

    sizes: ArcSizes
    head_arc: Packed
    head_label: Packed
    dependent_arc: Packed
    dependent_label: Packed
    arc: Packed
    distances: Float32
    pairs: Float32
    label: Packed


def arc_network_of(weights: Weights, sizes: ArcSizes) -> ArcNetwork:
    """The network with these parameters."""
    arc = sizes.arc
    sides = [
        packed(weights[f"{side} weights"][:, part], weights[f"{side} bias"][part])
        for side in ("head", "dependent")
        for part in (slice(0, arc), slice(arc, None))
    ]
    return ArcNetwork(
        sizes,
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


def vectors_of(network: ArcNetwork, x: Float32, tags: Int32, starts: Int64) -> list[Vectors]:
    """The vectors of the head for several sentences, from the encoder's and from tags; the root of each comes first.

    Sentence s has the nodes ``starts[s]`` to ``starts[s + 1]``.
    """
    head, dependent = multiply(x, network.head_arc), multiply(x, network.dependent_arc)
    rectify(head)
    rectify(dependent)
    head = multiply(head, network.arc)
    whole = Vectors(head, multiply(x, network.head_label), dependent, multiply(x, network.dependent_label), tags)
    return [Vectors._make(array[first:last] for array in whole) for first, last in pairwise(starts.tolist())]


def arc_scores(network: ArcNetwork, vectors: Vectors) -> Float64:
    """``[h, d]``: the score of the arc from node h to node d."""
    biases = network.distances, network.pairs, vectors.tags
    return score_arcs(vectors.head_arc, vectors.dependent_arc, network.sizes.arc, *biases)


def label_scores(network: ArcNetwork, vectors: Vectors, heads: Int32) -> Float32:
    """``[w, l]``: the score of label l for the arc from ``heads[w]`` into word w, counted from 0."""
    both = np.empty((len(heads), 2 * network.sizes.label), np.float32)
    join_vectors(vectors.head_label, vectors.dependent_label, heads, both)
    return multiply(both, network.label)[:, : network.sizes.labels]


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


interpreted_as(join_vectors, join_at_once)
interpreted_as(rectify, rectify_at_once)
