"""The loss of arc-eager (Goldberg & Nivre 2012): it is arc-decomposable, so each arc is looked at alone. O(n).

Exact for projective gold trees, with LBA and RBA too. Where the root is on the stack, arcs from it count as well.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import HEADS, WORDS, Ints
from multiplane.transition.oracles.dynamic.reach import GONE, IN_BUFFER, count_wrong, places_of


@kernel
def loss_arc_eager(memory: Ints, head: Ints, root_arcs: bool) -> int:
    """A word without a head can get it if one of the two waits in the buffer and the other is not gone."""
    place = places_of(memory)
    loss = count_wrong(memory, head)
    for word in range(1, memory[WORDS] + 1):
        if memory[memory[HEADS] + word] < 0 and (head[word] > 0 or root_arcs):
            one, two = place[word], place[head[word]]
            loss += not ((one == IN_BUFFER and two != GONE) or (two == IN_BUFFER and one != GONE))
    return loss
