"""Training the neural transition parser: right transitions on its own way, and the labels of gold arcs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int64
from multiplane.learn.features.attributes import compile_attributes, word_attributes
from multiplane.learn.features.configurations import compile_addresses
from multiplane.learn.neural.encoders.embeddings import add_up
from multiplane.learn.neural.heads.transitions.addresses import addresses_for, features_for
from multiplane.learn.neural.heads.transitions.loss import decision_loss, decision_scores
from multiplane.learn.neural.heads.transitions.model import NeuralTransitionModel, stored_weights, transition_count
from multiplane.learn.neural.heads.transitions.network import (
    NodeVectors,
    TransitionSizes,
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
from multiplane.learn.neural.heads.transitions.scorer import CompiledAddresses, new_neural_scorer
from multiplane.learn.neural.training.batches import batch_of
from multiplane.learn.neural.training.branches import BranchedTrainer
from multiplane.learn.neural.training.initial import initial_weights
from multiplane.learn.neural.training.torch_network import smoothed_loss, torch_in_context, torch_label_scores
from multiplane.learn.neural.training.trainer import HYPERPARAMETERS, Hyperparameters, NeuralTrainer, parts_of
from multiplane.learn.neural.units import UNITS, widths_for
from multiplane.learn.neural.vectors import WordVectors
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
    train: Treebank, *, units: int = UNITS, hyperparameters: Hyperparameters = UNSMOOTHED, **options: Any
) -> BranchedTrainer:
    """The trainer of a transition parser in branches; ``options`` are the other ones of `NeuralTransitionTrainer`."""
    widths = widths_for(units)
    options |= {"hidden": units, "label": min(widths["label"], MAX_LABEL)}
    return BranchedTrainer(train, NeuralTransitionTrainer, hyperparameters=hyperparameters, **options)


class NeuralTransitionTrainer(NeuralTrainer):
    """The trainer of the graph parser with other scores on top of its encoder, and another loss."""

    sizes: TransitionSizes  # type: ignore[assignment]

    def __init__(
        self,
        train: Treebank,
        *,
        system: str | System = "arc-eager",
        oracle: str = "dynamic",
        buffer_arcs: str = "short",
        seed: int = 0,
        epochs: int = 12,
        hyperparameters: Hyperparameters = UNSMOOTHED,
        hidden: int = UNITS,
        windows: tuple[int, ...] = (1, 0, 0),
        state: int = 64,
        label: int = MAX_LABEL,
        arc: int = 64,
        vectors: WordVectors | None = None,
        threads: int = 1,
    ) -> None:
        self.system = get(system) if isinstance(system, str) else system
        if steps_of(self.system) is not self.system:
            found = f"found system {self.system.name} for a neural model"
            raise MultiplaneError(f"{found}; expected one without families of transitions")
        super().__init__(
            train,
            seed=seed,
            epochs=epochs,
            hyperparameters=hyperparameters,
            hidden=hidden,
            windows=windows,
            label=label,
            vectors=vectors,
            threads=threads,
        )
        longest = int(np.diff(train.offsets).max(initial=1))
        longest_buffer_arc = longest_buffer_arcs(buffer_arcs, longest)
        dynamic = checked_oracle(oracle) == "dynamic"
        found_oracle = training_oracle(self.system, longest, longest_buffer_arc) if dynamic else None
        examples, self.arc_labels, self._roots = training_data(train, self.system, found_oracle, longest_buffer_arc)
        self._gold = tree_gold(examples, self.system, found_oracle)
        self._explored = explored_sentences(self.system, examples.heads, examples.offsets)
        self._examples = self._examples._replace(heads=examples.heads, labels=examples.labels)
        self._compiled = compile_system(self.system, self.arc_labels)
        self.addresses, self.features = addresses_for(self.system), features_for(self.system)
        self._seen_addresses = CompiledAddresses(*compile_addresses(self.addresses))
        self._templates = self.features.compile()[0]
        self._attributes = word_attributes(train.layout, compile_attributes(self.features.attributes))
        self.sizes = TransitionSizes(
            self._word_columns.inputs,
            len(self.addresses),
            transition_count(self.system),
            len(self.arc_labels),
            hidden,
            windows,
            state,
            label,
            arc,
        )
        self._begin(initial_weights(self.sizes.shapes, hidden, np.random.default_rng([seed, 0])))
        self._make_workspaces()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.system.name}: {len(self._lengths):,} sentences>"

    def _make_workspaces(self) -> None:
        """What parsing writes to."""
        longest = int(self._lengths.max(initial=1))
        self._choices = new_choices(len(self._compiled.places))
        self._memory, self._context = self.system.memory(longest), new_context(longest)
        self._gold = self._gold._replace(scratch=np.zeros(len(self._memory), np.int32))
        self._root_rows = np.zeros(int(self._lengths.sum()) + 1, np.int64)

    def branch(self, seed: int) -> Self:
        """A trainer that goes on from here with another seed, and memory of its own."""
        other = super().branch(seed)
        other._make_workspaces()
        return other

    def _learn(self, sentences: Int64) -> int:
        torch, weights, sizes = self._torch, self._tensors, self.sizes
        random = np.random.default_rng([self._seed, 3, self._steps])
        batch = batch_of(self._examples, sentences)
        rows = self._without_some(batch, random)
        inputs = np.empty((len(rows), sizes.inputs), np.float32)
        add_up(rows, self._table.values, self._layout, inputs)
        leaf = torch.from_numpy(inputs).requires_grad_()
        self._gradient[:] = 0

        def drop(x: Any) -> Any:
            return self._drop(x, self.hyperparameters.dropout, random)

        dropped = self._drop(leaf, self.hyperparameters.input_dropout, random)
        x = drop(torch_in_context(torch, weights, sizes.hidden, sizes.windows, batch.starts, dropped, drop))
        parts = torch.cat([x @ weights["address weights"], weights["address empty"][None]])
        heads, dependents = (
            torch.addmm(weights[f"{side} bias"], x, weights[f"{side} weights"]) for side in ("head", "dependent")
        )
        vectors = NodeVectors(*(tensor.detach().numpy() for tensor in (parts, heads, dependents)))
        self._root_rows[self._gold.examples.offsets[sentences]] = batch.starts[:-1]
        decisions, mistakes = self._record(sentences, vectors)
        ends = np.stack([batch.head_rows, batch.word_rows])
        if self.system.is_undirected:
            ends.sort(axis=0)
        of_labels, of_arcs = ([side[:, part] for side in (heads, dependents)] for part in parts_of_vectors(sizes))
        joined = [side[torch.from_numpy(nodes)] for side, nodes in zip(of_labels, ends, strict=True)]
        labels = torch_label_scores(torch, weights, *joined)
        smoothing = self.hyperparameters.smoothing
        loss = smoothed_loss(torch, labels, torch.from_numpy(batch.labels), smoothing)
        if len(decisions.rows):
            scores = decision_scores(torch, weights, parts, of_arcs[0], of_arcs[1], decisions)
            each_word = len(decisions.rows) / len(batch.heads)
            loss = loss + decision_loss(torch, scores, decisions, smoothing) * each_word
        if not bool(torch.isfinite(loss)):
            raise self._diverged(sentences)
        loss.backward()
        self._update(rows, leaf.grad.numpy(), len(batch.heads))
        return mistakes

    def _record(self, sentences: Int64, vectors: NodeVectors) -> tuple[RecordedDecisions, int]:
        """The decisions of a batch, and the number of wrong ones."""
        scorer = new_neural_scorer(
            transition_network_of(self._weights, self.sizes),
            self._seen_addresses,
            self._templates,
            self._compiled.places,
            self._attributes,
            self._root_rows,
            0,
            vectors,
        )
        space = new_decisions(
            max_decisions(self._lengths[sentences]),
            len(self.addresses),
            len(self.features.transition),
            self.sizes.transitions,
        )
        explored = self._explored if self._sentences > len(self._lengths) else np.zeros_like(self._explored)
        recorder = new_recorder(scorer, space, len(self.arc_labels))
        state = (self._choices, self._memory, self._context)
        learn_greedily(self._compiled, recorder, *state, self._gold, sentences, explored, 0)
        return recorded(recorder)

    def model_of(self, dense: Float32, table: Float32) -> NeuralTransitionModel:  # type: ignore[override]
        """The parser with these weights."""
        weights: dict[str, Float32] = parts_of(dense, self.sizes.shapes)
        stored = stored_weights(self._word_columns, self._vocabulary, table, weights)
        return NeuralTransitionModel(
            self.system,
            self.features,
            self.arc_labels,
            self._roots,
            1,
            None,
            self.addresses,
            self._word_columns,
            self._vocabulary,
            self.sizes,
            stored,
        )
