"""Columns that the input lacks: found where they matter, and never by chance."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import multiplane
from multiplane.learn import EmptyColumnsWarning, Parser
from multiplane.learn.columns import filled_shares, missing_columns
from multiplane.learn.training.development import scores_of_model
from multiplane.treebank.words import treebank_of_words

LOOKED_AT = ("form", "suffix3", "upos", "xpos", "feats:Case", "lemma")
TRAINED = {"columns": {"form": 1.0, "upos": 1.0, "xpos": 0.0, "feats": 0.5, "lemma": 1.0}}


def test_the_share_of_words_with_a_value() -> None:
    made = treebank_of_words([[("a", "X"), "b", ("_", "__")], [("c", None, "Y")]])
    assert filled_shares(made) == {"form": 0.75, "lemma": 0.0, "upos": 0.5, "xpos": 0.25, "feats": 0.0}


def test_a_column_is_missing_if_training_had_it_and_chance_does_not_explain_it() -> None:
    assert missing_columns(treebank_of_words([["a"]]), LOOKED_AT, TRAINED) == ("lemma", "upos")
    tagged = [("a", "X", None, None, "a")]
    assert missing_columns(treebank_of_words([tagged * 9]), LOOKED_AT, TRAINED) == ()
    assert missing_columns(treebank_of_words([tagged * 12]), LOOKED_AT, TRAINED) == ("feats",)
    assert missing_columns(treebank_of_words([tagged]), LOOKED_AT, {}) == ()
    assert missing_columns(treebank_of_words([["a"]]), LOOKED_AT, {}) == ("upos",)
    assert missing_columns(treebank_of_words([["a"]]), ["form"], TRAINED) == ()


def test_a_column_that_most_words_lack_is_missing_in_a_long_text() -> None:
    some = [("a", "X", None, "F=1", "a")] * 20
    none = [("a", None, None, "F=1", "a")] * 40
    assert missing_columns(treebank_of_words([some + none]), LOOKED_AT, TRAINED) == ("upos",)
    assert missing_columns(treebank_of_words([some + none[:15]]), LOOKED_AT, TRAINED) == ()


def test_training_records_the_columns_and_parsing_warns() -> None:
    german = multiplane.read("sample:german")
    parser = multiplane.train(german, german, model="arc-factored", epochs=1)
    assert parser.training["columns"]["upos"] == 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parser.parse(german)
    with pytest.warns(EmptyColumnsWarning, match="<words>: LEMMA, UPOS.* are empty; the model was trained with them"):
        parser.parse(["der", "Hund", "schläft"])
    with pytest.warns(EmptyColumnsWarning):
        parser.predict(["der", "Hund", "schläft"])


def test_the_model_of_the_package_by_name() -> None:
    assert Parser.load().training == multiplane.load("english").training == multiplane.load().training
    assert multiplane.load().training["development"]["las"] == pytest.approx(90.73, abs=0.005)
    assert "columns" in multiplane.load().training
    with pytest.raises(multiplane.MultiplaneError, match=r"no/such\.model: no such file"):
        multiplane.load("no/such.model")


@pytest.mark.parametrize("name", ["english-fast", pytest.param("english", marks=pytest.mark.slow)])
def test_the_header_of_a_model_tells_what_the_model_in_the_package_scores(name: str, treebanks: Path) -> None:
    """The scores of the parser as it is, after pruning, on the development part of its treebank."""
    parser = Parser.load(name)
    found = scores_of_model(multiplane.read(treebanks / "english-ewt" / "dev.conllu"), parser.model).as_data()
    told = parser.training["development"]
    assert {key: told[key] for key in found} == pytest.approx(found, abs=0.02)
