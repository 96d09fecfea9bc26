"""Parsing in constant memory: a file block by block, several at once, results in the order of the input."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from multiplane.parallel import stream_in_threads
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 512 << 10
"""Bytes of a file in a block: enough work for a worker, little enough to have several blocks in memory."""

BLOCKS = 8
"""A file that is not large has so many blocks, unless they would be that much smaller than in a large one."""


class BlockParser(Protocol):
    """A parser, or a pipeline with one."""

    def parse_treebank(
        self, treebank: Treebank, /, *, workers: int | None = None, transitions: bool = False
    ) -> Treebank: ...


def block_size(path: str | Path, most: int = BLOCK_SIZE) -> int:
    """Bytes of a file in a block: of a small file fewer, so that up to eight workers have an even share.

    It does not depend on the number of workers, nor do the blocks before a fault, which are written. A compressed file
    counts as it is.

    >>> block_size("-") == BLOCK_SIZE
    True
    """
    try:
        status = Path(path).stat()
    except (OSError, ValueError):  # who opens it says what is wrong
        return most
    even = -(-status.st_size // BLOCKS)
    return min(most, max(most // BLOCKS, even)) if stat.S_ISREG(status.st_mode) else most


def parse_blocks(
    parser: BlockParser, blocks: Iterable[Treebank], *, workers: int | None = None, transitions: bool = False
) -> Iterator[Treebank]:
    """The blocks parsed, in their order, each by one of the workers; the same bytes for any number of them.

    An error in reading a block is raised after all blocks before it.

    >>> import multiplane
    >>> parser = multiplane.Parser.load("english-fast")
    >>> blocks = [multiplane.read(f"sample:english-{number}") for number in (1, 2, 3)]
    >>> [block[0].sent_id for block in parse_blocks(parser, blocks)]
    ['english-1', 'english-2', 'english-3']
    """

    def parsed(block: Treebank) -> Treebank:
        return parser.parse_treebank(block, workers=1, transitions=transitions)

    return stream_in_threads(parsed, blocks, workers)
