"""A finished neural graph parser, and its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32
from multiplane.learn.arc_factored.model import ArcFactoredModel
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout, embedding_layout
from multiplane.learn.neural.encoders.rows import FIRST
from multiplane.learn.neural.encoders.vocabulary import Vocabulary
from multiplane.learn.neural.heads.arcs.network import NetworkSizes
from multiplane.learn.neural.heads.arcs.scorer import NeuralArcScorer
from multiplane.learn.neural.quantization import MAX_WEIGHT, from_bytes, in_16_bit_floats, in_bytes

MAX_WIDTH, MAX_LAYERS, MAX_COLUMNS, MAX_WINDOW = 4096, 16, 256, 4


@dataclass(frozen=True, slots=True)
class WordColumns:
    """The attributes that a network reads, the slot of each, and the widths of the slots; the last slot is of letters.

    A word has at most so many ``groups`` of letters, which share so many rows; without them there is no slot for them.
    """

    attributes: tuple[str, ...]
    slots: tuple[str, ...]
    widths: dict[str, int]
    groups: int = 0
    group_rows: int = 0

    @property
    def inputs(self) -> int:
        """The width of the network's input."""
        return sum(self.widths.values())

    def embedding_layout(self, vocabulary: Vocabulary) -> EmbeddingLayout:
        """Where the embeddings of a vocabulary for these columns are."""
        return embedding_layout(self.slots, self.widths, vocabulary.row_counts, self.groups or 1)


@dataclass(frozen=True, eq=False)
class NeuralArcModel(ArcFactoredModel):
    """An arc-factored model whose scorer is a network. ``tensors`` are exactly what it computes with, in fewer bits."""

    scorer: NeuralArcScorer
    columns: WordColumns
    stored: Mapping[str, NDArray[Any]]

    kind: ClassVar[str] = "neural"

    @property
    def features(self) -> WordColumns:
        return self.columns

    def header(self) -> dict[str, Any]:
        """Everything but the weights, for a model file."""
        scorer = self.scorer
        return {
            "labels": list(self.labels),
            "decoder": self.decoder,
            "single_root": self.single_root,
            "attributes": list(self.columns.attributes),
            "slots": list(self.columns.slots),
            "widths": dict(self.columns.widths),
            "groups": self.columns.groups,
            "group_rows": self.columns.group_rows,
            "known": np.diff(scorer.vocabulary.ends).tolist(),
            "tag_column": scorer.tag_column,
            "sizes": scorer.sizes.as_data(),
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights, for a model file."""
        return dict(self.stored)

    @classmethod
    def from_file(cls, file: ModelFile) -> NeuralArcModel:
        """The model in a file; a clear error where something in it does not fit together."""
        labels = tuple(file.labels("labels"))
        if not labels:
            raise file.fault("no labels", "one or more")
        columns = columns_from_file(file)
        vocabulary = vocabulary_from_file(file, columns)
        layout = columns.embedding_layout(vocabulary)
        tag_column = file.integer("tag_column", low=0, high=len(columns.attributes) - 1)
        sizes = sizes_from_file(file, columns.inputs, len(labels))
        if sizes.tags > int(vocabulary.row_counts[tag_column]):
            raise file.fault(f"{sizes.tags} tags", f"at most {vocabulary.row_counts[tag_column]}")
        shapes = {"embeddings": (int(layout.table_starts[-1]),), "scales": (int(layout.table_rows[-1]),)}
        stored = {"hashes": vocabulary.hashes, "embeddings": file.tensor("embeddings", np.int8, shapes["embeddings"])}
        stored["scales"] = file.tensor("scales", np.float16, shapes["scales"], low=0, high=MAX_WEIGHT)
        for name, shape in sizes.shapes.items():
            stored[name] = file.tensor(name, np.float16, shape, low=-MAX_WEIGHT, high=MAX_WEIGHT)
        try:
            decoder = decoder_name(file.text("decoder"))
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        return model_of_stored(
            labels, decoder, file.flag("single_root"), columns, vocabulary, sizes, tag_column, stored
        )


def model_of_weights(
    labels: tuple[str, ...],
    decoder: str,
    single_root: bool,
    columns: WordColumns,
    vocabulary: Vocabulary,
    sizes: NetworkSizes,
    tag_column: int,
    table: Float32,
    weights: Mapping[str, Float32],
) -> NeuralArcModel:
    """A model of weights at full precision, which they lose: it computes as one from a file does."""
    layout = columns.embedding_layout(vocabulary)
    embeddings, scales = in_bytes(table, layout)
    stored: dict[str, NDArray[Any]] = {"hashes": vocabulary.hashes, "embeddings": embeddings, "scales": scales}
    stored.update({name: in_16_bit_floats(weights[name]) for name in sizes.shapes})
    return model_of_stored(labels, decoder, single_root, columns, vocabulary, sizes, tag_column, stored)


def model_of_stored(
    labels: tuple[str, ...],
    decoder: str,
    single_root: bool,
    columns: WordColumns,
    vocabulary: Vocabulary,
    sizes: NetworkSizes,
    tag_column: int,
    stored: Mapping[str, NDArray[Any]],
) -> NeuralArcModel:
    """A model of the tensors of a file, which have been checked."""
    layout = columns.embedding_layout(vocabulary)
    table = from_bytes(stored["embeddings"], stored["scales"], layout)
    weights = {name: stored[name].astype(np.float32) for name in sizes.shapes}
    scorer = NeuralArcScorer(vocabulary, layout, table, sizes, weights, tag_column)
    return NeuralArcModel(labels, decoder, single_root, scorer, columns, stored)


def columns_from_file(file: ModelFile) -> WordColumns:
    """The attributes and slots that a file names."""
    attributes, slots = file.strings("attributes"), file.strings("slots")
    groups = file.integer("groups", low=0, high=MAX_COLUMNS)
    group_rows = file.integer("group_rows", low=FIRST + 1 if groups else 0, high=1 << 24)
    if not 1 <= len(attributes) <= MAX_COLUMNS or len(attributes) + (groups > 0) != len(slots):
        raise file.fault(f"{len(attributes)} attributes in {len(slots)} slots", f"one slot each, 1 to {MAX_COLUMNS}")
    widths = {slot: file.integer("widths", slot, low=1, high=MAX_WIDTH) for slot in dict.fromkeys(slots)}
    if len(file.entries("widths")) != len(widths):
        raise file.fault("a width of no slot in its header", "one for each slot")
    return WordColumns(tuple(attributes), tuple(slots), widths, groups, group_rows)


def vocabulary_from_file(file: ModelFile, columns: WordColumns) -> Vocabulary:
    """The hashes of known values that a file holds: in ascending order in each column."""
    known = file.header.get("known")
    if not isinstance(known, list) or len(known) != len(columns.attributes):
        raise file.fault("no 'known' in its header", "a number of values for each attribute")
    if not all(type(count) is int and 0 <= count < 1 << 31 for count in known):
        raise file.fault("a wrong number of values in 'known' in its header", "a count for each attribute")
    hashes = file.tensor("hashes", np.int32, (sum(known),), low=0)
    ends = np.concatenate([[0], np.cumsum(known)]).astype(np.int64)
    falls = np.flatnonzero(hashes[1:] <= hashes[:-1]) + 1
    if not np.isin(falls, ends).all():
        raise file.fault("hashes out of order in tensor 'hashes'", "ascending ones for each attribute")
    vocabulary = Vocabulary(columns.attributes, hashes, ends, columns.groups, columns.group_rows)
    try:
        _ = vocabulary.compiled
    except MultiplaneError as error:
        raise MultiplaneError(f"{file.path}: {error}") from error
    return vocabulary


def sizes_from_file(file: ModelFile, inputs: int, labels: int) -> NetworkSizes:
    """The sizes of the network in a file."""
    windows = file.entries("sizes").get("windows")
    if not isinstance(windows, list) or not 0 <= len(windows) <= MAX_LAYERS:
        raise file.fault("no 'sizes.windows' in its header", f"a list of at most {MAX_LAYERS} numbers")
    if not all(type(window) is int and 0 <= window <= MAX_WINDOW for window in windows):
        raise file.fault("a wrong window in 'sizes.windows' in its header", f"integers from 0 to {MAX_WINDOW}")
    hidden, arc, label = (file.integer("sizes", name, low=1, high=MAX_WIDTH) for name in ("hidden", "arc", "label"))
    tags = file.integer("sizes", "tags", low=1, high=MAX_WIDTH)
    return NetworkSizes(inputs, tags, labels, hidden, tuple(windows), arc, label)
