"""Cross-tagging: tags by others, nothing else changed, the same for any number of workers."""

from __future__ import annotations

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.text.cross_tagging import jackknife
from multiplane.text.lemmatizer.trainer import has_lemmas
from multiplane.text.tagger import train_tagger

GERMAN = multiplane.read("sample:german")


def test_each_piece_is_tagged_by_a_tagger_of_the_others() -> None:
    tagged = jackknife(GERMAN, 2, epochs=2)
    middle = next(at for at in range(len(GERMAN)) if 2 * GERMAN.offsets[at + 1] > GERMAN.word_count)
    alone = train_tagger(GERMAN[middle:], epochs=2).tag(GERMAN[:middle], overwrite=True)
    assert [word.xpos for s in alone for word in s] == [word.xpos for s in tagged[:middle] for word in s]


def test_nothing_but_tags_and_lemmas_changes() -> None:
    heard: list[str] = []
    tagged = jackknife(GERMAN, 3, epochs=1, announce=heard.append)
    columns = ("lemma", "upos", "xpos", "feats")
    encoded = GERMAN.encode(columns)
    assert tagged.with_columns(encoded.ids, encoded.vocabularies) == GERMAN
    assert tagged != GERMAN and len(heard) == 3 and "of 21" in heard[0]


def test_any_number_of_workers_gives_the_same() -> None:
    assert jackknife(GERMAN, 3, epochs=1, workers=1) == jackknife(GERMAN, 3, epochs=1, workers=3)


def test_without_lemmas_none_are_made() -> None:
    bare = GERMAN.with_columns({"lemma": ["_"] * GERMAN.word_count})
    assert not has_lemmas(bare) and not has_lemmas(jackknife(bare, 2, epochs=1))


def test_folds_that_cannot_be() -> None:
    with pytest.raises(MultiplaneError, match="found 1 folds for 21 sentences; expected 2 to 21"):
        jackknife(GERMAN, 1)
