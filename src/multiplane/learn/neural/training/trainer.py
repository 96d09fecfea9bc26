"""Training an encoder and the head above it with PyTorch, and the seam between them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float32, Int64
from multiplane.learn.model.state import MAX_SENTENCES, state_array
from multiplane.learn.neural.encoders import Encoder
from multiplane.learn.neural.training.adam import Learned, corrected_rate, follow, initial_weights, learned, update
from multiplane.learn.neural.training.batches import Batch, batch_of, cut_into_batches
from multiplane.learn.neural.weights import Shapes, Weights, parts_of
from multiplane.treebank.treebank import Treebank

NEEDED = (
    "Neural training needs PyTorch: install it with `pip install torch` (without a graphics card, with the command "
    "that https://pytorch.org/get-started has for CPU: it is smaller)"
)
SHORT = 15
Tensors = Mapping[str, Any]


def load_torch(threads: int) -> Any:
    """The module torch, told how many threads to use; a clear error where it is not installed."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise MultiplaneError(NEEDED) from None
    torch.set_num_threads(threads)
    return torch


@dataclass(frozen=True, slots=True)
class Hyperparameters:
    """How a network is trained.

    A batch has up to ``batch`` words; ``pool`` batches are made at a time, of sentences of similar length. The learning
    rate rises to ``rate`` during the first ``warmup`` of training, then falls to 0. Gradients longer than ``clip_norm``
    are shortened. A share of the gold answers, ``smoothing``, is spread over all possible ones. Weights are averaged
    over about the last ``averaging_steps`` steps, in short trainings over a fifteenth of all. For the first
    ``shared_fraction`` of the epochs all ``branches`` are one network, unless that is fewer than
    ``min_shared_batches`` batches: then there is only one branch (see `multiplane.learn.neural.training.several`).
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


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """What an encoder and a head learn a batch with; epochs are counted from 1."""

    torch: Any
    hyperparameters: Hyperparameters
    random: np.random.Generator
    epoch: int

    def drop(self, x: Any, share: float | None = None) -> Any:
        """Dropout: some values of a tensor are 0, the others larger accordingly."""
        threshold = round(256 * (self.hyperparameters.dropout if share is None else share))
        if threshold == 0:
            return x
        kept = np.frombuffer(self.random.bytes(x.numel()), np.uint8) >= threshold
        factors = kept.astype(np.float32)
        factors *= np.float32(256 / (256 - threshold))
        return x * self.torch.from_numpy(factors).view(x.shape)


class TrainableEncoder(Protocol):
    """The training half of an encoder.

    The trainer learns the weights of these ``shapes`` for it. Those that it learns by itself, such as embeddings, few
    of which are used in a batch, are ``learned``, by name; the trainer averages and keeps them.
    """

    @property
    def width(self) -> int: ...
    @property
    def shapes(self) -> Shapes: ...
    @property
    def learned(self) -> Mapping[str, Learned]: ...

    def vectors(self, step: TrainingStep, weights: Tensors, batch: Batch) -> tuple[Any, Any]:
        """The vectors of all nodes of a batch, a tensor with gradients, and what `update` needs."""

    def update(self, used: Any, rate: np.float32, correction: np.float32) -> None:
        """Learn by itself, after the gradients have been computed: see `multiplane.learn.neural.training.adam`."""

    def branch(self) -> Self:
        """A copy with its own memory for all that changes."""

    def finished(self, weights: Weights, learned: Weights) -> Encoder:
        """The parsing half with these weights, the trainer's and its own."""


class TrainableHead(Protocol):
    """The training half of a head: the trainer learns the weights of these ``shapes`` for it."""

    @property
    def shapes(self) -> Shapes: ...

    def loss(self, step: TrainingStep, weights: Tensors, x: Any, batch: Batch) -> tuple[Any, int]:
        """The loss of a batch as a tensor, from the vectors of its nodes; and the number of mistakes."""

    def branch(self) -> Self:
        """A copy with its own memory for all that changes."""

    def model(self, encoder: Encoder, weights: Weights) -> Any:
        """The finished model of a finished encoder and these weights."""


class NeuralTrainer:
    """The weights of an encoder and a head that improve with every `step`; `model` has their averages.

    ``epochs`` is the number of passes to come: the learning rate falls with every word, and is 0 at their end.
    """

    def __init__(
        self,
        train: Treebank,
        encoder: TrainableEncoder,
        head: TrainableHead,
        *,
        seed: int = 0,
        epochs: int = 12,
        hyperparameters: Hyperparameters = HYPERPARAMETERS,
        threads: int = 1,
    ) -> None:
        self._torch = load_torch(threads)
        self.encoder, self.head, self.hyperparameters = encoder, head, hyperparameters
        self._seed = seed
        self._source, self._lines = train.source, train.layout.lines
        self._offsets, self._lengths = train.offsets, np.diff(train.offsets)
        self._total = max(1, epochs * train.word_count)
        random = np.random.default_rng([seed, 0])
        self._hold(learned(np.concatenate([initial_weights(part.shapes, random) for part in (encoder, head)])))
        self._steps = self._words = self.sentences = 0
        self._pending = np.empty(0, np.int64)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.head!r}: {len(self._lengths):,} sentences>"

    def _hold(self, dense: Learned) -> None:
        """Learn these weights: those of the encoder, then those of the head."""
        self._dense, self._gradient = dense, np.zeros_like(dense.values)
        self._weights, self._gradients = self._by_part(dense.values), self._by_part(self._gradient)
        self._tensors = tuple(
            {name: self._leaf(array, gradients[name]) for name, array in weights.items()}
            for weights, gradients in zip(self._weights, self._gradients, strict=True)
        )

    def _by_part(self, flat: Float32) -> tuple[dict[str, Float32], dict[str, Float32]]:
        """The weights of the encoder and those of the head, as parts of one array."""
        size = sum(int(np.prod(shape)) for shape in self.encoder.shapes.values())
        return parts_of(flat[:size], self.encoder.shapes), parts_of(flat[size:], self.head.shapes)

    def _leaf(self, array: Float32, gradient: Float32) -> Any:
        leaf = self._torch.from_numpy(array).requires_grad_()
        leaf.grad = self._torch.from_numpy(gradient)
        return leaf

    def time_of(self, epochs: int, trainers: int = 1) -> float:
        """How long so many epochs take, as a multiple of the first."""
        return float(epochs)

    def branch(self, seed: int) -> Self:
        """A trainer that goes on from here with another seed, and weights in memory of its own."""
        other = copy(self)
        other._seed = seed
        other.encoder, other.head = self.encoder.branch(), self.head.branch()
        other._hold(Learned(*(array.copy() for array in self._dense)))
        return other

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences; the number of mistakes, and of words.

        Sentences wait until there are enough for several batches, or the epoch ends: so batches do not depend on the
        pieces in which the order comes.
        """
        mistakes = words = 0
        for sentence in order.tolist():
            self._pending = np.append(self._pending, sentence)
            self.sentences += 1
            is_end = self.sentences % len(self._lengths) == 0
            if is_end or self._lengths[self._pending].sum() >= self.hyperparameters.batch * self.hyperparameters.pool:
                batches = cut_into_batches(self._lengths, self._pending, self.hyperparameters.batch)
                self._pending = np.empty(0, np.int64)
                for number in np.random.default_rng([self._seed, 2, self._steps]).permutation(len(batches)).tolist():
                    mistakes += self._learn(batches[number])
                    words += int(self._lengths[batches[number]].sum())
        return mistakes, words

    def _learn(self, sentences: Int64) -> int:
        epoch = (self.sentences - 1) // len(self._lengths) + 1
        random = np.random.default_rng([self._seed, 3, self._steps])
        step = TrainingStep(self._torch, self.hyperparameters, random, epoch)
        batch = batch_of(self._offsets, sentences)
        self._gradient[:] = 0
        x, used = self.encoder.vectors(step, self._tensors[0], batch)
        loss, mistakes = self.head.loss(step, self._tensors[1], x, batch)
        if not bool(self._torch.isfinite(loss)):
            where = f"{self._source}:{self._lines[int(sentences.min())]}"
            found = f"found a loss that is no number in epoch {epoch}, after {self._words:,} words"
            raise MultiplaneError(f"{where}: {found}; expected a number: another seed may help")
        loss.backward()
        self._update(used, len(batch.words))
        return mistakes

    def _update(self, used: Any, words: int) -> None:
        chosen = self.hyperparameters
        self._steps += 1
        done = self._words / self._total
        rate = chosen.rate * min(1.0, (done + 1e-3) / (chosen.warmup + 1e-3)) * max(0.0, 1 - done)
        self._words += words
        corrected, correction = corrected_rate(rate, self._steps)
        norm = float(np.sqrt(np.dot(self._gradient, self._gradient)))
        scale = np.float32(min(1.0, chosen.clip_norm / max(norm, 1e-12)))
        update(self._dense, self._gradient, scale, corrected, correction)
        self.encoder.update(used, corrected, correction)
        if self._steps % chosen.average_every == 0:
            steps = self._total / (SHORT * chosen.batch)
            kept = (1 - 1 / min(max(steps, chosen.average_every), chosen.averaging_steps)) ** chosen.average_every
            kept = min(kept, self._steps / (self._steps + 10 * chosen.average_every))
            for part in self._learned().values():
                follow(part, np.float32(1 - kept))

    def _learned(self) -> dict[str, Learned]:
        """All that is learned, by name."""
        return {"dense": self._dense, **self.encoder.learned}

    def averages(self) -> dict[str, Float32]:
        """The averages over the last steps of all that is learned, by name."""
        is_young = self._steps < self.hyperparameters.average_every
        return {name: part.values if is_young else part.average for name, part in self._learned().items()}

    def model(self) -> Any:
        """The parser with averaged weights, of its own memory: later steps do not change it."""
        return self.model_of(self.averages())

    def model_of(self, averages: Weights) -> Any:
        """The parser with these weights."""
        of_encoder, of_head = self._by_part(averages["dense"])
        own = {name: averages[name] for name in self.encoder.learned}
        return self.head.model(self.encoder.finished(of_encoder, own), of_head)

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for `restore`."""
        counts = np.array([self._steps, self._words, self.sentences], np.int64)
        state: dict[str, NDArray[Any]] = {"counts": counts, "pending": self._pending.copy()}
        for name, part in self._learned().items():
            state.update({f"{name} {field}": getattr(part, field).copy() for field in Learned._fields})
        return state

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of a trainer with the same treebank and settings."""
        counts = state_array(state, "counts", np.int64, (3,), low=0, high=MAX_SENTENCES)
        self._steps, self._words, self.sentences = counts.tolist()
        self._pending = state_array(state, "pending", np.int64, (None,), low=0, high=len(self._lengths) - 1).copy()
        for name, part in self._learned().items():
            for field in Learned._fields:
                own = getattr(part, field)
                own[:] = state_array(state, f"{name} {field}", np.float32, own.shape)
