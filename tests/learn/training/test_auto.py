"""``--system auto``: who the candidates are, who wins, and that a resumed training does not choose again."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.fake import FakeTrainer

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Progress, TrainingStopped, choose_model, train
from multiplane.learn.model import parser
from multiplane.learn.training import auto as choice
from multiplane.learn.training import train as training
from multiplane.learn.training.auto import CROSSING, DECODERS, DEFAULT, PROJECTIVE, right_arcs, some_sentences
from multiplane.learn.training.config import TrainingConfig

GERMAN = multiplane.read("sample:german")
AUTO = TrainingConfig(system="auto")
NAMES = (DEFAULT, *PROJECTIVE, *CROSSING, *(f"graph ({decoder})" for decoder in DECODERS))


class KnownScores:
    """Cross-validation in which every candidate has the right words that the test says, by sentence."""

    def __init__(self, **right: int | list[int]) -> None:
        self.right = right
        self.tried: list[str] = []

    def __call__(self, treebank: multiplane.Treebank, config: TrainingConfig) -> NDArray[np.int64]:
        name = f"graph ({config.decoder})" if config.model == "graph" else str(config.system)
        self.tried.append(name)
        return np.broadcast_to(np.array(self.right.get(name, 4), np.int64), len(treebank))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "new_trainer", lambda config, treebank: FakeTrainer(treebank))
    monkeypatch.setitem(parser.MODELS, "fake", ("tests.learn.fake", "FakeModel"))


@pytest.mark.parametrize("best", NAMES[1:])
def test_a_candidate_that_is_surely_better_wins(best: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownScores(**{best: 5})
    monkeypatch.setattr(choice, "right_arcs", known)
    found = choose_model(GERMAN, AUTO)
    assert found.name == best and tuple(known.tried) == NAMES
    assert found.reason.startswith(f"{best}: significantly better than arc-eager, p = 0.000")
    assert f"in cross-validation on 21 sentences (LAS {best} " in found.reason
    assert "33.3 % of the trees are projective" in found.reason
    assert found.options == choice.candidates_for(AUTO, crossing=True)[best]


def test_a_candidate_that_is_better_by_chance_does_not_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores(swap=[5] * 12 + [3] * 9))
    found = choose_model(GERMAN, AUTO)
    assert found.scores["swap"] > found.scores["arc-eager"] and found.p_values["swap"] > 0.05
    assert found.name == "arc-eager" and "no candidate is significantly better" in found.reason


def test_one_chance_in_twenty_is_not_enough_for_one_of_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores(swap=[5] * 16 + [3] * 5))
    found = choose_model(GERMAN, AUTO)
    assert 0.05 / 8 < found.p_values["swap"] < 0.05 and found.name == "arc-eager"


def test_a_candidate_that_is_surely_worse_does_not_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores(swap=3))
    assert choose_model(GERMAN, AUTO).name == "arc-eager"


def test_crossing_systems_are_not_tried_where_nothing_crosses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores())
    trees = multiplane.structure.classify_all(GERMAN.heads, GERMAN.offsets)
    projective = multiplane.Treebank.from_sentences(s for s, fits in zip(GERMAN, trees.projective, strict=True) if fits)
    found = choose_model(projective, AUTO)
    assert tuple(found.scores) == (DEFAULT, *PROJECTIVE, "graph (projective)")
    assert found.lost == 0 and found.projective == 1


@pytest.mark.parametrize("options", [{"beam": 2}, {"oracle": "static"}, {"buffer_arcs": "any"}])
def test_graph_models_are_not_tried_with_options_that_they_do_not_take(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "right_arcs", KnownScores())
    assert not any(
        name.startswith("graph") for name in choose_model(GERMAN, TrainingConfig(system="auto", **options)).scores
    )


def test_few_sentences_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "SENTENCES", 10)
    monkeypatch.setattr(choice, "right_arcs", KnownScores())
    assert choose_model(GERMAN, AUTO).sentences == 10
    few = some_sentences(GERMAN, 10, seed=0)
    assert few == some_sentences(GERMAN, 10, seed=0) != some_sentences(GERMAN, 10, seed=1)
    places = [sentence.line for sentence in few]
    assert places == sorted(set(places))


def test_every_sentence_is_parsed_by_a_parser_that_has_not_seen_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    class Perfect(FakeTrainer):
        labels = ("dep",)

        def __init__(self, config: TrainingConfig, treebank: multiplane.Treebank) -> None:
            super().__init__(treebank)
            seen.append({str(sentence) for sentence in treebank})

        def model(self) -> Perfect:  # type: ignore[override]
            return self

        def parse(self, layout: multiplane.treebank.conll.layout.Layout) -> Perfect:
            self.heads, self.labels = layout.heads, np.zeros(len(layout.heads), np.int32)
            return self

    monkeypatch.setattr(choice, "new_trainer", Perfect)
    monkeypatch.setattr(choice, "right_arcs_of", lambda gold, heads, labels, names: heads == gold.heads)
    assert right_arcs(GERMAN, AUTO).tolist() == np.diff(GERMAN.offsets).tolist()
    whole = {str(sentence) for sentence in GERMAN}
    held_out = [whole - part for part in seen]
    assert set.union(*held_out) == whole and sum(map(len, held_out)) == len(whole) == 21


def test_a_resumed_training_keeps_its_choice(tmp_path: Path, fake: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def kill(now: Progress) -> None:
        if now.epoch == 2:
            raise Killed

    known = KnownScores(swap=6)
    monkeypatch.setattr(choice, "right_arcs", known)
    told: list[str] = []
    auto = partial(
        train,
        "sample:german",
        "sample:german",
        system="auto",
        output=tmp_path / "a.model",
        checkpoint=tmp_path / "checkpoint",
        checkpoint_every=0,
        announce=told.append,
    )
    with pytest.raises(Killed):
        auto(progress=kill)
    known.tried.clear()
    auto(resume=True)
    assert known.tried == []
    assert told[0] == told[1] and told[0].startswith("swap: significantly better")


def test_ctrl_c_while_choosing_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(FakeTrainer):
        def step(self, order: NDArray[np.int64]) -> tuple[int, int]:
            os.kill(os.getpid(), signal.SIGINT)
            return 0, 1

    monkeypatch.setattr(choice, "new_trainer", lambda config, treebank: Interrupted(treebank))
    with pytest.raises(TrainingStopped) as stopped:
        train("sample:german", "sample:german", system="auto", output=tmp_path / "a.model")
    assert stopped.value.parser is None and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("prefer", "budget", "torch", "neural"),
    [
        (None, None, True, False),
        ("speed", 3600, True, False),
        ("accuracy", None, False, True),
        ("accuracy", 10, True, False),
        ("accuracy", 3600, False, True),
        (None, 3600, True, True),
        (None, 3600, False, False),
        (None, 10, True, False),
    ],
)
def test_who_prefers_accuracy_or_has_the_time_gets_a_neural_model(
    prefer: str | None, budget: float | None, torch: bool, neural: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda name: object() if torch else None)
    assert choice.is_neural_preferred(100_000, prefer, budget) is neural


def test_a_preference_goes_with_auto_and_is_one_of_two() -> None:
    with pytest.raises(MultiplaneError, match="found 'speed' to prefer; expected it with the system 'auto' only"):
        train("sample:german", "sample:german", prefer="speed")
    with pytest.raises(MultiplaneError, match="found 'beauty' to prefer; expected speed or accuracy"):
        train("sample:german", "sample:german", system="auto", prefer="beauty")


def test_speed_leaves_out_graph_models(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownScores()
    monkeypatch.setattr(choice, "right_arcs", known)
    choose_model(GERMAN, AUTO, "speed")
    assert known.tried and not any(name.startswith("graph") for name in known.tried)


def test_where_time_is_short_arc_eager_is_trained_without_a_comparison() -> None:
    lines: list[str] = []
    parser = train("sample:german", "sample:german", system="auto", budget=0.01, announce=lines.append)
    assert "choice" not in parser.training and any(line.startswith("arc-eager: in 0.01 seconds") for line in lines)
