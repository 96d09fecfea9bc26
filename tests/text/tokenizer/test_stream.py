"""Text in blocks: the same bytes for any size of blocks."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.texts import APART, LONG_WORDS, TEXTS, ends_everywhere, made_up_tokenizer, random_tokenizer

from multiplane import MultiplaneError
from multiplane.kernels.interpret import kernels
from multiplane.text import Tokenizer, tokenize_blocks
from multiplane.text.tokenizer.boundaries import SENTENCE_END


def in_blocks(text: bytes, size: int, tokenizer: Tokenizer | None = None) -> bytes:
    blocks = tokenize_blocks(tokenizer or made_up_tokenizer(), BytesIO(text), ranges=True, block_size=size)
    return b"".join(map(bytes, blocks))


@given(TEXTS, st.integers(1, 100))
def test_the_size_of_blocks_makes_no_difference(text: str, size: int) -> None:
    assert in_blocks(text.encode(), size) == bytes(made_up_tokenizer().tokenize(text, ranges=True))


@given(st.one_of(TEXTS, LONG_WORDS), st.integers(1, 40), st.integers(0, 3))
def test_whatever_is_looked_at(text: str, size: int, seed: int) -> None:
    tokenizer = random_tokenizer(seed)
    assert in_blocks(text.encode(), size, tokenizer) == bytes(tokenizer.tokenize(text, ranges=True))


@given(APART, st.integers(1, 400), st.integers(0, 3))
def test_commas_and_full_stops_that_stand_apart(text: str, size: int, seed: int) -> None:
    for known in (ends_everywhere(SENTENCE_END), random_tokenizer(seed)):
        tokenizer = replace(known, spaces_unknown=True)
        assert in_blocks(text.encode(), size, tokenizer) == bytes(tokenizer.tokenize(text, ranges=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "Ann fed hens. Mr. Cox isn't a fox! " * 300,
        "Ann fed hens.\n\nMr. Cox isn't a fox!\n" * 100,
        "x" * 40_000,
        "x " * 20_000,
        "Ann" + " " * 5000 + "saw hens." + "\n" * 5000 + "Zoe",
        "日本語。" * 3000,
    ],
)
@pytest.mark.parametrize("size", [64, 1000, 4096])
def test_long_texts(text: str, size: int) -> None:
    with kernels("compiled"):
        assert in_blocks(text.encode(), size) == bytes(made_up_tokenizer().tokenize(text, ranges=True))


def test_blocks_come_before_the_end_is_read() -> None:
    class Endless:
        read_so_far = 0

        def read(self, size: int) -> bytes:
            self.read_so_far += size
            return (b"Ann fed hens. " * size)[:size]

    stream = Endless()
    with kernels("compiled"):
        next(iter(tokenize_blocks(made_up_tokenizer(), stream, block_size=1000)))  # type: ignore[arg-type]
    assert stream.read_so_far <= 2000


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_bad_bytes_are_found_at_their_offset(size: int) -> None:
    with pytest.raises(MultiplaneError, match=r"^<text>: found byte 0xE6 at offset 17; expected UTF-8$"):
        in_blocks("Ännchen fed hens".encode() + b"\xe6g. More text.", size)
    with pytest.raises(MultiplaneError, match="found byte 0xC3 at offset 4; expected UTF-8"):
        in_blocks(b"hens\xc3", size)
