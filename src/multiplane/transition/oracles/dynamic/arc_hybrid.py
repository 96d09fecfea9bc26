"""The loss of arc-hybrid (Goldberg & Nivre 2013), where the words that end under the root stay on the stack. O(n).

Arcs are looked at alone but for one thing: a gold root that stays on the stack freezes all that lies below it. So one
chooses the topmost root to be kept: those above it are lost, and so are the arcs between neighbours below it.
Exact for projective gold trees, with LBA and RBA too.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import HEADS, SIZES, STACKS, WORDS, Ints
from multiplane.transition.oracles.dynamic.reach import GONE, IN_BUFFER, count_wrong, places_of


@kernel
def loss_arc_hybrid(memory: Ints, head: Ints) -> int:
    """Wrong heads, arcs out of reach, and the best choice of what to freeze."""
    place = places_of(memory)
    loss = count_wrong(memory, head)
    for word in range(1, memory[WORDS] + 1):
        if memory[memory[HEADS] + word] < 0 and head[word] > 0:
            if place[word] == IN_BUFFER:
                loss += place[head[word]] == GONE
            else:
                loss += place[head[word]] != IN_BUFFER
    size, bottom = memory[memory[SIZES]], memory[STACKS]
    between, roots = 0, 0
    for depth in range(size):
        roots += head[memory[bottom + depth]] == 0
        if depth > 0:
            between += head[memory[bottom + depth]] == memory[bottom + depth - 1]
    best, above, below = roots, 0, between
    for depth in range(size - 1, -1, -1):
        word = memory[bottom + depth]
        if depth > 0:
            below -= head[word] == memory[bottom + depth - 1]
        if head[word] == 0:
            best = min(best, above + below)
            above += 1
    return loss - between + best
