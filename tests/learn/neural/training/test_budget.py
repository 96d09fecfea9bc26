"""A budget of time becomes a number of passes."""

from __future__ import annotations

import importlib.util
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.training.config import TrainingConfig, new_trainer

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")


@needs_torch
def test_more_time_means_more_passes_and_resuming_keeps_their_number(tmp_path: Path) -> None:
    from multiplane.learn.neural.training.budget import MOST_PASSES, epochs_within

    german = multiplane.read("sample:german")
    for entry in (TrainingConfig("neural"), TrainingConfig("neural-transition", system="swap")):
        trainer = partial(new_trainer, entry.for_treebank(german), german)
        assert epochs_within(0.001, trainer, german, 100, 0) == 1
        assert epochs_within(1e6, trainer, german, 100, 0) == MOST_PASSES
    lines: list[str] = []

    def kill(now: Any) -> None:
        if now.scores is not None and now.epoch == 1:
            raise RuntimeError("killed")

    options: dict[str, Any] = {"model": "neural", "checkpoint": tmp_path / "a.checkpoint", "announce": lines.append}
    with pytest.raises(RuntimeError):
        multiplane.train(german, "sample:dutch", budget=20, progress=kill, checkpoint_every=0, **options)
    parser = multiplane.train(german, "sample:dutch", budget=1, resume=True, **options)
    assert lines[0].split()[0] == lines[1].split()[0] == str(parser.training["epochs"])


@needs_torch
@pytest.mark.parametrize("wish", [{"prefer": "accuracy", "epochs": 1}, {"budget": 5}])
def test_auto_knows_neural_models(wish: dict[str, Any]) -> None:
    parser = multiplane.train("sample:german", "sample:dutch", system="auto", **wish)
    assert parser.model.kind == "neural"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "neural", "budget": 0}, "found budget 0; expected a number of seconds"),
        ({"model": "neural", "budget": 60, "epochs": 3}, "found both epochs and a budget"),
        (
            {"model": "graph", "budget": 60},
            "found a budget for a graph model; expected a neural one",
        ),
    ],
)
def test_a_budget_that_makes_no_sense_is_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        multiplane.train("sample:german", "sample:dutch", **options)
