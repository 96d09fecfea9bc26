"""Training an ensemble: several networks see the same sentences at the same time, each in a thread of its own.

They differ in their seeds, and so in their first weights, in the order of batches, and in what dropout leaves out. None
of them knows of the others: how many run at a time changes nothing.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from numpy.typing import NDArray

from multiplane.kernels.arrays import Int64
from multiplane.learn.neural.heads.arcs.ensemble import NeuralEnsemble, ensemble_of
from multiplane.learn.neural.training.branches import BranchedTrainer
from multiplane.learn.neural.training.several import derived_seeds, part_of_state, state_of_all
from multiplane.learn.neural.units import UNITS, check_members, widths_for
from multiplane.treebank.treebank import Treebank


def neural_trainer(
    train: Treebank, *, ensemble: int = 1, units: int = UNITS, **options: Any
) -> BranchedTrainer | EnsembleTrainer:
    """The trainer of one network, or of an ensemble of several; ``options`` are the other ones of `NeuralTrainer`."""
    options |= widths_for(units)
    return BranchedTrainer(train, **options) if ensemble == 1 else EnsembleTrainer(train, ensemble, **options)


class EnsembleTrainer:
    """So many members, with seeds derived from the seed; ``threads`` of them learn at a time, by default all.

    More threads than cores are no loss: the members then share the cores evenly.
    """

    def __init__(
        self, train: Treebank, members: int, *, seed: int = 0, threads: int | None = None, **options: Any
    ) -> None:
        check_members(members)
        self.members = [BranchedTrainer(train, seed=own, **options) for own in derived_seeds(seed, members)]
        self._pool = ThreadPoolExecutor(threads or members)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.members)}: {self.members[0]!r}>"

    def step(self, order: Int64) -> tuple[int, int]:
        """All members learn from these sentences; how many words they got wrong in the mean, and of how many."""
        found = list(self._pool.map(lambda member: member.step(order), self.members))
        return sum(mistakes for mistakes, _ in found) // len(found), found[0][1]

    def model(self) -> NeuralEnsemble:
        """The parser that averages the members' scores."""
        return ensemble_of([member.model() for member in self.members])

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that the members have learned, for `restore`."""
        return state_of_all([member.state() for member in self.members])

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Continue from the state of a trainer with the same treebank and settings."""
        for number, member in enumerate(self.members):
            member.restore(part_of_state(state, number))

    def time_of(self, epochs: int) -> float:
        """How long so many passes take, as a multiple of one without branches."""
        return self.members[0].time_of(epochs, trainers=len(self.members))
