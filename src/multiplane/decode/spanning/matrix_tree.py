"""The sum over all trees and the probability of every arc, O(n³): the matrix-tree theorem (Tutte; Koo et al. 2007).

The determinant of the Laplacian is found by eliminating one word after another. Taking out k leaves the same sum over
the trees of the other words if every pair of arcs h → k → d is added to h → d, with the weight of the pair divided by
that of all arcs into k. This is Gaussian elimination without a subtraction, in logarithms: nothing cancels, overflows
or underflows, however far apart the scores are. The probabilities are its derivatives, step by step backwards.

Trees are drawn word by word, each head with its probability given the heads before it.

With a single root, arcs from 0 do not count among the arcs into k while there are others, just as in `spanning_tree`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Bool, Float64, Int32, Int64
from multiplane.kernels.jit import kernel


@kernel
def log_add(one: float, other: float) -> float:
    """log(exp(one) + exp(other))."""
    high, low = max(one, other), min(one, other)
    return high if low == FORBIDDEN else high + np.log1p(np.exp(low - high))


@kernel
def into(weights: Float64, left: Bool, k: int, first: int) -> float:
    """The sum of all arcs into k from the words that are left and, if ``first`` is 0, from the root."""
    total = FORBIDDEN
    for h in range(first, len(weights)):
        if h == 0 or (left[h] and h != k):
            total = log_add(total, weights[h, k])
    return total


@kernel
def eliminate(arcs: Float64, single_root: bool) -> tuple[float, Float64, Int64, Float64]:
    """The log of the sum, and for every step the arcs before it, the word taken out and the sum of the arcs into it."""
    nodes = len(arcs)
    before = np.empty((nodes, nodes, nodes))
    order = np.zeros(nodes, np.int64)
    totals = np.zeros(nodes)
    left = np.ones(nodes, np.bool_)
    weights = arcs.copy()
    log_sum = 0.0
    for step in range(1, nodes):
        first = 1 if single_root and step < nodes - 1 else 0
        k = 0
        for word in range(nodes - 1, 0, -1):
            if left[word] and (k == 0 or totals[step] == FORBIDDEN):
                k = word
                totals[step] = into(weights, left, word, first)
        before[step] = weights
        order[step] = k
        left[k] = False
        log_sum += totals[step]
        if totals[step] == FORBIDDEN:
            break
        for h in range(nodes):
            if (h == 0 or left[h]) and weights[h, k] > FORBIDDEN:
                for d in range(1, nodes):
                    if left[d] and h != d:
                        weights[h, d] = log_add(weights[h, d], weights[h, k] + weights[k, d] - totals[step])
    return log_sum, before, order, totals


@kernel
def arc_probabilities(arcs: Float64, single_root: bool) -> tuple[float, Float64]:
    """The log of the sum, and the share in it of the trees that have each arc."""
    nodes = len(arcs)
    log_sum, before, order, totals = eliminate(arcs, single_root)
    share = np.zeros((nodes, nodes))
    if log_sum == FORBIDDEN:
        return log_sum, share
    left = np.zeros(nodes, np.bool_)
    for step in range(nodes - 1, 0, -1):
        k, weights = order[step], before[step]
        own = 1.0
        for h in range(nodes):
            if (h == 0 or left[h]) and weights[h, k] > FORBIDDEN:
                for d in range(1, nodes):
                    if left[d] and h != d and weights[k, d] > FORBIDDEN:
                        through = weights[h, k] + weights[k, d] - totals[step]
                        part = share[h, d] * np.exp(through - log_add(weights[h, d], through))
                        share[h, d] -= part
                        share[h, k] += part
                        share[k, d] += part
                        own -= part
        for h in range(1 if single_root and step < nodes - 1 else 0, nodes):
            if h == 0 or left[h]:
                share[h, k] += own * np.exp(weights[h, k] - totals[step])
        left[k] = True
    return log_sum, np.clip(share, 0.0, 1.0)


def drawn_trees(arcs: Float64, single_root: bool, size: int, seed: int) -> list[Int32]:
    """The heads of so many trees, each drawn with its probability; -1 where there is no tree of finite score.

    Trees that begin with the same heads share the probabilities of the next one.

    >>> drawn_trees(np.array([[0.0, 0.0, FORBIDDEN], [0.0, 0.0, 5.0], [0.0, FORBIDDEN, 0.0]]), True, 1, 0)
    [array([0, 1], dtype=int32)]
    """
    words = len(arcs) - 1
    rng = np.random.default_rng(seed)

    @lru_cache(maxsize=4096)
    def shares(last_heads: tuple[int, ...]) -> Float64 | None:
        """The probabilities of the heads up to each node of the word before those whose heads are chosen, summed up."""
        chosen = arcs.copy()
        for word, head in enumerate(last_heads, words - len(last_heads) + 1):
            chosen[:, word] = FORBIDDEN
            chosen[head, word] = arcs[head, word]
        log_sum, probability = arc_probabilities(chosen, single_root)
        sums = np.cumsum(probability[:, words - len(last_heads)])
        return None if log_sum == FORBIDDEN else sums / sums[-1]

    drawn = []
    for _ in range(size):
        heads: tuple[int, ...] = ()
        while len(heads) < words:
            sums = shares(heads)
            if sums is None:
                return [np.full(words, -1, np.int32)] * size
            heads = (int(np.searchsorted(sums, rng.random(), side="right")), *heads)
        drawn.append(np.array(heads, np.int32))
    return drawn
