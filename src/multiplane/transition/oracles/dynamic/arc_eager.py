"""The loss of arc-eager (Goldberg & Nivre 2012). The system is arc-decomposable, so each gold arc counts alone. O(n).

Exact for projective gold trees, with LBA and RBA too. If the root is on the stack, arcs from it count as well.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import WORDS, head_of
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    REMOVED,
    count_wrong_heads,
    node_locations,
)


@kernel
def loss_arc_eager(memory: Int32, head: Int32, root_arcs: bool) -> int:
    """A gold arc is reachable if one of its ends is in the buffer and the other is not removed."""
    location = node_locations(memory)
    loss = count_wrong_heads(memory, head)
    for word in range(1, memory[WORDS] + 1):
        if head_of(memory, word) < 0 and (head[word] > 0 or root_arcs):
            one, two = location[word], location[head[word]]
            loss += not ((one == IN_BUFFER and two != REMOVED) or (two == IN_BUFFER and one != REMOVED))
    return loss
