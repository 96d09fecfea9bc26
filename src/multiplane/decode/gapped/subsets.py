"""The best tree of WG_k or MG_k for any k, over all subsets of the words: O(n·3ⁿ), for short sentences.

Gómez-Rodríguez, Carroll & Weir (2011), §7.4 and §7.7. ``best[h, words]`` scores a set of words, one bit each, that
subtrees of children of h cover. Two sets join into one if that one, seen on the line without h, has at most k gaps
and, for WG_k, if they do not interleave. A child's own yield must have at most k gaps with h in its place.
"""

from __future__ import annotations

import numpy as np

from multiplane.decode.scores import FORBIDDEN
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel

MAX_WORDS = 18


@kernel
def blocks_of_set(words: int) -> int:
    """How many runs of neighbouring words a set has."""
    begins = words & ~(words << 1)
    count = 0
    while begins:
        begins &= begins - 1
        count += 1
    return count


@kernel
def without_head(words: int, h: int) -> int:
    """The same set on the line where h is left out."""
    if h == 0:
        return words
    low = (1 << (h - 1)) - 1
    return (words & low) | ((words >> 1) & ~low)


@kernel
def hull(words: int) -> int:
    """All places from the first word of a set to the last."""
    spread = words
    shift = 1
    while shift < 64:
        spread |= spread >> shift
        shift *= 2
    lowest = words & -words
    return spread & ~(lowest - 1)


@kernel
def best_child(best: Float64, arcs: Float64, h: int, words: int) -> tuple[float, int]:
    """The best child of h whose yield is the set."""
    score, child = FORBIDDEN, 0
    for d in range(1, len(arcs)):
        bit = 1 << (d - 1)
        if words & bit and arcs[h, d] + best[d, words ^ bit] > score:
            score, child = arcs[h, d] + best[d, words ^ bit], d
    return score, child


@kernel
def best_join(best: Float64, h: int, words: int, interleaving: bool) -> tuple[float, int]:
    """The best two sets that join into one, by the half with the first word."""
    score, half = FORBIDDEN, 0
    lowest = words & -words
    rest = words ^ lowest
    other = rest
    while other:
        one = words ^ other
        joined = best[h, one] + best[h, other]
        if joined > score and (interleaving or not one & hull(other) or not other & hull(one)):
            score, half = joined, one
        other = (other - 1) & rest
    return score, half


@kernel(steps=lambda arcs, *_: 3 ** len(arcs))
def subset_heads(arcs: Float64, single_root: bool, interleaving: bool, gaps: int) -> Int32:
    """The heads of the best tree of WG_k, or of MG_k with ``interleaving``; the first is -1 where there is none."""
    nodes = len(arcs)
    n = nodes - 1
    everything = (1 << n) - 1
    heads = np.full(n, -1, np.int32)
    if n == 0:
        return heads
    best = np.full((nodes, everything + 1), FORBIDDEN)
    best[:, 0] = 0.0
    for words in range(1, everything + 1):
        connected = blocks_of_set(words) <= gaps + 1
        for h in range(1 if single_root else 0, nodes):
            if (h > 0 and words >> (h - 1) & 1) or blocks_of_set(without_head(words, h)) > gaps + 1:
                continue
            if connected:
                best[h, words] = best_child(best, arcs, h, words)[0]
            best[h, words] = max(best[h, words], best_join(best, h, words, interleaving)[0])
    score = best_child(best, arcs, 0, everything)[0]
    if (score if single_root else best[0, everything]) == FORBIDDEN:
        return heads
    stack = [(0, everything)]
    while len(stack) > 0:
        h, words = stack.pop()
        if words == 0:
            continue
        child, half = 0, 0
        score = FORBIDDEN
        if blocks_of_set(words) <= gaps + 1:
            score, child = best_child(best, arcs, h, words)
        if not (single_root and h == 0):
            joined, half = best_join(best, h, words, interleaving)
            if joined > score:
                stack.append((h, half))
                stack.append((h, words ^ half))
                continue
        heads[child - 1] = h
        stack.append((child, words ^ (1 << (child - 1))))
    return heads
