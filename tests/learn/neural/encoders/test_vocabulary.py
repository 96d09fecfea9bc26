"""Rows of known, unknown and absent values."""

from __future__ import annotations

import numpy as np

import multiplane
from multiplane.learn.neural.encoders.letters import ABSENT, FIRST
from multiplane.learn.neural.encoders.vocabulary import UNKNOWN, Column, columns_for, vocabulary_of
from multiplane.treebank.words import treebank_of_words

GERMAN = multiplane.read("sample:german")


def test_every_value_of_the_treebank_has_a_row_of_its_own() -> None:
    vocabulary = vocabulary_of(GERMAN.layout, [Column("form", "form"), Column("upos", "upos")])
    rows = vocabulary.rows(GERMAN.layout)
    for column, name in enumerate(("form", "upos")):
        values = [getattr(word, name) for sentence in GERMAN for word in sentence]
        found = {(value, int(row)) for value, row in zip(values, rows[:, column], strict=True)}
        assert len(found) == len(set(values)) == int(vocabulary.row_counts[column]) - FIRST
        assert min(row for _, row in found) == FIRST


def test_rare_and_new_values_are_unknown_and_missing_features_absent() -> None:
    vocabulary = vocabulary_of(
        GERMAN.layout, [Column("form:small", "form", min_count=2), Column("feats:Case", "feats")]
    )
    new = treebank_of_words([[("DER", "DET", "", "Case=Nom"), ("Qwertz", "NOUN", "", "Case=New"), ("der", "DET")]])
    rows = vocabulary.rows(new.layout)
    assert rows[0, 0] == rows[2, 0] >= FIRST
    assert rows[1, 0] == UNKNOWN
    assert rows[0, 1] >= FIRST
    assert rows[1:, 1].tolist() == [UNKNOWN, ABSENT]


def test_there_is_a_column_for_every_feature() -> None:
    names = [column.attribute for column in columns_for(GERMAN) if column.attribute.startswith("feats:")]
    features = {feature.split("=")[0] for s in GERMAN for w in s if w.feats != "_" for feature in w.feats.split("|")}
    assert sorted(names) == sorted(f"feats:{name}" for name in features)
    assert np.unique(names).size == len(names)
