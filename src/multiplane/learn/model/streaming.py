"""Parsing in constant memory: a file block by block, several at once, results in the order of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from multiplane.parallel import stream_in_threads
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 512 << 10
"""Bytes of a file in a block: enough work for a worker, little enough to have several blocks in memory."""


class BlockParser(Protocol):
    """A parser, or a pipeline with one."""

    def parse_treebank(
        self, treebank: Treebank, /, *, workers: int | None = None, transitions: bool = False
    ) -> Treebank: ...


def parse_blocks(
    parser: BlockParser, blocks: Iterable[Treebank], *, workers: int | None = None, transitions: bool = False
) -> Iterator[Treebank]:
    """The blocks parsed, in their order, each by one of the workers; the same bytes for any number of them.

    An error in reading a block is raised after all blocks before it.

    >>> import multiplane
    >>> from multiplane.treebank import stream_blocks
    >>> parser = multiplane.train("sample:german", model="graph", epochs=1)
    >>> parsed = parse_blocks(parser, stream_blocks("sample:german", block_size=4096))
    >>> b"".join(map(bytes, parsed)) == bytes(parser.parse("sample:german"))
    True
    """

    def parsed(block: Treebank) -> Treebank:
        return parser.parse_treebank(block, workers=1, transitions=transitions)

    return stream_in_threads(parsed, blocks, workers)
