"""Parsing in constant memory: a file block by block, several at once, results in the order of the input."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from multiplane.errors import MultiplaneError
from multiplane.parallel import cores
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 512 << 10
"""Bytes of a file in a block: enough work for a worker, little enough to have several blocks in memory."""

AHEAD = 2


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
    workers = workers or cores()
    if workers == 1:
        yield from (parser.parse_treebank(block, workers=1, transitions=transitions) for block in blocks)
        return
    waiting: deque[Future[Treebank]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for block in blocks:
                waiting.append(pool.submit(parser.parse_treebank, block, workers=1, transitions=transitions))
                if len(waiting) >= workers + AHEAD:
                    yield waiting.popleft().result()
        except MultiplaneError:
            yield from _results(waiting)
            raise
        yield from _results(waiting)


def _results(waiting: deque[Future[Treebank]]) -> Iterator[Treebank]:
    """The blocks that are still being parsed; if the caller stops early, those that have not begun are cancelled."""
    try:
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
