"""Training a network in branches: copies of it part on the way, learn on by themselves, and are averaged.

Where the copies part, the network has found the region in which it will end; from there on what each of them learns
depends on its own dropout and order of batches. The averages of their weights are one network, better than any of them,
which takes no longer to parse. The branches learn at the same time, each in a thread of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float32, Int64
from multiplane.learn.neural.training.several import derived_seeds, part_of_state, state_of_all
from multiplane.learn.neural.training.trainer import HYPERPARAMETERS, Hyperparameters, NeuralTrainer
from multiplane.parallel import cores
from multiplane.treebank.treebank import Treebank

BRANCHES = 1
"""What seeds are derived for."""

SLOWDOWN = 1.15
"""How much longer a branch takes with others beside it, on as many cores: they share memory and caches."""


class BranchedTrainer:
    """The trainer of one network, which parts into branches at the end of a pass.

    Their number, and when they part, is in the hyperparameters; a training that is too short does not branch. How many
    run at a time changes nothing. Each branch is a ``trainer``, which takes the other ``options``.
    """

    def __init__(
        self,
        train: Treebank,
        trainer: type[NeuralTrainer] = NeuralTrainer,
        *,
        seed: int = 0,
        epochs: int = 12,
        hyperparameters: Hyperparameters = HYPERPARAMETERS,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.branches = [trainer(train, seed=seed, epochs=epochs, hyperparameters=hyperparameters, **options)]
        passes = shared_epochs(epochs, train.word_count, hyperparameters)
        self._seeds = derived_seeds(seed, hyperparameters.branches, BRANCHES) if passes < epochs else [seed]
        self._parting = passes * len(train)
        self._train_words, self._hyperparameters = train.word_count, hyperparameters
        self._pool = ThreadPoolExecutor(threads or len(self._seeds))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self._seeds)}: {self.branches[0]!r}>"

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences; how many words the branches got wrong in the mean, and of how many."""
        shared = max(0, self._parting - self.branches[0].sentences) if len(self._seeds) > 1 else len(order)
        mistakes, words = self.branches[0].step(order[:shared]) if shared else (0, 0)
        if shared < len(order):
            self._part()
            found = list(self._pool.map(lambda branch: branch.step(order[shared:]), self.branches))
            mistakes += sum(mistakes for mistakes, _ in found) // len(found)
            words += found[0][1]
        return mistakes, words

    def _part(self) -> None:
        if len(self.branches) == 1:
            self.branches += [self.branches[0].branch(seed) for seed in self._seeds[1:]]

    def model(self) -> Any:
        """The parser with the weights of all branches averaged, of the kind that the trainer makes."""
        dense, table = (
            mean_of(arrays) for arrays in zip(*(branch.averages() for branch in self.branches), strict=True)
        )
        return self.branches[0].model_of(dense, table)

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that the branches have learned, for `restore`."""
        return state_of_all([branch.state() for branch in self.branches])

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of a trainer with the same treebank and settings."""
        self.branches[0].restore(part_of_state(state, 0))
        if len(self._seeds) > 1 and any(name.startswith("1 ") for name in state):
            self._part()
            for number, branch in enumerate(self.branches):
                branch.restore(part_of_state(state, number))

    def time_of(self, epochs: int, trainers: int = 1) -> float:
        """How long so many passes take, as a multiple of one without branches, with so many trainers at a time."""
        shared = shared_epochs(epochs, self._train_words, self._hyperparameters)
        at_first, later = (
            max(1.0, running / cores()) for running in (trainers, trainers * self._hyperparameters.branches)
        )
        return shared + (epochs - shared) * SLOWDOWN * later / at_first


def mean_of(arrays: Sequence[Float32]) -> Float32:
    """The mean of arrays of one shape, number by number.

    >>> mean_of([np.float32([1, 2]), np.float32([2, 4])]).tolist()
    [1.5, 3.0]
    """
    total: Float32 = arrays[0].copy()
    for array in arrays[1:]:
        total += array
    return total / np.float32(len(arrays))


def shared_epochs(epochs: int, words: int, hyperparameters: Hyperparameters) -> int:
    """The number of passes before the branches part; all of them if that is too early to be in one region.

    >>> shared_epochs(20, 70_000, HYPERPARAMETERS), shared_epochs(2, 5_000, HYPERPARAMETERS)
    (8, 2)
    """
    passes = round(hyperparameters.shared_fraction * epochs)
    is_early = passes * words < hyperparameters.min_shared_batches * hyperparameters.batch
    return epochs if hyperparameters.branches == 1 or is_early else passes
