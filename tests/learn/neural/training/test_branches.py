"""Branches: one network at first, several that learn by themselves later, their mean in the end. All need PyTorch."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.learn.neural.training.test_ensemble import GERMAN, ORDERS, SMALL, as_bytes, learnt

from multiplane.errors import MultiplaneError
from multiplane.learn.neural.training import branches
from multiplane.learn.neural.training.branches import BranchedTrainer, shared_epochs
from multiplane.learn.neural.training.ensemble import EnsembleTrainer
from multiplane.learn.neural.training.trainer import HYPERPARAMETERS, NeuralTrainer

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")
METHODS = {number: replace(SMALL["hyperparameters"], branches=number, min_shared_batches=1) for number in (1, 2, 3)}


def new(number: int, **more: Any) -> BranchedTrainer:
    return BranchedTrainer(GERMAN, **{**SMALL, "seed": 5, "hyperparameters": METHODS[number], **more})


def weights_of(model: Any) -> list[np.ndarray]:
    return [np.asarray(array, np.float64) for array in model.tensors().values()]


def test_a_training_of_one_branch_is_that_of_the_network_alone() -> None:
    assert as_bytes(learnt(new(1))) == as_bytes(learnt(NeuralTrainer(GERMAN, **SMALL, seed=5)))


def test_before_they_part_there_is_one_network_and_afterwards_their_mean() -> None:
    trainer, alone = new(3), new(1)
    for each in (trainer, alone):
        each.step(ORDERS[0])
    assert len(trainer.branches) == 1 and as_bytes(trainer.model()) == as_bytes(alone.model())
    trainer.step(ORDERS[1])
    alone.step(ORDERS[1])
    assert len(trainer.branches) == 3
    assert as_bytes(trainer.branches[0].model()) == as_bytes(alone.model()), "the first goes on as if it were alone"
    every = [branch.averages()[0] for branch in trainer.branches]
    assert not np.array_equal(every[0], every[1]) and not np.array_equal(every[1], every[2])
    assert np.allclose(branches.mean_of(every), sum(every) / 3, atol=1e-6)
    mean = trainer.branches[0].model_of(
        *(branches.mean_of(part) for part in zip(*(b.averages() for b in trainer.branches), strict=True))
    )
    assert as_bytes(trainer.model()) == as_bytes(mean)


@pytest.mark.parametrize("cut", [0, 1, 17])
def test_neither_threads_nor_pieces_nor_a_break_change_anything(cut: int) -> None:
    whole = as_bytes(learnt(new(3)))
    assert as_bytes(learnt(new(3, threads=1))) == whole
    begun, resumed = new(3), new(3)
    order = np.concatenate(ORDERS)
    stop = len(GERMAN) - 9 + cut
    begun.step(order[:stop])
    resumed.restore(begun.state())
    resumed.step(order[stop : stop + 20])
    again = new(3)
    again.restore(resumed.state())
    again.step(order[stop + 20 :])
    assert as_bytes(again.model()) == whole


def test_words_are_counted_once_where_a_piece_is_learnt_by_one_and_by_several() -> None:
    _, words = new(2).step(np.concatenate(ORDERS))
    assert words == 3 * GERMAN.word_count


def test_a_state_without_all_its_branches_is_one_line() -> None:
    trainer = new(3)
    trainer.step(np.concatenate(ORDERS))
    state = {name: array for name, array in trainer.state().items() if not name.startswith("2 ")}
    with pytest.raises(MultiplaneError, match="the state of the training"):
        new(3).restore(state)


def test_short_trainings_have_no_branches() -> None:
    trainer = BranchedTrainer(GERMAN, **SMALL)
    trainer.step(np.concatenate(ORDERS))
    assert len(trainer.branches) == 1
    assert shared_epochs(16, 204_000, HYPERPARAMETERS) == 6
    assert shared_epochs(16, 204_000, replace(HYPERPARAMETERS, branches=1)) == 16


def test_time_depends_on_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = new(2)
    times = []
    for number in (1, 2, 4):
        monkeypatch.setattr(branches, "cores", lambda number=number: number)
        times.append(trainer.time_of(10))
    assert times == pytest.approx([4 + 6 * 2 * 1.15, 4 + 6 * 1.15, 4 + 6 * 1.15])
    assert EnsembleTrainer(GERMAN, 2, **{**SMALL, "hyperparameters": METHODS[2]}).time_of(10) == pytest.approx(
        4 + 6 * 1.15
    )
    assert NeuralTrainer(GERMAN, **SMALL).time_of(10) == 10
