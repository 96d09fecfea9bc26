"""What is still within reach: where the nodes of a configuration are, and which words already have a wrong head.

The loss of a configuration is the number of words that will have a wrong head in the end if no more mistakes are made.
A word that stays without a head ends under the root 0, so a gold arc from 0 is built by leaving its word alone.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import END, FRONT, HEADS, ROOM, SIZES, STACKS, WORDS, Ints

GONE, ON_STACK, IN_BUFFER = range(3)


@kernel
def places_of(memory: Ints) -> Ints:
    """Where each node is: on the first stack, in the buffer, or gone."""
    place = np.zeros(memory[WORDS] + 1, np.int32)
    for depth in range(memory[memory[SIZES]]):
        place[memory[memory[STACKS] + depth]] = ON_STACK
    for index in range(memory[FRONT], memory[END]):
        place[memory[index]] = IN_BUFFER
    return place


@kernel
def planes_of(memory: Ints) -> Ints:
    """On which of two stacks each node is: 1 the first, 2 the second, 3 both, as all are that wait in the buffer."""
    planes = np.zeros(memory[WORDS] + 1, np.int32)
    for stack in range(2):
        for depth in range(memory[memory[SIZES] + stack]):
            planes[memory[memory[STACKS] + stack * memory[ROOM] + depth]] |= 1 << stack
    for index in range(memory[FRONT], memory[END]):
        planes[memory[index]] = 3
    return planes


@kernel
def count_wrong(memory: Ints, head: Ints) -> int:
    """How many words have a head that is not the gold one."""
    wrong = 0
    for word in range(1, memory[WORDS] + 1):
        found = memory[memory[HEADS] + word]
        wrong += found >= 0 and found != head[word]
    return wrong


@kernel
def count_cycles(parent: Ints) -> int:
    """How many cycles there are if every node leads to its parent; −1 and 0 lead nowhere."""
    reached = np.zeros(len(parent), np.int32)
    cycles = 0
    for start in range(1, len(parent)):
        node = start
        while node > 0 and reached[node] == 0:
            reached[node] = start
            node = parent[node]
        cycles += node > 0 and reached[node] == start
    return cycles
