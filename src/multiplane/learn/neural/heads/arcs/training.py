"""Training the head of arcs: the head of every word among all nodes, and the labels of the gold arcs.

What distance and tags add to the scores of arcs is computed by kernels, forwards and backwards; the rest is PyTorch's.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from multiplane.decode.decoders import decoder_name
from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders import QRNN, Encoder, new_encoder
from multiplane.learn.neural.encoders.letters import FIRST
from multiplane.learn.neural.encoders.vocabulary import ROOT
from multiplane.learn.neural.heads.arcs.ensemble import ensemble_of
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel
from multiplane.learn.neural.heads.arcs.network import SLOPE, ArcSizes, bucket
from multiplane.learn.neural.heads.arcs.scorer import NeuralArcScorer, arc_head, known_tags, tag_numbers
from multiplane.learn.neural.heads.losses import NEVER, smoothed_loss, torch_label_scores
from multiplane.learn.neural.training.batches import Batch
from multiplane.learn.neural.training.several import Several, branched, derived_seeds
from multiplane.learn.neural.training.trainer import (
    HYPERPARAMETERS,
    Hyperparameters,
    NeuralTrainer,
    Tensors,
    TrainingStep,
    load_torch,
)
from multiplane.learn.neural.units import MAX_ARC, UNITS, check_members, widths_for
from multiplane.learn.neural.weights import Weights
from multiplane.treebank.treebank import Treebank

SEVERAL_ROOTS = 0.01


def neural_trainer(
    train: Treebank,
    *,
    ensemble: int = 1,
    units: int = UNITS,
    seed: int = 0,
    epochs: int = 12,
    hyperparameters: Hyperparameters = HYPERPARAMETERS,
    threads: int | None = None,
    **options: Any,
) -> Several:
    """The trainer of a neural arc-factored parser, or of an ensemble of several.

    ``threads`` networks learn at a time, by default all; more threads than cores share the cores evenly.
    Other ``options`` are those of `arc_trainer`.
    """
    check_members(ensemble)
    options |= widths_for(units)

    def member(seed: int, threads: int | None = None) -> Several:
        trainer = arc_trainer(train, seed=seed, epochs=epochs, hyperparameters=hyperparameters, **options)
        return branched(trainer, train, seed=seed, epochs=epochs, threads=threads)

    if ensemble == 1:
        return member(seed, threads)
    members = [member(own) for own in derived_seeds(seed, ensemble)]
    return Several(members, lambda trained: ensemble_of([one.model() for one in trained]), threads=threads)


def arc_trainer(
    train: Treebank,
    *,
    decoder: str = "all",
    encoder: str = QRNN,
    seed: int = 0,
    epochs: int = 12,
    hyperparameters: Hyperparameters = HYPERPARAMETERS,
    arc: int = MAX_ARC,
    label: int = 128,
    **options: Any,
) -> NeuralTrainer:
    """The trainer of a single network; other ``options`` are the encoder's. Training does not use the decoder."""
    load_torch(1)
    encoded = new_encoder(encoder)(train, seed=seed, **options)
    head = ArcTraining(train, encoded.width, decoder, arc, label)
    return NeuralTrainer(train, encoded, head, seed=seed, epochs=epochs, hyperparameters=hyperparameters)


class ArcTraining:
    """The training half: gold heads and labels, and the tags of all words."""

    def __init__(self, train: Treebank, width: int, decoder: str, arc: int, label: int) -> None:
        self.decoder = decoder_name(decoder)
        encoded = train.encode(["deprel"])
        self.labels: tuple[str, ...] = encoded.vocabularies["deprel"][1:]
        self._tags = known_tags(train.layout)
        self.sizes = ArcSizes(width, len(self._tags) + FIRST, len(self.labels), arc, label)
        self._word_tags = tag_numbers(train.layout, self._tags)
        self._heads, self._labels = train.heads, (encoded.ids["deprel"] - 1).astype(np.int64)
        roots = np.add.reduceat(train.heads == 0, train.offsets[:-1], dtype=np.int64)
        self._single_root = bool((roots > 1).mean() <= SEVERAL_ROOTS)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.decoder}>"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return self.sizes.shapes

    def branch(self) -> Self:
        return self

    def loss(self, step: TrainingStep, weights: Tensors, x: Any, batch: Batch) -> tuple[Any, int]:
        """The mean loss of a batch's words: of their heads among all nodes, and of the labels of their gold arcs.

        A word is a mistake if its best head or label is wrong.
        """
        torch, smoothing = step.torch, step.hyperparameters.smoothing
        head_arc, head_label, dependent_arc, dependent_label = torch_vectors(step, weights, self.sizes, x)
        tags = np.full(len(x), ROOT, np.int32)
        tags[batch.word_rows] = self._word_tags[batch.words]
        of_arcs = biases_of(torch)(weights["arc distance"], weights["arc tags"], batch.starts, tags, batch.nodes.shape)
        nodes = torch.from_numpy(batch.nodes)
        scores = torch.baddbmm(
            (head_arc @ weights["arc head"])[nodes].unsqueeze(2) + of_arcs,
            (head_arc @ weights["arc weights"])[nodes],
            dependent_arc[nodes].transpose(1, 2),
        )
        of_words = scores.transpose(1, 2)[torch.from_numpy(batch.is_word)]
        heads = self._heads[batch.words].astype(np.int64)
        gold, gold_labels = torch.from_numpy(heads), torch.from_numpy(self._labels[batch.words])
        head = head_label[torch.from_numpy(batch.root_rows + heads)]
        dependent = dependent_label[torch.from_numpy(batch.word_rows)]
        labels = torch_label_scores(torch, weights, head, dependent)
        value = smoothed_loss(torch, of_words, gold, smoothing)
        value = value + smoothed_loss(torch, labels, gold_labels, smoothing)
        right = (of_words.detach().argmax(1) == gold) & (labels.detach().argmax(1) == gold_labels)
        return value, len(right) - int(right.sum())

    def model(self, encoder: Encoder, weights: Weights) -> NeuralArcModel:
        """The finished parser, from a finished encoder and these weights."""
        scorer = NeuralArcScorer(encoder, arc_head(self._tags, self.sizes, weights))
        return NeuralArcModel(self.labels, self.decoder, self._single_root, scorer)


def torch_vectors(step: TrainingStep, weights: Tensors, sizes: ArcSizes, x: Any) -> tuple[Any, Any, Any, Any]:
    """The vectors of all nodes as heads and as dependents, for arcs and for labels."""
    torch, sides = step.torch, []
    for side in ("head", "dependent"):
        y = torch.addmm(weights[f"{side} bias"], x, weights[f"{side} weights"])
        arc = torch.nn.functional.leaky_relu(y[:, : sizes.arc], float(SLOPE))
        y = step.drop(torch.cat([arc, y[:, sizes.arc :]], 1))
        sides += [y[:, : sizes.arc], y[:, sizes.arc :]]
    return sides[0], sides[1], sides[2], sides[3]


def biases_of(torch: Any) -> Any:
    """What distance and tags add to arc scores, as a differentiable function."""

    class Biases(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(
            context: Any, distances: Any, pairs: Any, starts: Int64, tags: Int32, shape: tuple[int, int]
        ) -> Any:
            out = np.empty((*shape, shape[1]), np.float32)
            arc_biases(starts, tags, distances.detach().numpy(), pairs.detach().numpy(), out)
            context.kept = starts, tags, distances.shape, pairs.shape
            return torch.from_numpy(out)

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            starts, tags, *shapes = context.kept
            distances, pairs = (np.zeros(shape, np.float32) for shape in shapes)
            arc_bias_gradients(starts, tags, gradient.contiguous().numpy(), distances, pairs)
            return torch.from_numpy(distances), torch.from_numpy(pairs), None, None, None

    return Biases.apply


@kernel
def arc_biases(starts: Int64, tags: Int32, distances: Float32, pairs: Float32, out: Float32) -> None:
    """``out[s, h, d]``: what distance and tags add to the score of an arc of sentence s, or `NEVER`."""
    for s in range(len(starts) - 1):
        first, nodes = starts[s], starts[s + 1] - starts[s]
        for h in range(out.shape[1]):
            for d in range(out.shape[2]):
                if h >= nodes or d >= nodes or h == d:
                    out[s, h, d] = NEVER
                else:
                    place = bucket(h, d)
                    out[s, h, d] = distances[place] + pairs[tags[first + h], tags[first + d], place]


@kernel
def arc_bias_gradients(starts: Int64, tags: Int32, gradient: Float32, distances: Float32, pairs: Float32) -> None:
    """Add the gradient of `arc_biases` to those of distances and of pairs of tags."""
    for s in range(len(starts) - 1):
        first, nodes = starts[s], starts[s + 1] - starts[s]
        for h in range(nodes):
            for d in range(1, nodes):
                if h != d:
                    place = bucket(h, d)
                    distances[place] += gradient[s, h, d]
                    pairs[tags[first + h], tags[first + d], place] += gradient[s, h, d]
