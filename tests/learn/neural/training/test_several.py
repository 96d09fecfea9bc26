"""Ensembles, whose members are what each would be alone, and branches, one network at first and then several.

All need PyTorch.
"""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.columns import EmptyColumnsWarning
from multiplane.learn.neural.heads.arcs.ensemble import ensemble_of
from multiplane.learn.neural.heads.arcs.training import arc_trainer
from multiplane.learn.neural.training import several
from multiplane.learn.neural.training.several import Several, branched, derived_seeds, mean_of, shared_epochs
from multiplane.learn.neural.training.trainer import HYPERPARAMETERS, Hyperparameters

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")

GERMAN = multiplane.read("sample:german")
SMALL: dict[str, Any] = {
    "epochs": 3,
    "hidden": 32,
    "arc": 16,
    "label": 16,
    "hyperparameters": Hyperparameters(batch=60, pool=2),
}
ORDERS = [np.random.default_rng(epoch).permutation(len(GERMAN)) for epoch in range(3)]


def alone(seed: int = 0, threads: int | None = None, **more: Any) -> Several:
    """A network that may have branches."""
    options = {**SMALL, **more}
    trainer = arc_trainer(GERMAN, seed=seed, **options)
    return branched(trainer, GERMAN, seed=seed, epochs=options["epochs"], threads=threads)


def ensemble(number: int, seed: int = 0, threads: int | None = None, **more: Any) -> Several:
    members = [alone(own, **more) for own in derived_seeds(seed, number)]
    return Several(members, lambda trained: ensemble_of([member.model() for member in trained]), threads=threads)


def learnt(trainer: Any) -> Any:
    for order in ORDERS:
        trainer.step(order)
    return trainer.model()


def as_bytes(model: Any) -> list[bytes]:
    return [array.tobytes() for array in model.tensors().values()]


def test_members_are_what_each_would_be_alone_for_any_number_of_threads() -> None:
    apart = [learnt(alone(seed)) for seed in derived_seeds(5, 3)]
    for threads in (1, 2, None):
        together = learnt(ensemble(3, 5, threads))
        assert [as_bytes(member) for member in together.members] == [as_bytes(member) for member in apart]
    assert as_bytes(apart[0]) != as_bytes(apart[1])


def test_words_are_counted_once() -> None:
    trainer = ensemble(2)
    mistakes, words = trainer.step(ORDERS[0])
    assert words == GERMAN.word_count and 0 < mistakes <= words
    assert "of 2" in repr(trainer)


def test_a_restored_trainer_goes_on_as_if_never_stopped() -> None:
    begun, resumed = (ensemble(2) for _ in range(2))
    begun.step(ORDERS[0])
    begun.step(ORDERS[1][:7])
    resumed.restore(begun.state())
    resumed.step(ORDERS[1][7:])
    resumed.step(ORDERS[2])
    assert as_bytes(resumed.model()) == as_bytes(learnt(ensemble(2)))
    with pytest.raises(MultiplaneError, match="the state of the training"):
        resumed.restore({name: array for name, array in begun.state().items() if name.startswith("0 ")})


def test_train_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    def trained(name: str, stop_after: int | None = None, ensemble: int = 2, **more: Any) -> bytes:
        def progress(now: Any) -> None:
            if stop_after is not None and now.epoch == stop_after and now.scores is not None:
                raise RuntimeError("killed")

        place = tmp_path / name
        options: dict[str, Any] = {"epochs": 3, "output": place, "checkpoint": f"{place}.checkpoint"}
        options |= {"model": "neural", "ensemble": ensemble, "progress": progress, "checkpoint_every": 0}
        multiplane.train(GERMAN, "sample:dutch", **options, **more)
        return place.read_bytes()

    whole = trained("whole.model")
    with pytest.raises(RuntimeError):
        trained("stopped.model", 2)
    with pytest.raises(MultiplaneError, match="found ensemble 3; expected 2, as the training began"):
        trained("stopped.model", ensemble=3, resume=True)
    assert trained("stopped.model", resume=True) == whole
    loaded = Parser.load(tmp_path / "whole.model")
    assert loaded.model.kind == "neural-ensemble" and len(loaded.model.header()) == 4
    dutch = multiplane.read("sample:dutch")
    with pytest.warns(EmptyColumnsWarning):
        scores = multiplane.evaluate.evaluate(dutch, loaded.parse(dutch))
    assert abs(scores.las - loaded.training["development"]["las"]) < 0.01


@pytest.mark.parametrize("members", [0, 33])
def test_an_ensemble_of_none_or_too_many_is_one_line(members: int) -> None:
    with pytest.raises(MultiplaneError, match=f"found (an )?ensemble (of )?{members}; expected 1"):
        multiplane.train(GERMAN, "sample:dutch", model="neural", ensemble=members, epochs=1)


@pytest.mark.parametrize("options", [{"model": "arc-factored"}, {"model": "neural", "system": "swap"}])
def test_an_ensemble_goes_with_neural_graph_models(options: dict[str, Any]) -> None:
    with pytest.raises(MultiplaneError, match="ensemble"):
        multiplane.train(GERMAN, "sample:dutch", ensemble=2, **options)


METHODS = {number: replace(SMALL["hyperparameters"], branches=number, min_shared_batches=1) for number in (1, 2, 3)}


def new(number: int, **more: Any) -> Several:
    return alone(**{"seed": 5, "hyperparameters": METHODS[number], **more})


def test_a_training_of_one_branch_is_that_of_the_network_alone() -> None:
    assert as_bytes(learnt(new(1))) == as_bytes(learnt(arc_trainer(GERMAN, **SMALL, seed=5)))


def test_before_they_part_there_is_one_network_and_afterwards_their_mean() -> None:
    trainer, single = new(3), new(1)
    for each in (trainer, single):
        each.step(ORDERS[0])
    assert len(trainer.trainers) == 1 and as_bytes(trainer.model()) == as_bytes(single.model())
    trainer.step(ORDERS[1][:1])
    assert len(trainer.trainers) == 3, "they part with the first sentence of the second epoch"
    trainer.step(ORDERS[1][1:])
    single.step(ORDERS[1])
    assert as_bytes(trainer.trainers[0].model()) == as_bytes(single.model()), "the first goes on as if it were alone"
    every = [branch.averages() for branch in trainer.trainers]
    one, two, three = (averages["dense"] for averages in every)
    assert not np.array_equal(one, two) and not np.array_equal(two, three)
    assert np.allclose(mean_of([one, two, three]), (one + two + three) / 3, atol=1e-6)
    mean = {name: mean_of([averages[name] for averages in every]) for name in ("dense", "table")}
    assert as_bytes(trainer.model()) == as_bytes(trainer.trainers[0].model_of(mean))


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
    trainer = alone()
    trainer.step(np.concatenate(ORDERS))
    assert len(trainer.trainers) == 1
    assert shared_epochs(16, 204_000, HYPERPARAMETERS) == 6
    assert shared_epochs(16, 204_000, replace(HYPERPARAMETERS, branches=1)) == 16


def test_time_depends_on_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = new(2)
    times = []
    for number in (1, 2, 4):
        monkeypatch.setattr(several, "cores", lambda number=number: number)
        times.append(trainer.time_of(10))
    assert times == pytest.approx([4 + 6 * 2 * 1.15, 4 + 6 * 1.15, 4 + 6 * 1.15])
    assert ensemble(2, hyperparameters=METHODS[2]).time_of(10) == pytest.approx(4 + 6 * 1.15)
    assert arc_trainer(GERMAN, **SMALL).time_of(10) == 10
