"""The head of transitions: from the vectors of words in context to the scores of transitions and of labels.

For every address a matrix makes of the vector of every word what it adds to the hidden layer where it stands at that
address; an address where there is no word adds a vector of its own, every feature adds a row of a table in which it is
hashed. A leaky rectifier and a last matrix give the scores of transitions; to that of one which builds an arc is added
the product of the vectors of its head and its dependent. Labels are scored as in the graph parser, by the vectors of
head and dependent alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32
from multiplane.learn.neural.product import Packed, multiply, packed
from multiplane.learn.neural.weights import Weights

SCALE = np.float32(1024)
"""Scores are larger than in training by this factor, because they are compared as integers for words without heads."""


@dataclass(frozen=True, slots=True)
class TransitionSizes:
    """The sizes of the head: the width of the encoder's vectors, the numbers of addresses, transitions and labels, the
    widths of the hidden layer of configurations and of the vectors of labels and arcs.

    Features are hashed into so many rows.
    """

    width: int
    addresses: int
    transitions: int
    labels: int
    state: int = 64
    label: int = 96
    arc: int = 64
    feature_rows: int = 2048

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter, by name.

        >>> TransitionSizes(2, 3, 2, 5, state=6).shapes["address weights"]
        (2, 18)
        """
        return {
            "address weights": (self.width, self.addresses * self.state),
            "address empty": (self.addresses * self.state,),
            "feature weights": (self.feature_rows, self.state),
            "state bias": (self.state,),
            "transition weights": (self.state, self.transitions),
            "transition bias": (self.transitions,),
            "head weights": (self.width, self.label + self.arc),
            "head bias": (self.label + self.arc,),
            "dependent weights": (self.width, self.label + self.arc),
            "dependent bias": (self.label + self.arc,),
            "label sum": (self.label, self.labels),
            "label product": (self.label, self.labels),
            "label bias": (self.labels,),
        }


def arc_scale(arc: int) -> float:
    """The factor for products of vectors of this length, which grow with its root (Vaswani et al. 2017).

    >>> arc_scale(64)
    0.125
    """
    return float(arc**-0.5)


def parts_of_vectors(sizes: TransitionSizes) -> tuple[slice, slice]:
    """The parts of a node's vector as head or dependent that score labels, and that score arcs."""
    return slice(0, sizes.label), slice(sizes.label, sizes.label + sizes.arc)


class TransitionNetwork(NamedTuple):
    """The parameters on top of the encoder, ready for products."""

    sizes: TransitionSizes
    addresses: Packed
    empty: Float32
    features: Float32
    bias: Float32
    transitions: Packed
    head: Packed
    dependent: Packed
    label_sum: Packed
    label_product: Packed


def transition_network_of(weights: Weights, sizes: TransitionSizes) -> TransitionNetwork:
    """The network with these parameters."""
    return TransitionNetwork(
        sizes,
        packed(weights["address weights"]),
        weights["address empty"],
        weights["feature weights"],
        weights["state bias"],
        packed(weights["transition weights"] * SCALE, weights["transition bias"] * SCALE),
        packed(weights["head weights"], weights["head bias"]),
        packed(weights["dependent weights"], weights["dependent bias"]),
        packed(weights["label sum"], weights["label bias"]),
        packed(weights["label product"]),
    )


class NodeVectors(NamedTuple):
    """Of every node what it adds to the hidden layer at each address, and its vectors as head and as dependent.

    These begin with the numbers that labels are scored by; those for arcs follow. The last row of ``parts`` is that of
    an address where there is no node.
    """

    parts: Float32
    heads: Float32
    dependents: Float32


def node_vectors(network: TransitionNetwork, x: Float32) -> NodeVectors:
    """The vectors of the head, from those of the encoder."""
    parts = multiply(np.concatenate([x, np.zeros((1, x.shape[1]), np.float32)]), network.addresses)
    parts[-1, : len(network.empty)] = network.empty
    return NodeVectors(parts, multiply(x, network.head), multiply(x, network.dependent))
