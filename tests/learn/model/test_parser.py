"""``Parser``: files of every kind, treebanks in every form, and what a parser says of itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.learn.fake import FakeModel

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser
from multiplane.learn.kinds import KINDS
from multiplane.learn.model.file import save_model
from multiplane.learn.model.recording import record_transitions
from multiplane.learn.training.checkpoint import Checkpoint

FIGURES = {"development": {"las": 87.654, "sentences": 12}, "held_out": True}


pytestmark = pytest.mark.filterwarnings("ignore::multiplane.learn.EmptyColumnsWarning")


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "fake", "tests.learn.fake:Fake")


@pytest.fixture(scope="module")
def trained() -> Parser:
    return multiplane.train("sample:german", "sample:dutch", model="arc-factored", epochs=2)


def test_files_keep_model_and_figures(tmp_path: Path) -> None:
    Parser(FakeModel(7, 99), FIGURES).save(tmp_path / "a")
    found = Parser.load(tmp_path / "a")
    assert (found.model.header(), found.training) == ({"right": 7}, FIGURES)
    found.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_parser_says_what_it_is(trained: Parser) -> None:
    assert repr(Parser(FakeModel(7, 99), FIGURES)) == (
        "<Parser fake, None: 1 labels, LAS 87.65 on 12 sentences held out>"
    )
    assert repr(Parser(FakeModel(7, 99), {"development": 3})) == "<Parser fake, None: 1 labels>"
    las = trained.training["development"]["las"]
    assert repr(trained) == f"<Parser arc-factored, projective: 25 labels, LAS {las:.2f} on 18 sentences>"


def test_other_files_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "a"
    save_model(place, "oracle", {}, {})
    with pytest.raises(MultiplaneError, match=r"a: found a model of kind 'oracle'; expected one of transition, arc-f"):
        Parser.load(place)
    Checkpoint({}, {}, {}, {}, None).save(place)
    with pytest.raises(MultiplaneError, match="a: found the checkpoint of a training that is not complete"):
        Parser.load(place)
    save_model(place, "fake", {"training": 3, "right": 1}, {"order": np.zeros(1, np.int64)})
    with pytest.raises(MultiplaneError, match="a: found 3 as 'training' in its header; expected an object"):
        Parser.load(place)


def test_treebanks_come_in_every_form(trained: Parser, tmp_path: Path) -> None:
    treebank = multiplane.read("sample:dutch")
    expected = trained.parse(treebank)
    multiplane.write(treebank, tmp_path / "dutch.conllu")
    for source in (Path("sample:dutch"), tmp_path / "dutch.conllu", list(treebank), iter(treebank)):
        assert trained.parse(source) == expected
    assert trained.parse(treebank, workers=1) == trained.parse(treebank, workers=3) == expected
    assert len(trained.parse([])) == 0 and len(trained.parse(treebank[:0])) == 0


def test_scores_and_margins_are_there(trained: Parser) -> None:
    predicted = trained.predict(multiplane.read("sample:dutch"))
    parsed = trained.parse(multiplane.read("sample:dutch"))
    assert (predicted.heads == parsed.heads).all()
    names = [trained.model.labels[label] for label in predicted.labels]
    assert names == [word.deprel for sentence in parsed for word in sentence]
    assert np.isfinite(predicted.scores).all() and len(predicted.margins) == parsed.word_count


def test_what_a_model_cannot_change_is_refused(trained: Parser) -> None:
    assert trained.with_decoder("spanning-tree").model.header()["decoder"] == "all"
    with pytest.raises(
        MultiplaneError, match="found a beam for model arc-factored; expected one for a transition model"
    ):
        trained.with_beam(3)
    with pytest.raises(MultiplaneError, match="found a decoder for model fake"):
        Parser(FakeModel(1, 1)).with_decoder("projective")
    with pytest.raises(MultiplaneError, match="found model arc-factored; expected a transition model"):
        trained.parse(multiplane.read("sample:dutch"), transitions=True)
    for call in (Parser(FakeModel(1, 1)).arc_scores, Parser(FakeModel(1, 1)).label_scores):
        with pytest.raises(MultiplaneError, match="found model fake; expected an arc-factored model"):
            call(multiplane.read("sample:dutch"))


def test_transitions_are_recorded_without_another_change() -> None:
    rows = ["1-2\tab\t_\t_\t_\t_\t_\t_\t_\tx=1", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_", "2\tb\t_\t_\t_\t_\t1\tdep\t_\t{}"]
    text = "\ufeff# c\r\n" + "\r\n".join(rows) + "\r\n\r\n" + "\r\n".join(rows)
    before = multiplane.Treebank.from_text(text.format("A=b|Transition=old|C=d", "Transition=old"), "conllu")
    after = record_transitions(before, np.array([-1, 1, 0, -1], np.int32), ["left", "right"])
    expected = text.format("A=b|C=d|Transition=right", "_").replace("root\t_\t_", "root\t_\t{}")
    assert bytes(after).decode() == expected.format("_", "Transition=left")
    again = record_transitions(after, np.full(4, -1, np.int32), [])
    assert bytes(again).decode() == text.format("A=b|C=d", "_")
    part = record_transitions(before[1:], np.array([0, 0], np.int32), ["left"])
    assert part[0].line == before[1].line and [word.misc for word in part[0]] == ["Transition=left"] * 2
