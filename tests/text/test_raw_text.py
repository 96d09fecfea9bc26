"""The text of a treebank, from what it tells about spaces and paragraphs."""

from __future__ import annotations

import pytest
from tests.text.texts import made_up_treebank

import multiplane
from multiplane.text.raw_text import gold_sentences, raw_text, tells_spaces
from multiplane.treebank import Treebank


def text_of(rows: str, format: str = "conllu") -> str:
    treebank = Treebank.from_text(rows.replace(" ", "\t").replace("~", " "), format, heads_required=False)
    found = raw_text(gold_sentences(treebank))
    tokens = [token for sentence in gold_sentences(treebank) for token in sentence.tokens]
    places = zip(found.starts, found.ends, strict=True)
    assert [found.text[start:end] for start, end in places] == [token.form for token in tokens]
    return found.text


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ("1 Go _ _ _ _ _ _ _ SpaceAfter=No\n2 ! _ _ _ _ _ _ _ _\n", "Go!"),
        ("#~text~=~Go~on\n1 Go _ _ _ _ _ _ _ SpaceAfter=No\n2 on _ _ _ _ _ _ _ _\n", "Go on"),
        ("#~text~=~Gone\n1 Go _ _ _ _ _ _ _ SpaceAfter=No\n2 on _ _ _ _ _ _ _ _\n", "Goon"),
        ("1-2 no _ _ _ _ _ _ _ SpaceAfter=No\n1 em _ _ _ _ _ _ _ _\n2 o _ _ _ _ _ _ _ _\n3 ! _ _ _ _ _ _ _ _\n", "no!"),
        ("1 a _ _ _ _ _ _ _ _\n\n#~newpar\n1 b _ _ _ _ _ _ _ SpaceAfter=No\n\n1 c _ _ _ _ _ _ _ _\n", "a\n\nbc"),
        ("1 a _ _ _ _ _ _ _ _\n\n#~newdoc~id~=~x\n1 b _ _ _ _ _ _ _ _\n\n1 c _ _ _ _ _ _ _ _\n", "a\n\nb c"),
        ("1 10~000 _ _ _ _ _ _ _ _\n1.1 gone _ _ _ _ _ _ _ _\n", "10 000"),
    ],
)
def test_spaces_and_paragraphs(rows: str, text: str) -> None:
    assert text_of(rows) == text


def test_underscores_are_spaces_in_conllx() -> None:
    assert text_of("1 i_dag _ _ _ _ 0 root _ _\n2 _ _ _ _ _ 1 dep _ _\n", "conllx") == "i dag _"


def test_the_words_of_multiword_tokens() -> None:
    words = {token.words for sentence in gold_sentences(made_up_treebank(50)) for token in sentence.tokens}
    assert words == {(), ("is", "n't"), ("ca", "n't")}


def test_the_sample_has_its_own_text() -> None:
    sample = multiplane.read("sample:english")
    assert tells_spaces(gold_sentences(sample))
    assert all(sentence.text in raw_text(gold_sentences(sample)).text for sentence in sample)
