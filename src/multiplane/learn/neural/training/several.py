"""Several trainers that learn from the same sentences at the same time, each in a thread of its own, for one model.

They differ in their seeds, and so in the order of batches and in what dropout leaves out. None of them knows of the
others: how many run at a time changes nothing.

In an ensemble each begins with weights of its own, and the scores of all are averaged. **Branches** are one network at
first: copies of it part on the way, learn on by themselves, and their weights are averaged. Where they part, the
network has found the region in which it will end; from there on what each of them learns depends on its own dropout and
order of batches. The averages of their weights are one network, better than any of them, which takes no longer to
parse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Float32, Int64
from multiplane.learn.neural.training.trainer import Hyperparameters, NeuralTrainer
from multiplane.parallel import cores
from multiplane.treebank.treebank import Treebank

BRANCHES = 1
"""What seeds are derived for."""

SLOWDOWN = 1.15
"""How much longer a branch takes with others beside it, on as many cores: they share memory and caches."""


class Parting(NamedTuple):
    """When one trainer becomes several, after so many sentences, and their seeds; the words of the treebank."""

    sentences: int
    seeds: Sequence[int]
    words: int
    hyperparameters: Hyperparameters


class Several:
    """Trainers of which one model is made by ``combine``; ``threads`` of them learn at a time, by default all.

    With a ``parting`` there is one trainer at first.
    """

    def __init__(
        self,
        trainers: Sequence[Any],
        combine: Callable[[Sequence[Any]], Any],
        *,
        parting: Parting | None = None,
        threads: int | None = None,
    ) -> None:
        self.trainers = list(trainers)
        self._combine, self._parting = combine, parting
        self._number = len(parting.seeds) if parting else len(self.trainers)
        self._pool = ThreadPoolExecutor(threads or self._number)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._number}: {self.trainers[0]!r}>"

    def step(self, order: Int64) -> tuple[int, int]:
        """Learn from these sentences; how many words the trainers got wrong in the mean, and of how many."""
        if self._parting is None or len(self.trainers) == self._number:
            return self._step_of_all(order)
        shared = max(0, self._parting.sentences - self.trainers[0].sentences)
        mistakes, words = self._step_of_all(order[:shared]) if shared else (0, 0)
        if shared < len(order):
            self._part(self._parting)
            more = self._step_of_all(order[shared:])
            mistakes, words = mistakes + more[0], words + more[1]
        return mistakes, words

    def _step_of_all(self, order: Int64) -> tuple[int, int]:
        found = list(self._pool.map(lambda trainer: trainer.step(order), self.trainers))
        return sum(mistakes for mistakes, _ in found) // len(found), found[0][1]

    def _part(self, parting: Parting) -> None:
        self.trainers += [self.trainers[0].branch(seed) for seed in parting.seeds[1:]]

    def model(self) -> Any:
        """The model of all trainers."""
        return self._combine(self.trainers)

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that the trainers have learned, for `restore`."""
        return state_of_all([trainer.state() for trainer in self.trainers])

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of trainers with the same treebank and settings."""
        is_parted = any(name.startswith("1 ") for name in state)
        if self._parting is not None and len(self.trainers) < self._number and is_parted:
            self._part(self._parting)
        for number, trainer in enumerate(self.trainers):
            trainer.restore(part_of_state(state, number))

    def time_of(self, epochs: int, trainers: int = 1) -> float:
        """How long so many epochs take, as a multiple of the first, with so many such trainers at a time."""
        if self._parting is None:
            return float(self.trainers[0].time_of(epochs, trainers * self._number))
        words, chosen = self._parting.words, self._parting.hyperparameters
        shared = shared_epochs(epochs, words, chosen)
        at_first, later = (max(1.0, running / cores()) for running in (trainers, trainers * chosen.branches))
        return shared + (epochs - shared) * SLOWDOWN * later / at_first


def branched(trainer: NeuralTrainer, train: Treebank, *, seed: int, epochs: int, threads: int | None = None) -> Several:
    """A trainer that parts into branches at the end of an epoch.

    Their number, and when they part, is in its hyperparameters; a training that is too short does not branch.
    """
    chosen = trainer.hyperparameters
    shared = shared_epochs(epochs, train.word_count, chosen)
    seeds = derived_seeds(seed, chosen.branches, BRANCHES) if shared < epochs else [seed]
    parting = Parting(shared * len(train), seeds, train.word_count, chosen)
    return Several([trainer], mean_model, parting=parting, threads=threads)


def shared_epochs(epochs: int, words: int, chosen: Hyperparameters) -> int:
    """The number of epochs before branches part; all of them if that is too early to be in one region.

    >>> shared_epochs(20, 70_000, Hyperparameters()), shared_epochs(2, 5_000, Hyperparameters())
    (8, 2)
    """
    shared = round(chosen.shared_fraction * epochs)
    is_early = shared * words < chosen.min_shared_batches * chosen.batch
    return epochs if chosen.branches == 1 or is_early else shared


def mean_model(branches: Sequence[NeuralTrainer]) -> Any:
    """The model with the weights of all branches averaged."""
    every = [branch.averages() for branch in branches]
    return branches[0].model_of({name: mean_of([averages[name] for averages in every]) for name in every[0]})


def mean_of(arrays: Sequence[Float32]) -> Float32:
    """The mean of arrays of one shape, number by number.

    >>> mean_of([np.float32([1, 2]), np.float32([2, 4])]).tolist()
    [1.5, 3.0]
    """
    total: Float32 = arrays[0].copy()
    for array in arrays[1:]:
        total += array
    return total / np.float32(len(arrays))


def derived_seeds(seed: int, number: int, purpose: int = 0) -> list[int]:
    """So many seeds: the seed itself, and others that no other seed gives, nor the same one for another purpose.

    >>> derived_seeds(0, 3)[:2] == derived_seeds(0, 2), derived_seeds(7, 1), set(derived_seeds(0, 9)) & {1, 2, 3}
    (True, [7], set())
    """
    numbers = ([seed, place, *[purpose] * (purpose > 0)] for place in range(1, number))
    others = (np.random.SeedSequence(entropy).generate_state(1, np.uint64) for entropy in numbers)
    return [seed, *(int(other[0]) for other in others)]


def state_of_all(states: Sequence[Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """The states of several trainers as one, each under its number.

    >>> state_of_all([{"counts": 1}, {"counts": 2}])
    {'0 counts': 1, '1 counts': 2}
    """
    return {f"{number} {name}": array for number, state in enumerate(states) for name, array in state.items()}


def part_of_state(state: Mapping[str, NDArray[Any]], number: int) -> dict[str, NDArray[Any]]:
    """What belongs to one trainer of several, in the states of all.

    >>> part_of_state({"0 counts": 1, "1 counts": 2}, 1)
    {'counts': 2}
    """
    prefix = f"{number} "
    return {name.removeprefix(prefix): array for name, array in state.items() if name.startswith(prefix)}
