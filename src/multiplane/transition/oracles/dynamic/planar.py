"""The losses of planar, and of k-planar where arcs are built on assigned planes: unreachable arcs and cycles.

For planar it is exact for planar gold trees, whose arcs never get in each other's way; O(n). With several planes it is
exact for a parser that builds every arc on the plane that the static oracle assigned at the start; arcs that got no
plane are lost. Arcs from the root count if it is on the stack: a word can do without one, but not without its label.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Bool, Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import STACK_COUNT, WORDS, stack_node, stack_size
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    REMOVED,
    loss_of_heads,
    loss_of_reachable,
    node_locations,
)
from multiplane.transition.oracles.gold import all_planes
from multiplane.transition.oracles.static.assign_planes import LOST


@kernel
def reachable_on_one_stack(memory: Int32, head: Int32) -> Bool:
    """An arc is reachable while its right end is in the buffer and its left end is not removed."""
    location = node_locations(memory)
    reachable = np.zeros(len(head), np.bool_)
    for word in range(1, memory[WORDS] + 1):
        low, high = min(word, head[word]), max(word, head[word])
        reachable[word] = location[high] == IN_BUFFER and location[low] != REMOVED
    return reachable


@kernel
def reachable_on_assigned_planes(memory: Int32, head: Int32, plane: Int32) -> Bool:
    """The same, with the left end in the buffer too or on the stack of the arc's plane.

    An arc from the root that has no plane counts as reachable: its word is left without a head.
    """
    location = node_locations(memory)
    reachable: Bool = (head == 0) & (plane == LOST)
    on_stack = np.zeros(len(head), np.bool_)
    for stack in range(memory[STACK_COUNT]):
        on_stack[:] = False
        for depth in range(stack_size(memory, stack)):
            on_stack[stack_node(memory, stack, depth)] = True
        for word in range(1, memory[WORDS] + 1):
            low, high = min(word, head[word]), max(word, head[word])
            if plane[word] == stack and location[high] == IN_BUFFER:
                reachable[word] = location[low] == IN_BUFFER or on_stack[low]
    return reachable


@kernel
def loss_planar(memory: Int32, head: Int32) -> int:
    """The loss of planar."""
    return loss_of_heads(memory, head, reachable_on_one_stack(memory, head), False)


@kernel
def loss_assigned_planes(memory: Int32, gold: Int32, head: Int32) -> int:
    """The loss of systems with planes if every arc is built on its assigned plane."""
    return loss_of_reachable(memory, gold, head, reachable_on_assigned_planes(memory, head, all_planes(gold)))
