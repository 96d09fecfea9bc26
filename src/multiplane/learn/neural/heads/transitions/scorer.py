"""The network as a transition scorer: sums of the vectors of the words at the addresses of a configuration."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.neural.heads.arcs.network import SLOPE
from multiplane.learn.neural.heads.transitions.network import SCALE, NodeVectors, TransitionNetwork, arc_scale
from multiplane.learn.neural.product import Packed, one_row
from multiplane.learn.transition.actions import builds_arc, new_dependent, new_head
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.extraction import (
    NO_NODE,
    FeatureWorkspace,
    find_nodes,
    find_transition_rows,
    new_feature_workspace,
)


class CompiledAddresses(NamedTuple):
    """Addresses as the kernels read them: a table, and which of its rows are those whose words are seen."""

    table: Int32
    seen: Int32


class NeuralScorer(NamedTuple):
    """Addresses, templates, the vectors of words, the parameters of the hidden layer and after it, workspaces.

    ``roots[w]`` is the row of the root of the sentence whose first word is w, counted from ``first``; ``rows`` are
    those of the words at all addresses of the last configuration, ``arc_rows`` those of the heads and dependents of
    the arcs that applicable transitions build.
    """

    addresses: CompiledAddresses
    templates: CompiledTemplates
    words: Int32
    roots: Int64
    first: int
    vectors: NodeVectors
    feature_weights: Float32
    bias: Float32
    transitions: Packed
    label_sum: Packed
    label_product: Packed
    nodes: Int32
    rows: Int64
    places: Int32
    arc_rows: Int64
    arc_scale: float
    features: FeatureWorkspace
    state: Float32
    pair: Float32
    score_row: Float32
    label_score_row: Float32
    scores: Float32
    label_scores: Float32

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """The scores of all transitions; the rows they came from are in ``rows``, ``arc_rows`` and ``features``."""
        root, empty = self.roots[state.first - self.first], len(self.vectors.parts) - 1
        find_nodes(state.memory, state.context, self.addresses.table, NO_NODE, NO_NODE, self.nodes)
        find_transition_rows(self.templates, self.features, self.words, state, len(self.feature_weights) - 1)
        find_word_rows(self.addresses.seen, self.nodes, root, empty, self.rows)
        add_vectors(self.vectors.parts, self.rows, self.feature_weights, self.features.rows, self.bias, self.state[0])
        rectify_row(self.state[0])
        multiply_row(self.state, self.transitions.panels, self.transitions.bias, self.score_row)
        find_arc_rows(state.memory, self.places, applicable, root, empty, self.arc_rows)
        add_arc_scores(self.vectors, self.arc_rows, self.pair.shape[1], self.arc_scale, self.scores)

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """The scores of all labels."""
        root = self.roots[state.first - self.first]
        join(self.vectors.heads[root + head], self.vectors.dependents[root + dependent], self.pair)
        multiply_row(self.pair[:1], self.label_sum.panels, self.label_sum.bias, self.label_score_row)
        add_products(self.pair[1:], self.label_product.panels, self.label_score_row)


@kernel
def find_word_rows(seen: Int32, nodes: Int32, root: int, empty: int, rows: Int64) -> None:
    """The rows of the vectors of the words that are seen."""
    for address in range(len(seen)):
        node = nodes[seen[address]]
        rows[address] = root + node if node >= 0 else empty


@kernel
def find_arc_rows(memory: Int32, places: Int32, applicable: Int32, root: int, empty: int, rows: Int64) -> None:
    """By transition, the rows of head and dependent of the arc that it builds, if it does and is applicable."""
    for transition in range(len(places)):
        rows[transition] = empty
        if applicable[transition] and builds_arc(places, transition):
            rows[transition, 0] = root + new_head(memory, places, transition)
            rows[transition, 1] = root + new_dependent(memory, places, transition)


@kernel
def add_arc_scores(vectors: NodeVectors, rows: Int64, first: int, scale: float, scores: Float32) -> None:
    """Add to the scores of transitions those of their arcs; vectors have the numbers for arcs from ``first`` on."""
    for transition in range(len(rows)):
        head, dependent = rows[transition]
        if head < len(vectors.heads):
            score = np.float32(0)
            for unit in range(first, vectors.heads.shape[1]):
                score += vectors.heads[head, unit] * vectors.dependents[dependent, unit]
            scores[transition] += np.float32(scale) * score


@kernel
def add_vectors(
    parts: Float32, rows: Int64, feature_weights: Float32, feature_rows: Int64, bias: Float32, state: Float32
) -> None:
    """The hidden layer before the rectifier: the bias, and what words at addresses and features add to it."""
    units = len(state)
    for unit in range(units):
        state[unit] = bias[unit]
    for address in range(len(rows)):
        row, begin = rows[address], address * units
        for unit in range(units):
            state[unit] += parts[row, begin + unit]
    for feature in range(len(feature_rows)):
        row = feature_rows[feature]
        for unit in range(units):
            state[unit] += feature_weights[row, unit]


@kernel
def rectify_row(x: Float32) -> None:
    """The leaky rectifier, in place."""
    for unit in range(len(x)):
        x[unit] = max(x[unit], SLOPE * x[unit])


@kernel
def join(head: Float32, dependent: Float32, pair: Float32) -> None:
    """The rectified sum of two vectors, and their product."""
    for unit in range(pair.shape[1]):
        both = head[unit] + dependent[unit]
        pair[0, unit] = max(both, SLOPE * both)
        pair[1, unit] = head[unit] * dependent[unit]


@kernel
def multiply_row(x: Float32, panels: Float32, bias: Float32, out: Float32) -> None:
    """The product of a single row with a packed matrix, plus its bias."""
    for column in range(len(bias)):
        out[0, column] = bias[column]
    add_products(x, panels, out)


@kernel
def add_products(x: Float32, panels: Float32, out: Float32) -> None:
    """Add the product of a single row with a packed matrix."""
    for panel in range(len(panels)):
        one_row(x, 0, panels, panel, out)


def new_neural_scorer(
    network: TransitionNetwork,
    addresses: CompiledAddresses,
    templates: CompiledTemplates,
    places: Int32,
    words: Int32,
    roots: Int64,
    first: int,
    vectors: NodeVectors,
) -> NeuralScorer:
    """A scorer with its own workspace, for sentences whose vectors are known; ``words`` are their attributes.

    ``places`` are those of heads and dependents, by transition (see `arc_places`).
    """
    score_row, label_score_row = (
        np.zeros((1, len(matrix.bias)), np.float32) for matrix in (network.transitions, network.label_sum)
    )
    return NeuralScorer(
        addresses,
        templates,
        words,
        roots,
        first,
        vectors,
        network.features,
        network.bias,
        network.transitions,
        network.label_sum,
        network.label_product,
        np.empty(len(addresses.table), np.int32),
        np.empty(len(addresses.seen), np.int64),
        places,
        np.empty((len(places), 2), np.int64),
        float(SCALE) * arc_scale(network.sizes.arc),
        new_feature_workspace(templates),
        np.empty((1, network.sizes.state), np.float32),
        np.empty((2, network.sizes.label), np.float32),
        score_row,
        label_score_row,
        score_row[0],
        label_score_row[0],
    )
