"""Streaming gives what reading gives, for any size of block."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.treebank.texts import ODDITIES, PLAIN, row, text, treebank_text

import multiplane
from multiplane import FormatError, Treebank
from multiplane.treebank import stream_blocks


def summary(sentences: Treebank | list[multiplane.Sentence]) -> list[tuple[bytes, int, list[int], str]]:
    return [(s.raw, s.line, s.heads.tolist(), s.format) for s in sentences]


def assert_same_stream(path: Path, size: int) -> None:
    whole = multiplane.read(path)
    blocks = list(stream_blocks(path, block_size=size))
    assert summary([sentence for block in blocks for sentence in block]) == summary(whole)
    assert [line for block in blocks for line in block.warnings] == whole.warnings
    assert all(len(block) for block in blocks)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 64, 300, 1 << 20])
@pytest.mark.parametrize("name", ODDITIES)
def test_blocks_of_any_size(name: str, size: int, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(ODDITIES[name])
    assert_same_stream(path, size)


@given(treebank_text(), st.integers(1, 200))
def test_random_texts(tmp_path_factory: pytest.TempPathFactory, data: bytes, size: int) -> None:
    path = tmp_path_factory.mktemp("stream") / "a.conllu"
    path.write_bytes(data)
    assert_same_stream(path, size)


def test_small_blocks_keep_the_format_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(PLAIN)
    assert_same_stream(path, 16)
    assert {block.format for block in stream_blocks(path, block_size=16)} == {"conllx"}


def test_lines_of_errors_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("\n" + text(row(1)) * 50 + text(row(1, head=7)) + text(row(1)))
    with pytest.raises(FormatError) as error:
        list(stream_blocks(path, block_size=100))
    assert error.value.line == 102
    blocks = list(stream_blocks(path, block_size=100, skip_bad=True))
    assert [error.line for block in blocks for error in block.skipped] == [102]
    assert sum(len(block) for block in blocks) == 51


def test_memory_stays_small(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "a.conllu"
    with path.open("w") as out:
        for _ in range(40):
            out.write(text(row(1, "w" * 1000)) * 500)
    assert path.stat().st_size > 20_000_000
    assert sum(len(block) for block in stream_blocks(path, block_size=1 << 20)) == 20_000, "compilation is not traced"
    tracemalloc.start()
    assert sum(len(block) for block in stream_blocks(path, block_size=1 << 20)) == 20_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
