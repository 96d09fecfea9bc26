"""Easy-first: kept scores are those found anew, trees are those of plain search, and its own system is recognised."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn import Parser, TransitionTrainer
from multiplane.learn.transition import model as transition_model
from multiplane.learn.transition.easy_first import (
    LEFT,
    RIGHT,
    GapScores,
    best_gap,
    close_gap,
    is_easy_first,
    new_gap_scores,
    second_best,
    steps_of,
)
from multiplane.learn.transition.linear import trainer as linear_trainer
from multiplane.learn.transition.linear.easy_first_training import best_wrong_gap, cheapest_gap
from multiplane.structure import is_projective
from multiplane.transition import LEFT_ARC, REDUCE, SHIFT, System, for_each_position, get

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


def test_sentences_are_parsed_as_each_is_alone(parser: Parser) -> None:
    some = SAMPLE[:20]
    alone = [parser.predict(some[number : number + 1]) for number in range(len(some))]
    together = parser.predict(some, workers=1)
    for name in ("heads", "labels", "scores", "margins"):
        assert getattr(together, name).tolist() == [value for one in alone for value in getattr(one, name).tolist()]


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


def test_learning_from_kept_scores_is_learning_from_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all gaps scored anew after every join, in the first pass and when the parser's own choices are followed."""
    states = []
    for sight in (linear_trainer.reach, lambda templates: 1000):
        monkeypatch.setattr(linear_trainer, "reach", sight)
        trainer = TransitionTrainer(SAMPLE[:25], system="easy-first")
        counts = [trainer.step(np.arange(25)) for _ in range(3)]
        states.append((counts, {name: array.tobytes() for name, array in trainer.state().items()}))
    assert states[0] == states[1]


def tied_gaps(rng: np.random.Generator, left: int) -> GapScores:
    gaps = new_gap_scores(8)
    gaps.scores[:left] = rng.integers(0, 3, (left, 2))
    return gaps


def test_the_easiest_join_is_the_first_of_the_best() -> None:
    """Gaps from left to right, in each the join to the left first; of wrong joins and of the cheapest, too."""
    rng = np.random.default_rng(1)
    for left in [2, 3, 5, 7] * 25:
        gaps, lost = tied_gaps(rng, left), rng.integers(0, 3, (9, 2)).astype(np.int32)
        joins = [(gap, side) for gap in range(1, left) for side in (LEFT, RIGHT)]
        score = {join: float(gaps.scores[join]) for join in joins}
        best = max(joins, key=score.__getitem__)
        assert best_gap(gaps, left) == best
        assert second_best(gaps, left, *best) == max(score[join] for join in joins if join != best)
        least = min(lost[join] for join in joins)
        assert cheapest_gap(gaps, lost, left) == max((j for j in joins if lost[j] == least), key=score.__getitem__)
        wrong = max((j for j in joins if lost[j] > least), key=score.__getitem__, default=(0, LEFT))
        assert best_wrong_gap(gaps, lost, left, int(least)) == wrong


@pytest.mark.parametrize("sight", [1, 2, 9])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
@pytest.mark.parametrize("gap", range(1, 7))
def test_what_is_kept_of_gaps_moves_with_them(gap: int, side: int, sight: int) -> None:
    """Of the gaps between seven words, those from which the join is seen become stale, and at most the next."""
    gaps = new_gap_scores(8)
    gaps.scores[:] = np.arange(gaps.scores.size).reshape(gaps.scores.shape)
    gaps.stale[:] = np.random.default_rng(gap).integers(0, 2, len(gaps.stale))
    before, stale = gaps.scores.tolist(), gaps.stale.tolist()
    close_gap(gaps, 7, gap, side, sight)
    for new in range(1, 6):
        old = new if new < gap else new + 1
        if gap - sight <= new < gap + sight or stale[old]:
            assert gaps.stale[new]
        if not gaps.stale[new]:
            assert gaps.scores[new].tolist() == before[old]
        if not gap - sight - 1 <= new <= gap + sight:
            assert gaps.stale[new] == stale[old]


def test_the_easiest_join_comes_first(parser: Parser) -> None:
    """Of several joins the first in a sentence has the margin of the best over all others."""
    found = parser.predict(SAMPLE)
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
    odd = System("odd", shift=SHIFT, attach=for_each_position(lambda i: SHIFT * i >> LEFT_ARC >> REDUCE))
    with pytest.raises(MultiplaneError, match="system odd: it has other transitions for every sentence"):
        is_easy_first(odd)
    assert is_easy_first(get("easy-first").variant("mine"))
    assert steps_of(get("arc-eager")) == get("arc-eager")


def test_a_beam_is_refused() -> None:
    with pytest.raises(MultiplaneError, match="found a beam of 4 for easy-first; expected 1"):
        TransitionTrainer(SAMPLE, system="easy-first", beam=4)
