"""A budget of time becomes a size of network, a number of networks and of passes."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Neural, TrainingStopped
from multiplane.learn.model.file import save_model
from multiplane.learn.model.parser import CHECKPOINT
from multiplane.learn.neural.units import widths_for

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: make test-neural")


GERMAN = multiplane.read("sample:german")


class Clocked:
    """A trainer that learns so many words in a second, by a clock of its own; all that were made are known."""

    made: ClassVar[list[tuple[int, int]]] = []

    def __init__(self, units: int, networks: int) -> None:
        self.networks = networks
        self.made.append((units, networks))

    def step(self, order: Any) -> tuple[int, int]:
        return 0, len(order)

    def time_of(self, epochs: int) -> float:
        return float(epochs * self.networks)


@pytest.fixture
def clocked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """A machine whose trials take no time, and tell that a network learns from a thousand words a second."""
    from multiplane.learn.neural.training import budget

    monkeypatch.setattr(budget, "speed_of", lambda trainer, train, seed: 1000.0)
    monkeypatch.setattr(budget.time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(Clocked, "made", [])
    return Clocked.made


@needs_torch
@pytest.mark.parametrize("options", [Neural(), Neural(system="swap")], ids=["arcs", "transitions"])
def test_more_time_means_more_units_and_passes_and_networks(options: Neural) -> None:
    from multiplane.learn.neural.training.budget import size_within

    usual = options.settled(GERMAN.word_count)

    def new(units: int, networks: int) -> Any:
        return replace(usual, units=units, ensemble=networks).new_trainer(GERMAN)

    most = None if options.system is None else 1
    assert size_within(0.001, new, None, most, 60, GERMAN, 100, 0) == (64, 1, 1)
    assert size_within(0.001, new, 96, most, 60, GERMAN, 100, 0) == (96, 1, 1), "units that are given are kept"
    assert size_within(1e6, new, None, most, 60, GERMAN, 100, 0) == (192, 1 if most else 2, 60)
    assert size_within(1e6, new, None, 1, 60, GERMAN, 100, 0) == (192, 1, 60), "one network is what was asked for"


@needs_torch
def test_the_smaller_the_time_the_smaller_the_network_that_is_timed(clocked: list[tuple[int, int]]) -> None:
    from multiplane.learn.neural.training import budget

    found = [budget.units_for(words) for words in (1, 219_999, 220_000, 450_000, 1_099_999, 1_100_000, 1e9)]
    assert found == [64, 64, 96, 128, 128, 192, 192]
    budget.size_within(1e-9, Clocked, None, None, 60, GERMAN, 0, 0)
    assert clocked == [(192, 1), (64, 1)], "first the usual size, whose speed tells how much there is to learn from"


@needs_torch
def test_time_for_all_passes_of_the_usual_network_is_time_for_it(clocked: list[tuple[int, int]]) -> None:
    from multiplane.learn.neural.training.budget import RESERVE, size_within

    usual = 60
    enough = usual * GERMAN.word_count / 1000 / RESERVE
    assert size_within(1.01 * enough, Clocked, None, 1, usual, GERMAN, 0, 0) == (192, 1, usual)
    assert size_within(0.99 * enough, Clocked, None, 1, usual, GERMAN, 0, 0)[0] == 64


@needs_torch
def test_a_pipeline_has_half_of_the_usual_passes_whatever_its_budget() -> None:
    lines: list[str] = []
    multiplane.train_pipeline(GERMAN, "sample:dutch", model="neural", units=32, budget=1e4, announce=lines.append)
    told = [line for line in lines if line.startswith("Within")]
    assert told == ["Within 10000 s: 30 epochs of 2 networks with 32 units"]


@needs_torch
def test_time_beyond_the_usual_passes_is_for_a_second_network(clocked: list[tuple[int, int]]) -> None:
    from multiplane.learn.neural.training.budget import NETWORKS, RESERVE, size_within

    words, usual, development = GERMAN.word_count, 30, 60
    one = (usual * words + usual * development / 3) / 1000 / RESERVE

    def found(share: float, ensemble: int | None = None) -> tuple[int, int, int]:
        return size_within(share * one, Clocked, 64, ensemble, usual, GERMAN, development, 0)

    assert found(0.98) == (64, 1, 29)
    assert found(1.01) == found(1.98) == (64, 1, usual)
    assert found(2.02) == found(100) == (64, NETWORKS, usual)
    assert found(100, ensemble=1) == (64, 1, usual)
    assert size_within(1e-9, Clocked, 64, None, 1, GERMAN, development, 0) == (64, 1, 1), (
        "one pass is not always in time"
    )
    assert found(2.02, ensemble=4)[1:] == (4, 15), "with four networks a pass takes as long as four"


@needs_torch
def test_units_are_those_of_the_network() -> None:
    for options in ({}, {"system": "arc-eager"}, {"ensemble": 2}):
        parser = multiplane.train(GERMAN, "sample:dutch", model="neural", units=32, epochs=1, **options)
        header = getattr(parser.model, "members", [parser.model])[-1].header()
        head = header["transitions" if "system" in options else "arcs"]
        assert (header["encoder"]["sizes"]["hidden"], head["sizes"]["label"]) == (32, 64)


@pytest.mark.parametrize("units", [0, 48, 1024, 64.0])
def test_sizes_that_no_network_has_are_one_line(units: Any) -> None:
    with pytest.raises(MultiplaneError, match=f"found {units} units; expected a multiple of 32, 32 to 512"):
        widths_for(units)


SIZES = [("ensemble", size) for size in (0, -1, 33, 2.0, "two", True, 10**20)]
SIZES += [("units", size) for size in (0, -64, 7, 64.0, "many", True, 10**20)]
SIZES += [("epochs", size) for size in (0, 2.0, "two", True)]


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_a_checkpoint_of_a_size_that_cannot_be_is_one_line(name: str, size: Any, tmp_path: Path) -> None:
    place = tmp_path / "a.checkpoint"
    settings = {"epochs": 3, "units": 64, "ensemble": 1, name: size}
    save_model(place, CHECKPOINT, {"settings": settings, "metadata": {}, "loop": {}}, {})
    with pytest.raises(MultiplaneError, match=rf"a.checkpoint: found .*{size}.*; expected"):
        multiplane.train(GERMAN, "sample:dutch", model="neural", budget=60, checkpoint=place, resume=True)


def test_a_pipeline_finds_a_wrong_size_before_anything_is_trained() -> None:
    lines: list[str] = []
    for options in ({"model": "neural", "units": 48}, {"model": "arc-factored", "units": 64}):
        with pytest.raises(MultiplaneError, match="units"):
            multiplane.train_pipeline(GERMAN, "sample:dutch", announce=lines.append, **options)
    assert not lines


def test_units_go_with_neural_models() -> None:
    with pytest.raises(MultiplaneError, match="model arc-factored has no option 'units'"):
        multiplane.train(GERMAN, "sample:dutch", model="arc-factored", units=64)


def kill(now: Any) -> None:
    """Stop at the end of the first pass."""
    if now.scores is not None and now.epoch == 1:
        raise RuntimeError("killed")


@needs_torch
def test_resuming_keeps_units_and_passes(tmp_path: Path) -> None:
    lines: list[str] = []
    options: dict[str, Any] = {"model": "neural", "checkpoint": tmp_path / "a.checkpoint", "announce": lines.append}
    options["ensemble"] = 1
    with pytest.raises(RuntimeError):
        multiplane.train(GERMAN, "sample:dutch", budget=20, progress=kill, checkpoint_every=0, **options)
    parser = multiplane.train(GERMAN, "sample:dutch", budget=1, resume=True, **options)
    units = parser.model.header()["encoder"]["sizes"]["hidden"]
    told = f"{parser.training['epochs']} epochs of a network with {units} units"
    assert lines[:2] == [f"Within 20 s: {told}", f"Within 1 s: {told}"]


@needs_torch
def test_ctrl_c_while_networks_are_on_trial_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from multiplane.learn.neural.training import budget

    def interrupted(*arguments: Any) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(budget, "speed_of", interrupted)
    with pytest.raises(TrainingStopped) as stopped:
        multiplane.train(GERMAN, "sample:dutch", model="neural", budget=60)
    assert stopped.value.parser is None


@needs_torch
def test_resuming_keeps_the_number_of_networks(tmp_path: Path) -> None:
    lines: list[str] = []
    options: dict[str, Any] = {"model": "neural", "checkpoint": tmp_path / "a.checkpoint", "announce": lines.append}
    with pytest.raises(RuntimeError):
        multiplane.train(GERMAN, "sample:dutch", units=32, budget=1e4, progress=kill, checkpoint_every=0, **options)
    parser = multiplane.train(GERMAN, "sample:dutch", budget=1, resume=True, **options)
    assert parser.model.kind == "neural-ensemble" and len(parser.model.members) == 2
    assert [line.split(": ")[1] for line in lines[:2]] == ["60 epochs of 2 networks with 32 units"] * 2


@needs_torch
def test_a_training_goes_on_with_the_units_that_it_began_with(tmp_path: Path) -> None:
    options: dict[str, Any] = {"model": "neural", "checkpoint": tmp_path / "a.checkpoint", "checkpoint_every": 0}

    with pytest.raises(RuntimeError):
        multiplane.train(GERMAN, "sample:dutch", units=64, epochs=2, progress=kill, **options)
    with pytest.raises(MultiplaneError, match="found units 128; expected 64"):
        multiplane.train(GERMAN, "sample:dutch", units=128, budget=20, resume=True, **options)
    parser = multiplane.train(GERMAN, "sample:dutch", budget=20, resume=True, **options)
    assert parser.model.header()["encoder"]["sizes"]["hidden"] == 64 and parser.training["epochs"] == 2


@needs_torch
def test_a_small_treebank_is_learnt_from_until_there_are_two_trials() -> None:
    from multiplane.learn.neural.training import budget

    class Small:
        """A trainer that tells its words at the end of each pass."""

        steps = 0

        def step(self, order: Any) -> tuple[int, int]:
            self.steps += 1
            return 0, 5 * (self.steps % len(GERMAN) == 0)

        def time_of(self, epochs: int) -> float:
            return float(epochs)

    trainer = Small()
    assert budget.speed_of(trainer, GERMAN, 0) > 0
    assert trainer.steps == 2 * len(GERMAN)


@needs_torch
def test_a_budget_alone_asks_for_a_neural_model() -> None:
    assert multiplane.train("sample:german", "sample:dutch", budget=5).model.kind.startswith("neural")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "neural", "budget": 0}, "found budget 0; expected a number of seconds"),
        (
            {"model": "arc-factored", "budget": 60},
            "model arc-factored has no option 'budget'",
        ),
    ],
)
def test_a_budget_that_makes_no_sense_is_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(MultiplaneError, match=message):
        multiplane.train("sample:german", "sample:dutch", **options)
