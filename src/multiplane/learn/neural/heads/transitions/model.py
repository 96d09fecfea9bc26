"""A finished neural transition parser, and its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int32
from multiplane.learn.features.configurations import CompiledTemplates, compile_addresses
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout, add_up, by_kinds
from multiplane.learn.neural.encoders.layers import Encoder, Inputs, encoder_of, inputs_of, words_to_compare
from multiplane.learn.neural.encoders.vocabulary import Vocabulary
from multiplane.learn.neural.heads.arcs.model import (
    MAX_LAYERS,
    MAX_WIDTH,
    MAX_WINDOW,
    WordColumns,
    columns_from_file,
    vocabulary_from_file,
)
from multiplane.learn.neural.heads.transitions.network import (
    SCALE,
    TransitionNetwork,
    TransitionSizes,
    node_vectors,
    transition_network_of,
)
from multiplane.learn.neural.heads.transitions.scorer import CompiledAddresses, NeuralScorer, new_neural_scorer
from multiplane.learn.neural.quantization import MAX_WEIGHT, from_bytes, in_16_bit_floats, in_bytes
from multiplane.learn.transition.actions import arc_places
from multiplane.learn.transition.easy_first import steps_of
from multiplane.learn.transition.model import ModelSettings, TransitionModel, settings_from_file
from multiplane.transition import System
from multiplane.treebank.conll.layout import Layout

WORDS_AT_A_TIME = 256
MAX_ADDRESSES = 64
MAX_FEATURE_ROWS = 1 << 20


@dataclass(frozen=True, eq=False)
class NeuralTransitionModel(TransitionModel):
    """A transition model whose scorer is a network. ``stored`` are the tensors of its file, in few bits.

    ``features`` are those that go into the hidden layer beside the words at the ``addresses``; ``columns`` are what
    the network reads of words.
    """

    addresses: tuple[str, ...]
    columns: WordColumns
    vocabulary: Vocabulary
    sizes: TransitionSizes
    stored: Mapping[str, NDArray[Any]]

    kind: ClassVar[str] = "neural-transition"

    @property
    def score_unit(self) -> float:
        return 1 / float(SCALE)

    @cached_property
    def embedding_layout(self) -> EmbeddingLayout:
        """Where the embeddings are."""
        return self.columns.embedding_layout(self.vocabulary)

    @cached_property
    def table(self) -> Float32:
        """The embeddings."""
        return from_bytes(self.stored["embeddings"], self.stored["scales"], self.embedding_layout)

    @cached_property
    def networks(self) -> tuple[Encoder, TransitionNetwork]:
        """The parameters of the encoder, and those on top of it."""
        weights = {name: self.stored[name].astype(np.float32) for name in self.sizes.shapes}
        return encoder_of(weights, self.sizes.hidden, self.sizes.windows), transition_network_of(weights, self.sizes)

    @cached_property
    def _seen(self) -> tuple[CompiledAddresses, CompiledTemplates, Int32]:
        addresses = CompiledAddresses(*compile_addresses(self.addresses))
        return addresses, self.features.compile()[0], arc_places(self.system)

    def scorers(self, layout: Layout, words: Int32, first: int, last: int) -> Iterator[tuple[int, int, NeuralScorer]]:
        """Scorers of a few sentences each, as the vectors of a word take kilobytes."""
        offsets = layout.offsets[first : last + 1]
        rows = self.vocabulary.rows(part_of(layout, first, last))
        sizes = words_to_compare(self.networks[0]), WORDS_AT_A_TIME
        blocks = by_kinds(rows, offsets, self.vocabulary.root, *sizes, self._inputs)
        for begin, end, kinds, starts, inputs in blocks:
            part = offsets[begin : end + 1]
            roots = np.zeros(int(part[-1] - part[0]) + 1, np.int64)
            roots[part[:-1] - part[0]] = starts[:-1]
            vectors = node_vectors(*self.networks, inputs, kinds, starts)
            del inputs
            scorer = new_neural_scorer(self.networks[1], *self._seen, words, roots, int(part[0]), vectors)
            yield first + begin, first + end, scorer

    def _inputs(self, rows: Int32) -> Inputs:
        """What the encoder makes of words without context, from their rows of embeddings."""
        embedded = np.empty((len(rows), self.sizes.inputs), np.float32)
        add_up(rows, self.table, self.embedding_layout, embedded)
        return inputs_of(self.networks[0], embedded)

    def header(self) -> dict[str, Any]:
        """Everything but the weights, for a model file."""
        return {
            **super().header(),
            "addresses": list(self.addresses),
            "attributes": list(self.columns.attributes),
            "slots": list(self.columns.slots),
            "widths": dict(self.columns.widths),
            "groups": self.columns.groups,
            "group_rows": self.columns.group_rows,
            "known": np.diff(self.vocabulary.ends).tolist(),
            "sizes": self.sizes.as_data(),
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights, for a model file."""
        return {**self.stored, **super().tensors()}

    @classmethod
    def from_file(cls, file: ModelFile) -> NeuralTransitionModel:
        """The model in a file; a clear error where something in it does not fit together."""
        settings = settings_from_file(file)
        if steps_of(settings.system) is not settings.system:
            raise file.fault(f"system {settings.system.name}", "one without families of transitions")
        if not settings.features.transition or settings.features.label:
            raise file.fault("other features than those of transitions", "one or more of these alone")
        addresses = addresses_from_file(file)
        columns = columns_from_file(file)
        vocabulary = vocabulary_from_file(file, columns)
        layout = columns.embedding_layout(vocabulary)
        sizes = transition_sizes_from_file(file, columns.inputs, len(addresses), settings)
        shapes = {"embeddings": (int(layout.table_starts[-1]),), "scales": (int(layout.table_rows[-1]),)}
        stored = {"hashes": vocabulary.hashes, "embeddings": file.tensor("embeddings", np.int8, shapes["embeddings"])}
        stored["scales"] = file.tensor("scales", np.float16, shapes["scales"], low=0, high=MAX_WEIGHT)
        for name, shape in sizes.shapes.items():
            stored[name] = file.tensor(name, np.float16, shape, low=-MAX_WEIGHT, high=MAX_WEIGHT)
        return cls(*settings, addresses, columns, vocabulary, sizes, stored)


def part_of(layout: Layout, first: int, last: int) -> Layout:
    """The layout of the sentences first .. last−1 alone.

    >>> import multiplane
    >>> part_of(multiplane.read("sample:german").layout, 1, 3).offsets.tolist()[0]
    0
    """
    words = slice(int(layout.offsets[first]), int(layout.offsets[last]))
    return Layout(
        layout.data,
        layout.spans[first : last + 1],
        layout.lines[first:last],
        layout.offsets[first : last + 1] - layout.offsets[first],
        layout.heads[words],
        layout.columns[words],
    )


def stored_weights(
    columns: WordColumns, vocabulary: Vocabulary, table: Float32, weights: Mapping[str, Float32]
) -> dict[str, NDArray[Any]]:
    """Weights at full precision as a file holds them: embeddings in bytes, the others in 16 bits."""
    embeddings, scales = in_bytes(table, columns.embedding_layout(vocabulary))
    stored: dict[str, NDArray[Any]] = {"hashes": vocabulary.hashes, "embeddings": embeddings, "scales": scales}
    return stored | {name: in_16_bit_floats(array) for name, array in weights.items()}


def addresses_from_file(file: ModelFile) -> tuple[str, ...]:
    """The addresses whose words the network of a file sees."""
    addresses = tuple(file.strings("addresses"))
    if not 1 <= len(addresses) <= MAX_ADDRESSES:
        raise file.fault(f"{len(addresses)} addresses", f"1 to {MAX_ADDRESSES}")
    try:
        compile_addresses(addresses)
    except MultiplaneError as error:
        raise MultiplaneError(f"{file.path}: {error}") from error
    return addresses


def transition_sizes_from_file(
    file: ModelFile, inputs: int, addresses: int, settings: ModelSettings
) -> TransitionSizes:
    """The sizes of the network in a file."""
    windows = file.entries("sizes").get("windows")
    if not isinstance(windows, list) or len(windows) > MAX_LAYERS:
        raise file.fault("no 'sizes.windows' in its header", f"a list of at most {MAX_LAYERS} numbers")
    if not all(type(window) is int and 0 <= window <= MAX_WINDOW for window in windows):
        raise file.fault("a wrong window in 'sizes.windows' in its header", f"integers from 0 to {MAX_WINDOW}")
    names = ("hidden", "state", "label", "arc")
    hidden, state, label, arc = (file.integer("sizes", name, low=1, high=MAX_WIDTH) for name in names)
    rows = file.integer("sizes", "feature_rows", low=1, high=MAX_FEATURE_ROWS)
    if rows & (rows - 1):
        raise file.fault(f"{rows} rows of features", "a power of two")
    transitions = transition_count(settings.system)
    return TransitionSizes(
        inputs, addresses, transitions, len(settings.arc_labels), hidden, tuple(windows), state, label, arc, rows
    )


def transition_count(system: System) -> int:
    """The number of transitions that are scored.

    >>> from multiplane.transition import get
    >>> transition_count(get("2-planar"))
    5
    """
    return len(system.names(1))
