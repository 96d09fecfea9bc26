"""The arc-factored parser, trained: scores of all arcs, exact search for the best tree of a class, then labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import class_of_old_name, decodable_class
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int16, Int32
from multiplane.learn.features.attributes import word_attributes
from multiplane.learn.graph.arcs import chosen_scores, score_arcs, sides_of
from multiplane.learn.graph.features import Features, compile_features
from multiplane.learn.graph.labels import best_labels, label_features
from multiplane.learn.graph.search import tree_search
from multiplane.learn.model.file import ModelFile
from multiplane.learn.model.predicted import Predicted
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.treebank.conll.layout import Layout

NO_TRANSITION = -1
PIECES_PER_WORKER = 8
LARGEST_SCALE = 1e9


@dataclass(frozen=True, slots=True, eq=False)
class GraphModel:
    """Weights in 16 bits: ``arc_weights[f]`` times ``scale`` is a point of an arc, ``label_weights[f, l]`` of a label.

    >>> import multiplane
    >>> from multiplane.learn.graph import GraphTrainer
    >>> dutch = multiplane.read("sample:dutch")
    >>> trainer = GraphTrainer(dutch, decoder="all", arc_bits=16, label_bits=12)
    >>> for _ in range(10):
    ...     mistakes, decisions = trainer.step(np.arange(len(dutch)))
    >>> model = trainer.model()
    >>> predicted = model.parse(dutch.layout)
    >>> bool((predicted.heads == dutch.heads).all()), model.labels[predicted.labels[0]] == dutch[0][1].deprel
    (True, True)
    >>> model.with_decoder("projective").decoder
    'projective'
    """

    kind: ClassVar[str] = "graph"

    labels: tuple[str, ...]
    decoder: str
    single_root: bool
    arc_templates: tuple[str, ...]
    label_templates: tuple[str, ...]
    arc_weights: Int16
    label_weights: Int16
    scale: float
    features: Features

    def parse(self, layout: Layout, workers: int | None = None) -> Predicted:
        """The trees of all sentences; the same for any number of workers."""
        words = word_attributes(layout, self.features.attributes)
        count = len(words)
        predicted = Predicted(
            np.empty(count, np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.float32),
            np.empty(count, np.float32),
            np.full(count, NO_TRANSITION, np.int32),
        )
        workers = workers or cores()
        pieces = even_pieces(layout.offsets, PIECES_PER_WORKER * workers) if count else []
        in_threads(lambda piece: self._parse_piece(layout, words, range(*piece), predicted), pieces, workers)
        return predicted

    def _parse_piece(self, layout: Layout, words: Int32, sentences: range, predicted: Predicted) -> None:
        search = tree_search(self.decoder)
        mask = len(self.label_weights) - 1
        for sentence in sentences:
            here = slice(int(layout.offsets[sentence]), int(layout.offsets[sentence + 1]))
            if here.start == here.stop:
                continue
            sides = sides_of(words[here], self.features.pairs, self.features.between)
            scores = score_arcs(sides, self.arc_weights, self.scale)
            heads = search(scores, self.single_root)
            predicted.heads[here] = heads
            predicted.labels[here] = best_labels(
                label_features(words[here], heads, self.features.labels, mask), self.label_weights
            )
            predicted.scores[here], predicted.margins[here] = chosen_scores(scores, heads)

    def with_decoder(self, decoder: str) -> GraphModel:
        """The same model with another class of trees to search."""
        return replace(self, decoder=decodable_class(decoder).name)

    def header(self) -> dict[str, Any]:
        """All but the weights, for a model file."""
        return {
            "labels": list(self.labels),
            "decoder": self.decoder,
            "single_root": self.single_root,
            "arc_templates": list(self.arc_templates),
            "label_templates": list(self.label_templates),
            "scale": self.scale,
        }

    def tensors(self) -> dict[str, NDArray[Any]]:
        """The weights, for a model file."""
        return {"arc_weights": self.arc_weights, "label_weights": self.label_weights}

    @staticmethod
    def from_file(file: ModelFile) -> GraphModel:
        """The model that a file holds; an error where it holds none that can be used."""
        labels = tuple(file.labels("labels"))
        arc_templates, label_templates = tuple(file.strings("arc_templates")), tuple(file.strings("label_templates"))
        arc_weights = file.tensor("arc_weights", np.int16, (None,))
        label_weights = file.tensor("label_weights", np.int16, (None, len(labels)))
        for name, rows in (("arc_weights", len(arc_weights)), ("label_weights", len(label_weights))):
            if rows < 16 or rows & (rows - 1):
                raise file.fault(f"{rows} rows of '{name}'", "a power of two, at least 16")
        scale = file.number("scale")
        if not 0 < scale <= LARGEST_SCALE:
            raise file.fault(f"{scale} as 'scale' in its header", f"a number from 0 to {LARGEST_SCALE}")
        if not labels:
            raise file.fault("no labels", "one or more")
        try:
            features = compile_features(arc_templates, label_templates)
            decoder = class_of_old_name(file.text("decoder"))
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        return GraphModel(
            labels,
            decoder,
            file.flag("single_root"),
            arc_templates,
            label_templates,
            arc_weights,
            label_weights,
            scale,
            features,
        )


def in_16_bits(weights: Float64) -> tuple[Int16, float]:
    """Weights as integers of 16 bits, and what one of their units stands for.

    >>> in_16_bits(np.array([0.5, -1.0]))[0].tolist()
    [16384, -32767]
    """
    largest = float(np.abs(weights).max(initial=0.0))
    scale = largest / 32767 if largest > 0 else 1.0
    return np.rint(weights / scale).astype(np.int16), scale


def compiled_model(
    labels: Sequence[str],
    decoder: str,
    single_root: bool,
    arc_templates: Sequence[str],
    label_templates: Sequence[str],
    arc_weights: Float64,
    label_weights: Float64,
) -> GraphModel:
    """A model of the given weights, which may lose what 16 bits cannot hold."""
    arcs, scale = in_16_bits(arc_weights)
    return GraphModel(
        tuple(labels),
        decoder,
        single_root,
        tuple(arc_templates),
        tuple(label_templates),
        arcs,
        in_16_bits(label_weights)[0],
        scale,
        compile_features(arc_templates, label_templates),
    )
