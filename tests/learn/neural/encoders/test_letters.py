"""Groups of letters, against a few lines of Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from multiplane.learn.neural.encoders.letters import ABSENT, BEGIN, END, FIRST, LENGTHS, letter_rows
from multiplane.treebank.strings import hash_bytes, pack
from multiplane.treebank.words import treebank_of_words

LETTERS = "abAZÄäßжЖ字0-'"


def groups_of(form: str) -> list[str]:
    small = "".join(letter.lower() if letter.isascii() else letter for letter in form)
    marked = chr(BEGIN) + small + chr(END)
    return [marked[i : i + length] for length in LENGTHS for i in range(len(marked) - length + 1)]


def hashed(group: str, rows: int) -> int:
    data, ends = pack([group])
    return FIRST + hash_bytes(data, int(ends[0]), int(ends[1])) % (rows - FIRST)


@given(st.text(LETTERS, min_size=1, max_size=12), st.integers(1, 30), st.integers(3, 500))
def test_groups_are_all_those_of_the_form(form: str, most: int, rows: int) -> None:
    found = letter_rows(treebank_of_words([[form, "b"]]).layout, most, rows)[0].tolist()
    expected = [hashed(group, rows) for group in groups_of(form)][:most]
    assert found == expected + [ABSENT] * (most - len(expected))


def test_a_form_of_any_length_has_groups() -> None:
    found = letter_rows(treebank_of_words([["x" * 5000, "é" * 5000]]).layout, 300, 100)
    assert (found >= ABSENT).all() and (found < 100).all()
    assert letter_rows(treebank_of_words([["a"]]).layout, 0, 0).shape == (1, 0)
