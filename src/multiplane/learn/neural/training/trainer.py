"""Training the neural parser: the head of every word among all nodes, and the labels of the gold arcs."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.decoders import decoder_name
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.learn.model.state import MAX_SENTENCES, state_array
from multiplane.learn.neural.encoders.columns import (
    GROUP_DROPOUT,
    GROUP_ROWS,
    GROUPS,
    SLOTS,
    VECTORS,
    Column,
    columns_for,
)
from multiplane.learn.neural.encoders.embeddings import add_up
from multiplane.learn.neural.encoders.rows import ABSENT
from multiplane.learn.neural.encoders.vocabulary import vocabulary_of
from multiplane.learn.neural.heads.arcs.model import NeuralArcModel, WordColumns, model_of_weights
from multiplane.learn.neural.heads.arcs.network import NetworkSizes
from multiplane.learn.neural.heads.arcs.scorer import tags_of
from multiplane.learn.neural.training.adam import Learned, corrected_rate, follow, learned, update, update_rows
from multiplane.learn.neural.training.batches import (
    Batch,
    Examples,
    arc_bias_gradients,
    arc_biases,
    batch_of,
    cut_into_batches,
)
from multiplane.learn.neural.training.initial import initial_table, initial_weights, put_vectors
from multiplane.learn.neural.training.pytorch import load_torch
from multiplane.learn.neural.training.torch_network import loss_of
from multiplane.learn.neural.units import MAX_ARC, UNITS
from multiplane.learn.neural.vectors import WordVectors
from multiplane.treebank.treebank import Treebank

SEVERAL_ROOTS = 0.01
MAX_TAGS = 32
SHORT = 15


@dataclass(frozen=True, slots=True)
class Hyperparameters:
    """How a network is trained.

    A batch has up to ``batch`` words; ``pool`` batches are made at a time, of sentences of similar length. The learning
    rate rises to ``rate`` during the first ``warmup`` of training, then falls to 0. Gradients longer than ``clip_norm``
    are shortened. A share of the gold answers, ``smoothing``, is spread over all possible ones. Weights are averaged
    over about the last ``averaging_steps`` steps, in short trainings over a fifteenth of all. For the first
    ``shared_fraction`` of the epochs all ``branches`` are one network, unless that is fewer than
    ``min_shared_batches`` batches: then there is only one branch (see `BranchedTrainer`).
    """

    batch: int = 800
    pool: int = 16
    rate: float = 2e-3
    warmup: float = 0.05
    dropout: float = 0.28
    input_dropout: float = 0.1
    clip_norm: float = 2.0
    smoothing: float = 0.05
    averaging_steps: int = 100
    average_every: int = 8
    branches: int = 2
    shared_fraction: float = 0.4
    min_shared_batches: int = 200


HYPERPARAMETERS = Hyperparameters()


class NeuralTrainer:
    """Weights that improve with every `step`; `model` gives their averages over the last steps.

    ``epochs`` is the number of passes to come: the rate of learning falls with every word, and is 0 at their end. The
    decoder plays no part in training. Static ``vectors`` are not learned.
    """

    def __init__(
        self,
        train: Treebank,
        *,
        decoder: str = "all",
        seed: int = 0,
        epochs: int = 12,
        hyperparameters: Hyperparameters = HYPERPARAMETERS,
        hidden: int = UNITS,
        windows: tuple[int, ...] = (1, 0, 0),
        arc: int = MAX_ARC,
        label: int = 128,
        vectors: WordVectors | None = None,
        groups: int = GROUPS,
        group_rows: int = GROUP_ROWS,
        threads: int = 1,
    ) -> None:
        self._torch = load_torch(threads)
        self.decoder = decoder_name(decoder)
        self.hyperparameters = hyperparameters
        self._seed = seed
        self._source, self._lines = train.source, train.layout.lines
        self._columns: tuple[Column, ...] = (*columns_for(train), *[VECTORS] * (vectors is not None))
        widths = SLOTS if vectors is None else {**SLOTS, VECTORS.slot: vectors.values.shape[1]}
        given = {} if vectors is None else {VECTORS.slot: vectors.words}
        slots = (*(column.slot for column in self._columns), *["letters"] * (groups > 0))
        attributes = tuple(column.attribute for column in self._columns)
        self._word_columns = WordColumns(
            attributes, slots, {slot: widths[slot] for slot in dict.fromkeys(slots)}, groups, group_rows
        )
        self._vocabulary = vocabulary_of(train.layout, self._columns, groups, group_rows, given)
        self._layout = self._word_columns.embedding_layout(self._vocabulary)
        shares = [*(column.dropout for column in self._columns), *[GROUP_DROPOUT] * groups]
        self._dropout = np.array(shares, np.float32)
        self._tag_column = attributes.index("upos")
        encoded = train.encode(["deprel"])
        self.labels: tuple[str, ...] = encoded.vocabularies["deprel"][1:]
        tags = min(MAX_TAGS, int(self._vocabulary.row_counts[self._tag_column]))
        self.sizes = NetworkSizes(self._word_columns.inputs, tags, len(self.labels), hidden, windows, arc, label)
        rows = self._vocabulary.rows(train.layout)
        self._examples = Examples(
            rows,
            tags_of(rows, self._tag_column, tags),
            train.heads,
            (encoded.ids["deprel"] - 1).astype(np.int32),
            train.offsets,
            self._vocabulary.root,
        )
        self._lengths = np.diff(train.offsets)
        self._total = max(1, epochs * train.word_count)
        roots = np.add.reduceat(train.heads == 0, train.offsets[:-1], dtype=np.int64)
        self._single_root = bool((roots > 1).mean() <= SEVERAL_ROOTS)
        self._table = learned(initial_table(self._layout, np.random.default_rng([seed, 1])))
        self._static = slice(0, 0)
        if vectors is not None:
            self._static = slice(len(self._columns) - 1, len(self._columns))
            for values in (self._table.values, self._table.average):
                put_vectors(values, self._layout, self._static.start, vectors.values)
        self._begin(initial_weights(self.sizes.shapes, hidden, np.random.default_rng([seed, 0])))
        self._sums = np.zeros_like(self._table.values)
        self._last_step = np.zeros(int(self._layout.table_rows[-1]), np.int64)
        self._steps = self._words = self._sentences = 0
        self._pending = np.empty(0, np.int64)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.decoder}: {len(self._lengths):,} sentences>"

    def _begin(self, weights: Float32) -> None:
        """Learn from these weights on, those of all parameters but embeddings one after the other."""
        self._hold(learned(weights))

    def _hold(self, dense: Learned) -> None:
        self._dense = dense
        self._gradient = np.zeros_like(self._dense.values)
        self._weights = parts_of(self._dense.values, self.sizes.shapes)
        self._gradients = parts_of(self._gradient, self.sizes.shapes)
        self._tensors = {name: self._leaf(array, self._gradients[name]) for name, array in self._weights.items()}

    def _leaf(self, array: Float32, gradient: Float32) -> Any:
        leaf = self._torch.from_numpy(array).requires_grad_()
        leaf.grad = self._torch.from_numpy(gradient)
        return leaf

    def time_of(self, epochs: int) -> float:
        """How long so many passes take, as a multiple of the first."""
        return float(epochs)

    @property
    def sentences(self) -> int:
        """How many sentences were given in all passes so far."""
        return self._sentences

    def branch(self, seed: int) -> Self:
        """A trainer that goes on from here with another seed, and weights in memory of its own."""
        other = copy(self)
        other._seed = seed
        other._table = Learned(*(array.copy() for array in self._table))
        other._hold(Learned(*(array.copy() for array in self._dense)))
        other._sums, other._last_step = self._sums.copy(), self._last_step.copy()
        return other

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences; the number of words with a wrong head or label, and of all words.

        Sentences wait until there are enough for several batches, or the pass ends: so batches do not depend on the
        pieces in which the order comes.
        """
        mistakes = decisions = 0
        for sentence in order.tolist():
            self._pending = np.append(self._pending, sentence)
            self._sentences += 1
            is_end = self._sentences % len(self._lengths) == 0
            if is_end or self._lengths[self._pending].sum() >= self.hyperparameters.batch * self.hyperparameters.pool:
                batches = cut_into_batches(self._lengths, self._pending, self.hyperparameters.batch)
                self._pending = np.empty(0, np.int64)
                for number in np.random.default_rng([self._seed, 2, self._steps]).permutation(len(batches)).tolist():
                    mistakes += self._learn(batches[number])
                    decisions += int(self._lengths[batches[number]].sum())
        return mistakes, decisions

    def _learn(self, sentences: Int64) -> int:
        random = np.random.default_rng([self._seed, 3, self._steps])
        batch = batch_of(self._examples, sentences)
        rows = self._without_some(batch, random)
        inputs = np.empty((len(rows), self.sizes.inputs), np.float32)
        add_up(rows, self._table.values, self._layout, inputs)
        size = batch.nodes.shape[1]
        biases = np.empty((len(sentences), size, size), np.float32)
        arc_biases(batch.starts, batch.tags, self._weights["arc distance"], self._weights["arc tags"], biases)
        in_leaf = self._torch.from_numpy(inputs).requires_grad_()
        bias_leaf = self._torch.from_numpy(biases).requires_grad_()
        self._gradient[:] = 0
        dropped = self._drop(in_leaf, self.hyperparameters.input_dropout, random)
        found = loss_of(
            self._torch,
            self._tensors,
            self.sizes,
            batch,
            dropped,
            bias_leaf,
            lambda x: self._drop(x, self.hyperparameters.dropout, random),
            self.hyperparameters.smoothing,
        )
        if not bool(self._torch.isfinite(found.value)):
            raise self._diverged(sentences)
        found.value.backward()
        gradients = self._gradients["arc distance"], self._gradients["arc tags"]
        arc_bias_gradients(batch.starts, batch.tags, bias_leaf.grad.numpy(), *gradients)
        self._update(rows, in_leaf.grad.numpy(), len(batch.heads))
        return found.mistakes

    def _without_some(self, batch: Batch, random: np.random.Generator) -> Int32:
        """The batch's rows of embeddings with some of them unknown."""
        rows = batch.rows.copy()
        words = rows[batch.word_rows]
        chosen = random.random(words.shape, np.float32) < self._dropout
        rows[batch.word_rows] = np.where(chosen & (words >= 0), self._vocabulary.unknown, words)
        return rows

    def _drop(self, x: Any, share: float, random: np.random.Generator) -> Any:
        """Dropout: some values are 0, the others larger accordingly."""
        threshold = round(256 * share)
        if threshold == 0:
            return x
        kept = np.frombuffer(random.bytes(x.numel()), np.uint8) >= threshold
        factors = kept.astype(np.float32)
        factors *= np.float32(256 / (256 - threshold))
        return x * self._torch.from_numpy(factors).view(x.shape)

    def _update(self, rows: Int32, input_gradient: Float32, words: int) -> None:
        hyperparameters = self.hyperparameters
        self._steps += 1
        done = self._words / self._total
        rate = hyperparameters.rate * min(1.0, (done + 1e-3) / (hyperparameters.warmup + 1e-3)) * max(0.0, 1 - done)
        self._words += words
        corrected, correction = corrected_rate(rate, self._steps)
        norm = float(np.sqrt(np.dot(self._gradient, self._gradient)))
        scale = np.float32(min(1.0, hyperparameters.clip_norm / max(norm, 1e-12)))
        rows[:, self._static] = ABSENT
        update(self._dense, self._gradient, scale, corrected, correction)
        update_rows(
            self._table,
            rows,
            input_gradient,
            self._layout,
            self._sums,
            self._last_step,
            self._steps,
            corrected,
            correction,
        )
        if self._steps % hyperparameters.average_every == 0:
            steps = self._total / (SHORT * hyperparameters.batch)
            kept = (
                1 - 1 / min(max(steps, hyperparameters.average_every), hyperparameters.averaging_steps)
            ) ** hyperparameters.average_every
            kept = min(kept, self._steps / (self._steps + 10 * hyperparameters.average_every))
            follow(self._dense, np.float32(1 - kept))
            follow(self._table, np.float32(1 - kept))

    def _diverged(self, sentences: Int64) -> MultiplaneError:
        epoch = (self._sentences - 1) // len(self._lengths) + 1
        where = f"{self._source}:{self._lines[int(sentences.min())]}"
        found = f"found a loss that is no number in epoch {epoch}, after {self._words:,} words"
        return MultiplaneError(f"{where}: {found}; expected a number: another seed may help")

    def averages(self) -> tuple[Float32, Float32]:
        """The averages of the weights over the last steps: of all but embeddings, and of those."""
        if self._steps < self.hyperparameters.average_every:
            return self._dense.values, self._table.values
        return self._dense.average, self._table.average

    def model(self) -> NeuralArcModel:
        """The parser with averaged weights, of its own memory: later steps do not change it."""
        return self.model_of(*self.averages())

    def model_of(self, dense: Float32, table: Float32) -> NeuralArcModel:
        """The parser with these weights."""
        return model_of_weights(
            self.labels,
            self.decoder,
            self._single_root,
            self._word_columns,
            self._vocabulary,
            self.sizes,
            self._tag_column,
            table,
            parts_of(dense, self.sizes.shapes),
        )

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for `restore`."""
        counts = np.array([self._steps, self._words, self._sentences], np.int64)
        state: dict[str, NDArray[Any]] = {"counts": counts, "pending": self._pending.copy()}
        for name, part in (("dense", self._dense), ("table", self._table)):
            state.update({f"{name} {field}": getattr(part, field).copy() for field in Learned._fields})
        return state

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of a trainer with the same treebank and settings."""
        counts = state_array(state, "counts", np.int64, (3,), low=0, high=MAX_SENTENCES)
        self._steps, self._words, self._sentences = counts.tolist()
        self._pending = state_array(state, "pending", np.int64, (None,), low=0, high=len(self._lengths) - 1).copy()
        for name, part in (("dense", self._dense), ("table", self._table)):
            for field in Learned._fields:
                own = getattr(part, field)
                own[:] = state_array(state, f"{name} {field}", np.float32, own.shape)
        self._last_step[:] = 0


def parts_of(flat: Float32, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Float32]:
    """The parameters by name, as parts of a flat array.

    >>> parts_of(np.arange(5), {"bias": (1,), "weights": (2, 2)})["weights"].tolist()
    [[1, 2], [3, 4]]
    """
    parts, begin = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        parts[name] = flat[begin : begin + size].reshape(shape)
        begin += size
    return parts
