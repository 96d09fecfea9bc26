"""A finished neural arc-factored parser, and its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.learn.arc_factored.model import ArcFactoredModel
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders import as_parts, encoder_from_file
from multiplane.learn.neural.heads.arcs.scorer import ArcHead, NeuralArcScorer


@dataclass(frozen=True, eq=False)
class NeuralArcModel(ArcFactoredModel):
    """An arc-factored model whose scorer is an encoder with a head."""

    scorer: NeuralArcScorer

    kind: ClassVar[str] = "neural"

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of words that are read."""
        return self.scorer.encoder.attributes

    def header(self) -> dict[str, Any]:
        """The header of the model file."""
        own = {"labels": list(self.labels), "decoder": self.decoder, "single_root": self.single_root}
        return {**own, **as_parts(self.scorer.encoder, self.scorer.head)[0]}

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The tensors of the model file."""
        return as_parts(self.scorer.encoder, self.scorer.head)[1]

    @classmethod
    def from_file(cls, file: ModelFile) -> NeuralArcModel:
        """Read the model from a file. Raise if its contents are inconsistent."""
        labels = tuple(file.labels("labels"))
        if not labels:
            raise file.fault("no labels", "one or more")
        encoder = encoder_from_file(file)
        head = ArcHead.from_file(file, encoder.width, len(labels))
        try:
            decoder = decoder_name(file.text("decoder"))
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        return cls(labels, decoder, file.flag("single_root"), NeuralArcScorer(encoder, head))
