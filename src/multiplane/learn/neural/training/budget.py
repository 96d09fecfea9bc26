"""How many passes fit into a span of time: a few batches are learned on trial, and timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from multiplane.kernels.arrays import Int64
from multiplane.treebank.treebank import Treebank

MOST_PASSES = 100
RESERVE = 0.9
"""The share of the time that is planned for, since machines are never quite idle."""

TRIALS = 2
"""Kernels are compiled in the first one."""

PARSED_PER_LEARNED = 3.0
"""How much faster words are parsed than learned."""


class TimedTrainer(Protocol):
    """A trainer that knows how long its passes take beside the first."""

    def step(self, order: Int64) -> tuple[int, int]: ...
    def time_of(self, epochs: int) -> float: ...


def epochs_within(
    seconds: float, new_trainer: Callable[[], TimedTrainer], train: Treebank, development_words: int, seed: int
) -> int:
    """The number of passes over a treebank that take so many seconds, at least one, by this machine's speed now.

    Each pass ends with parsing the development set. What the trial takes is counted too.
    """
    began = time.monotonic()
    trainer = new_trainer()
    order = np.random.default_rng([seed]).permutation(len(train))
    trials: list[float] = []
    for sentence in order:
        start = time.monotonic()
        _, words = trainer.step(np.array([sentence]))
        if words:
            trials.append(words / max(time.monotonic() - start, 1e-9))
        if len(trials) == TRIALS:
            break
    speed = max(trials, default=1.0)
    left = RESERVE * seconds - (time.monotonic() - began)
    learning, parsing = train.word_count / speed, development_words / PARSED_PER_LEARNED / speed
    passes = range(2, MOST_PASSES + 1)
    return max((n for n in passes if learning * trainer.time_of(n) + parsing * n <= left), default=1)
