"""The loss of Covington's non-projective system: unreachable arcs and cycles. O(n).

Exact for every gold tree (Gómez-Rodríguez & Fernández-González 2015).
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Bool, Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.algebra.guards import BUFFER
from multiplane.transition.machine.execution import node_at
from multiplane.transition.machine.memory import WORDS
from multiplane.transition.oracles.dynamic.reachability import ON_STACK, loss_of_reachable, node_locations


@kernel
def reachable_in_lists(memory: Int32, head: Int32) -> Bool:
    """An arc is reachable until its right end, first in the buffer, has passed its left end."""
    location = node_locations(memory)
    first = node_at(memory, BUFFER, 1)
    reachable = np.zeros(len(head), np.bool_)
    for word in range(1, memory[WORDS] + 1):
        low, high = min(word, head[word]), max(word, head[word])
        reachable[word] = first >= 0 and (high > first or (high == first and location[low] == ON_STACK))
    return reachable


@kernel
def loss_covington(memory: Int32, gold: Int32, head: Int32) -> int:
    """The loss of systems that go through lists and remove no node."""
    return loss_of_reachable(memory, gold, head, reachable_in_lists(memory, head))
