"""Encoders: what turns the words of a sentence into vectors, and the seam to the heads that are above it.

An encoder has two halves. The parsing half, an `Encoder`, is a part of a model and of its file; it needs no PyTorch,
unless it says so. The training half, a `multiplane.learn.neural.training.trainer.TrainableEncoder`, gives vectors with
gradients, and in the end the parsing half. Heads (`multiplane.learn.neural.heads`) see vectors alone. A new encoder is
a file with both halves, or a folder, and a line in `ENCODERS`.

The one that is here, ``qrnn``, embeds attributes of words (`vocabulary`, `letters`, `embeddings`) and passes them
through quasi-recurrent layers (`layers`, `scan`); its training half is in `qrnn_training`. Its parts can be used by
others: an encoder that adds context vectors to its embeddings, say, shares its vocabulary, embeddings and layers.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int64
from multiplane.lazy import load
from multiplane.learn.model.contents import ModelFile, as_part
from multiplane.treebank.conll.layout import Layout

QRNN = "qrnn"
ENCODERS = {
    QRNN: (
        "multiplane.learn.neural.encoders.qrnn:QrnnEncoder",
        "multiplane.learn.neural.encoders.qrnn_training:qrnn_training",
    )
}
"""Where both halves of each kind of encoder are: the class of the parsing half, and what makes a training half."""

ENCODER = "encoder"


class InContext(NamedTuple):
    """The vectors of the nodes of some sentences, ``first`` to ``last`` − 1, the root of each before its words.

    Those of the first of these sentences are ``vectors[starts[0] : starts[1]]``, and so on.
    """

    first: int
    last: int
    starts: Int64
    vectors: Float32


class Encoder(Protocol):
    """The parsing half: a vector for every node of a sentence. It is immutable, so threads can share it."""

    kind: ClassVar[str]

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that it reads, to warn if their columns are empty."""

    @property
    def width(self) -> int:
        """The length of a vector."""

    def in_context(self, layout: Layout, words_at_a_time: int) -> Iterator[InContext]:
        """The vectors of all sentences, in order, about ``words_at_a_time`` words at a time.

        The vectors of a sentence depend on nothing but its words.
        """

    def header(self) -> dict[str, Any]:
        """The header of its part of the model file."""

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of its part of the model file."""


def encoder_from_file(file: ModelFile) -> Encoder:
    """Read the encoder of a model from a file. Raise if its contents are inconsistent."""
    part = part_or_whole(file, ENCODER)
    kind = part.kind if part is not file else QRNN
    if kind not in ENCODERS:
        raise file.fault(f"an encoder of kind {reprlib.repr(kind)}", f"one of kind {' or '.join(ENCODERS)}")
    return cast(Encoder, load(ENCODERS[kind][0]).from_file(part))


def new_encoder(kind: str) -> Any:
    """The function that makes the training half of an encoder, from the treebank and options.

    >>> new_encoder("abacus")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found encoder 'abacus'; expected qrnn
    """
    if kind not in ENCODERS:
        raise MultiplaneError(f"found encoder {kind!r}; expected {' or '.join(ENCODERS)}")
    return load(ENCODERS[kind][1])


class Part(Protocol):
    """An encoder or a head, as a part of a model's file."""

    kind: ClassVar[str]

    def header(self) -> dict[str, Any]: ...
    def tensors(self) -> dict[str, NDArray[Any]]: ...


def as_parts(encoder: Encoder, head: Part) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The parts of a model file: the header and the tensors of an encoder and a head."""
    named: dict[str, Part] = {ENCODER: encoder, head.kind: head}
    parts = [as_part(name, part.kind, part.header(), part.tensors()) for name, part in named.items()]
    return parts[0][0] | parts[1][0], parts[0][1] | parts[1][1]


def part_or_whole(file: ModelFile, name: str) -> ModelFile:
    """The part of a file with this name; in files written before there were parts, the whole file."""
    return file.part(name) if ENCODER in file.header else file
