"""The encoder ``qrnn``: embeddings of word attributes, then quasi-recurrent layers, run by kernels alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float32, Int32
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders import QRNN, InContext
from multiplane.learn.neural.encoders.embeddings import add_up, by_kinds, from_bytes, in_bytes
from multiplane.learn.neural.encoders.layers import (
    Inputs,
    Qrnn,
    in_context,
    inputs_of,
    qrnn_of,
    qrnn_shapes,
    words_to_compare,
)
from multiplane.learn.neural.encoders.vocabulary import Vocabulary
from multiplane.learn.neural.weights import (
    MAX_WEIGHT,
    MAX_WIDTH,
    Weights,
    in_16_bit_floats,
    in_32_bit_floats,
    weights_from_file,
)
from multiplane.treebank.conll.layout import Layout

MAX_LAYERS, MAX_WINDOW = 16, 4


@dataclass(frozen=True, eq=False)
class QrnnEncoder:
    """A vocabulary, the width of the layers, and how many words to either side each layer sees.

    ``stored`` are the tensors of its file, in few bits: exactly what it computes with.
    """

    vocabulary: Vocabulary
    width: int
    windows: tuple[int, ...]
    stored: Mapping[str, NDArray[Any]]

    kind: ClassVar[str] = QRNN

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.vocabulary.attributes

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each parameter except the embeddings."""
        return qrnn_shapes(self.vocabulary.width, self.width, self.windows)

    @cached_property
    def table(self) -> Float32:
        """The embeddings."""
        return from_bytes(self.stored["embeddings"], self.stored["scales"], self.vocabulary.table_layout)

    @cached_property
    def network(self) -> Qrnn:
        """The parameters, packed for matrix products."""
        return qrnn_of(in_32_bit_floats(self.stored, self.shapes), self.width, self.windows)

    def in_context(self, layout: Layout, words_at_a_time: int) -> Iterator[InContext]:
        """The vectors of all sentences; what depends on a word alone is computed once for equal words."""
        rows, root = self.vocabulary.rows(layout), self.vocabulary.root
        sizes = words_to_compare(self.network), words_at_a_time
        for first, last, kinds, starts, inputs in by_kinds(rows, layout.offsets, root, *sizes, self._inputs):
            vectors = in_context(self.network, inputs, kinds, starts)
            del inputs
            yield InContext(first, last, starts, vectors)

    def _inputs(self, rows: Int32) -> Inputs:
        """The vectors of words without context, from their rows of embeddings."""
        embedded = np.empty((len(rows), self.vocabulary.width), np.float32)
        add_up(rows, self.table, self.vocabulary.table_layout, embedded)
        return inputs_of(self.network, embedded)

    def header(self) -> dict[str, Any]:
        """The header of its part of the model file."""
        return {**self.vocabulary.header(), "sizes": {"hidden": self.width, "windows": list(self.windows)}}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of its part of the model file."""
        return {"hashes": self.vocabulary.hashes, **self.stored}

    @classmethod
    def from_file(cls, file: ModelFile) -> QrnnEncoder:
        """Read the encoder from a file. Raise if its contents are inconsistent."""
        vocabulary = Vocabulary.from_file(file)
        windows = file.entries("sizes").get("windows")
        if not isinstance(windows, list) or len(windows) > MAX_LAYERS:
            raise file.fault("no 'sizes.windows' in its header", f"a list of at most {MAX_LAYERS} numbers")
        if not all(type(window) is int and 0 <= window <= MAX_WINDOW for window in windows):
            raise file.fault("a wrong window in 'sizes.windows' in its header", f"integers from 0 to {MAX_WINDOW}")
        hidden, table = file.integer("sizes", "hidden", low=1, high=MAX_WIDTH), vocabulary.table_layout
        stored = {
            "embeddings": file.tensor("embeddings", np.int8, (int(table.table_starts[-1]),)),
            "scales": file.tensor("scales", np.float16, (int(table.table_rows[-1]),), low=0, high=MAX_WEIGHT),
            **weights_from_file(file, qrnn_shapes(vocabulary.width, hidden, tuple(windows))),
        }
        return cls(vocabulary, hidden, tuple(windows), stored)


def qrnn_encoder(
    vocabulary: Vocabulary, width: int, windows: tuple[int, ...], table: Float32, weights: Weights
) -> QrnnEncoder:
    """An encoder from weights at full precision, rounded as they are in a file."""
    embeddings, scales = in_bytes(table, vocabulary.table_layout)
    stored: dict[str, NDArray[Any]] = {"embeddings": embeddings, "scales": scales}
    shapes = qrnn_shapes(vocabulary.width, width, windows)
    return QrnnEncoder(vocabulary, width, windows, stored | {name: in_16_bit_floats(weights[name]) for name in shapes})
