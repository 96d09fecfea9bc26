"""Horizontal and vertical text."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane import MultiplaneError
from multiplane.text.presegmented import horizontal_blocks, vertical_blocks

WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters="\ufeff"),
    min_size=1,
    max_size=8,
)
SENTENCES = st.lists(st.lists(WORDS, min_size=1, max_size=5), max_size=8)


def forms(read: Callable[..., object], text: str, size: int = 1000) -> list[list[str]]:
    blocks = list(read(BytesIO(text.encode()), block_size=size))  # type: ignore[call-overload]
    return [[word.form for word in sentence] for block in blocks for sentence in block]


@given(SENTENCES, st.integers(1, 50))
def test_words_come_back(sentences: list[list[str]], size: int) -> None:
    assert forms(horizontal_blocks, "\n".join(" ".join(words) for words in sentences), size) == sentences
    assert forms(vertical_blocks, "\n\n".join("\n".join(words) for words in sentences), size) == sentences


def test_odd_lines() -> None:
    assert forms(horizontal_blocks, "\ufeffHens\tlay \r\n\r\n  Foxes  watch") == [["Hens", "lay"], ["Foxes", "watch"]]
    assert forms(vertical_blocks, "\ufeffHens\tNOUN\r\nlay\r\n \r\n\n# 1\n10 000") == [
        ["Hens", "lay"],
        ["# 1", "10 000"],
    ]
    assert forms(horizontal_blocks, "") == forms(vertical_blocks, "\n\n") == []


@pytest.mark.parametrize("read", [horizontal_blocks, vertical_blocks])
@pytest.mark.parametrize(
    ("line", "found"), [(b"a\0b", "a NUL byte; expected text"), (b"\xff", "byte 0xFF; expected UTF-8")]
)
def test_bad_lines_are_named(read: Callable[..., object], line: bytes, found: str) -> None:
    with pytest.raises(MultiplaneError, match=f"^a.txt:2: found {found}$"):
        list(read(BytesIO(b"Hens\n" + line), "a.txt"))  # type: ignore[call-overload]
