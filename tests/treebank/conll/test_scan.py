"""The kernel finds what a plain reader finds, in valid texts and in damaged ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from tests.treebank.conll.judge import Judged, Refused, judge, judge_all
from tests.treebank.texts import ODDITIES, PLAIN, damaged_text, treebank_text

from multiplane import FormatError, Treebank
from multiplane.treebank.conll import layout as layout_module
from multiplane.treebank.conll.columns import COLUMNS


def assert_same(treebank: Treebank, judged: list[Judged]) -> None:
    assert [sentence.raw for sentence in treebank] == [sentence.raw for sentence in judged]
    assert treebank.layout.lines.tolist() == [sentence.line for sentence in judged]
    assert treebank.heads.tolist() == [head for sentence in judged for head in sentence.heads]
    assert treebank.offsets.tolist() == np.cumsum([0, *(len(sentence.heads) for sentence in judged)]).tolist()
    data, columns = bytes(treebank), treebank.layout.columns
    words = [word for sentence in judged for word in sentence.words]
    begins = np.repeat(treebank.layout.spans[:-1], np.diff(treebank.offsets))
    for number, word in enumerate(words):
        for column in range(len(COLUMNS)):
            start, end = begins[number] + columns[number, column], begins[number] + columns[number, column + 1] - 1
            assert data[start:end].decode() == word[column]


def assert_agreement(data: bytes, format: str, heads_required: bool = True) -> None:
    try:
        judged = judge(data, format, heads_required)
    except Refused as refused:
        with pytest.raises(FormatError) as error:
            Treebank.from_text(data, format, heads_required=heads_required)
        assert error.value.line == refused.line
    else:
        assert_same(Treebank.from_text(data, format, heads_required=heads_required), judged)


@pytest.mark.parametrize("data", ODDITIES.values(), ids=ODDITIES)
def test_oddities(data: bytes) -> None:
    treebank = Treebank.from_text(data)
    assert bytes(treebank) == data
    assert_same(treebank, judge(data, "conllu"))


@pytest.mark.parametrize("format", ["conllu", "conllx"])
@pytest.mark.parametrize("head", ["_1", "__", "1_", "_0", "-", "01"])
def test_a_head_is_a_number_or_one_underscore(head: str, format: str) -> None:
    data = PLAIN.replace("\t0\t", f"\t{head}\t", 1).encode()
    assert data != PLAIN.encode()
    for heads_required in (True, False):
        with pytest.raises(FormatError, match=f"HEAD {head!r}"):
            Treebank.from_text(data, format, heads_required=heads_required)


def test_conllx() -> None:
    assert_same(Treebank.from_text(PLAIN), judge(PLAIN.encode(), "conllx"))
    assert Treebank.from_text(PLAIN).format == "conllx"


@given(treebank_text())
def test_valid_texts(data: bytes) -> None:
    treebank = Treebank.from_text(data, "conllu")
    assert bytes(treebank) == data
    assert_same(treebank, judge(data, "conllu"))


@given(damaged_text())
def test_damage_gives_a_treebank_or_a_format_error(data: bytes) -> None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    assert_agreement(data, "conllu")
    assert_agreement(data, "conllx")
    assert_agreement(data, "conllu", heads_required=False)


@given(damaged_text())
def test_skipping_leaves_the_good_sentences(data: bytes) -> None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    treebank = Treebank.from_text(data, "conllu", skip_bad=True)
    sentences, refused = judge_all(data, "conllu")
    assert_same(treebank, sentences)
    assert [error.line for error in treebank.skipped] == refused


def test_pieces_of_any_size_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    data = ODDITIES["many blank lines"] * 5
    whole = Treebank.from_text(data)
    for size in (0, 1, 7, 100, 1000):
        monkeypatch.setattr(layout_module, "_PIECE", size)
        assert_same(Treebank.from_text(data), judge(data, "conllu"))
        assert Treebank.from_text(data) == whole
