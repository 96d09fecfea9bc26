"""What losses are counted from: where the nodes are, wrong heads, and which gold arcs are still reachable.

The loss of a configuration is the number of words that will have a wrong head in the end if no more mistakes are made.
A word that stays without a head ends under the root 0, so a gold arc from 0 is built by leaving its word alone.

Where all gold arcs that are reachable one by one can also be built together, except for those that close a cycle with
arcs already built, the loss is the number of unreachable arcs and of cycles: ``loss_of_reachable``.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Bool, Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.cycles import find_cycles
from multiplane.transition.machine.memory import (
    ARCS,
    END,
    FRONT,
    WORDS,
    arc_dependent,
    arc_head,
    head_of,
    stack_node,
    stack_size,
)
from multiplane.transition.oracles.gold import GOLD_ROOT_ARCS, UNDIRECTED
from multiplane.transition.oracles.profile import NO_ROOT_ARCS, REQUIRED_ROOT_ARCS

REMOVED, ON_STACK, IN_BUFFER = range(3)


@kernel
def node_locations(memory: Int32) -> Int32:
    """Where each node is: on the first stack, in the buffer, or removed from both."""
    location = np.zeros(memory[WORDS] + 1, np.int32)
    for depth in range(stack_size(memory, 0)):
        location[stack_node(memory, 0, depth)] = ON_STACK
    for place in range(memory[FRONT], memory[END]):
        location[memory[place]] = IN_BUFFER
    return location


@kernel
def count_wrong_heads(memory: Int32, head: Int32) -> int:
    """How many words have a head that is not the gold one."""
    wrong = 0
    for word in range(1, memory[WORDS] + 1):
        found = head_of(memory, word)
        wrong += found >= 0 and found != head[word]
    return wrong


@kernel
def loss_of_heads(memory: Int32, head: Int32, reachable: Bool, root_arcs: bool) -> int:
    """How many words will have a wrong head, or none: they end under the root, which is right if it has no arcs."""
    parent = np.full(len(head), -1, np.int32)
    loss = 0
    for word in range(1, memory[WORDS] + 1):
        parent[word] = head_of(memory, word)
        if parent[word] >= 0:
            loss += parent[word] != head[word]
        elif reachable[word] or (head[word] == 0 and not root_arcs):
            parent[word] = head[word]
        else:
            loss += 1
    return loss + find_cycles(parent)[1]


@kernel
def join_components(above: Int32, one: int, two: int) -> bool:
    """Join the components of two nodes; no if they are one already."""
    while above[one] >= 0:
        one = int(above[one])
    while above[two] >= 0:
        two = int(above[two])
    if one == two:
        return False
    above[one] = two
    return True


@kernel
def loss_of_edges(memory: Int32, gold: Int32, head: Int32, reachable: Bool) -> int:
    """How many edges are wrong, and how many gold edges will be missing; the root's count only if they are required."""
    above = np.full(len(head), -1, np.int32)
    built = np.zeros(len(head), np.bool_)
    loss = 0
    for arc in range(memory[ARCS]):
        one, two = arc_head(memory, arc), arc_dependent(memory, arc)
        join_components(above, one, two)
        if head[two] == one:
            built[two] = True
        elif head[one] == two:
            built[one] = True
        else:
            loss += 1
    for word in range(1, memory[WORDS] + 1):
        required = head[word] > 0 or gold[GOLD_ROOT_ARCS] == REQUIRED_ROOT_ARCS
        if required and not built[word] and not (reachable[word] and join_components(above, word, head[word])):
            loss += 1
    return loss


@kernel
def loss_of_reachable(memory: Int32, gold: Int32, head: Int32, reachable: Bool) -> int:
    """The loss of a directed or an undirected system, from the gold arcs that are reachable one by one."""
    if gold[UNDIRECTED] == 1:
        return loss_of_edges(memory, gold, head, reachable)
    return loss_of_heads(memory, head, reachable, gold[GOLD_ROOT_ARCS] != NO_ROOT_ARCS)
