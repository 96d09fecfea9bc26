"""Work on several cores: threads that run kernels without the GIL, with the results in the order of the input."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import TypeVar

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64

AHEAD = 2
Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """The number of cores that this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int | None = None, stop: Event | None = None
) -> list[Result]:
    """Apply ``work`` to every item, in order; a single item or worker needs no thread.

    If one fails, or at Ctrl-C, ``stop`` is set: long work should look at it from time to time, since it is waited for.

    >>> in_threads(len, ["a", "bb", "ccc"], workers=2)
    [1, 2, 3]
    """
    workers = workers or cores()
    if workers == 1 or len(items) <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(min(workers, len(items))) as pool:
        try:
            return list(pool.map(work, items))
        except BaseException:
            if stop is not None:
                stop.set()
            raise


def stream_in_threads(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int | None = None
) -> Iterator[Result]:
    """Apply ``work`` to every item, in order, with a few of them in memory at a time.

    An error in getting the next item is raised after all results before it.

    >>> list(stream_in_threads(len, iter(["a", "bb", "ccc"]), workers=2))
    [1, 2, 3]
    """
    workers = workers or cores()
    if workers == 1:
        yield from map(work, items)
        return
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) >= workers + AHEAD:
                    yield waiting.popleft().result()
        except MultiplaneError:
            yield from _results(waiting)
            raise
        yield from _results(waiting)


def _results(waiting: deque[Future[Result]]) -> Iterator[Result]:
    """The results of items under way; if the caller stops early, those that have not begun are cancelled."""
    try:
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def even_pieces(offsets: Int64, pieces: int) -> list[tuple[int, int]]:
    """Split the sentences into at most ``pieces`` ranges of about the same number of words, given their word offsets.

    >>> even_pieces(np.array([0, 2, 4, 10]), 2)
    [(0, 2), (2, 3)]
    """
    total = int(offsets[-1])
    cuts = [int(np.searchsorted(offsets, total * piece // pieces, side="right")) - 1 for piece in range(pieces + 1)]
    cuts[0], cuts[-1] = 0, len(offsets) - 1
    return [(first, last) for first, last in pairwise(cuts) if first < last]


def small_pieces(offsets: Int64, workers: int | None, words: int) -> list[tuple[int, int]]:
    """One range for each worker, or more with about so many words each; a single worker gets them all in one.

    >>> small_pieces(np.array([0, 2, 4, 10]), 2, 4), small_pieces(np.array([0, 2, 4, 10]), 1, 4)
    ([(0, 1), (1, 2), (2, 3)], [(0, 3)])
    """
    several = (workers or cores()) > 1
    return even_pieces(offsets, max(workers or cores(), -(-int(offsets[-1]) // words)) if several else 1)
