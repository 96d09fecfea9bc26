"""A treebank as a sequence, in parts, put together, and with other trees."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.treebank.texts import ODDITIES, PLAIN, RICH, row, text

from multiplane import MultiplaneError, Treebank

SEVEN = Treebank.from_text("".join(text(f"# sent_id = {n}", row(1, f"word{n}"), row(2, "x", 1)) for n in range(7)))


def names(treebank: Treebank) -> list[str | None]:
    return [sentence.sent_id for sentence in treebank]


def test_a_sequence() -> None:
    assert (len(SEVEN), SEVEN.word_count) == (7, 14)
    assert SEVEN[-1].sent_id == "6"
    assert SEVEN[2] in SEVEN
    assert SEVEN.index(SEVEN[3]) == 3
    assert [sentence.sent_id for sentence in reversed(SEVEN)] == list("6543210")
    assert repr(SEVEN) == "<Treebank <text>: 7 sentences, 14 words>"
    for outside in (7, -8):
        with pytest.raises(IndexError):
            SEVEN[outside]


@given(st.slices(7))
def test_slices(chosen: slice) -> None:
    part = SEVEN[chosen]
    assert names(part) == list("0123456")[chosen]
    assert [sentence.line for sentence in part] == [1 + 4 * int(name or 0) for name in names(part)]
    assert bytes(part) == b"".join(sentence.raw for sentence in part)
    assert part.heads.tolist() == [0, 1] * len(part)
    assert (
        part.encode(["form"]).vocabularies["form"]
        == Treebank.from_text(bytes(part)).encode(["form"]).vocabularies["form"]
    )
    if len(part):
        assert part.with_trees([2, 0] * len(part))[-1].heads.tolist() == [2, 0]


def test_slices_share_the_bytes() -> None:
    part = SEVEN[2:5]
    assert np.shares_memory(part.layout.data, SEVEN.layout.data)
    assert np.shares_memory(part.layout.columns, SEVEN.layout.columns)
    assert np.shares_memory(part[1:].heads, SEVEN.heads)


def test_arrays_are_read_only() -> None:
    for treebank in (SEVEN, SEVEN[1:3], SEVEN.with_trees(SEVEN.heads), SEVEN + SEVEN):
        for array in (treebank.heads, treebank.offsets, treebank.layout.data, treebank.layout.columns):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


@pytest.mark.parametrize("name", ODDITIES)
def test_put_together(name: str) -> None:
    other = Treebank.from_text(ODDITIES[name])
    for both in (other + SEVEN, SEVEN + other, other + other, Treebank.from_sentences([*other, *SEVEN])):
        assert [sentence.words for sentence in both] == [sentence.words for sentence in Treebank.from_text(bytes(both))]
    assert [s.words for s in SEVEN + other] == [*(s.words for s in SEVEN), *(s.words for s in other)]
    assert [s.line for s in SEVEN + other] == [*(s.line for s in SEVEN), *(s.line for s in other)]
    assert [s.comments for s in other + other] == 2 * [s.comments for s in other]


def test_no_sentences() -> None:
    nothing = Treebank.from_sentences([])
    assert (len(nothing), nothing.word_count, bytes(nothing), nothing.offsets.tolist()) == (0, 0, b"", [0])
    assert nothing.encode().heads.tolist() == []
    assert names(nothing + SEVEN[:1]) == ["0"]
    assert len(Treebank.from_text("\n\n")) == 0
    assert bytes(SEVEN[3:3].with_trees([])) == b""


def test_formats_do_not_mix() -> None:
    with pytest.raises(MultiplaneError, match="found sentences of CoNLL-U and CoNLL-X; expected one format"):
        _ = SEVEN + Treebank.from_text(PLAIN)


def test_equality_and_pickling() -> None:
    assert Treebank.from_text(RICH) == Treebank.from_text(RICH) != SEVEN
    again = pickle.loads(pickle.dumps(SEVEN))
    assert again == SEVEN
    assert again[3].words == SEVEN[3].words
