"""Small letters for capitals, byte by byte, as Python changes them character by character."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.text.letters import MAX_BYTES, capital_letters, change_case, small_letters


def changed(text: str, table: np.ndarray, room: int = MAX_BYTES) -> str:
    data, out = np.frombuffer(text.encode("utf-8"), np.uint8), np.zeros(room, np.uint8)
    return out[: change_case(data, 0, len(data), table, out, 0)].tobytes().decode("utf-8")


def small_twin(text: str) -> str:
    letters = []
    for letter in text:
        small = letter.lower()
        fits = ord(letter) < 0x800 and len(small) == 1
        letters.append(small if fits and len(small.encode()) == len(letter.encode()) else letter)
    return "".join(letters)


@given(st.text(st.characters(max_codepoint=0x1FFFF, exclude_categories=["Cs"]), max_size=40))
def test_small_letters_are_those_of_python(text: str) -> None:
    assert changed(text, small_letters()) == small_twin(text)


def test_letters_of_several_scripts() -> None:
    assert (
        changed("ŽIVOT Øl ΣΟΦΊΑ Привет Straße İzmir 東京", small_letters()) == "život øl σοφία привет straße İzmir 東京"
    )
    assert changed("život øl привет", capital_letters()) == "ŽIVOT ØL ПРИВЕТ"


@pytest.mark.slow
@given(st.text(max_size=30), st.integers(2, 20))
def test_no_more_is_written_than_there_is_room(text: str, room: int) -> None:
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    out = np.zeros(room + 4, np.uint8)
    assert change_case(data, 0, len(data), small_letters(), out[:room], 0) <= room
    assert not out[room:].any()


def test_tables_of_letters_are_made_once() -> None:
    assert small_letters() is small_letters() and capital_letters() is capital_letters()


def test_capitals_undo_small_letters() -> None:
    small, capital = small_letters(), capital_letters()
    letters = [code for code in range(0x800) if small[code] != code and capital[small[code]] == code]
    assert len(letters) > 300
