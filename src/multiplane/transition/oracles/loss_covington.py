"""The loss of Covington's non-projective system (Gómez-Rodríguez & Fernández-González 2015), and of planar. O(n).

All gold arcs that are within reach one by one can be built together, but for those that close a cycle with arcs that
are there: the loss is the number of arcs out of reach and of cycles. For Covington that is exact for every gold tree;
the same holds for planar and planar gold trees, whose arcs never stand in each other's way.
"""

from __future__ import annotations

import numpy as np

from multiplane.jit import kernel
from multiplane.transition.memory import HEADS, WORDS, Ints
from multiplane.transition.oracles.places import first_of_buffer
from multiplane.transition.oracles.reach import GONE, IN_BUFFER, ON_STACK, count_cycles, count_wrong, places_of


@kernel
def loss_covington(memory: Ints, head: Ints) -> int:
    """An arc is within reach until its right end, first in the buffer, has passed its left end."""
    place = places_of(memory)
    first = first_of_buffer(memory)
    parent = np.full(len(head), -1, np.int32)
    loss = count_wrong(memory, head)
    for word in range(1, memory[WORDS] + 1):
        parent[word] = memory[memory[HEADS] + word]
        if parent[word] < 0:
            low, high = min(word, head[word]), max(word, head[word])
            waits = first >= 0 and (high > first or (high == first and place[low] == ON_STACK))
            if head[word] == 0 or waits:
                parent[word] = head[word]
            else:
                loss += 1
    return loss + count_cycles(parent)


@kernel
def loss_planar(memory: Ints, head: Ints) -> int:
    """An arc is within reach while its right end waits in the buffer and its left end is not gone."""
    place = places_of(memory)
    parent = np.full(len(head), -1, np.int32)
    loss = count_wrong(memory, head)
    for word in range(1, memory[WORDS] + 1):
        parent[word] = memory[memory[HEADS] + word]
        if parent[word] < 0:
            low, high = min(word, head[word]), max(word, head[word])
            if head[word] == 0 or (place[high] == IN_BUFFER and place[low] != GONE):
                parent[word] = head[word]
            else:
                loss += 1
    return loss + count_cycles(parent)
