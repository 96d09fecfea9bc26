"""Training the head of transitions: right transitions on the parser's own way, and the labels of gold arcs.

The sums over the words at the addresses of configurations are computed by kernels, forwards and backwards; the rest is
PyTorch's.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any, Self

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.configurations import compile_addresses
from multiplane.learn.neural.encoders import QRNN, Encoder, new_encoder
from multiplane.learn.neural.heads.arcs.network import SLOPE
from multiplane.learn.neural.heads.losses import NEVER, smoothed_loss, torch_label_scores
from multiplane.learn.neural.heads.transitions.addresses import addresses_for, features_for
from multiplane.learn.neural.heads.transitions.model import NeuralTransitionModel, transition_count, transition_head
from multiplane.learn.neural.heads.transitions.network import (
    NodeVectors,
    TransitionSizes,
    arc_scale,
    parts_of_vectors,
    transition_network_of,
)
from multiplane.learn.neural.heads.transitions.recording import (
    RecordedDecisions,
    explored_sentences,
    max_decisions,
    new_decisions,
    new_recorder,
    recorded,
)
from multiplane.learn.neural.heads.transitions.scorer import CompiledAddresses, add_vectors, new_neural_scorer
from multiplane.learn.neural.training.batches import Batch
from multiplane.learn.neural.training.several import Several, branched
from multiplane.learn.neural.training.trainer import (
    HYPERPARAMETERS,
    Hyperparameters,
    NeuralTrainer,
    Tensors,
    TrainingStep,
    load_torch,
)
from multiplane.learn.neural.units import UNITS, widths_for
from multiplane.learn.neural.weights import Weights
from multiplane.learn.transition.actions import compile_system
from multiplane.learn.transition.context import new_context
from multiplane.learn.transition.easy_first import steps_of
from multiplane.learn.transition.examples import training_data, tree_gold
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.linear.trainer import checked_oracle, longest_buffer_arcs
from multiplane.learn.transition.scorer import new_choices
from multiplane.transition import System, get
from multiplane.transition.oracles import training_oracle
from multiplane.treebank.treebank import Treebank

MAX_LABEL = 96
UNSMOOTHED = replace(HYPERPARAMETERS, smoothing=0.0)
"""Smoothing made one treebank better and another worse (docs/research/neural.md)."""


def neural_transition_trainer(
    train: Treebank,
    *,
    units: int = UNITS,
    seed: int = 0,
    epochs: int = 12,
    threads: int | None = None,
    **options: Any,
) -> Several:
    """The trainer of a neural transition parser; other ``options`` are those of `transition_trainer`.

    ``threads`` branches learn at a time, by default all.
    """
    widths = widths_for(units)
    options |= {"hidden": units, "label": min(widths["label"], MAX_LABEL)}
    trainer = transition_trainer(train, seed=seed, epochs=epochs, **options)
    return branched(trainer, train, seed=seed, epochs=epochs, threads=threads)


def transition_trainer(
    train: Treebank,
    *,
    system: str | System = "arc-eager",
    oracle: str = "dynamic",
    buffer_arcs: str = "short",
    encoder: str = QRNN,
    seed: int = 0,
    epochs: int = 12,
    hyperparameters: Hyperparameters = UNSMOOTHED,
    state: int = 64,
    label: int = MAX_LABEL,
    arc: int = 64,
    **options: Any,
) -> NeuralTrainer:
    """The trainer of a single network; other ``options`` are the encoder's."""
    system = get(system) if isinstance(system, str) else system
    if steps_of(system) is not system:
        found = f"found system {system.name} for model neural"
        raise MultiplaneError(f"{found}; expected one without families of transitions")
    load_torch(1)
    encoded = new_encoder(encoder)(train, seed=seed, **options)
    head = TransitionTraining(train, system, encoded.width, oracle, buffer_arcs, (state, label, arc))
    return NeuralTrainer(train, encoded, head, seed=seed, epochs=epochs, hyperparameters=hyperparameters)


class TransitionTraining:
    """The training half: gold trees, the oracle for them, and what parsing writes to.

    ``widths`` are those of the hidden layer, and of the vectors of labels and of arcs.
    """

    def __init__(
        self,
        train: Treebank,
        system: System,
        width: int,
        oracle: str,
        buffer_arcs: str,
        widths: tuple[int, int, int],
    ) -> None:
        self.system = system
        self._longest = int(np.diff(train.offsets).max(initial=1))
        longest_buffer_arc = longest_buffer_arcs(buffer_arcs, self._longest)
        dynamic = checked_oracle(oracle) == "dynamic"
        found_oracle = training_oracle(system, self._longest, longest_buffer_arc) if dynamic else None
        self._examples, self.arc_labels, self._roots = training_data(train, system, found_oracle, longest_buffer_arc)
        self._gold = tree_gold(self._examples, system, found_oracle)
        self._explored = explored_sentences(system, self._examples.heads, self._examples.offsets)
        self._compiled = compile_system(system, self.arc_labels)
        self.addresses, self.features = addresses_for(system), features_for(system)
        self._seen_addresses = CompiledAddresses(*compile_addresses(self.addresses))
        self._templates = self.features.compile()[0]
        self._attributes = word_attributes(train.layout, compile_attributes(self.features.attributes))
        outputs = transition_count(system), len(self.arc_labels)
        self.sizes = TransitionSizes(width, len(self.addresses), *outputs, *widths)
        self._make_workspaces()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.system.name}>"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return self.sizes.shapes

    def _make_workspaces(self) -> None:
        """Allocate what parsing writes to."""
        self._choices = new_choices(len(self._compiled.places))
        self._memory, self._context = self.system.memory(self._longest), new_context(self._longest)
        self._gold = self._gold._replace(scratch=np.zeros(len(self._memory), np.int32))
        self._root_rows = np.zeros(int(self._examples.offsets[-1]) + 1, np.int64)

    def branch(self) -> Self:
        """A copy with its own workspaces."""
        other = copy(self)
        other._make_workspaces()
        return other

    def loss(self, step: TrainingStep, weights: Tensors, x: Any, batch: Batch) -> tuple[Any, int]:
        """The mean loss of the labels of gold arcs, and of decisions; and the number of wrong decisions."""
        torch, sizes, smoothing = step.torch, self.sizes, step.hyperparameters.smoothing
        x = step.drop(x)
        parts = torch.cat([x @ weights["address weights"], weights["address empty"][None]])
        heads, dependents = (
            torch.addmm(weights[f"{side} bias"], x, weights[f"{side} weights"]) for side in ("head", "dependent")
        )
        vectors = NodeVectors(*(tensor.detach().numpy() for tensor in (parts, heads, dependents)))
        plain = {name: tensor.detach().numpy() for name, tensor in weights.items()}
        decisions, mistakes = self._record(plain, batch, vectors, step.epoch == 1)
        ends = np.stack([batch.root_rows + self._examples.heads[batch.words], batch.word_rows])
        if self.system.is_undirected:
            ends.sort(axis=0)
        of_labels, of_arcs = ([side[:, part] for side in (heads, dependents)] for part in parts_of_vectors(sizes))
        joined = [side[torch.from_numpy(nodes)] for side, nodes in zip(of_labels, ends, strict=True)]
        labels = torch_label_scores(torch, weights, *joined)
        gold_labels = torch.from_numpy(self._examples.labels[batch.words].astype(np.int64))
        loss = smoothed_loss(torch, labels, gold_labels, smoothing)
        if len(decisions.rows):
            scores = decision_scores(torch, weights, parts, of_arcs[0], of_arcs[1], decisions)
            each_word = len(decisions.rows) / len(batch.words)
            loss = loss + decision_loss(torch, scores, decisions, smoothing) * each_word
        return loss, mistakes

    def _record(
        self, weights: Weights, batch: Batch, vectors: NodeVectors, is_first_epoch: bool
    ) -> tuple[RecordedDecisions, int]:
        """The decisions of a batch, and the number of wrong ones."""
        sentences, offsets = batch.sentences, self._examples.offsets
        self._root_rows[offsets[sentences]] = batch.starts[:-1]
        scorer = new_neural_scorer(
            transition_network_of(weights, self.sizes),
            self._seen_addresses,
            self._templates,
            self._compiled.places,
            self._attributes,
            self._root_rows,
            0,
            vectors,
        )
        space = new_decisions(
            max_decisions(offsets[sentences + 1] - offsets[sentences]),
            len(self.addresses),
            len(self.features.transition),
            self.sizes.transitions,
        )
        explored = np.zeros_like(self._explored) if is_first_epoch else self._explored
        recorder = new_recorder(scorer, space, len(self.arc_labels))
        state = (self._choices, self._memory, self._context)
        learn_greedily(self._compiled, recorder, *state, self._gold, sentences, explored, 0)
        return recorded(recorder)

    def model(self, encoder: Encoder, weights: Weights) -> NeuralTransitionModel:
        """The finished parser, from a finished encoder and these weights."""
        head = transition_head(self.addresses, self.sizes, weights)
        settings = self.system, self.features, self.arc_labels, self._roots, 1, None
        return NeuralTransitionModel(*settings, encoder, head)


def decision_scores(
    torch: Any, weights: Tensors, parts: Any, heads: Any, dependents: Any, decisions: RecordedDecisions
) -> Any:
    """The scores of all transitions at every decision, with those of the arcs that they build.

    ``heads`` and ``dependents`` are the vectors of all nodes that arcs are scored by.
    """
    state = sums_of(torch)(parts, weights["feature weights"], weights["state bias"], decisions.rows, decisions.features)
    scores = torch.addmm(
        weights["transition bias"], torch.nn.functional.leaky_relu(state, float(SLOPE)), weights["transition weights"]
    )
    built = np.flatnonzero((decisions.arcs[:, :, 0] < len(heads)).any(0))
    ends = [
        torch.cat([side, side.new_zeros(1, side.shape[1])])[torch.from_numpy(decisions.arcs[:, built, number])]
        for number, side in enumerate((heads, dependents))
    ]
    of_arcs = arc_scale(heads.shape[1]) * (ends[0] * ends[1]).sum(2)
    return scores.index_add(1, torch.from_numpy(built), of_arcs)


def decision_loss(torch: Any, scores: Any, decisions: RecordedDecisions, smoothing: float = 0.0) -> Any:
    """The mean of −log of the probability of all right transitions together, among the applicable ones.

    With ``smoothing`` as if a share of the right ones were any applicable ones.
    """
    is_applicable = torch.from_numpy(decisions.applicable)
    applicable = scores.masked_fill(~is_applicable, float(NEVER))
    right = scores.masked_fill(torch.from_numpy(~decisions.right), float(NEVER))
    total = torch.logsumexp(applicable, 1)
    of_right = (total - torch.logsumexp(right, 1)).mean()
    if smoothing == 0:
        return of_right
    mean = (scores * is_applicable).sum(1) / is_applicable.sum(1)
    return (1 - smoothing) * of_right + smoothing * (total - mean).mean()


def sums_of(torch: Any) -> Any:
    """What the words at addresses and the features add up to, as a differentiable function."""

    class Sums(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, parts: Any, features: Any, bias: Any, rows: Int64, feature_rows: Int64) -> Any:
            out = np.empty((len(rows), len(bias)), np.float32)
            arrays = [tensor.detach().numpy() for tensor in (parts, features, bias)]
            add_all_vectors(arrays[0], arrays[1], arrays[2], rows, feature_rows, out)
            context.kept = parts.shape, features.shape, rows, feature_rows
            return torch.from_numpy(out)

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            parts_shape, features_shape, rows, feature_rows = context.kept
            parts, features = np.zeros(parts_shape, np.float32), np.zeros(features_shape, np.float32)
            spread_gradient(gradient.contiguous().numpy(), rows, feature_rows, parts, features)
            return torch.from_numpy(parts), torch.from_numpy(features), gradient.sum(0), None, None

    return Sums.apply


@kernel
def add_all_vectors(
    parts: Float32, features: Float32, bias: Float32, rows: Int64, feature_rows: Int64, out: Float32
) -> None:
    """The hidden layers of all decisions before the rectifier."""
    for decision in range(len(rows)):
        add_vectors(parts, rows[decision], features, feature_rows[decision], bias, out[decision])


@kernel
def spread_gradient(gradient: Float32, rows: Int64, feature_rows: Int64, parts: Float32, features: Float32) -> None:
    """Add the gradient of every hidden layer to those of all that was added up in it."""
    units = gradient.shape[1]
    for decision in range(len(rows)):
        for address in range(rows.shape[1]):
            row, begin = rows[decision, address], address * units
            for unit in range(units):
                parts[row, begin + unit] += gradient[decision, unit]
        for feature in range(feature_rows.shape[1]):
            row = feature_rows[decision, feature]
            for unit in range(units):
                features[row, unit] += gradient[decision, unit]
