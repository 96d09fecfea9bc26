"""The course of a training: passes over the sentences in shuffled order; the best model on a development set is kept.

The order of pass e under seed s depends on e and s alone, and a pass goes through a trainer in slices whose sizes
change nothing, so that a training which was stopped and resumed gives the bytes of one that was not.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from multiplane.learn.model.parser import Model, Parser
from multiplane.learn.training.checkpoint import Checkpoint
from multiplane.learn.training.development import DevelopmentScores, development_scores
from multiplane.treebank.treebank import Treebank

SLICE_SECONDS = 0.5
FIRST_SLICE = 16
CHECKPOINT_SECONDS = 15.0


class Trainer(Protocol):
    """A model that learns: sentence by sentence, frozen at any time, its state a handful of arrays."""

    @property
    def labels(self) -> tuple[str, ...]: ...
    def step(self, order: NDArray[np.int64]) -> tuple[int, int]: ...
    def model(self) -> Model: ...
    def state(self) -> dict[str, NDArray[Any]]: ...
    def restore(self, state: dict[str, NDArray[Any]]) -> None: ...


class TrainingStopped(KeyboardInterrupt):
    """Ctrl-C while training; ``parser`` is the best one so far, None before the end of the first pass."""

    def __init__(self, parser: Parser | None) -> None:
        super().__init__("training was stopped")
        self.parser = parser


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands; ``scores`` are there at the end of a pass, ``is_best`` if none were better before."""

    epoch: int
    epochs: int
    done: int
    sentences: int
    mistakes: int
    decisions: int
    words_per_second: float
    scores: DevelopmentScores | None = None
    is_best: bool = False

    @property
    def loss(self) -> float:
        """Of all decisions of this pass, the percentage after which the weights moved."""
        return 100 * self.mistakes / max(1, self.decisions)


Listener = Callable[[Progress], None]


@dataclass(slots=True)
class Journal:
    """How far a training has come: passes completed, sentences done of the next one, and the best pass."""

    epoch: int = 0
    done: int = 0
    mistakes: int = 0
    decisions: int = 0
    best_epoch: int = 0
    best_scores: DevelopmentScores | None = None

    def as_object(self) -> dict[str, Any]:
        """All of it for the header of a checkpoint."""
        numbers = {name: getattr(self, name) for name in ("epoch", "done", "mistakes", "decisions", "best_epoch")}
        return {**numbers, "best_scores": None if self.best_scores is None else self.best_scores.as_object()}

    @staticmethod
    def from_object(found: Mapping[str, Any]) -> Journal:
        """What `as_object` gave."""
        scores = found["best_scores"]
        return Journal(**{**found, "best_scores": None if scores is None else DevelopmentScores(**scores)})


@dataclass(slots=True)
class Course:
    """A training: what learns from what, until when, and where its checkpoints go."""

    trainer: Trainer
    train: Treebank
    development: Treebank
    epochs: int
    patience: int
    seed: int
    listener: Listener | None = None
    checkpoint: Path | None = None
    checkpoint_every: float = CHECKPOINT_SECONDS
    settings: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    journal: Journal = field(default_factory=Journal)
    best: Model | None = None
    is_warm: bool = False

    def resume(self, saved: Checkpoint) -> None:
        """Go on from a checkpoint."""
        self.trainer.restore(dict(saved.state))
        self.journal = Journal.from_object(saved.journal)
        self.best = saved.best

    def run(self) -> Parser:
        """Train to the end; Ctrl-C raises `TrainingStopped`, with a checkpoint written."""
        saved = monotonic()
        with _asked_to_stop() as asked:
            while not self._is_over():
                for _ in self._epoch():
                    if asked():
                        self._save()
                        raise TrainingStopped(self._parser() if self.best is not None else None)
                    if monotonic() - saved >= self.checkpoint_every:
                        self._save()
                        saved = monotonic()
        return self._parser()

    def _is_over(self) -> bool:
        journal = self.journal
        return journal.epoch >= self.epochs or journal.epoch - journal.best_epoch >= self.patience

    def _epoch(self) -> Iterator[None]:
        """What is left of a pass, pausing after each slice; at its end the model is compared with the best so far.

        The first slice of all is not timed if others follow: kernels may have been compiled in it.
        """
        journal = self.journal
        order = np.random.default_rng([self.seed, journal.epoch]).permutation(len(self.train))
        lengths = np.diff(self.train.offsets)
        size, words, seconds = FIRST_SLICE, 0, 0.0
        while journal.done < len(order):
            began = monotonic()
            piece = order[journal.done : journal.done + size]
            mistakes, decisions = self.trainer.step(piece)
            journal.done += len(piece)
            journal.mistakes += int(mistakes)
            journal.decisions += int(decisions)
            took = monotonic() - began
            size = _next_size(size, took)
            if self.is_warm or journal.done == len(order):
                words, seconds = words + int(lengths[piece].sum()), seconds + took
            self.is_warm = True
            self._tell(words / max(seconds, 1e-9))
            if journal.done < len(order):
                yield
        self._compare(words / max(seconds, 1e-9))
        yield

    def _compare(self, speed: float) -> None:
        """The end of a pass: parse the development set, keep the model if it is the best, and turn the page."""
        journal, model = self.journal, self.trainer.model()
        scores = development_scores(self.development, model.parse(self.development.layout), model.labels)
        is_best = journal.best_scores is None or scores > journal.best_scores
        if is_best:
            self.best = model
            journal.best_epoch, journal.best_scores = journal.epoch + 1, scores
        self._tell(speed, scores, is_best)
        journal.epoch += 1
        journal.done = journal.mistakes = journal.decisions = 0

    def _tell(self, speed: float, scores: DevelopmentScores | None = None, is_best: bool = False) -> None:
        if self.listener is not None:
            here = self.journal
            place = (here.epoch + 1, self.epochs, here.done, len(self.train), here.mistakes, here.decisions)
            self.listener(Progress(*place, speed, scores, is_best))

    def _save(self) -> None:
        if self.checkpoint is not None:
            journal = self.journal.as_object()
            Checkpoint(self.settings, self.about, journal, self.trainer.state(), self.best).save(self.checkpoint)

    def _parser(self) -> Parser:
        assert self.best is not None and self.journal.best_scores is not None
        figures = {
            **self.about,
            "seed": self.seed,
            "epochs": self.journal.epoch,
            "best_epoch": self.journal.best_epoch,
            "sentences": len(self.train),
            "words": self.train.word_count,
            "development": {"sentences": len(self.development), **self.journal.best_scores.as_object()},
        }
        return Parser(self.best, figures)


def _next_size(size: int, seconds: float) -> int:
    """How many sentences take about half a second, never many times more than the last time."""
    wanted = int(size * SLICE_SECONDS / max(seconds, 1e-4))
    return max(1, min(wanted, 8 * size))


@contextmanager
def _asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; a second one interrupts at once. Other threads than the main one never hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    asked = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)
