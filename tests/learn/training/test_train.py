"""The training loop, judged by a trainer whose scores are known: best pass, patience, resuming, Ctrl-C, refusals."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.fake import CURVE, FakeTrainer

import multiplane
from multiplane import learn
from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.learn import (
    ArcFactored,
    ArcFeatureModel,
    FeatureModel,
    Neural,
    Parser,
    Progress,
    Run,
    TrainingStopped,
    Transition,
)
from multiplane.learn.features.clusters import clusters_of
from multiplane.learn.kinds import KINDS
from multiplane.learn.training import loop as loop
from multiplane.notices import send_notices_to
from multiplane.transition import get

TRAIN, DEV = "sample:german", "sample:english"
SENTENCES = 21


def train(*sources: Any, **options: Any) -> Parser:
    """A training without a trial of models."""
    return learn.train(*sources, **{"model": "transition", **options})


class Killed(BaseException):
    """What no handler catches, as a kill."""


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Transition, ArcFactored):
        monkeypatch.setattr(kind, "new_trainer", lambda options, treebank: FakeTrainer(treebank))
    monkeypatch.setattr(loop, "FIRST_SLICE", 4)
    monkeypatch.setattr(loop, "_next_size", lambda size, seconds: size + 3)
    monkeypatch.setitem(KINDS, "fake", "tests.learn.fake:Fake")


def saved(found: Parser, path: Path) -> bytes:
    found.save(path)
    return path.read_bytes()


def stop_after(calls: int, stop: Callable[[], None]) -> Callable[[Progress], None]:
    """A listener that stops the training when it is called for the n-th time."""
    heard: list[Progress] = []

    def listener(now: Progress) -> None:
        heard.append(now)
        if len(heard) == calls:
            stop()

    return listener


def kill() -> None:
    raise Killed


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_best_pass_is_kept_and_patience_ends() -> None:
    heard: list[Progress] = []
    found = train(TRAIN, DEV, patience=3, progress=heard.append)
    ends = [now for now in heard if now.scores is not None]
    assert [now.epoch for now in ends] == [1, 2, 3, 4, 5, 6, 7]
    assert [now.is_best for now in ends] == [True, True, False, True, False, False, False]
    assert found.training["epochs"] == 7 and found.training["best_epoch"] == 4
    assert found.model.header()["right"] == CURVE[3]
    assert all(now.loss == 50 and now.done <= now.sentences == SENTENCES for now in heard)


def test_patience_lets_later_passes_win() -> None:
    found = train(TRAIN, DEV, patience=6, epochs=10)
    assert (found.training["epochs"], found.training["best_epoch"]) == (10, 10)
    assert train(TRAIN, DEV, epochs=2).training["best_epoch"] == 2


def test_figures_of_the_training_are_in_the_parser() -> None:
    figures = train(TRAIN, DEV, epochs=1, licence="CC BY", source="of our own", seed=3).training
    german, english = multiplane.read(TRAIN), multiplane.read(DEV)
    assert (figures["sentences"], figures["words"]) == (len(german), german.word_count)
    assert figures["development"]["words"] == english.word_count
    assert (figures["licence"], figures["source"], figures["seed"]) == ("CC BY", "of our own", 3)
    assert not figures["held_out"]


def test_the_order_depends_on_seed_and_pass_alone() -> None:
    """By the tensor that tells in which order the sentences came, not by the file, which has the seed."""
    one, again, other = (train(TRAIN, DEV, epochs=3, **seed).model.tensors()["order"] for seed in ({}, {}, {"seed": 1}))
    assert one == again != other


@pytest.fixture
def saves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sentences of the pass were done at each checkpoint; by the clock of the loop, each step takes 1 s."""
    found: list[int] = []
    times = count()
    monkeypatch.setattr(loop, "monotonic", lambda: float(next(times)))
    write = loop.Checkpoint.save

    def save(checkpoint: loop.Checkpoint, path: Path) -> None:
        found.append(checkpoint.loop["done"])
        write(checkpoint, path)

    monkeypatch.setattr(loop.Checkpoint, "save", save)
    return found


@pytest.mark.parametrize(("seconds", "number"), [(0, 9), (10, 2), (1000, 0)])
def test_checkpoints_are_as_far_apart_as_is_wanted(saves: list[int], tmp_path: Path, seconds: int, number: int) -> None:
    """Three passes of three slices; each slice asks the clock three times."""
    train(TRAIN, DEV, epochs=3, checkpoint=tmp_path / "checkpoint", checkpoint_every=seconds)
    assert len(saves) == number


def test_one_checkpoint_is_written_at_ctrl_c(saves: list[int], tmp_path: Path) -> None:
    options = {"epochs": 3, "checkpoint": tmp_path / "checkpoint", "checkpoint_every": 1000}
    with pytest.raises(TrainingStopped):
        train(TRAIN, DEV, progress=stop_after(2, lambda: os.kill(os.getpid(), signal.SIGINT)), **options)
    assert saves == [11]
    resumed = train(TRAIN, DEV, resume=True, **options)
    assert resumed.model.tensors()["order"] == train(TRAIN, DEV, epochs=3).model.tensors()["order"]


def test_every_pass_has_every_sentence_once_in_an_order_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def step(trainer: FakeTrainer, order: NDArray[np.int64]) -> tuple[int, int]:
        seen.extend(order.tolist())
        trainer.seen += len(order)
        return 0, 1

    monkeypatch.setattr(FakeTrainer, "step", step)
    train(TRAIN, DEV, epochs=3)
    passes = [seen[:SENTENCES], seen[SENTENCES : 2 * SENTENCES], seen[2 * SENTENCES :]]
    assert all(sorted(order) == list(range(SENTENCES)) for order in passes)
    assert passes[0] != passes[1] != passes[2] != passes[0]


@pytest.mark.parametrize("sizes", [1, 1000])
def test_the_size_of_slices_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sizes: int) -> None:
    one = saved(train(TRAIN, DEV), tmp_path / "one")
    monkeypatch.setattr(loop, "FIRST_SLICE", sizes)
    monkeypatch.setattr(loop, "_next_size", lambda size, seconds: sizes)
    assert saved(train(TRAIN, DEV), tmp_path / "other") == one


@pytest.mark.parametrize("calls", range(1, 33))
def test_resumed_after_a_kill_gives_the_same_bytes(tmp_path: Path, calls: int) -> None:
    whole, resumed, place = tmp_path / "whole", tmp_path / "resumed", tmp_path / "checkpoint"
    train(TRAIN, DEV, output=whole)
    with pytest.raises(Killed):
        train(TRAIN, DEV, output=resumed, checkpoint=place, checkpoint_every=0, progress=stop_after(calls, kill))
    assert not resumed.exists() and place.exists() == (calls > 1)
    told: list[str] = []
    train(TRAIN, DEV, output=resumed, checkpoint=place, resume=True, announce=told.append)
    assert resumed.read_bytes() == whole.read_bytes()
    assert not place.exists()
    epoch, call = divmod(calls - 1, 4)
    done = (0, 4, 11, 11)[call]
    resumed_there = f"Resuming after {plural(epoch, 'epoch')} and {done} sentences"
    assert told == [resumed_there if calls > 1 else "Nothing to resume: starting again"]


def test_killed_again_and_again(tmp_path: Path) -> None:
    whole, resumed, place = tmp_path / "whole", tmp_path / "resumed", tmp_path / "checkpoint"
    train(TRAIN, DEV, output=whole)
    for calls in [3] * 40:
        try:
            train(
                TRAIN,
                DEV,
                output=resumed,
                checkpoint=place,
                checkpoint_every=0,
                resume=True,
                progress=stop_after(calls, kill),
            )
            break
        except Killed:
            continue
    assert resumed.read_bytes() == whole.read_bytes()


def test_a_damaged_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    place = tmp_path / "checkpoint"
    place.write_bytes(b"no safetensors")
    with pytest.raises(MultiplaneError, match="checkpoint: found a file that is not in safetensors format"):
        train(TRAIN, DEV, checkpoint=place, resume=True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 1}, "found seed 1; expected 0, as the training began: to change it, begin anew instead of resuming"),
        ({"system": "swap"}, "found system swap; expected arc-eager,"),
        ({"model": "arc-factored"}, "found model arc-factored; expected transition,"),
        ({"epochs": 9}, "found epochs 9; expected 20,"),
        ({"beam": 2}, "found beam 2; expected 1,"),
        ({"train": "sample:dutch"}, "found other training sentences; expected the same ones,"),
        ({"dev": "sample:dutch"}, "found other development sentences; expected the same ones,"),
        ({"features": multiplane.learn.FeatureModel(("S0.form",), ("D.form",))}, "found other features; expected"),
    ],
    ids=lambda case: "-".join(case) if isinstance(case, dict) else "",
)
def test_other_settings_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    place = tmp_path / "checkpoint"
    with pytest.raises(Killed):
        train(TRAIN, DEV, checkpoint=place, checkpoint_every=0, progress=stop_after(3, kill))
    arguments = {"train": TRAIN, "dev": DEV, **changes}
    with pytest.raises(MultiplaneError) as refused:
        train(checkpoint=place, resume=True, **arguments)
    assert f"{place}: {message}" in str(refused.value)
    train(checkpoint=place, **arguments)
    assert not place.exists()


def test_ctrl_c_keeps_the_best_so_far_and_resuming_goes_on(tmp_path: Path) -> None:
    whole, stopped, place = tmp_path / "whole", tmp_path / "stopped", tmp_path / "checkpoint"
    train(TRAIN, DEV, output=whole)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(TrainingStopped) as caught:
        train(TRAIN, DEV, output=stopped, checkpoint=place, progress=stop_after(12, press_ctrl_c))
    assert signal.getsignal(signal.SIGINT) is handler
    assert caught.value.parser is not None and caught.value.parser.training["best_epoch"] == 2
    assert Parser.load(stopped).training == caught.value.parser.training
    heard: list[tuple[int, int]] = []
    train(
        TRAIN,
        DEV,
        output=stopped,
        checkpoint=place,
        resume=True,
        progress=lambda now: heard.append((now.epoch, now.done)),
    )
    assert heard[:2] == [(4, 4), (4, 11)]
    assert stopped.read_bytes() == whole.read_bytes()


def test_ctrl_c_before_the_end_of_the_first_pass_has_nothing_to_keep(tmp_path: Path) -> None:
    with pytest.raises(TrainingStopped) as caught:
        train(TRAIN, DEV, output=tmp_path / "stopped", progress=stop_after(1, press_ctrl_c))
    assert caught.value.parser is None and not (tmp_path / "stopped").exists()


def test_a_second_ctrl_c_interrupts_at_once() -> None:
    def press_twice() -> None:
        press_ctrl_c()
        press_ctrl_c()

    with pytest.raises(KeyboardInterrupt) as caught:
        train(TRAIN, DEV, progress=stop_after(1, press_twice))
    assert not isinstance(caught.value, TrainingStopped)


@pytest.mark.parametrize("times", [1, 2])
def test_sigterm_is_heeded_where_a_program_has_a_handler_for_it(times: int) -> None:
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))
    found: set[object] = set()

    def terminate() -> None:
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGTERM)

    try:
        with pytest.raises(TrainingStopped if times == 1 else SystemExit) as caught:
            train(TRAIN, DEV, progress=stop_after(5, terminate))
        assert times == 2 or (caught.value.number == signal.SIGTERM and caught.value.parser is not None)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        train(TRAIN, DEV, epochs=1, progress=lambda now: found.add(signal.getsignal(signal.SIGTERM)))
        assert found == {signal.SIG_DFL}
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"epochs": 0}, "found epochs 0; expected 1 or more"),
        ({"patience": 0}, "found patience 0; expected 1 or more"),
        ({"beam": 0}, "found beam 0; expected 1 to 4096"),
        ({"seed": -1}, "found seed -1; expected 0 or more"),
        ({"output": "no/such/folder/a.model"}, "no/such/folder/a.model: no such folder"),
        ({"output": "/"}, "/: is a directory; expected a file"),
        ({"features": "no-such.toml"}, "no-such.toml: no such file"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(MultiplaneError) as refused:
        train(TRAIN, DEV, **arguments)
    assert str(refused.value) == message


def test_options_of_other_models_are_refused() -> None:
    clusters, system = clusters_of([("a", "b")]), get("swap")
    of_configurations, of_arcs = FeatureModel(("S0.form",), ("D.form",)), ArcFeatureModel(("H.form",), ("D.form",))
    for model, given, message in (
        (
            "arc-factored",
            {"clusters": clusters},
            "model arc-factored has no option 'clusters', but trees, features, epoch",
        ),
        ("arc-factored", {"system": system}, "model arc-factored has no option 'system', but"),
        (
            "arc-factored",
            {"features": of_configurations},
            "found features transition and label for model arc-factored; expected arc",
        ),
        ("transition", {"features": of_arcs}, "found features arc and label for model transition; expected transi"),
        ("libsvm", {"beam": 2}, "model libsvm has no option 'beam', but system, features, seed"),
        ("libsvm", {"epochs": 7}, "model libsvm has no option 'epochs'"),
        ("liblinear", {"trees": "all"}, "model liblinear has no option 'trees'"),
        ("neural", {"beam": 2}, "model neural has no option 'beam'"),
        ("neural", {"unit": 64}, r"model neural has no option 'unit', .*\(nearest: units\)"),
        ("neural", {"system": "swap", "vectors": "no-such.vec"}, "found vectors and system; expected one of them"),
        ("neural", {"encoder": "abacus"}, "found encoder 'abacus'; expected qrnn"),
        ("neural", {"oracle": "static"}, "found oracle without system; expected both"),
        (
            "forest",
            {},
            "found model 'forest'; expected transition, arc-factored, neural, graphs, liblinear",
        ),
    ):
        with pytest.raises(MultiplaneError, match=message):
            train("no-such-treebank.conllu", DEV, model=model, **given)


def test_options_are_checked_before_any_file_is_read() -> None:
    with pytest.raises(MultiplaneError, match="no transition system 'arc-eagre'"):
        train("no-such-treebank.conllu", DEV, system="arc-eagre")
    with pytest.raises(MultiplaneError, match="no class 'round'"):
        train("no-such-treebank.conllu", DEV, model="arc-factored", trees="round")
    with pytest.raises(MultiplaneError, match=r"no-such-treebank.conllu: no such file"):
        train("no-such-treebank.conllu", DEV)


def test_a_kind_by_name_with_its_options_and_as_an_object_are_the_same(tmp_path: Path) -> None:
    by_name = saved(learn.train(TRAIN, DEV, "transition", beam=2, epochs=2), tmp_path / "one")
    assert saved(learn.train(TRAIN, DEV, Transition(beam=2, epochs=2)), tmp_path / "other") == by_name
    assert saved(learn.train(TRAIN, DEV, Transition(epochs=2), beam=2), tmp_path / "third") == by_name
    with pytest.raises(MultiplaneError, match="model neural has no option 'beam'"):
        learn.train(TRAIN, DEV, Neural(), beam=2)


def test_old_names_are_taken_with_a_notice() -> None:
    told: list[str] = []
    send_notices_to(told.append)
    try:
        for _ in range(2):
            found = learn.train(TRAIN, DEV, model="graph", decoder="all", epochs=1)
    finally:
        send_notices_to(None)
    assert found.training["epochs"] == 1
    assert sorted(told) == ["model graph is now called arc-factored", "option decoder is now called trees"]


def test_what_concerns_the_run_is_one_object_or_keywords(tmp_path: Path) -> None:
    told: list[str] = []
    run = Run(output=tmp_path / "one", announce=told.append)
    train(TRAIN, epochs=1, run=run)
    train(TRAIN, epochs=1, run=run, output=tmp_path / "other")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes() and len(told) == 2


def test_sentences_without_heads_cannot_be_learned_from() -> None:
    text = b"1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\tGo\t_\t_\t_\t_\t_\t_\t_\t_\n"
    treebank = multiplane.Treebank.from_text(text, "conllu", source="a.conllu", heads_required=False)
    with pytest.raises(MultiplaneError, match=r"a.conllu:3: found a word without HEAD; expected a tree to learn from"):
        train(treebank, DEV)


def test_several_files_are_one_treebank() -> None:
    figures = train(["sample:german", "sample:dutch"], ["sample:latin"], epochs=1).training
    assert figures["sentences"] == 21 + 18 and figures["development"]["sentences"] == 17


def test_without_a_development_set_a_tenth_is_held_out() -> None:
    told: list[str] = []
    figures = train(TRAIN, epochs=1, announce=told.append).training
    assert told == ["No development set given: holding out 2 of 21 sentences"]
    assert figures["held_out"] and figures["sentences"] == 19 and figures["development"]["sentences"] == 2
