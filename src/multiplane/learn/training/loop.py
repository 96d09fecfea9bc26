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
from time import monotonic
from types import FrameType
from typing import Any

import numpy as np

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.learn.model.parser import Parser
from multiplane.learn.model.state import MAX_SENTENCES
from multiplane.learn.protocols import GraphParser, Model, Trainer
from multiplane.learn.training.checkpoint import Checkpoint
from multiplane.learn.training.development import (
    AnyScores,
    GraphDevelopmentScores,
    scored,
    scores_from_data,
)
from multiplane.learn.training.run import Progress, Run, TrainingStopped
from multiplane.treebank.treebank import Treebank

SLICE_SECONDS = 0.5
FIRST_SLICE = 16
COUNTS = ("epoch", "done", "mistakes", "decisions", "best_epoch")


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
    """A trainer, its training and development sets, when to stop, and the run that it is part of.

    If there are ``tried_trees``, a model is kept with the class of trees that suits the development set: see `scored`.
    """

    trainer: Trainer
    train: Treebank
    development: Treebank
    epochs: int
    patience: int
    seed: int
    run: Run = field(default_factory=Run)
    settings: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    tried_trees: tuple[str, ...] = ()
    state: LoopState = field(default_factory=LoopState)
    best: Model | None = None
    is_warm: bool = False

    def resume(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint."""
        try:
            self._restore(saved)
        except MultiplaneError as error:
            raise MultiplaneError(f"{saved.path}: {error}") from None
        done = plural(self.state.done, "sentence")
        self.run.announce(f"Resuming after {plural(self.state.epoch, 'epoch')} and {done}")

    def _restore(self, saved: Checkpoint) -> None:
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

    def finish(self) -> Parser:
        """Train to the end; Ctrl-C and SIGTERM raise `TrainingStopped`, with a checkpoint written."""
        saved = monotonic()
        with _interrupts() as interrupted:
            while not self._is_over():
                for _ in self._epoch():
                    if number := interrupted():
                        self._save()
                        raise TrainingStopped(self._parser() if self.best is not None else None, number)
                    if monotonic() - saved >= self.run.checkpoint_every:
                        self._save()
                        saved = monotonic()
        return self._parser()

    def _is_over(self) -> bool:
        state = self.state
        return state.epoch >= self.epochs or state.epoch - state.best_epoch >= self.patience

    def _epoch(self) -> Iterator[None]:
        """Run the current epoch, yielding after each slice; at its end, compare the model with the best so far.

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
        model, scores = scored(self.development, self.trainer.model(), self.tried_trees)
        is_best = state.best_scores is None or astuple(scores) > astuple(state.best_scores)
        if is_best:
            self.best = model
            state.best_epoch, state.best_scores = state.epoch + 1, scores
        self._report(speed, scores, is_best)
        state.epoch += 1
        state.done = state.mistakes = state.decisions = 0

    def _report(self, speed: float, scores: AnyScores | None = None, is_best: bool = False) -> None:
        now = self.state
        place = (now.epoch + 1, self.epochs, now.done, len(self.train), now.mistakes, now.decisions)
        self.run.progress(Progress(*place, speed, scores, is_best))

    def _save(self) -> None:
        if self.run.checkpoint is not None:
            state = self.trainer.state()
            Checkpoint(self.settings, self.metadata, self.state.as_data(), state, self.best).save(self.run.checkpoint)

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
