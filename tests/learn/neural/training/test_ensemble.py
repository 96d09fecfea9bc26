"""Training an ensemble: its members are what each would be alone, for any number of threads. All need PyTorch."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.columns import EmptyColumnsWarning
from multiplane.learn.neural.training.branches import BranchedTrainer
from multiplane.learn.neural.training.ensemble import EnsembleTrainer
from multiplane.learn.neural.training.several import derived_seeds
from multiplane.learn.neural.training.trainer import Hyperparameters

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


def learnt(trainer: Any) -> Any:
    for order in ORDERS:
        trainer.step(order)
    return trainer.model()


def as_bytes(model: Any) -> list[bytes]:
    return [array.tobytes() for array in model.tensors().values()]


def test_members_are_what_each_would_be_alone_for_any_number_of_threads() -> None:
    alone = [learnt(BranchedTrainer(GERMAN, seed=seed, **SMALL)) for seed in derived_seeds(5, 3)]
    for threads in (1, 2, None):
        together = learnt(EnsembleTrainer(GERMAN, 3, seed=5, threads=threads, **SMALL))
        assert [as_bytes(member) for member in together.members] == [as_bytes(member) for member in alone]
    assert as_bytes(alone[0]) != as_bytes(alone[1])


def test_words_are_counted_once() -> None:
    trainer = EnsembleTrainer(GERMAN, 2, **SMALL)
    mistakes, words = trainer.step(ORDERS[0])
    assert words == GERMAN.word_count and 0 < mistakes <= words
    assert "of 2" in repr(trainer)


def test_a_restored_trainer_goes_on_as_if_never_stopped() -> None:
    begun, resumed = (EnsembleTrainer(GERMAN, 2, **SMALL) for _ in range(2))
    begun.step(ORDERS[0])
    begun.step(ORDERS[1][:7])
    resumed.restore(begun.state())
    resumed.step(ORDERS[1][7:])
    resumed.step(ORDERS[2])
    assert as_bytes(resumed.model()) == as_bytes(learnt(EnsembleTrainer(GERMAN, 2, **SMALL)))
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
    with pytest.raises(MultiplaneError, match=r"found ensemble for a .* model; expected it for neural only"):
        multiplane.train(GERMAN, "sample:dutch", ensemble=2, **options)
