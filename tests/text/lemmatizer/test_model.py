"""The lemmatizer: what is there stays, files come back as they were, and bad ones are refused in one line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.learn.model.file import save_model
from multiplane.text.lemmatizer import Lemmatizer, train_lemmatizer
from multiplane.treebank import Treebank

GERMAN = multiplane.read("sample:german")


@cache
def lemmatizer() -> Lemmatizer:
    return train_lemmatizer(GERMAN)


def without_lemmas(treebank: Treebank) -> Treebank:
    return treebank.with_columns({"lemma": ["_"] * treebank.word_count})


def test_it_knows_the_lemmas_that_it_has_seen() -> None:
    assert lemmatizer().lemmatize(without_lemmas(GERMAN)) == GERMAN


def test_lemmas_that_are_there_stay_unless_they_are_to_be_replaced() -> None:
    odd = GERMAN.with_columns({"lemma": ["odd"] + ["_"] * (GERMAN.word_count - 1)})
    assert lemmatizer().lemmatize(odd)[0][1].lemma == "odd"
    assert lemmatizer().lemmatize(odd, overwrite=True) == GERMAN


def test_a_word_without_a_lemma_among_words_with_lemmas_keeps_none() -> None:
    split = GERMAN.with_columns({"lemma": ["_", *[word.lemma for sentence in GERMAN for word in sentence][1:]]})
    assert lemmatizer().lemmatize(split) == split
    mixed = Treebank.from_sentences([split[0], without_lemmas(GERMAN)[1]])
    assert lemmatizer().lemmatize(mixed)[0][1].lemma == "_"
    assert lemmatizer().lemmatize(mixed)[1] == GERMAN[1]


def test_any_number_of_workers_gives_the_same() -> None:
    bare = without_lemmas(GERMAN)
    assert lemmatizer().lemmatize(bare, 1) == lemmatizer().lemmatize(bare, 2) == lemmatizer().lemmatize(bare, 5)


def test_words_never_seen_get_a_lemma() -> None:
    rows = ["1 Hühnerställe _ NOUN NN _ 0 root _ _", "2 鶏 _ _ _ _ 1 dep _ _", "3 " + "Z" * 400 + " _ X _ _ 1 dep _ _"]
    made = lemmatizer().lemmatize(Treebank.from_text("\n".join(rows).replace(" ", "\t") + "\n"))
    assert all(word.lemma not in ("", "_") for word in made[0])
    assert lemmatizer().lemmatize(GERMAN[:0]) == GERMAN[:0]


def test_a_treebank_without_lemmas_is_refused() -> None:
    with pytest.raises(MultiplaneError, match="found no lemmas; expected words with lemmas to learn from"):
        train_lemmatizer(without_lemmas(GERMAN))


def test_a_file_gives_the_same_lemmatizer(tmp_path: Path) -> None:
    lemmatizer().save(tmp_path / "a")
    again = Lemmatizer.load(tmp_path / "a")
    assert again.lemmatize(without_lemmas(GERMAN)) == GERMAN
    again.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


BAD = {
    "found '\\t' in a rule": ("suffixes", "\t"),
    "found no tensor 'lemmatizer_keys'": ("lemmatizer_keys", None),
    "found keys out of order": ("lemmatizer_keys", lambda keys: keys[::-1].copy()),
    "in tensor 'lemmatizer_rules'; expected at most": ("lemmatizer_rules", lambda rules: rules + np.uint16(60000)),
    "as the case of a rule": ("lemmatizer_steps", lambda steps: steps + np.uint8(9)),
    "found tensor 'lemmatizer_steps' of uint8": ("lemmatizer_steps", lambda steps: steps[:-1]),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_files(message: str, tmp_path: Path) -> None:
    header, tensors = lemmatizer().header(), lemmatizer().tensors()
    key, change = BAD[message]
    if isinstance(change, str):
        header["lemmatizer"][key][0] = change
    elif change is None:
        del tensors[key]
    else:
        tensors[key] = change(tensors[key])
    save_model(tmp_path / "bad", "lemmatizer", header, tensors)
    with pytest.raises(MultiplaneError) as raised:
        Lemmatizer.load(tmp_path / "bad")
    assert message in str(raised.value) and "\n" not in str(raised.value)
