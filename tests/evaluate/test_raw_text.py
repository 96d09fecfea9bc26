"""The scores of CoNLL 2018 for raw text, by hand; they are compared with the official ones in test_official.py."""

from __future__ import annotations

import json
from math import isnan

import pytest
from tests.evaluate.retokenized import retokenized

import multiplane
from multiplane.evaluate import evaluate, evaluate_text
from multiplane.evaluate.raw_text import METRICS, OF_TREES
from multiplane.treebank import Treebank

GOLD = """\
1	The	the	DET	DT	Definite=Def	2	det	_	_
2	hens	hen	NOUN	NNS	Number=Plur|Style=Arch	3	nsubj	_	_
3	lay	lay	VERB	VBP	_	0	root	_	_
4	eggs	_	NOUN	NNS	Number=Plur	3	obj	_	_

"""


def changed(*changes: tuple[str, str]) -> Treebank:
    text = GOLD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Treebank.from_text(text)


def f1(predicted: Treebank) -> dict[str, float]:
    scores = evaluate_text(Treebank.from_text(GOLD), predicted)
    return {name: scores[name].f1 for name in METRICS if scores[name].f1 != 100}


def test_all_is_right() -> None:
    assert f1(changed()) == {}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([("\tNNS\tNumber=Plur|", "\tNN\tNumber=Plur|")], {"XPOS": 75, "AllTags": 75}),
        ([("|Style=Arch", "")], {}),
        ([("\tNOUN\tNNS\tNumber=Plur|", "\tX\tNNS\tNumber=Plur|")], {"UPOS": 75, "AllTags": 75, "MLAS": 200 / 3}),
        ([("Definite=Def", "_")], {"UFeats": 75, "AllTags": 75, "MLAS": 200 / 3}),
        ([("\thens\then\t", "\thens\thens\t")], {"Lemmas": 75, "BLEX": 200 / 3}),
        ([("\teggs\t_\t", "\teggs\tegg\t")], {}),
        ([("\t2\tdet", "\t3\tdet")], {"UAS": 75, "LAS": 75, "MLAS": 100 / 3}),
        ([("\tobj", "\tdet")], {"LAS": 75, "CLAS": 80, "MLAS": 40, "BLEX": 80}),
        ([("\tobj", "\tobj:arg")], {}),
    ],
)
def test_one_thing_is_wrong(changes: list[tuple[str, str]], expected: dict[str, float]) -> None:
    assert f1(changed(*changes)) == {name: pytest.approx(value) for name, value in expected.items()}


def test_other_tokens_and_sentences() -> None:
    rows = [
        "1 The the DET DT Definite=Def 2 det _ _",
        "2 henslay _ X _ _ 0 root _ _",
        "",
        "1 eggs _ NOUN NNS Number=Plur 0 root _ _",
    ]
    scores = evaluate_text(Treebank.from_text(GOLD), Treebank.from_text("\n".join(rows).replace(" ", "\t")))
    assert {name: (found.gold, found.predicted, found.right) for name, found in scores.metrics.items()} == {
        "Tokens": (4, 3, 2),
        "Sentences": (1, 2, 0),
        "Words": (4, 3, 2),
        "UPOS": (4, 3, 2),
        "XPOS": (4, 3, 2),
        "UFeats": (4, 3, 2),
        "AllTags": (4, 3, 2),
        "Lemmas": (4, 3, 2),
        "UAS": (4, 3, 0),
        "LAS": (4, 3, 0),
        "CLAS": (3, 2, 0),
        "MLAS": (3, 2, 0),
        "BLEX": (3, 2, 0),
    }
    assert scores["Words"].precision == pytest.approx(200 / 3) and scores["Words"].recall == 50


def test_over_the_same_words_they_are_the_other_scores() -> None:
    gold = multiplane.read("sample:english")
    chain = gold.with_trees([word.id - 1 for sentence in gold for word in sentence])
    raw, scores = evaluate_text(gold, chain), evaluate(gold, chain)
    assert (raw["UAS"].f1, raw["LAS"].f1, raw["CLAS"].f1) == (scores.uas, scores.las, scores.clas)


def test_without_heads_there_are_no_scores_of_trees() -> None:
    gold = Treebank.from_text(GOLD)
    bare = Treebank.from_text(GOLD.replace("\t0\troot", "\t_\t_"), heads_required=False)
    scores = evaluate_text(gold, bare)
    assert all(isnan(scores[name].f1) for name in OF_TREES) and scores["UPOS"].f1 == 100
    assert json.loads(scores.to_json())["LAS"]["f1"] is None


def test_scores_are_symmetric_in_f1() -> None:
    gold = multiplane.read("sample:english")
    other = retokenized(gold, 5)
    one, turned = evaluate_text(gold, other), evaluate_text(other, gold)
    for name in ("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags"):
        assert one[name].f1 == turned[name].f1 and one[name].precision == turned[name].recall


def test_they_can_be_shown() -> None:
    gold = multiplane.read("sample:english")
    scores = evaluate_text(gold, gold)
    assert repr(scores) == "<RawTextScores: Tokens 100.00, Sentences 100.00, Words 100.00, LAS 100.00>"
    assert "MLAS" in scores._repr_html_()
