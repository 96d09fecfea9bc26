"""Scores on a development set equal those of the evaluation; the tenth held out is a true part."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.evaluate import evaluate
from multiplane.generate import random_tree
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.training import development
from multiplane.learn.training.development import DevelopmentScores, development_scores, hold_out, scored
from multiplane.treebank.conll.convert import convert


def made_up(treebank: multiplane.Treebank, labels: tuple[str, ...], seed: int) -> Predicted:
    """Trees of which about half the arcs are right."""
    chance = np.random.default_rng(seed)
    gold = treebank.encode(["deprel"], {"deprel": ("", *labels)}).ids["deprel"] - 1
    known = np.where(gold < 0, 0, gold).astype(np.int32)
    heads: list[NDArray[np.int32]] = []
    for number, sentence in enumerate(treebank):
        found = np.array(random_tree(len(sentence), "projective", Random(number)), np.int32)
        heads.append(found if number % 2 else sentence.heads)
    guessed = np.where(chance.random(len(gold)) < 0.5, known, 0).astype(np.int32)
    nothing = np.zeros(len(gold), np.float32)
    return Predicted(np.concatenate(heads), guessed, nothing, nothing, np.full(len(gold), -1, np.int32))


@pytest.mark.parametrize("part", ["sample:german", "sample:czech", "sample:"])
def test_scores_are_those_of_the_evaluation(part: str) -> None:
    gold = multiplane.read(part)
    labels = multiplane.read("sample:english").encode(["deprel"]).vocabularies["deprel"][1:]
    predicted = made_up(gold, labels, 1)
    parsed = gold.with_trees(predicted.heads, predicted.labels, labels)
    scores = development_scores(gold, predicted, labels)
    assert scores.las == pytest.approx(evaluate(gold, parsed, subtypes=False).las, abs=1e-3)
    assert scores.las_subtypes == pytest.approx(evaluate(gold, parsed, subtypes=True).las, abs=1e-3)
    assert scores.uas == pytest.approx(evaluate(gold, parsed).uas, abs=1e-3)
    assert scores.las_subtypes <= scores.las < scores.uas < 100
    assert scores.las_subtypes < scores.las or part == "sample:german"


@pytest.mark.parametrize(("gain", "chosen"), [(-1.0, "all"), (0.0, "all"), (0.09, "all"), (0.11, "projective")])
def test_a_tie_goes_to_the_wider_class(gain: float, chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def scores_of(gold: object, model: DevelopmentScores) -> DevelopmentScores:
        return DevelopmentScores(80 + gain * (model == "projective"), 70, 85, 9)  # type: ignore[comparison-overlap]

    class Searching:
        with_decoder = staticmethod(lambda name: name)

    monkeypatch.setattr(development, "scores_of_model", scores_of)
    found, scores = scored(multiplane.read("sample:german"), Searching(), ("all", "projective"))
    assert found == chosen and scores.las == 80 + gain * (chosen == "projective")  # type: ignore[comparison-overlap]


def test_main_relations_decide_then_whole_labels_then_heads() -> None:
    best = DevelopmentScores(las=80, las_subtypes=70, uas=85, words=9)
    assert DevelopmentScores(las=79, las_subtypes=75, uas=99, words=9) < best
    assert DevelopmentScores(las=80, las_subtypes=71, uas=84, words=9) > best
    assert DevelopmentScores(las=80, las_subtypes=70, uas=86, words=9) > best


def test_the_tenth_held_out_and_the_rest_are_the_treebank() -> None:
    treebank = multiplane.read("sample:")
    rest, tenth = hold_out(treebank, seed=5)
    assert len(tenth) == len(treebank) // 10
    assert sorted(str(s) for s in [*rest, *tenth]) == sorted(str(s) for s in treebank)
    order = {str(sentence): number for number, sentence in enumerate(treebank)}
    for part in (rest, tenth):
        numbers = [order[str(sentence)] for sentence in part]
        assert numbers == sorted(numbers)
    assert hold_out(treebank, seed=5)[1] == tenth
    assert hold_out(treebank, seed=6)[1] != tenth


def test_one_sentence_cannot_be_divided() -> None:
    with pytest.raises(MultiplaneError, match="found 1 sentence and no development set; expected at least two"):
        hold_out(multiplane.read("sample:dutch-1"), seed=0)


def test_conllx_is_scored_as_the_evaluation_scores_it() -> None:
    gold, _ = convert(multiplane.read("sample:german"), "conllx")
    labels = gold.encode(["deprel"]).vocabularies["deprel"][1:]
    predicted = made_up(gold, labels, 1)
    parsed = gold.with_trees(predicted.heads, predicted.labels, labels)
    scores, expected = development_scores(gold, predicted, labels), evaluate(gold, parsed)
    assert not expected.convention.punctuation
    assert (scores.las, scores.uas) == pytest.approx((expected.las, expected.uas), abs=1e-3)
    assert scores.words == expected.counted.words < gold.word_count


def test_where_all_is_punctuation_all_counts() -> None:
    gold = multiplane.Treebank.from_text("1\t.\t_\t_\t_\t_\t0\tpunct\t_\t_\n\n", "conllx")
    nothing, none = np.zeros(1, np.float32), np.zeros(1, np.int32)
    scores = development_scores(gold, Predicted(gold.heads, none, nothing, nothing, none - 1), ("punct",))
    assert (scores.las, scores.words) == (100.0, 1)
