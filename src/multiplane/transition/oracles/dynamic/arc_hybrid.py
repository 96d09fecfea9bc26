"""The loss of arc-hybrid (Goldberg & Nivre 2013), where the words that end under the root stay on the stack. O(n).

Gold arcs count one by one, with one exception: a gold root that stays on the stack freezes everything below it. So the
topmost root to be kept has to be chosen: the roots above it are lost, and so are the arcs between neighbours below it.
Exact for projective gold trees, with LBA and RBA too.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import WORDS, head_of, stack_node, stack_size
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    REMOVED,
    count_wrong_heads,
    node_locations,
)


@kernel
def loss_arc_hybrid(memory: Int32, head: Int32) -> int:
    """Wrong heads, unreachable arcs, and the fewest arcs lost to what is frozen."""
    location = node_locations(memory)
    loss = count_wrong_heads(memory, head)
    for word in range(1, memory[WORDS] + 1):
        if head_of(memory, word) < 0 and head[word] > 0:
            if location[word] == IN_BUFFER:
                loss += location[head[word]] == REMOVED
            else:
                loss += location[head[word]] != IN_BUFFER
    size = stack_size(memory, 0)
    between, roots = 0, 0
    for depth in range(size):
        word = stack_node(memory, 0, depth)
        roots += head[word] == 0
        if depth > 0:
            between += head[word] == stack_node(memory, 0, depth - 1)
    fewest, above, below = roots, 0, between
    for depth in range(size - 1, -1, -1):
        word = stack_node(memory, 0, depth)
        if depth > 0:
            below -= head[word] == stack_node(memory, 0, depth - 1)
        if head[word] == 0:
            fewest = min(fewest, above + below)
            above += 1
    return loss - between + fewest
