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
from tests.evaluate.judge import (
    FUNCTION_WORDS,
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
from multiplane.errors import FormatError, MultiplaneError
from multiplane.evaluate import Group, Scores, evaluate, is_punctuation, precision_by_transition
from multiplane.evaluate.conventions import CONTENT_RELATIONS, UNIVERSAL_RELATIONS
from multiplane.structure import non_projective_arcs
from multiplane.treebank import Treebank

# The gold arc 1 -> 4 is non-projective. Predicted: two wrong heads, a wrong label, a subtype too few.
BY_HAND: Sentences = [
    [
        Word("she", (2, "nsubj:pass"), (2, "nsubj"), "left"),
        Word("was", (0, "root"), (0, "root"), ""),
        Word("seen", (2, "xcomp"), (2, "obj"), "right"),
        Word("who", (1, "acl:relcl"), (3, "acl:relcl"), "right"),
        Word("?", (2, "punct"), (3, "punct"), "right"),
    ]
]


def both(sentences: Sentences, **options: object) -> Scores:
    gold, predicted = treebank_of(sentences, "gold"), treebank_of(sentences, "predicted", misc=True)
    return evaluate(gold, predicted, **options)  # type: ignore[arg-type]


def test_by_hand_in_the_convention_of_2018() -> None:
    scores = both(BY_HAND)
    assert (scores.convention.name, scores.sentences, scores.words) == ("conll-2018", 1, 5)
    assert (scores.uas, scores.las, scores.label_accuracy) == (60, 40, 80)
    assert scores.clas == pytest.approx(100 * 2 * 2 / (4 + 4))
    assert scores.without_punctuation.uas == 75
    assert scores.without_punctuation.las == 50
    assert astuple(scores.non_projective) == (1, 0, 0, 0, 0, 0)
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


def test_an_arc_may_be_non_projective_in_one_tree_only() -> None:
    words = [
        Word("a", (3, "obj"), (3, "obj")),
        Word("b", (4, "obj"), (4, "obj")),
        Word("c", (0, "root"), (4, "obj")),
        Word("d", (3, "obj"), (0, "root")),
    ]
    scores = both([words])
    assert crosses([words], "gold")((0, 2, 4, "obj")) and not crosses([words], "gold")((0, 1, 3, "obj"))
    assert crosses([words], "predicted")((0, 1, 3, "obj")) and not crosses([words], "predicted")((0, 2, 4, "obj"))
    assert astuple(scores.non_projective) == (1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    "lengths, name", [((1, 10), "1-10"), ((11, 20), "11-20"), ((41, 50), "41-50"), ((51, 80), "51+")]
)
def test_sentence_length_buckets(lengths: tuple[int, int], name: str) -> None:
    chains = [[Word("w", (d, "dep"), (d, "dep")) for d in range(length)] for length in lengths]
    groups = both(chains).by_sentence_length
    assert {key for key, group in groups.items() if group.gold} == {name}
    assert groups[name].gold == sum(lengths)


@pytest.mark.parametrize("length, name", [(1, "1"), (2, "2"), (3, "3-6"), (6, "3-6"), (7, "7+"), (30, "7+")])
def test_arc_length_buckets(length: int, name: str) -> None:
    words = [Word("w", (0, "root"), (0, "root")) for _ in range(length + 1)]
    words[0] = Word("w", (length + 1, "dep"), (0, "root"))
    groups = both([words]).by_length
    assert {key: group.gold for key, group in groups.items() if group.gold} == {"root": length, name: 1}


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
    assert astuple(scores.non_projective) == judged_group(
        gold, predicted, crosses(sentences, "gold"), crosses(sentences, "predicted")
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
    for breakdown in ("by_label", "by_length", "by_direction", "by_sentence_length"):
        assert getattr(there, breakdown) == {name: turned(group) for name, group in getattr(back, breakdown).items()}


def test_the_default_convention_is_by_the_format_of_the_gold_treebank() -> None:
    for format, name in (("conllu", "conll-2018"), ("conllx", "conll-x")):
        gold = treebank_of(BY_HAND, "gold", format)
        for other in ("conllu", "conllx"):
            assert evaluate(gold, treebank_of(BY_HAND, "predicted", other)).convention.name == name
    with pytest.raises(MultiplaneError, match="found convention 'conll-2009'; expected one of conll-x, conll-2018"):
        evaluate(gold, gold, "conll-2009")


def test_clas_is_for_the_relations_of_universal_dependencies() -> None:
    words = [[Word("a", (0, "ROOT"), (0, "ROOT")), Word("b", (1, "obj"), (1, "obj"))]]
    gold = treebank_of(words, "gold", "conllx")
    assert isnan(evaluate(gold, gold).clas)
    assert evaluate(gold, gold, "conll-2018").clas == 100
    universal = treebank_of(BY_HAND, "gold", "conllx")
    assert evaluate(universal, universal).clas == 100


def test_the_relations_of_universal_dependencies() -> None:
    assert len(UNIVERSAL_RELATIONS) == 37 and len(CONTENT_RELATIONS) == 29
    assert UNIVERSAL_RELATIONS - CONTENT_RELATIONS == FUNCTION_WORDS


def test_punctuation_is_what_unicode_says() -> None:
    assert all(map(is_punctuation, [".", "--", "»", "„", "¿", "。", "…", "_", "'s"[:1]]))
    assert not any(map(is_punctuation, ["$", "+", "a.", "=", "`", "😀", "1", "'s"]))


def test_nothing_but_punctuation_is_nothing_to_score() -> None:
    scores = both([[Word("...", (0, "root"), (0, "root"))]], punctuation=False)
    assert all(map(isnan, (scores.uas, scores.las, scores.label_accuracy, scores.clas)))
    assert scores.by_label == {}


def test_transitions_as_names_and_as_numbers() -> None:
    gold, predicted = treebank_of(BY_HAND, "gold"), treebank_of(BY_HAND, "predicted")
    names = [word.transition for word in BY_HAND[0]]
    by_name = precision_by_transition(gold, predicted, names)
    numbers = np.array([1, 0, 2, 2, 2], np.int32)
    assert by_name == precision_by_transition(gold, predicted, numbers, ("", "left", "right"))
    assert by_name == evaluate(gold, predicted, transitions=names).by_transition == both(BY_HAND).by_transition
    assert evaluate(gold, predicted).by_transition == {}
    without = precision_by_transition(gold, predicted, names, punctuation=False)
    assert without["right"].predicted == 2
    with pytest.raises(MultiplaneError, match="found 2 transitions for 5 words; expected as many"):
        precision_by_transition(gold, predicted, ["left", "right"])
    with pytest.raises(MultiplaneError, match="found transitions 0 to 2; expected 0 to 1"):
        precision_by_transition(gold, predicted, numbers, ("", "left"))


def test_misc_may_hold_more_than_the_transition() -> None:
    row = "1\tGo\t_\t_\t_\t_\t0\troot\t_\t{}\n\n"
    fields = ["SpaceAfter=No|Transition=left", "Transition=right|X=1", "NoTransition=left", "X=Transition=left"]
    predicted = Treebank.from_text("".join(row.format(field) for field in fields), "conllu")
    assert {name: group.predicted for name, group in evaluate(predicted, predicted).by_transition.items()} == {
        "left": 1,
        "right": 1,
    }
    conllx = Treebank.from_text(row.format("Transition=left"), "conllx")
    assert evaluate(conllx, conllx).by_transition == {}


def test_words_without_heads_are_an_error() -> None:
    gold = treebank_of(BY_HAND, "gold", source="gold.conllu")
    data = bytes(gold).replace(b"\t0\troot", b"\t_\t_")
    bare = Treebank.from_text(data, "conllu", source="bare", heads_required=False)
    with pytest.raises(FormatError, match="bare:1: found no HEAD of word 2; expected a tree"):
        evaluate(gold, bare)


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
