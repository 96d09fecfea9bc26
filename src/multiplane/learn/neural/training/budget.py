"""Network size, number of networks and number of epochs for a time limit, from a few batches learned on trial.

A small network takes more steps in the same time. Where there is little of it, that is worth more than what a larger
one could learn in the end. Where there is more than the usual passes take, further ones gain nothing, but a second
network does (docs/research/neural.md has the figures).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle
from typing import NamedTuple, Protocol

import numpy as np

from multiplane.kernels.arrays import Int64
from multiplane.learn.neural.units import UNITS
from multiplane.treebank.treebank import Treebank

SMALLER = ((64, 220_000), (96, 450_000), (128, 1_100_000))
"""Units of smaller networks, each the best if one of the usual size would learn from fewer words than this, counted in
all passes."""

NETWORKS = 2
"""How many to train if there is time for more than one: the second gains most, and each slows parsing down."""

RESERVE = 0.9
"""The fraction of the time that is planned, since machines are never quite idle."""

TRIALS = 2
"""How many batches are learned on trial; kernels are compiled during the first."""

PARSED_PER_LEARNED = 3.0
"""How much faster words are parsed than learned."""


class TimedTrainer(Protocol):
    """A trainer that knows how long more epochs take, relative to the first."""

    def step(self, order: Int64) -> tuple[int, int]: ...
    def time_of(self, epochs: int) -> float: ...


class TrainingSize(NamedTuple):
    """The units of each network, the number of networks, and the number of epochs."""

    units: int
    ensemble: int
    epochs: int


def size_within(
    seconds: float,
    new_trainer: Callable[[int, int], TimedTrainer],
    units: int | None,
    ensemble: int | None,
    usual: int,
    train: Treebank,
    development_words: int,
    seed: int,
) -> TrainingSize:
    """Units and networks, unless given, and 1 to ``usual`` epochs, such that training ends within ``seconds``.

    ``new_trainer`` gives the trainer of networks with so many units, and so many of them. Each pass ends with parsing
    the development set. What the trials take is counted too.
    """
    began = time.monotonic()

    def left() -> float:
        return RESERVE * seconds - (time.monotonic() - began)

    def passes_in_time(trainer: TimedTrainer, networks: int, speed: float) -> int:
        learning, parsing = train.word_count / speed, networks * development_words / PARSED_PER_LEARNED / speed
        within = left()
        fits = (n for n in range(1, usual + 1) if learning * trainer.time_of(n) + parsing * n <= within)
        return max(fits, default=0)

    networks = ensemble or 1
    trainer = new_trainer(units or UNITS, networks)
    speed = speed_of(trainer, train, seed)
    if units is None:
        has_time = passes_in_time(trainer, networks, speed) == usual
        units = UNITS if has_time else units_for(left() * speed)
        if units != UNITS:
            trainer = new_trainer(units, networks)
            speed = speed_of(trainer, train, seed)
    if ensemble is None and passes_in_time(trainer, networks, speed) == usual:
        several = new_trainer(units, NETWORKS)
        if passes_in_time(several, NETWORKS, speed_of(several, train, seed)) == usual:
            return TrainingSize(units, NETWORKS, usual)
    return TrainingSize(units, networks, max(1, passes_in_time(trainer, networks, speed)))


def units_for(words: float) -> int:
    """The units of the network that learns most in the time in which one of the default size sees so many words.

    >>> units_for(100_000), units_for(500_000), units_for(2_000_000)
    (64, 128, 192)
    """
    return next((units for units, most in SMALLER if words < most), UNITS)


def speed_of(trainer: TimedTrainer, train: Treebank, seed: int) -> float:
    """The words per second that a trainer learns from, on this machine now."""
    trials: list[float] = []
    order = np.random.default_rng([seed]).permutation(len(train))
    for sentence in cycle(order):
        start = time.monotonic()
        _, words = trainer.step(np.array([sentence]))
        if words:
            trials.append(words / max(time.monotonic() - start, 1e-9))
        if len(trials) == TRIALS:
            break
    return max(trials)
