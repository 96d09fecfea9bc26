"""The network as an arc scorer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from multiplane.kernels.arrays import Float32, Float64, Int32, Int64
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout, add_up, by_kinds
from multiplane.learn.neural.encoders.layers import Inputs, inputs_of, words_to_compare
from multiplane.learn.neural.encoders.rows import UNKNOWN
from multiplane.learn.neural.encoders.vocabulary import Vocabulary
from multiplane.learn.neural.heads.arcs.network import (
    Network,
    NetworkSizes,
    Vectors,
    arc_scores,
    label_scores,
    network_of,
    vectors_of,
)
from multiplane.treebank.conll.layout import Layout

WORDS_AT_A_TIME = 128


@dataclass(frozen=True, eq=False)
class NeuralArcScorer:
    """A vocabulary, the embeddings of its values, and the parameters of the network by name.

    ``tag_column`` is the number of the column whose pairs of values have scores of their own.
    """

    vocabulary: Vocabulary
    layout: EmbeddingLayout
    table: Float32
    sizes: NetworkSizes
    weights: Mapping[str, Float32]
    tag_column: int

    @cached_property
    def network(self) -> Network:
        return network_of(self.weights, self.sizes)

    def encode(self, layout: Layout) -> Int32:
        """The rows of embeddings of all words."""
        return self.vocabulary.rows(layout)

    def in_context(self, words: Int32, offsets: Int64) -> Iterator[Vectors]:
        """The vectors of the nodes of every sentence."""
        sizes = words_to_compare(self.network.encoder), WORDS_AT_A_TIME
        for _, _, kinds, starts, known in by_kinds(words, offsets, self.vocabulary.root, *sizes, self._inputs):
            inputs, tags = known
            vectors = vectors_of(self.network, inputs, kinds, tags[kinds], starts)
            del inputs, known
            yield from vectors

    def _inputs(self, rows: Int32) -> tuple[Inputs, Int32]:
        """What the encoder makes of words without context, from their rows of embeddings, and their tags."""
        embedded = np.empty((len(rows), self.sizes.inputs), np.float32)
        add_up(rows, self.table, self.layout, embedded)
        return inputs_of(self.network.encoder, embedded), tags_of(rows, self.tag_column, self.sizes.tags)

    def arc_scores(self, sentence: Vectors) -> Float64:
        """The scores of all arcs of a sentence."""
        return arc_scores(self.network, sentence)

    def label_scores(self, sentence: Vectors, heads: Int32) -> Float32:
        """The scores of all labels of the arcs of a tree."""
        return label_scores(self.network, sentence, heads)


def tags_of(rows: Int32, column: int, tags: int) -> Int32:
    """The tags of nodes by their rows of embeddings; those beyond the last one that has scores count as unknown."""
    return np.where(rows[:, column] < tags, rows[:, column], UNKNOWN).astype(np.int32)
