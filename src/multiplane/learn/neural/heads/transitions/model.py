"""A finished neural transition parser, and its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.learn.features.configurations import CompiledTemplates, compile_addresses
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders import Encoder, as_parts, encoder_from_file, part_or_whole
from multiplane.learn.neural.heads.transitions.network import (
    SCALE,
    TransitionNetwork,
    TransitionSizes,
    node_vectors,
    transition_network_of,
)
from multiplane.learn.neural.heads.transitions.scorer import CompiledAddresses, NeuralScorer, new_neural_scorer
from multiplane.learn.neural.weights import MAX_WIDTH, Weights, in_16_bit_floats, in_32_bit_floats, weights_from_file
from multiplane.learn.transition.actions import arc_places
from multiplane.learn.transition.easy_first import steps_of
from multiplane.learn.transition.model import ModelSettings, TransitionModel, settings_from_file
from multiplane.transition import System
from multiplane.treebank.conll.layout import Layout, part_of

WORDS_AT_A_TIME = 256
MAX_ADDRESSES = 64
MAX_FEATURE_ROWS = 1 << 20


@dataclass(frozen=True, eq=False)
class TransitionHead:
    """The weights that score transitions, and the addresses of a configuration whose words they see.

    ``stored`` are the weights of its file, in 16 bits.
    """

    addresses: tuple[str, ...]
    sizes: TransitionSizes
    stored: Mapping[str, NDArray[Any]]

    kind: ClassVar[str] = "transitions"

    @cached_property
    def network(self) -> TransitionNetwork:
        return transition_network_of(in_32_bit_floats(self.stored, self.sizes.shapes), self.sizes)

    @cached_property
    def compiled_addresses(self) -> CompiledAddresses:
        return CompiledAddresses(*compile_addresses(self.addresses))

    def header(self) -> dict[str, Any]:
        """The header of the model file."""
        names = ("state", "label", "arc", "feature_rows")
        return {"addresses": list(self.addresses), "sizes": {name: getattr(self.sizes, name) for name in names}}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of the model file."""
        return dict(self.stored)

    @classmethod
    def from_file(cls, file: ModelFile, width: int, settings: ModelSettings) -> TransitionHead:
        """Read the head of a model from a file, for vectors of this width."""
        part = part_or_whole(file, cls.kind)
        addresses = addresses_from_file(part)
        state, label, arc = (part.integer("sizes", name, low=1, high=MAX_WIDTH) for name in ("state", "label", "arc"))
        rows = part.integer("sizes", "feature_rows", low=1, high=MAX_FEATURE_ROWS)
        if rows & (rows - 1):
            raise file.fault(f"{rows} rows of features", "a power of two")
        outputs = transition_count(settings.system), len(settings.arc_labels)
        sizes = TransitionSizes(width, len(addresses), *outputs, state, label, arc, rows)
        return cls(addresses, sizes, weights_from_file(part, sizes.shapes))


def transition_head(addresses: tuple[str, ...], sizes: TransitionSizes, weights: Weights) -> TransitionHead:
    """A head from weights at full precision, rounded as they are in a file."""
    return TransitionHead(addresses, sizes, {name: in_16_bit_floats(weights[name]) for name in sizes.shapes})


@dataclass(frozen=True, eq=False)
class NeuralTransitionModel(TransitionModel):
    """A transition model whose scorer is an encoder with a head.

    ``features`` are those that go into the hidden layer beside the words at the addresses of the head.
    """

    encoder: Encoder
    head: TransitionHead

    kind: ClassVar[str] = "neural-transition"

    @property
    def score_unit(self) -> float:
        return 1 / float(SCALE)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that are read."""
        return self.encoder.attributes

    @cached_property
    def _seen(self) -> tuple[CompiledAddresses, CompiledTemplates, Int32]:
        return self.head.compiled_addresses, self.features.compile()[0], arc_places(self.system)

    def scorers(self, layout: Layout, words: Int32, first: int, last: int) -> Iterator[tuple[int, int, NeuralScorer]]:
        """Scorers for a few sentences each, since the vectors of a word take kilobytes."""
        for part in self.encoder.in_context(part_of(layout, first, last), WORDS_AT_A_TIME):
            begin, end = first + part.first, first + part.last
            offsets = layout.offsets[begin : end + 1]
            roots = np.zeros(int(offsets[-1] - offsets[0]) + 1, np.int64)
            roots[offsets[:-1] - offsets[0]] = part.starts[:-1]
            vectors = node_vectors(self.head.network, part.vectors)
            scorer = new_neural_scorer(self.head.network, *self._seen, words, roots, int(offsets[0]), vectors)
            yield begin, end, scorer

    def header(self) -> dict[str, Any]:
        """The header of the model file."""
        return {**super().header(), **as_parts(self.encoder, self.head)[0]}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of the model file."""
        return {**as_parts(self.encoder, self.head)[1], **super().tensors()}

    @classmethod
    def from_file(cls, file: ModelFile) -> NeuralTransitionModel:
        """Read the model from a file. Raise if its contents are inconsistent."""
        settings = settings_from_file(file)
        if steps_of(settings.system) is not settings.system:
            raise file.fault(f"system {settings.system.name}", "one without families of transitions")
        if not settings.features.transition or settings.features.label:
            raise file.fault("other features than those of transitions", "one or more of these alone")
        encoder = encoder_from_file(file)
        return cls(*settings, encoder, TransitionHead.from_file(file, encoder.width, settings))


def addresses_from_file(file: ModelFile) -> tuple[str, ...]:
    """Read from a file the addresses whose words the network sees."""
    addresses = tuple(file.strings("addresses"))
    if not 1 <= len(addresses) <= MAX_ADDRESSES:
        raise file.fault(f"{len(addresses)} addresses", f"1 to {MAX_ADDRESSES}")
    try:
        compile_addresses(addresses)
    except MultiplaneError as error:
        raise MultiplaneError(f"{file.path}: {error}") from error
    return addresses


def transition_count(system: System) -> int:
    """The number of transitions that are scored.

    >>> from multiplane.transition import get
    >>> transition_count(get("2-planar"))
    5
    """
    return len(system.names(1))
