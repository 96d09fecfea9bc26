"""Easy-first: kept scores are those found anew, trees are those of plain search, and its own system is recognised."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser, TransitionTrainer
from multiplane.learn.transition import model as transition_model
from multiplane.learn.transition.easy_first import is_easy_first, steps_of
from multiplane.structure import is_projective
from multiplane.transition import LEFT_ARC, REDUCE, SHIFT, TransitionSystem, for_each_position, get

SAMPLE = multiplane.read("sample:")


def trained(passes: int, sentences: int = len(SAMPLE)) -> Parser:
    trainer = TransitionTrainer(SAMPLE, system="easy-first")
    for _ in range(passes):
        trainer.step(np.arange(sentences))
    return Parser(trainer.model())


@pytest.fixture(scope="module")
def parser() -> Parser:
    return trained(10)


def test_the_sample_is_learnt(parser: Parser) -> None:
    trees = multiplane.structure.classify_all(SAMPLE.heads, SAMPLE.offsets)
    projective = np.repeat(trees.projective, np.diff(SAMPLE.offsets))
    right = parser.predict(SAMPLE).heads == SAMPLE.heads
    assert right[projective].mean() > 0.97
    assert set(parser.predict(SAMPLE).transitions.tolist()) == {-1, 0, 1}


def test_trees_are_projective_with_one_root() -> None:
    for sentence in trained(1, 3).parse(multiplane.read("sample:")):
        heads = sentence.tree.heads
        assert is_projective(heads) and int((heads == 0).sum()) == 1


def test_kept_scores_are_as_good_as_new_ones(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = parser.predict(SAMPLE)
    monkeypatch.setattr(transition_model, "reach", lambda templates: 1000)
    anew = parser.predict(SAMPLE)
    assert kept.heads.tolist() == anew.heads.tolist()
    assert kept.scores.tolist() == anew.scores.tolist() and kept.margins.tolist() == anew.margins.tolist()


def test_too_short_a_sight_would_be_seen(parser: Parser, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = parser.predict(SAMPLE)
    monkeypatch.setattr(transition_model, "reach", lambda templates: 0)
    assert kept.scores.tolist() != parser.predict(SAMPLE).scores.tolist()


def test_the_easiest_join_comes_first(parser: Parser) -> None:
    found = parser.predict(SAMPLE[:1])
    assert found.margins[found.transitions >= 0].min() >= 0


def test_a_model_file_comes_back(parser: Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "a.model")
    again = Parser.load(tmp_path / "a.model")
    assert again.parse(SAMPLE) == parser.parse(SAMPLE)
    assert again.model.system.name == "easy-first" and again.model.transition_names[:2] == ("left", "right")


def test_same_bytes_whatever_the_workers(parser: Parser) -> None:
    assert bytes(parser.parse(SAMPLE, workers=1)) == bytes(parser.parse(SAMPLE, workers=3))


def test_one_word_and_two() -> None:
    short = multiplane.Treebank.from_text(
        "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n1\ta\ta\tX\t_\t_\t2\tdep\t_\t_\n2\tb\tb\tY\t_\t_\t0\troot\t_\t_\n\n",
        "conllu",
    )
    trainer = TransitionTrainer(short, system="easy-first")
    for _ in range(5):
        trainer.step(np.arange(2))
    assert Parser(trainer.model()).predict(short).heads.tolist() == [0, 2, 0]


def test_other_families_are_refused() -> None:
    odd = TransitionSystem("odd", shift=SHIFT, attach=for_each_position(lambda i: SHIFT * i >> LEFT_ARC >> REDUCE))
    with pytest.raises(MultiplaneError, match="system odd: it has other transitions for every sentence"):
        is_easy_first(odd)
    assert is_easy_first(get("easy-first").variant("mine"))
    assert steps_of(get("arc-eager")) == get("arc-eager")


def test_a_beam_is_refused() -> None:
    with pytest.raises(MultiplaneError, match="found a beam of 4 for easy-first; expected 1"):
        TransitionTrainer(SAMPLE, system="easy-first", beam=4)
