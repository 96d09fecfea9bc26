"""``--system auto``: who the candidates are, who wins, and that a resumed training does not choose again."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.fake import FakeModel, FakeTrainer

import multiplane
from multiplane.learn import Progress, TrainingStopped, choose_system, train
from multiplane.learn.model import parser
from multiplane.learn.training import auto as choice
from multiplane.learn.training import train as training
from multiplane.learn.training.auto import CROSSING, PROJECTIVE, some_sentences
from multiplane.learn.training.config import TrainingConfig

RIGHT = dict.fromkeys((*PROJECTIVE, *CROSSING), 20)


class OneSystem(FakeTrainer):
    """A trainer of one system, which is as good as the test says."""

    tried: ClassVar[list[tuple[str, int]]] = []

    def __init__(self, config: TrainingConfig, treebank: multiplane.Treebank) -> None:
        super().__init__(treebank)
        self.right = RIGHT[config.system]
        self.tried.append((config.system, len(treebank)))

    def model(self) -> FakeModel:
        return FakeModel(self.right, self.order)


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    OneSystem.tried.clear()
    monkeypatch.setattr(training, "new_trainer", OneSystem)
    monkeypatch.setattr(choice, "new_trainer", OneSystem)
    monkeypatch.setitem(parser.MODELS, "fake", ("tests.learn.fake", "FakeModel"))


@pytest.mark.parametrize("best", RIGHT)
def test_the_best_of_all_wins_where_arcs_cross(best: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RIGHT, best, 90)
    german = multiplane.read("sample:german")
    found = choose_system(german, german, TrainingConfig(system="auto"))
    assert found.system == best and [name for name, _ in OneSystem.tried] == [*PROJECTIVE, *CROSSING]
    assert found.reason.startswith(f"{best}: best LAS of a quick comparison on 21 sentences ({best} ")
    assert "33.3 % of the trees are projective" in found.reason


def test_crossing_systems_are_not_tried_where_nothing_crosses() -> None:
    german = multiplane.read("sample:german")
    trees = multiplane.structure.classify_all(german.heads, german.offsets)
    projective = multiplane.Treebank.from_sentences(s for s, fits in zip(german, trees.projective, strict=True) if fits)
    found = choose_system(projective, german, TrainingConfig(system="auto"))
    assert tuple(found.scores) == PROJECTIVE and found.lost == 0 and found.projective == 1
    assert found.system == PROJECTIVE[0], "of equals the first"


def test_few_sentences_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "SENTENCES", 10)
    german = multiplane.read("sample:german")
    choose_system(german, german, TrainingConfig(system="auto"))
    assert {count for _, count in OneSystem.tried} == {10}
    few = some_sentences(german, 10, seed=0)
    assert few == some_sentences(german, 10, seed=0) != some_sentences(german, 10, seed=1)
    places = [sentence.line for sentence in few]
    assert places == sorted(set(places))


def test_a_resumed_training_keeps_its_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def kill(now: Progress) -> None:
        if now.epoch == 2:
            raise Killed

    monkeypatch.setitem(RIGHT, "swap", 90)
    place = tmp_path / "checkpoint"
    told: list[str] = []

    auto = partial(
        train,
        "sample:german",
        "sample:german",
        system="auto",
        output=tmp_path / "a.model",
        checkpoint=place,
        checkpoint_every=0,
        announce=told.append,
    )
    with pytest.raises(Killed):
        auto(progress=kill)
    OneSystem.tried.clear()
    auto(resume=True)
    assert OneSystem.tried == [("swap", 21)]
    assert told[0] == told[1] and told[0].startswith("swap: best LAS")


def test_ctrl_c_while_choosing_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def step(trainer: OneSystem, order: NDArray[np.int64]) -> tuple[int, int]:
        trainer.seen += len(order)
        if trainer.seen > 2 * trainer.sentences:
            os.kill(os.getpid(), signal.SIGINT)
        return 0, 1

    monkeypatch.setattr(OneSystem, "step", step)
    with pytest.raises(TrainingStopped) as stopped:
        train("sample:german", "sample:german", system="auto", output=tmp_path / "a.model")
    assert stopped.value.parser is None and not list(tmp_path.iterdir())
