"""A budget of time becomes a size of network and a number of passes."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.neural.units import widths_for
from multiplane.learn.training.config import TrainingConfig, new_trainer

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")


GERMAN = multiplane.read("sample:german")


@needs_torch
@pytest.mark.parametrize("config", [TrainingConfig("neural"), TrainingConfig("neural-transition", system="swap")])
def test_more_time_means_more_units_and_passes(config: TrainingConfig) -> None:
    from multiplane.learn.neural.training.budget import MOST_PASSES, fitted

    def new(units: int) -> Any:
        return new_trainer(replace(config.for_treebank(GERMAN), units=units), GERMAN)

    assert fitted(0.001, new, None, GERMAN, 100, 0) == (64, 1)
    assert fitted(0.001, new, 96, GERMAN, 100, 0) == (96, 1), "units that are given are kept"
    assert fitted(1e6, new, None, GERMAN, 100, 0) == (192, MOST_PASSES)


@needs_torch
def test_the_smaller_the_time_the_smaller_the_network_that_is_timed() -> None:
    from multiplane.learn.neural.training import budget

    made: list[int] = []

    class Clocked:
        def __init__(self, units: int) -> None:
            made.append(units)

        def step(self, order: Any) -> tuple[int, int]:
            return 0, len(order)

        def time_of(self, epochs: int) -> float:
            return float(epochs)

    found = [budget.units_for(words) for words in (1, 219_999, 220_000, 450_000, 1_099_999, 1_100_000, 1e9)]
    assert found == [64, 64, 96, 128, 128, 192, 192]
    budget.fitted(1e-9, Clocked, None, GERMAN, 0, 0)
    assert made == [192, 64], "first the usual size, whose speed tells how much there is to learn from"


@needs_torch
def test_units_are_those_of_the_network() -> None:
    for options in ({}, {"system": "arc-eager"}, {"ensemble": 2}):
        parser = multiplane.train(GERMAN, "sample:dutch", model="neural", units=32, epochs=1, **options)
        header = parser.model.header()
        sizes = header["sizes"] if "sizes" in header else parser.model.members[1].header()["sizes"]
        assert (sizes["hidden"], sizes["label"]) == (32, 64)


@pytest.mark.parametrize("units", [0, 48, 1024])
def test_sizes_that_no_network_has_are_one_line(units: int) -> None:
    with pytest.raises(MultiplaneError, match=f"found {units} units; expected a multiple of 32, 32 to 512"):
        widths_for(units)


def test_units_go_with_neural_models() -> None:
    with pytest.raises(MultiplaneError, match="found units for a graph model; expected it for neural"):
        multiplane.train(GERMAN, "sample:dutch", model="graph", units=64)


@needs_torch
def test_resuming_keeps_units_and_passes(tmp_path: Path) -> None:
    lines: list[str] = []

    def kill(now: Any) -> None:
        if now.scores is not None and now.epoch == 1:
            raise RuntimeError("killed")

    options: dict[str, Any] = {"model": "neural", "checkpoint": tmp_path / "a.checkpoint", "announce": lines.append}
    with pytest.raises(RuntimeError):
        multiplane.train(GERMAN, "sample:dutch", budget=20, progress=kill, checkpoint_every=0, **options)
    parser = multiplane.train(GERMAN, "sample:dutch", budget=1, resume=True, **options)
    told = lines[0].split(" in ")[0]
    assert told == lines[1].split(" in ")[0] == f"{parser.training['epochs']} passes of a network with 64 units"
    assert parser.model.header()["sizes"]["hidden"] == 64


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
