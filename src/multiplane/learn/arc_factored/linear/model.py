"""A finished linear arc-factored parser, and its file.

Scores of arcs and labels are sums of 16-bit weights of hashed features.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int16, Int32
from multiplane.learn.arc_factored.linear.arcs import score_arcs, sides_of
from multiplane.learn.arc_factored.linear.labels import label_features, score_all_labels
from multiplane.learn.arc_factored.model import ArcFactoredModel
from multiplane.learn.features.arcs import ArcFeatureModel, CompiledArcTemplates
from multiplane.learn.features.attributes import word_attributes
from multiplane.learn.model.contents import ModelFile
from multiplane.treebank.conll.layout import Layout


@dataclass(frozen=True, eq=False)
class LinearArcScorer:
    """``arc_weights[f]`` times ``scale`` is what feature f adds to the score of an arc, ``label_weights[f, l]`` what it
    adds to that of label l.
    """

    features: ArcFeatureModel
    arc_weights: Int16
    label_weights: Int16
    scale: float

    @cached_property
    def compiled(self) -> CompiledArcTemplates:
        return self.features.compile()

    def in_context(self, layout: Layout) -> list[Int32]:
        """The attributes of each sentence's words: features are made of them when arcs or labels are scored."""
        words = word_attributes(layout, self.compiled.attributes)
        return [words[first:last] for first, last in pairwise(layout.offsets.tolist())]

    def arc_scores(self, words: Int32) -> Float64:
        """The scores of all arcs of a sentence."""
        sides = sides_of(words, self.compiled.pairs, self.compiled.between)
        return score_arcs(sides, self.arc_weights, self.scale)

    def label_scores(self, words: Int32, heads: Int32) -> Int32:
        """The scores of all labels of the arcs of a tree, comparable for one arc only."""
        features = label_features(words, heads, self.compiled.labels, len(self.label_weights) - 1)
        return score_all_labels(features, self.label_weights)


MAX_SCALE = 1e9


@dataclass(frozen=True, eq=False)
class LinearArcFactoredModel(ArcFactoredModel):
    """An arc-factored model with a linear scorer.

    >>> import multiplane
    >>> from multiplane.learn import ArcFactoredTrainer
    >>> dutch, words = multiplane.read("sample:dutch-2"), ("H.form D.form",)
    >>> features = ArcFeatureModel(words, words)
    >>> trainer = ArcFactoredTrainer(dutch, decoder="all", features=features, arc_bits=8, label_bits=8)
    >>> for _ in range(10):
    ...     mistakes, decisions = trainer.step(np.arange(len(dutch)))
    >>> model = trainer.model()
    >>> predicted = model.parse(dutch.layout)
    >>> bool((predicted.heads == dutch.heads).all()), model.labels[predicted.labels[0]] == dutch[0][1].deprel
    (True, True)
    >>> model.with_decoder("projective").decoder
    'projective'
    """

    scorer: LinearArcScorer

    kind: ClassVar[str] = "arc-factored"

    @property
    def features(self) -> ArcFeatureModel:
        return self.scorer.features

    def header(self) -> dict[str, Any]:
        """Everything but the weights, for a model file."""
        return {
            "labels": list(self.labels),
            "decoder": self.decoder,
            "single_root": self.single_root,
            "features": self.features.as_data(),
            "scale": self.scorer.scale,
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights, for a model file."""
        return {"arc_weights": self.scorer.arc_weights, "label_weights": self.scorer.label_weights}

    @classmethod
    def from_file(cls, file: ModelFile) -> LinearArcFactoredModel:
        """Read the model from a file, and check that everything in it fits together."""
        labels = tuple(file.labels("labels"))
        arc_weights = file.tensor("arc_weights", np.int16, (None,))
        label_weights = file.tensor("label_weights", np.int16, (None, len(labels)))
        for name, rows in (("arc_weights", len(arc_weights)), ("label_weights", len(label_weights))):
            if rows < 16 or rows & (rows - 1):
                raise file.fault(f"{rows} rows of '{name}'", "a power of two, at least 16")
        scale = file.number("scale")
        if not 0 < scale <= MAX_SCALE:
            raise file.fault(f"{scale} as 'scale' in its header", f"a number from 0 to {MAX_SCALE}")
        if not labels:
            raise file.fault("no labels", "one or more")
        features = ArcFeatureModel(tuple(file.strings("features", "arc")), tuple(file.strings("features", "label")))
        scorer = LinearArcScorer(features, arc_weights, label_weights, scale)
        try:
            scorer.features.compile()
            decoder = decoder_name(file.text("decoder"))
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        return cls(labels, decoder, file.flag("single_root"), scorer)


def in_16_bits(weights: Float64) -> tuple[Int16, float]:
    """Weights as 16-bit integers, and the value of one of their units.

    >>> in_16_bits(np.array([0.5, -1.0]))[0].tolist()
    [16384, -32767]
    """
    largest = float(np.abs(weights).max(initial=0.0))
    scale = largest / 32767 if largest > 0 else 1.0
    return np.rint(weights / scale).astype(np.int16), scale
