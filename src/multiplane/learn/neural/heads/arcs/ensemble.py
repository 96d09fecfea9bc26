"""An ensemble: several networks of one treebank, whose scores are averaged before the search, and its file.

The logarithm of the probability that a network gives a head is its score, less the same number for all heads of a word;
so the mean of scores finds the trees that the mean of these logarithms finds, without any logarithm, which machines
would round differently. For labels it is the same.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Float64, Int32
from multiplane.learn.arc_factored.model import ArcFactoredModel
from multiplane.learn.model.contents import ModelFile, as_part
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel
from multiplane.learn.neural.heads.arcs.network import Vectors
from multiplane.learn.neural.heads.arcs.scorer import NeuralArcScorer
from multiplane.learn.neural.units import MAX_MEMBERS
from multiplane.treebank.conll.layout import Layout

MEMBERS = "members"


@dataclass(frozen=True, eq=False)
class EnsembleScorer:
    """Networks with the same labels, as one arc scorer: every score is the mean of theirs."""

    members: tuple[NeuralArcScorer, ...]

    def in_context(self, layout: Layout) -> Iterator[tuple[Vectors, ...]]:
        """For every sentence the vectors that each member has for its nodes."""
        return zip(*(member.in_context(layout) for member in self.members), strict=True)

    def arc_scores(self, sentence: tuple[Vectors, ...]) -> Float64:
        """The mean scores of all arcs of a sentence."""
        total, *rest = (member.arc_scores(part) for member, part in zip(self.members, sentence, strict=True))
        for scores in rest:
            total += scores
        return total / len(self.members)

    def label_scores(self, sentence: tuple[Vectors, ...], heads: Int32) -> Float32:
        """The mean scores of all labels of the arcs of a tree."""
        total, *rest = (member.label_scores(part, heads) for member, part in zip(self.members, sentence, strict=True))
        for scores in rest:
            total += scores
        return total / np.float32(len(self.members))


@dataclass(frozen=True, eq=False)
class NeuralEnsemble(ArcFactoredModel):
    """An arc-factored model of several members, each of them a whole neural model: see `ensemble_of`."""

    scorer: EnsembleScorer
    members: tuple[NeuralArcModel, ...]

    kind: ClassVar[str] = "neural-ensemble"

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that are read."""
        return tuple(dict.fromkeys(name for member in self.members for name in member.attributes))

    def header(self) -> dict[str, Any]:
        """The header of the model file, in which every member is a part."""
        header: dict[str, Any] = {MEMBERS: len(self.members), "decoder": self.decoder}
        for part, _ in self._parts():
            header |= part
        return header

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of all members."""
        return {name: array for _, tensors in self._parts() for name, array in tensors.items()}

    def _parts(self) -> list[tuple[dict[str, Any], dict[str, NDArray[Any]]]]:
        return [
            as_part(_part_name(number), member.kind, member.header(), member.tensors())
            for number, member in enumerate(self.members)
        ]

    @classmethod
    def from_file(cls, file: ModelFile) -> NeuralEnsemble:
        """Read the ensemble from a file. Raise if its members do not belong together."""
        count = file.integer(MEMBERS, low=1, high=MAX_MEMBERS)
        members = []
        for name in map(_part_name, range(count)):
            part = file.part(name)
            if part.kind != NeuralArcModel.kind:
                raise file.fault(f"{name} of kind {reprlib.repr(part.kind)}", f"one of kind '{NeuralArcModel.kind}'")
            members.append(NeuralArcModel.from_file(part))
        try:
            return ensemble_of(members, decoder_name(file.text("decoder")))
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {str(error).removeprefix(f'{file.path}: ')}") from error


def ensemble_of(members: Sequence[NeuralArcModel], decoder: str | None = None) -> NeuralEnsemble:
    """The ensemble of neural models that were trained on one treebank; the decoder is the first one's, or another.

    Every score is the mean of the members' scores.
    """
    first = members[0]
    for number, other in enumerate(members[1:], 2):
        if other.labels != first.labels or other.single_root != first.single_root:
            raise MultiplaneError(f"found other labels or roots in member {number}; expected those of the first member")
    scorer = EnsembleScorer(tuple(member.scorer for member in members))
    return NeuralEnsemble(first.labels, decoder or first.decoder, first.single_root, scorer, tuple(members))


def _part_name(number: int) -> str:
    return f"member {number + 1}"
