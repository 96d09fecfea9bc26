"""The default model: what is tried, what wins, which options decide without a trial, and that a choice is kept."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.fake import FakeTrainer

import multiplane
from multiplane import generate, parallel
from multiplane.errors import MultiplaneError
from multiplane.learn import (
    ArcFactored,
    ArcFeatureModel,
    FeatureModel,
    Progress,
    TrainingStopped,
    Transition,
    choose_model,
    train,
)
from multiplane.learn.kinds import KINDS
from multiplane.learn.training import asked
from multiplane.learn.training import auto as choice
from multiplane.learn.training.asked import Auto, asked_for, by_budget
from multiplane.learn.training.auto import CANDIDATES, FOLDS, right_arcs, some_sentences

GERMAN = multiplane.read("sample:german")
FAST, ALL, PROJECTIVE = CANDIDATES


class KnownScores:
    """A trial in which every candidate has the right words that the test says, by sentence."""

    def __init__(self, **right: int | list[int]) -> None:
        self.right = right
        self.tried: list[str] = []

    def __call__(self, treebank: multiplane.Treebank, options: Any, fold: int, stop: Event) -> Any:
        name = options.trees if isinstance(options, ArcFactored) else options.system.replace("-", "_")
        self.tried.append(str(name))
        return np.broadcast_to(np.array(self.right.get(str(name), 4), np.int64), len(treebank)) * (fold == 0)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials on few words."""
    monkeypatch.setattr(choice, "MIN_WORDS", 1)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Transition, ArcFactored):
        monkeypatch.setattr(kind, "new_trainer", lambda options, treebank: FakeTrainer(treebank))
    monkeypatch.setitem(KINDS, "fake", "tests.learn.fake:Fake")


@pytest.mark.parametrize(("best", "right"), [(ALL, {"all": 5}), (PROJECTIVE, {"projective": 6, "all": 5})])
def test_what_is_better_wins(best: str, right: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownScores(**right)
    monkeypatch.setattr(choice, "right_arcs", known)
    found = choose_model(GERMAN, seed=0)
    assert found.name == best and found.options == CANDIDATES[best]
    assert sorted(known.tried) == sorted(["arc_eager", "projective", "all"] * FOLDS)
    assert found.reason.startswith(f"Chosen: {best}, LAS {found.scores[best]:.1f} in a trial on 205 words; arc-eager ")


@pytest.mark.parametrize(
    ("best", "right"),
    [
        (FAST, {}),
        (FAST, {"projective": [5, *[4] * 20]}),
        (PROJECTIVE, {"projective": [5, 5, *[4] * 19]}),
        (ALL, {"projective": 6, "all": 6}),
        (ALL, {"projective": [6, *[5] * 20], "all": 5}),
        (ALL, {"projective": 5, "all": 6}),
    ],
)
def test_a_tie_goes_to_the_faster_and_to_the_wider(
    best: str, right: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "TIE", 100 / 205 + 1e-9)
    monkeypatch.setattr(choice, "right_arcs", KnownScores(**right))
    found = choose_model(GERMAN, seed=0)
    assert found.name == best and found.reason.endswith("(slower, not better)") == (best == FAST)


def test_crossing_trees_are_not_tried_where_few_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores())
    trees = multiplane.structure.classify_all(GERMAN.heads, GERMAN.offsets)
    projective = multiplane.Treebank.from_sentences(s for s, fits in zip(GERMAN, trees.projective, strict=True) if fits)
    assert tuple(choose_model(projective, seed=0).scores) == (FAST, PROJECTIVE)


def test_a_few_words_are_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownScores()
    monkeypatch.setattr(choice, "right_arcs", known)
    monkeypatch.setattr(choice, "MIN_WORDS", 206)
    found = choose_model(GERMAN, seed=0)
    assert (found.name, known.tried) == (FAST, []) and "205 words are too few" in found.reason


def test_very_long_sentences_are_no_trial() -> None:
    words = [f"{n}\tw\t_\tNOUN\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_\n" for n in range(1, 1502)]
    treebank = multiplane.Treebank.from_text("".join(words) + "\n" + str(GERMAN[0]), "conllu")
    told: list[str] = []
    train(treebank, GERMAN, epochs=1, announce=told.append)
    assert told[0] == "Chosen: arc-eager, as a sentence of 1,501 words is too long for the others"


def test_a_part_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "WORDS", 100)
    monkeypatch.setattr(choice, "right_arcs", KnownScores())
    few = some_sentences(GERMAN, 100, seed=0)
    assert 100 <= few.word_count < 130 and choose_model(GERMAN, seed=0).words == few.word_count
    assert few == some_sentences(GERMAN, 100, seed=0) != some_sentences(GERMAN, 100, seed=1)
    places = [sentence.line for sentence in few]
    assert places == sorted(set(places))


def test_every_sentence_is_parsed_by_a_parser_that_has_not_seen_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    class Perfect(FakeTrainer):
        labels = ("dep",)

        def __init__(self, options: Any, treebank: multiplane.Treebank) -> None:
            super().__init__(treebank)
            seen.append({str(sentence) for sentence in treebank})

        def model(self) -> Perfect:  # type: ignore[override]
            return self

        def parse(self, layout: multiplane.treebank.conll.layout.Layout, workers: int) -> Perfect:
            self.heads, self.labels = layout.heads, np.zeros(len(layout.heads), np.int32)
            return self

    monkeypatch.setattr(Transition, "new_trainer", lambda *arguments: Perfect(*arguments))
    monkeypatch.setattr(choice, "right_arcs_of", lambda gold, heads, labels, names: heads == gold.heads)
    found = sum(right_arcs(GERMAN, Transition(), fold, Event()) for fold in range(FOLDS))
    assert found.tolist() == np.diff(GERMAN.offsets).tolist()
    whole = {str(sentence) for sentence in GERMAN}
    held_out = [whole - part for part in seen]
    assert set.union(*held_out) == whole and sum(map(len, held_out)) == len(whole) == 21


def test_the_choice_is_the_same_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    treebank, found = generate.treebank(60, seed=1), []
    for cores in (1, 3):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        found.append(choose_model(treebank, seed=0))
    assert found[0] == found[1] and len(found[0].scores) == 3
    assert choose_model(treebank, seed=1).scores != found[0].scores


def test_a_resumed_training_keeps_its_choice(tmp_path: Path, fake: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def kill(now: Progress) -> None:
        if now.epoch == 2:
            raise Killed

    known = KnownScores(projective=6)
    monkeypatch.setattr(choice, "right_arcs", known)
    told: list[str] = []
    by_default = partial(
        train,
        "sample:german",
        "sample:german",
        output=tmp_path / "a.model",
        checkpoint=tmp_path / "checkpoint",
        checkpoint_every=0,
        announce=told.append,
    )
    with pytest.raises(Killed):
        by_default(progress=kill)
    known.tried.clear()
    assert by_default(resume=True).training["choice"]["trees"] == "projective"
    assert known.tried == []
    assert told[:2] == told[2:4] and told[0].startswith(f"Chosen: {PROJECTIVE}, LAS ")


def test_ctrl_c_during_the_trial_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(FakeTrainer):
        def step(self, order: NDArray[np.int64]) -> tuple[int, int]:
            os.kill(os.getpid(), signal.SIGINT)
            return 0, 1

    for kind in (Transition, ArcFactored):
        monkeypatch.setattr(kind, "new_trainer", lambda options, treebank: Interrupted(treebank))
    with pytest.raises(TrainingStopped) as stopped:
        train("sample:german", "sample:german", output=tmp_path / "a.model")
    assert stopped.value.parser is None and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "model"),
    [
        ({"beam": 2}, "transition"),
        ({"oracle": "dynamic"}, "transition"),
        ({"buffer_arcs": "any"}, "transition"),
        ({"features": FeatureModel(("S0.form",), ("D.upos",))}, "transition"),
        ({"features": ArcFeatureModel(("H.form",), ("D.upos",))}, "arc-factored"),
        ({"trees": "all"}, "arc-factored"),
        ({"units": 64}, "neural"),
        ({"trees": "all", "ensemble": 2}, "neural"),
    ],
)
def test_options_of_one_kind_decide(options: dict[str, Any], model: str) -> None:
    told: list[str] = []
    found = asked_for(None, False, options, told.append)
    assert found.kind == model and getattr(found, "system", None) == (FAST if model == "transition" else None)
    (line,) = told
    assert line.startswith(f"No trial: {' and '.join(options)} require")


def test_options_of_different_kinds_are_one_line() -> None:
    with pytest.raises(MultiplaneError, match="found beam and units; expected options that one kind of model has"):
        train(GERMAN, GERMAN, beam=2, units=64)
    with pytest.raises(MultiplaneError, match="found fast and arc-factored; expected one of them"):
        train(GERMAN, GERMAN, fast=True, model="arc-factored")


def test_a_fast_one_has_no_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, told = KnownScores(), list[str]()
    monkeypatch.setattr(choice, "right_arcs", known)
    for number, options in enumerate([{"fast": True}, {"system": FAST}, {"model": "transition"}]):
        train(GERMAN, GERMAN, epochs=1, output=tmp_path / str(number), announce=told.append, **options)
    assert known.tried == told == [] and len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize(
    ("budget", "torch", "model", "line"),
    [
        (3600, True, "neural", "No trial: training a neural model within 3600 s"),
        (10, True, "transition", "No trial: 10 s are too short for a neural model; training arc-eager"),
        (3600, False, "auto", "Ignoring the budget: it is for neural models, which need PyTorch"),
    ],
)
def test_a_budget_asks_for_a_neural_model(
    budget: float, torch: bool, model: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(asked, "find_spec", lambda name: object() if torch else None)
    found = by_budget(Auto(budget=budget), 100_000, told.append)
    assert found.kind == model and getattr(found, "budget", None) == (budget if model == "neural" else None)
    assert told[0].startswith(line)


@pytest.mark.parametrize("torch", [True, False])
def test_what_a_neural_model_would_need_is_told(torch: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda name: object() if torch else None)
    assert choice.about_neural(200_000).endswith("here" if torch else "needs pip install torch")
