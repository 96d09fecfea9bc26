"""Sentences without an end are refused while they are read, in bounded memory, and skipped where that is asked for."""

from __future__ import annotations

import gzip
import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.treebank.texts import row, text

import multiplane
from multiplane import FormatError
from multiplane.treebank import stream_blocks
from multiplane.treebank.conll import blocks as module
from multiplane.treebank.conll.blocks import blocks

GOOD = text(row(1)).encode()
MEGABYTE = 1 << 20


class Endless(BytesIO):
    """A stream that never ends, and never holds more than is read from it."""

    given = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None and size > 0, "an endless stream cannot be read as a whole"
        self.given += size
        return b"# more\n" * (size // 7)


def test_an_endless_sentence_ends_the_stream_after_the_longest_one() -> None:
    stream = Endless()
    (found,) = blocks(stream, MEGABYTE, longest=4 * MEGABYTE)
    assert found.too_long and len(found.data) <= MEGABYTE
    assert stream.given <= 10 * MEGABYTE


def bomb(path: Path, before: bytes = b"", after: bytes = b"") -> None:
    """A small file that holds a sentence of 50 MB."""
    with gzip.open(path, "wb", compresslevel=1) as out:
        out.write(before)
        for _ in range(50):
            out.write(b"# " + b"x" * (MEGABYTE - 3) + b"\n")
        out.write(after)


def peak_of(path: Path) -> int:
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"a\.conllu\.gz:3: found a sentence of more than 4 MB; expected a blank"):
            multiplane.read(path)
        with pytest.raises(FormatError, match=r"a\.conllu\.gz:3: found a sentence of more than 4 MB; expected a blank"):
            list(stream_blocks(path))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture
def four_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lower limit, so that tests are quick."""
    from multiplane.treebank.conll import faults

    monkeypatch.setattr(faults, "MAX_SENTENCE_LENGTH", 4 * MEGABYTE)
    monkeypatch.setitem(blocks.__kwdefaults__, "longest", 4 * MEGABYTE)


def test_a_small_compressed_file_cannot_fill_the_memory(tmp_path: Path, four_megabytes: None) -> None:
    bomb(tmp_path / "a.conllu.gz", before=GOOD)
    assert (tmp_path / "a.conllu.gz").stat().st_size < MEGABYTE
    assert peak_of(tmp_path / "a.conllu.gz") < 30 * MEGABYTE


def test_it_is_skipped_as_other_bad_sentences_are(tmp_path: Path, four_megabytes: None) -> None:
    path = tmp_path / "a.conllu.gz"
    bomb(path, before=GOOD, after=b"\n" + GOOD + GOOD)
    for found in (
        [multiplane.read(path, skip_bad=True)],
        list(stream_blocks(path, skip_bad=True)),
    ):
        assert [sentence.line for part in found for sentence in part] == [1, 54, 56]
        (error,) = (error for part in found for error in part.skipped)
        assert (error.line, error.found) == (3, "a sentence of more than 4 MB")


SENTENCE = st.integers(1, 60).map(lambda lines: b"aa\n" * lines + b"\n")


@given(st.lists(SENTENCE, max_size=6), st.integers(1, 90), st.integers(10, 120))
def test_what_is_not_too_long_is_all_there(sentences: list[bytes], size: int, longest: int) -> None:
    found = list(blocks(BytesIO(b"".join(sentences)), size, skip_bad=True, longest=longest))
    kept = b"".join(block.data for block in found if not block.too_long)
    short = [sentence for sentence in sentences if len(sentence) <= longest]
    assert all(sentence in kept for sentence in short)
    assert kept.count(b"\n\n") >= len(short)
    lines = sum(block.lines if block.too_long else block.data.count(b"\n") for block in found)
    assert lines == b"".join(sentences).count(b"\n")
    if not any(block.too_long for block in found):
        assert kept == b"".join(sentences)


def test_the_limit_leaves_room_for_a_million_words() -> None:
    assert 1_000_000 * len(row(1_000_000, "word", 999_999)) <= module.MAX_SENTENCE_LENGTH


def test_an_empty_stream_has_no_blocks() -> None:
    assert not list(blocks(BytesIO(), 10))
    assert not list(blocks(BytesIO(b"\n\r\n\n"), 10))
