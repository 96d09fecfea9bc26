"""The sizes of the blocks in which a file is parsed: an even share for every worker, and never too much memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.learn.model.streaming import BLOCK_SIZE, BLOCKS, block_size

MIN_BLOCK = BLOCK_SIZE // BLOCKS


@pytest.mark.parametrize("size", [MIN_BLOCK * BLOCKS, 1_000_003, BLOCK_SIZE * (BLOCKS - 1)])
def test_a_file_of_few_blocks_is_cut_evenly(tmp_path: Path, size: int) -> None:
    path, text = tmp_path / "some.conllu", bytes(multiplane.read("sample:german"))
    path.write_bytes(text * (size // len(text) + 1))
    words = [block.word_count for block in multiplane.treebank.stream_blocks(path, block_size=block_size(path))]
    assert 0.9 * sum(words) / BLOCKS < max(words) < 1.1 * sum(words) / BLOCKS


def test_blocks_are_neither_large_nor_tiny(tmp_path: Path) -> None:
    path = tmp_path / "large.conllu"
    with path.open("wb") as file:
        file.truncate(100 * BLOCK_SIZE)
    assert block_size(path) == block_size(str(path)) == BLOCK_SIZE
    path.write_bytes(b"")
    assert block_size(path) == MIN_BLOCK


@pytest.mark.parametrize("path", ["-", "sample:german", "no/such/file.conllu"])
def test_what_is_no_file_has_blocks_of_the_usual_size(path: str) -> None:
    assert block_size(path) == BLOCK_SIZE
