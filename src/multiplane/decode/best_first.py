"""All trees of a class, best first: Lawler (1972) over any search, lazily, with spanning trees as upper bounds.

After a tree, the others in its part of the search space are partitioned by the first word whose head differs: words
before it keep their heads, the word itself may not have that head again. Each part waits under the score of its best
spanning tree, which no tree of any class exceeds, and is searched only when it comes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import numpy as np

from multiplane.decode.registry import Search
from multiplane.decode.scores import FORBIDDEN, sum_of_arcs
from multiplane.decode.spanning.chu_liu_edmonds import spanning_heads
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel


@kernel
def bounds_of_parts(arcs: Float64, heads: Int32, single_root: bool) -> Float64:
    """For every word, the best spanning tree in which it is the first with another head than the given one."""
    nodes = len(arcs)
    bounds = np.full(nodes, FORBIDDEN)
    part = arcs.copy()
    for d in range(1, nodes):
        h = heads[d - 1]
        part[h, d] = FORBIDDEN
        best = spanning_heads(part, single_root)
        if best[0] >= 0:
            bounds[d] = sum_of_arcs(arcs, best)
        part[:, d] = FORBIDDEN
        part[h, d] = arcs[h, d]
    return bounds


def part_of(arcs: Float64, heads: Int32, word: int) -> Float64:
    """The arcs of the trees in which ``word`` is the first with another head than the given one."""
    part = arcs.copy()
    words = np.arange(1, word)
    part[:, 1:word] = FORBIDDEN
    part[heads[: word - 1], words] = arcs[heads[: word - 1], words]
    part[heads[word - 1], word] = FORBIDDEN
    return part


def trees_best_first(arcs: Float64, single_root: bool, search: Search) -> Iterator[Int32]:
    """All trees that a search can find, best first, each once; those of equal score in a fixed order.

    >>> scores = np.array([[-np.inf, 2.0, 1.0], [-np.inf, -np.inf, 4.0], [-np.inf, 4.0, -np.inf]])
    >>> [heads.tolist() for heads in trees_best_first(scores, False, spanning_heads)]
    [[0, 1], [2, 0], [0, 0]]
    """
    first = search(arcs, single_root)
    if len(first) and first[0] < 0:
        return
    heap: list[tuple[float, int, bool, Float64, Int32, int]] = []
    heappush(heap, (-sum_of_arcs(arcs, first), 0, True, arcs, first, 0))
    count = 1
    while heap:
        _, order, searched, space, heads, word = heappop(heap)
        if searched:
            yield heads
            for d, bound in enumerate(bounds_of_parts(space, heads, single_root).tolist()):
                if bound > FORBIDDEN:
                    heappush(heap, (-bound, count, False, space, heads, d))
                    count += 1
        else:
            part = part_of(space, heads, word)
            best = search(part, single_root)
            if best[0] >= 0:
                heappush(heap, (-sum_of_arcs(part, best), order, True, part, best, 0))
