"""The training half of the encoder ``qrnn``: its layers in PyTorch, and its embeddings.

Embeddings and the scan are computed by kernels, forwards and backwards; products and normalization are PyTorch's.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout, add_up
from multiplane.learn.neural.encoders.layers import MIN_VARIANCE, qrnn_shapes
from multiplane.learn.neural.encoders.letters import ABSENT, FIRST
from multiplane.learn.neural.encoders.qrnn import QrnnEncoder, qrnn_encoder
from multiplane.learn.neural.encoders.scan import HALF, ONE, ZERO, scan, squash
from multiplane.learn.neural.encoders.vocabulary import (
    GROUP_DROPOUT,
    GROUP_ROWS,
    GROUPS,
    SLOTS,
    VECTORS,
    Vocabulary,
    columns_for,
    vocabulary_of,
)
from multiplane.learn.neural.training.adam import SPREAD, Learned, learned, update_rows
from multiplane.learn.neural.training.batches import Batch
from multiplane.learn.neural.training.trainer import Tensors, TrainingStep
from multiplane.learn.neural.units import UNITS
from multiplane.learn.neural.vectors import WordVectors
from multiplane.learn.neural.weights import Weights
from multiplane.treebank.treebank import Treebank


def qrnn_training(
    train: Treebank,
    *,
    seed: int = 0,
    hidden: int = UNITS,
    windows: tuple[int, ...] = (1, 0, 0),
    vectors: WordVectors | None = None,
    groups: int = GROUPS,
    group_rows: int = GROUP_ROWS,
) -> QrnnTraining:
    """The training half for a treebank. Pretrained ``vectors`` stay as they are."""
    columns = (*columns_for(train), *[VECTORS] * (vectors is not None))
    widths = SLOTS if vectors is None else {**SLOTS, VECTORS.slot: vectors.values.shape[1]}
    given = {} if vectors is None else {VECTORS.slot: vectors.words}
    vocabulary = vocabulary_of(train.layout, columns, widths, groups, group_rows, given)
    table = learned(initial_table(vocabulary.table_layout, np.random.default_rng([seed, 1])))
    static = slice(0, 0)
    if vectors is not None:
        static = slice(len(columns) - 1, len(columns))
        for values in (table.values, table.average):
            put_vectors(values, vocabulary.table_layout, static.start, vectors.values)
    shares = [*(column.dropout for column in columns), *[GROUP_DROPOUT] * groups]
    rows = vocabulary.rows(train.layout)
    return QrnnTraining(vocabulary, hidden, windows, rows, np.array(shares, np.float32), table, static)


class QrnnTraining:
    """Embeddings, which it learns by itself, and the layers above them.

    ``rows`` are the rows of embeddings of all words of the treebank, ``dropout`` the share of words by column for which
    training pretends not to know the value; the columns ``static`` are not learned.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        width: int,
        windows: tuple[int, ...],
        rows: Int32,
        dropout: Float32,
        table: Learned,
        static: slice,
    ) -> None:
        self.vocabulary, self.width, self.windows = vocabulary, width, windows
        self.shapes = qrnn_shapes(vocabulary.width, width, windows)
        self._rows, self._dropout, self._static = rows, dropout, static
        self._table, self._sums = table, np.zeros_like(table.values)
        self._last_update = np.zeros(int(vocabulary.table_layout.table_rows[-1]), np.int64)
        self._updates = 0

    @property
    def learned(self) -> dict[str, Learned]:
        return {"table": self._table}

    def vectors(self, step: TrainingStep, weights: Tensors, batch: Batch) -> tuple[Any, Any]:
        """The vectors of all nodes of a batch, and what `update` needs."""
        inputs, used = self.embedded(step, batch)
        y = step.torch.addmm(weights["input bias"], inputs, weights["input weights"])
        return torch_layers(step, weights, self.windows, batch.starts, y), used

    def embedded(self, step: TrainingStep, batch: Batch) -> tuple[Any, Any]:
        """The sums of the embeddings of all nodes of a batch; for `update` their rows of embeddings, and these sums."""
        words = self._rows[batch.words]
        rows = np.tile(self.vocabulary.root, (int(batch.starts[-1]), 1))
        chosen = step.random.random(words.shape, np.float32) < self._dropout
        rows[batch.word_rows] = np.where(chosen & (words >= 0), self.vocabulary.unknown, words)
        embedded = np.empty((len(rows), self.vocabulary.width), np.float32)
        add_up(rows, self._table.values, self.vocabulary.table_layout, embedded)
        leaf = step.torch.from_numpy(embedded).requires_grad_()
        return step.drop(leaf, step.hyperparameters.input_dropout), (rows, leaf)

    def update(self, used: Any, rate: np.float32, correction: np.float32) -> None:
        """Learn the embeddings that were used in a batch."""
        rows, leaf = used
        rows[:, self._static] = ABSENT
        self._updates += 1
        places = self.vocabulary.table_layout
        state = self._sums, self._last_update, self._updates
        update_rows(self._table, rows, leaf.grad.numpy(), places, *state, rate, correction)

    def branch(self) -> Self:
        """A copy with its own embeddings."""
        other = copy(self)
        other._table = Learned(*(array.copy() for array in self._table))
        other._sums, other._last_update = self._sums.copy(), self._last_update.copy()
        return other

    def finished(self, weights: Weights, learned: Weights) -> QrnnEncoder:
        """The parsing half with these weights."""
        return qrnn_encoder(self.vocabulary, self.width, self.windows, learned["table"], weights)


def initial_table(layout: EmbeddingLayout, random: np.random.Generator) -> Float32:
    """Embeddings of every row; shorter in the last table if columns share it, for they are added up."""
    table = SPREAD * random.standard_normal(int(layout.table_starts[-1]))
    last = int(layout.table_starts[-2])
    table[last:] /= np.sqrt(np.count_nonzero(layout.starts == last))
    return table.astype(np.float32)


def put_vectors(table: Float32, layout: EmbeddingLayout, column: int, values: Float32) -> None:
    """Write pretrained vectors into the embeddings of a column, scaled like others; the first rows get zeros."""
    start, width = int(layout.starts[column]), values.shape[1]
    rows = table[start : start + (len(values) + FIRST) * width].reshape(-1, width)
    rows[:FIRST] = 0
    rows[FIRST:] = values * np.float32(SPREAD / max(float(values.std()), 1e-9))


def torch_layers(step: TrainingStep, weights: Tensors, windows: tuple[int, ...], starts: Int64, y: Any) -> Any:
    """The vectors of all nodes: maxout over ``y``, then the layers."""
    torch, d, epsilon = step.torch, y.shape[1] // 2, float(MIN_VARIANCE)
    functional, recurrence = torch.nn.functional, recurrence_of(torch)
    x = torch.maximum(y[:, :d], y[:, d:])
    x = functional.layer_norm(x, (d,), weights["input gain"], weights["input shift"], epsilon)
    for number, window in enumerate(windows):
        name = f"layer {number}"
        seen = neighbours(torch, x, starts, window)
        gates = torch.addmm(weights[f"{name} bias"], seen, weights[f"{name} weights"])
        states = recurrence(gates, starts)
        normal = functional.layer_norm(states, (d,), weights[f"{name} gain"], weights[f"{name} shift"], epsilon)
        x = x + step.drop(normal)
    return x


def neighbours(torch: Any, x: Any, starts: Int64, window: int) -> Any:
    """Every row between those of its neighbours, zeros beyond the ends of its sentence."""
    if window == 0:
        return x
    numbers = np.arange(len(x))
    sentences = np.searchsorted(starts, numbers, side="right")
    parts = []
    for away in range(-window, window + 1):
        there = np.clip(numbers + away, 0, len(x) - 1)
        inside = (sentences[there] == sentences) & (there == numbers + away)
        moved = torch.roll(x, -away, 0) if away else x
        parts.append(moved * torch.from_numpy(inside.astype(np.float32))[:, None] if away else moved)
    return torch.cat(parts, 1)


def recurrence_of(torch: Any) -> Any:
    """The scan of all sentences of a batch, as a differentiable function."""

    class Recurrence(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(context: Any, gates: Any, starts: Int64) -> Any:
            squashed = gates.detach().numpy().copy()
            out = np.empty((len(squashed), squashed.shape[1] // 3), np.float32)
            states = np.empty_like(out)
            scan_batch(squashed, starts, states, out)
            context.kept = squashed, states, starts
            return torch.from_numpy(out)

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            squashed, states, starts = context.kept
            result = np.empty_like(squashed)
            scan_gradient(squashed, states, starts, gradient.contiguous().numpy(), result)
            return torch.from_numpy(result), None

    return Recurrence.apply


@kernel
def scan_batch(gates: Float32, starts: Int64, states: Float32, out: Float32) -> None:
    """The scan of every sentence of a batch; ``gates`` are squashed in place, ``states`` are kept for the gradient."""
    squash(gates, out.shape[1])
    for s in range(len(starts) - 1):
        here = slice(starts[s], starts[s + 1])
        scan(gates[here], states[here], out[here])


@kernel
def scan_gradient(gates: Float32, states: Float32, starts: Int64, gradient: Float32, result: Float32) -> None:
    """The gradient of `scan_batch` with respect to the gates before they were squashed."""
    units = states.shape[1]
    half = units // 2
    carried = np.zeros(units, np.float32)
    for s in range(len(starts) - 1):
        carried[:] = ZERO
        length = starts[s + 1] - starts[s]
        for first, last, begin, step in (
            (0, half, starts[s + 1] - 1, 1),
            (half, units, starts[s], -1),
        ):
            t = begin
            for count in range(length):
                for j in range(first, last):
                    keep, candidate = HALF + HALF * gates[t, j], gates[t, units + j]
                    show = HALF + HALF * gates[t, 2 * units + j]
                    before = states[t - step, j] if count < length - 1 else ZERO
                    of_state = gradient[t, j] * show + carried[j]
                    result[t, j] = of_state * (before - candidate) * keep * (ONE - keep)
                    result[t, units + j] = of_state * (ONE - keep) * (ONE - candidate * candidate)
                    result[t, 2 * units + j] = gradient[t, j] * states[t, j] * show * (ONE - show)
                    carried[j] = of_state * keep
                t -= step
