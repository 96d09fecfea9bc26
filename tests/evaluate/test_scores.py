"""Scores by hand, by the judge, and by what must hold of all scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from math import isnan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.by_hand import BY_HAND, both
from tests.evaluate.judge import (
    LABELS,
    Arc,
    Sentences,
    Word,
    crosses,
    is_content,
    judged_arcs,
    judged_group,
    sentences,
    treebank_of,
    unlabelled,
)

import multiplane
from multiplane.errors import FormatError
from multiplane.evaluate import Group, evaluate
from multiplane.structure import non_projective_arcs
from multiplane.treebank import Treebank


def test_by_hand_in_the_convention_of_2018() -> None:
    scores = both(BY_HAND)
    assert (scores.convention.name, scores.sentences, scores.words) == ("conll-2018", 1, 5)
    assert (scores.uas, scores.las, scores.label_accuracy) == (60, 40, 80)
    assert scores.clas == pytest.approx(100 * 2 * 2 / (4 + 4))
    assert scores.without_punctuation.uas == 75
    assert scores.without_punctuation.las == 50
    assert astuple(scores.non_projective) == (1, 0, 0, 0, 0, 0)
    assert astuple(scores.projective) == (4, 5, 3, 2, 3, 2)
    assert (scores.projective.precision, scores.projective.recall) == (40, 50)
    assert isnan(scores.non_projective.precision)
    assert scores.non_projective.recall == 0


def test_by_hand_in_the_convention_of_conll_x() -> None:
    scores = both(BY_HAND, convention="conll-x")
    assert (scores.uas, scores.las, scores.label_accuracy) == (75, 25, 50)
    assert scores.clas == pytest.approx(100 * 2 * 1 / (4 + 4))
    assert scores.with_punctuation.las == 20
    assert list(scores.by_label) == ["acl:relcl", "root", "nsubj:pass", "xcomp", "nsubj", "obj"]
    counted = both(BY_HAND, convention="conll-x", punctuation=True, subtypes=False)
    assert (counted.uas, counted.las, counted.label_accuracy) == (60, 40, 80)


def test_by_hand_by_direction_length_and_transition() -> None:
    scores = both(BY_HAND)
    assert scores.by_direction == {
        "left": Group(1, 1, 1, 1, 1, 1),
        "right": Group(3, 3, 1, 0, 1, 0),
        "root": Group(1, 1, 1, 1, 1, 1),
    }
    assert {name: (group.gold, group.predicted) for name, group in scores.by_length.items()} == {
        "root": (1, 1),
        "1": (2, 3),
        "2": (0, 1),
        "3-6": (2, 0),
        "7+": (0, 0),
    }
    assert scores.by_transition == {"right": Group(0, 3, 0, 0, 1, 0), "left": Group(0, 1, 0, 0, 1, 1)}
    assert scores.by_transition["left"].precision == 100
    assert isnan(scores.by_transition["left"].recall)


@given(sentences(), st.sampled_from(["conll-x", "conll-2018"]), st.none() | st.booleans(), st.none() | st.booleans())
def test_all_scores_against_the_judge(
    sentences: Sentences, convention: str, punctuation: bool | None, subtypes: bool | None
) -> None:
    scores = both(sentences, convention=convention, punctuation=punctuation, subtypes=subtypes)
    counts = convention == "conll-2018" if punctuation is None else punctuation
    whole = convention == "conll-x" if subtypes is None else subtypes
    for side, found in ((True, scores.with_punctuation), (False, scores.without_punctuation)):
        gold = judged_arcs(sentences, "gold", side, whole)
        predicted = judged_arcs(sentences, "predicted", side, whole)
        content = {arc for arc in gold if is_content(arc)}, {arc for arc in predicted if is_content(arc)}
        labels = {(s, d, label) for s, d, _, label in gold} & {(s, d, label) for s, d, _, label in predicted}
        assert astuple(found) == (
            len(gold),
            len(unlabelled(gold) & unlabelled(predicted)),
            len(labels),
            len(gold & predicted),
            len(content[0]),
            len(content[1]),
            len(content[0] & content[1]),
        )
    assert scores.counted is (scores.with_punctuation if counts else scores.without_punctuation)
    gold, predicted = (judged_arcs(sentences, side, counts, whole) for side in ("gold", "predicted"))
    crossing = crosses(sentences, "gold"), crosses(sentences, "predicted")
    assert astuple(scores.non_projective) == judged_group(gold, predicted, *crossing)
    assert astuple(scores.projective) == judged_group(
        gold, predicted, lambda arc: not crossing[0](arc), lambda arc: not crossing[1](arc)
    )

    def check(groups: dict[str, Group], kinds: dict[str, Callable[[Arc], bool]]) -> None:
        for name, kind in kinds.items():
            assert astuple(groups[name]) == judged_group(gold, predicted, kind, kind), name
        assert sum(group.gold for group in groups.values()) == len(gold)
        assert sum(group.predicted for group in groups.values()) == len(predicted)

    def of_length(first: int, last: int) -> Callable[[Arc], bool]:
        return lambda arc: arc[2] != 0 and first <= abs(arc[1] - arc[2]) <= last

    def built_by(name: str) -> Callable[[Arc], bool]:
        return lambda arc: sentences[arc[0]][arc[1] - 1].transition == name

    def labelled(name: str) -> Callable[[Arc], bool]:
        return lambda arc: arc[3] == name

    check(scores.by_label, {name: labelled(name) for name in scores.by_label})
    check(scores.by_direction, {"left": lambda arc: arc[2] > arc[1], "right": lambda arc: 0 < arc[2] < arc[1]})
    check(scores.by_length, {"1": of_length(1, 1), "2": of_length(2, 2), "3-6": of_length(3, 6), "7+": of_length(7, 9)})
    check(scores.by_sentence_length, {"1-10": lambda arc: True, "11-20": lambda arc: False})
    for name in ("left", "right", "left-buffer-arc"):
        _, total, *_, heads, right = judged_group(gold, predicted, built_by(name), built_by(name))
        group = scores.by_transition.get(name, Group(0, 0, 0, 0, 0, 0))
        assert astuple(group) == (0, total, 0, 0, heads, right)
    assert "" not in scores.by_transition


@given(sentences())
def test_gold_against_itself_is_a_hundred(sentences: Sentences) -> None:
    gold = treebank_of(sentences, "gold")
    scores = evaluate(gold, gold)
    assert (scores.uas, scores.las, scores.label_accuracy) == (100, 100, 100)
    assert isnan(scores.clas) or scores.clas == 100
    for group in (scores.non_projective, *scores.by_label.values(), *scores.by_length.values()):
        assert group.gold == group.predicted == group.found == group.right
    assert scores.non_projective.gold == sum(len(non_projective_arcs(sentence.heads)) for sentence in gold)


@given(sentences())
def test_gold_and_prediction_exchanged(sentences: Sentences) -> None:
    one, other = treebank_of(sentences, "gold"), treebank_of(sentences, "predicted")
    there, back = evaluate(one, other), evaluate(other, one)
    assert (there.uas, there.las, there.label_accuracy) == (back.uas, back.las, back.label_accuracy)
    assert isnan(there.clas) or there.clas == back.clas

    def turned(group: Group) -> Group:
        return Group(group.predicted, group.gold, group.right_heads, group.right, group.found_heads, group.found)

    assert there.non_projective == turned(back.non_projective)
    assert there.projective == turned(back.projective)
    for breakdown in ("by_label", "by_length", "by_direction", "by_sentence_length"):
        assert getattr(there, breakdown) == {name: turned(group) for name, group in getattr(back, breakdown).items()}


def test_nothing_but_punctuation_is_nothing_to_score() -> None:
    scores = both([[Word("...", (0, "root"), (0, "root"))]], punctuation=False)
    assert all(map(isnan, (scores.uas, scores.las, scores.label_accuracy, scores.clas)))
    assert scores.by_label == {}


def test_words_without_heads_are_an_error() -> None:
    gold = treebank_of(BY_HAND, "gold", source="gold.conllu")
    data = bytes(gold).replace(b"\t0\troot", b"\t_\t_")
    bare = Treebank.from_text(data, "conllu", source="bare", heads_required=False)
    with pytest.raises(FormatError, match="bare:1: found no HEAD of word 2; expected a tree"):
        evaluate(gold, bare)


@pytest.mark.slow
def test_a_treebank_of_real_size(treebanks: Path) -> None:
    gold = multiplane.read(treebanks / "czech-cac" / "train.conllu")
    pick = np.repeat(np.arange(len(gold)) % 4 == 0, np.diff(gold.offsets))
    chain = np.arange(gold.word_count) - np.repeat(gold.offsets[:-1], np.diff(gold.offsets))
    predicted = gold.with_trees(np.where(pick, chain, gold.heads))
    scores = evaluate(gold, predicted)
    assert scores.words == gold.word_count
    assert scores.uas == 100 * np.mean(~pick | (chain == gold.heads))
    assert scores.label_accuracy == 100
    assert (scores.las, scores.non_projective.precision) == (scores.uas, 100)
    crossing = [len(non_projective_arcs(sentence.heads)) for sentence in gold]
    assert scores.non_projective.gold == sum(crossing)
    assert scores.non_projective.predicted == sum(crossing) - sum(crossing[::4])
    assert set(LABELS) - {"nsubj:pass", "obl:arg"} <= set(scores.by_label)


def test_the_judge_itself() -> None:
    gold: set[Arc] = {(0, 1, 2, "a"), (0, 2, 0, "b")}
    predicted: set[Arc] = {(0, 1, 2, "c"), (0, 2, 1, "b")}
    assert judged_group(gold, predicted, lambda arc: True, lambda arc: True) == (2, 2, 1, 0, 1, 0)
    assert judged_group(gold, gold, lambda arc: arc[1] == 1, lambda arc: False) == (1, 0, 1, 1, 0, 0)
