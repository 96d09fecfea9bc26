"""The training loop: passes over the sentences in shuffled order; the best model on the development set is kept.

The order of pass e under seed s depends on e and s alone, and a trainer sees a pass in slices whose sizes change
nothing: a training that was stopped and resumed gives the same bytes as one that was not.
"""

from __future__ import annotations

import reprlib
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.learn.model.parser import GraphParser, Model, Parser
from multiplane.learn.model.state import MAX_SENTENCES
from multiplane.learn.training.checkpoint import Checkpoint
from multiplane.learn.training.development import (
    AnyScores,
    GraphDevelopmentScores,
    scored,
    scores_from_data,
)
from multiplane.treebank.treebank import Treebank

SLICE_SECONDS = 0.5
FIRST_SLICE = 16
CHECKPOINT_SECONDS = 15.0
COUNTS = ("epoch", "done", "mistakes", "decisions", "best_epoch")


class Trainer(Protocol):
    """A model in training: it learns sentence by sentence, and gives a finished model at any time."""

    def step(self, order: Int64) -> tuple[int, int]: ...
    def model(self) -> Model: ...
    def state(self) -> dict[str, NDArray[Any]]: ...
    def restore(self, state: dict[str, NDArray[Any]]) -> None: ...


class TrainingStopped(KeyboardInterrupt):
    """Ctrl-C or SIGTERM during training; ``parser`` is the best one so far, None before the end of the first pass."""

    def __init__(self, parser: Parser | None, number: int = signal.SIGINT) -> None:
        super().__init__("training was stopped")
        self.parser, self.number = parser, number


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training has come; ``scores`` are set at the end of a pass, ``is_best`` if no pass scored better."""

    epoch: int
    epochs: int
    done: int
    sentences: int
    mistakes: int
    decisions: int
    words_per_second: float
    scores: AnyScores | None = None
    is_best: bool = False

    @property
    def loss(self) -> float:
        """The percentage of this pass's decisions that led to an update."""
        return 100 * self.mistakes / max(1, self.decisions)


ProgressCallback = Callable[[Progress], None]


@dataclass(slots=True)
class LoopState:
    """Passes completed, sentences done of the current one, and the best pass so far."""

    epoch: int = 0
    done: int = 0
    mistakes: int = 0
    decisions: int = 0
    best_epoch: int = 0
    best_scores: AnyScores | None = None

    def as_data(self) -> dict[str, Any]:
        """The state for the header of a checkpoint."""
        counts = {name: getattr(self, name) for name in COUNTS}
        return {**counts, "best_scores": None if self.best_scores is None else self.best_scores.as_data()}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> LoopState:
        """The state that `as_data` describes; an error where it describes none."""
        for name in COUNTS:
            value = data.get(name)
            if type(value) is not int or not 0 <= value <= MAX_SENTENCES:
                raise MultiplaneError(f"found {reprlib.repr(value)} as '{name}'; expected a count")
        scores = data.get("best_scores")
        if not isinstance(scores, dict | None):
            raise MultiplaneError(f"found {reprlib.repr(scores)} as 'best_scores'; expected scores")
        counts = {name: data[name] for name in COUNTS}
        return LoopState(**counts, best_scores=None if scores is None else scores_from_data(scores))


@dataclass(slots=True)
class TrainingLoop:
    """A trainer, its training and development sets, when to stop, and where checkpoints are written.

    If there are ``classes`` of trees, a model is kept with the one that suits the development set: see `scored`.
    """

    trainer: Trainer
    train: Treebank
    development: Treebank
    epochs: int
    patience: int
    seed: int
    progress: ProgressCallback | None = None
    checkpoint: Path | None = None
    checkpoint_every: float = CHECKPOINT_SECONDS
    settings: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    state: LoopState = field(default_factory=LoopState)
    best: Model | None = None
    is_warm: bool = False

    def resume(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint."""
        state = LoopState.from_data(saved.loop)
        if state.done > len(self.train):
            raise MultiplaneError(f"found {state.done} sentences done; expected at most {len(self.train)}")
        if not (1 <= state.best_epoch <= state.epoch <= self.epochs or state.epoch == state.best_epoch == 0):
            raise MultiplaneError(
                f"found best epoch {state.best_epoch} of {state.epoch}; expected one of {self.epochs}"
            )
        if not (saved.best is None) == (state.best_scores is None) == (state.epoch == 0):
            raise MultiplaneError("found a best model without scores, or scores without one; expected both or neither")
        builds_graphs = isinstance(state.best_scores, GraphDevelopmentScores)
        if saved.best is not None and isinstance(saved.best, GraphParser) != builds_graphs:
            raise MultiplaneError("found the scores of another kind of model; expected those of the best one")
        self.trainer.restore(dict(saved.trainer))
        self.state = state
        self.best = saved.best

    def run(self) -> Parser:
        """Train to the end; Ctrl-C and SIGTERM raise `TrainingStopped`, with a checkpoint written."""
        saved = monotonic()
        with _interrupts() as interrupted:
            while not self._is_over():
                for _ in self._epoch():
                    if number := interrupted():
                        self._save()
                        raise TrainingStopped(self._parser() if self.best is not None else None, number)
                    if monotonic() - saved >= self.checkpoint_every:
                        self._save()
                        saved = monotonic()
        return self._parser()

    def _is_over(self) -> bool:
        state = self.state
        return state.epoch >= self.epochs or state.epoch - state.best_epoch >= self.patience

    def _epoch(self) -> Iterator[None]:
        """The rest of a pass, pausing after each slice; at its end the model is compared with the best so far.

        The very first slice is not timed if others follow: kernels may have been compiled in it.
        """
        state = self.state
        order = np.random.default_rng([self.seed, state.epoch]).permutation(len(self.train))
        lengths = np.diff(self.train.offsets)
        size, words, seconds = FIRST_SLICE, 0, 0.0
        while state.done < len(order):
            began = monotonic()
            piece = order[state.done : state.done + size]
            mistakes, decisions = self.trainer.step(piece)
            state.done += len(piece)
            state.mistakes += int(mistakes)
            state.decisions += int(decisions)
            took = monotonic() - began
            size = _next_size(size, took)
            if self.is_warm or state.done == len(order):
                words, seconds = words + int(lengths[piece].sum()), seconds + took
            self.is_warm = True
            self._report(words / max(seconds, 1e-9))
            if state.done < len(order):
                yield
        self._compare(words / max(seconds, 1e-9))
        yield

    def _compare(self, speed: float) -> None:
        """End a pass: parse the development set, and keep the model if it is the best so far."""
        state = self.state
        model, scores = scored(self.development, self.trainer.model(), self.classes)
        is_best = state.best_scores is None or astuple(scores) > astuple(state.best_scores)
        if is_best:
            self.best = model
            state.best_epoch, state.best_scores = state.epoch + 1, scores
        self._report(speed, scores, is_best)
        state.epoch += 1
        state.done = state.mistakes = state.decisions = 0

    def _report(self, speed: float, scores: AnyScores | None = None, is_best: bool = False) -> None:
        if self.progress is not None:
            now = self.state
            place = (now.epoch + 1, self.epochs, now.done, len(self.train), now.mistakes, now.decisions)
            self.progress(Progress(*place, speed, scores, is_best))

    def _save(self) -> None:
        if self.checkpoint is not None:
            state = self.trainer.state()
            Checkpoint(self.settings, self.metadata, self.state.as_data(), state, self.best).save(self.checkpoint)

    def _parser(self) -> Parser:
        assert self.best is not None and self.state.best_scores is not None
        figures = {
            **self.metadata,
            "seed": self.seed,
            "epochs": self.state.epoch,
            "best_epoch": self.state.best_epoch,
            "sentences": len(self.train),
            "words": self.train.word_count,
            "development": {"sentences": len(self.development), **self.state.best_scores.as_data()},
        }
        return Parser(self.best, figures)


def _next_size(size: int, seconds: float) -> int:
    """The number of sentences that take about half a second, at most eight times the last one."""
    wanted = int(size * SLICE_SECONDS / max(seconds, 1e-4))
    return max(1, min(wanted, 8 * size))


@contextmanager
def _interrupts() -> Iterator[Callable[[], int]]:
    """The number of the signal that asks to stop, or 0: Ctrl-C, or SIGTERM where the program has a handler for it.

    A second one acts at once. Only the main thread receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: 0
        return
    received: list[int] = []
    on_term = signal.getsignal(signal.SIGTERM)

    def handle(number: int, frame: FrameType | None) -> None:
        if received:
            if number == signal.SIGTERM and callable(on_term):
                on_term(number, frame)
            raise KeyboardInterrupt
        received.append(number)

    numbers = [signal.SIGINT, signal.SIGTERM] if callable(on_term) else [signal.SIGINT]
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield lambda: received[0] if received else 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
