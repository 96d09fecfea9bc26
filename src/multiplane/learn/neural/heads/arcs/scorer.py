"""The arc scorer: an encoder, and the head of arcs above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float32, Float64, Int32
from multiplane.learn.features.attributes import Attributes, compile_attributes, word_attributes
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders import Encoder, part_or_whole
from multiplane.learn.neural.encoders.embeddings import with_roots
from multiplane.learn.neural.encoders.letters import FIRST
from multiplane.learn.neural.encoders.vocabulary import ROOT, Vocabulary, find_rows
from multiplane.learn.neural.heads.arcs.network import (
    ArcNetwork,
    ArcSizes,
    Vectors,
    arc_network_of,
    arc_scores,
    label_scores,
    vectors_of,
)
from multiplane.learn.neural.weights import MAX_WIDTH, Weights, in_16_bit_floats, in_32_bit_floats, weights_from_file
from multiplane.treebank.conll.layout import Layout

WORDS_AT_A_TIME = 128
MAX_TAGS = 32
TAG = "upos"


@dataclass(frozen=True, eq=False)
class ArcHead:
    """The weights that score arcs and labels, and the hashes of the tags, since pairs of tags have scores of their own.

    ``stored`` are the weights of its file, in 16 bits.
    """

    tags: Int32
    sizes: ArcSizes
    stored: Mapping[str, NDArray[Any]]

    kind: ClassVar[str] = "arcs"

    @cached_property
    def weights(self) -> dict[str, Float32]:
        return in_32_bit_floats(self.stored, self.sizes.shapes)

    @cached_property
    def network(self) -> ArcNetwork:
        return arc_network_of(self.weights, self.sizes)

    def header(self) -> dict[str, Any]:
        """The header of its part of the model file."""
        return {"sizes": {"arc": self.sizes.arc, "label": self.sizes.label}}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of its part of the model file."""
        return {"tags": self.tags, **self.stored}

    @classmethod
    def from_file(cls, file: ModelFile, width: int, labels: int) -> ArcHead:
        """Read the head of a model from a file, for vectors of this width and this number of labels."""
        part = part_or_whole(file, cls.kind)
        tags = tags_from_older_file(file) if part is file else tags_from_file(part)
        arc, label = (part.integer("sizes", name, low=1, high=MAX_WIDTH) for name in ("arc", "label"))
        sizes = ArcSizes(width, len(tags) + FIRST, labels, arc, label)
        return cls(tags, sizes, weights_from_file(part, sizes.shapes))


def arc_head(tags: Int32, sizes: ArcSizes, weights: Weights) -> ArcHead:
    """A head from weights at full precision, rounded as they are in a file."""
    return ArcHead(tags, sizes, {name: in_16_bit_floats(weights[name]) for name in sizes.shapes})


def tags_from_file(file: ModelFile) -> Int32:
    """The hashes of the tags that a head knows."""
    tags = file.tensor("tags", np.int32, (None,), low=0)
    if len(tags) > MAX_WIDTH or (tags[1:] <= tags[:-1]).any():
        raise file.fault("hashes out of order in tensor 'tags'", f"at most {MAX_WIDTH} ascending ones")
    return tags


def tags_from_older_file(file: ModelFile) -> Int32:
    """The same from an older file, where they are a column of the encoder's vocabulary."""
    vocabulary = Vocabulary.from_file(file)
    column = file.integer("tag_column", low=0, high=len(vocabulary.attributes) - 1)
    number = file.integer("sizes", "tags", low=FIRST, high=MAX_WIDTH)
    known = vocabulary.hashes[vocabulary.ends[column] : vocabulary.ends[column + 1]]
    if number > len(known) + FIRST:
        raise file.fault(f"{number} tags", f"at most {len(known) + FIRST}")
    return known[: number - FIRST]


@cache
def tag_attribute() -> Attributes:
    """The attribute that tags are read from."""
    return compile_attributes((TAG,))


def known_tags(layout: Layout) -> Int32:
    """The hashes of the tags in a treebank, ascending; at most `MAX_TAGS` less those of unknown tags and the root."""
    return np.unique(word_attributes(layout, tag_attribute()))[: MAX_TAGS - FIRST].astype(np.int32)


def tag_numbers(layout: Layout, tags: Int32) -> Int32:
    """The number of the tag of every word, counted from `FIRST`; that of an unknown one is 0, that of the root 1.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2").layout
    >>> sorted(set(tag_numbers(dutch, known_tags(dutch)[:2]).tolist()))
    [0, 2, 3]
    """
    values = word_attributes(layout, tag_attribute())
    numbers = np.empty_like(values)
    find_rows(values, tags, np.array([0, len(tags)], np.int64), np.zeros(1, np.bool_), numbers)
    return numbers[:, 0]


@dataclass(frozen=True, eq=False)
class NeuralArcScorer:
    """Scores arcs and labels from the vectors of the encoder."""

    encoder: Encoder
    head: ArcHead

    def in_context(self, layout: Layout) -> Iterator[Vectors]:
        """The vectors of the nodes of every sentence."""
        root = np.array([ROOT], np.int32)
        tags, nodes = with_roots(tag_numbers(layout, self.head.tags)[:, None], layout.offsets, root)
        for part in self.encoder.in_context(layout, WORDS_AT_A_TIME):
            here = slice(nodes[part.first], nodes[part.last])
            yield from vectors_of(self.head.network, part.vectors, tags[here, 0], part.starts)

    def arc_scores(self, sentence: Vectors) -> Float64:
        """The scores of all arcs of a sentence."""
        return arc_scores(self.head.network, sentence)

    def label_scores(self, sentence: Vectors, heads: Int32) -> Float32:
        """The scores of all labels of the arcs of a tree."""
        return label_scores(self.head.network, sentence, heads)
