"""Sentences from lists of words."""

from __future__ import annotations

import pytest

import multiplane
from multiplane.errors import MultiplaneError
from multiplane.treebank.words import treebank_of_words


def test_forms_tuples_dictionaries_and_tokens_make_the_same_words() -> None:
    feats = {"Number": "Plur", "Case": "Nom"}
    ways = [
        ("Hens", "NOUN", "NNS", "Case=Nom|Number=Plur", "hen"),
        {"form": "Hens", "upos": "NOUN", "xpos": "NNS", "feats": feats, "lemma": "hen"},
    ]
    first, second = treebank_of_words([[word] for word in ways])
    assert first[1] == second[1] and first[1].lemma == "hen" and first[1].head_id is None
    assert treebank_of_words([list(first)])[0][1] == first[1]
    assert treebank_of_words([["Hens"]])[0][1].upos == "_"
    assert treebank_of_words([[("Hens", None, "NNS")]])[0][1].xpos == "NNS"


def test_what_is_written_can_be_read_again() -> None:
    made = treebank_of_words([["a", "b"], ["c"]])
    assert multiplane.Treebank.from_text(bytes(made), heads_required=False) == made
    assert [len(sentence) for sentence in made] == [2, 1]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ({"from": "Hens"}, "word 1 of sentence 1: found key 'from'; expected form, lemma"),
        ({"upos": "NOUN"}, "found no form"),
        ((), "found a tuple of 0"),
        (("a", "b", "c", "d", "e", "f"), "found a tuple of 6"),
        (("Hens", 7), "found int as upos; expected a text"),
        ("He\tns", "found a tab or a line end in form"),
        ("Hens\r", "found a tab or a line end in form"),
        (("Hens", "NOUN\n"), "found a tab or a line end in upos"),
        ("", "found no form"),
    ],
)
def test_what_is_no_word_is_named(word: object, message: str) -> None:
    with pytest.raises(MultiplaneError, match=message.replace("(", "\\(")):
        treebank_of_words([[word]])  # type: ignore[list-item]
    with pytest.raises(MultiplaneError, match="sentence 2: found no words"):
        treebank_of_words([["a"], []])
