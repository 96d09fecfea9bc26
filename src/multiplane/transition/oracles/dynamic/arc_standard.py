"""The loss of arc-standard by dynamic programming (Goldberg, Sartorio & Satta 2014), O(a · b · (a + b)).

Arc-standard is not arc-decomposable: the stack can only be taken apart from its top. Let ``left`` be its a nodes, top
first, and ``right`` the b words of the buffer whose gold head is not in the buffer or that are gold ancestors of nodes
on the stack; all arcs that the other words need are among themselves. The table holds, for the first i of ``left`` and
the first j of ``right`` merged into one tree, the fewest lost arcs for each root of that tree. At any point the rest of
the stack may be left alone; its words then end under the root 0. Exact for projective gold trees, with LBA and RBA too.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import END, FRONT, buffer_node, head_of, stack_node, stack_size
from multiplane.transition.oracles.dynamic.reachability import (
    IN_BUFFER,
    ON_STACK,
    count_wrong_heads,
    node_locations,
)

INFINITE = 1 << 20


@kernel
def stack_from_top(memory: Int32, with_first: bool) -> Int32:
    """The nodes of the stack, top first; before them the first of the buffer if that acts as the top."""
    size, extra = stack_size(memory, 0), 1 if with_first else 0
    left = np.empty(size + extra, np.int32)
    if with_first:
        left[0] = buffer_node(memory, 0)
    for depth in range(size):
        left[extra + depth] = stack_node(memory, 0, size - 1 - depth)
    return left


@kernel
def buffer_words(memory: Int32, head: Int32, location: Int32, left: Int32, front: int) -> Int32:
    """The words of the buffer from ``front`` on that take part in the table."""
    needed = np.zeros(len(head), np.bool_)
    for index in range(front, memory[END]):
        word = memory[index]
        needed[word] = head[word] == 0 or location[head[word]] != IN_BUFFER
    for node in left:
        above = head[node]
        while above > 0 and location[above] == IN_BUFFER and not needed[above]:
            needed[above] = True
            above = head[above]
    right = np.empty(memory[END] - front, np.int32)
    count = 0
    for index in range(front, memory[END]):
        if needed[memory[index]]:
            right[count] = memory[index]
            count += 1
    return right[:count]


@kernel
def fewest_lost_arcs(left: Int32, right: Int32, head: Int32, location: Int32) -> int:
    """Fill the table; at every cell the rest of the stack may be left alone."""
    a, b = len(left), len(right)
    nodes = np.concatenate((left, right))
    rest_of_stack = np.zeros(a + 1, np.int32)
    rest_of_buffer = np.zeros(b + 1, np.int32)
    for i in range(a - 1, -1, -1):
        rest_of_stack[i] = rest_of_stack[i + 1] + (head[left[i]] != 0)
    for j in range(b - 1, -1, -1):
        above = head[right[j]]
        rest_of_buffer[j] = rest_of_buffer[j + 1] + (above != 0 and location[above] != IN_BUFFER)
    table = np.full((a + 1, b + 1, a + b), INFINITE, np.int32)
    table[1, 0, 0] = 0
    best = INFINITE
    for i in range(1, a + 1):
        for j in range(b + 1):
            for root in range(a + b):
                lost = table[i, j, root]
                if lost == INFINITE:
                    continue
                top = nodes[root]
                best = min(best, lost + (head[top] != 0) + rest_of_stack[i] + rest_of_buffer[j])
                if i < a:
                    table[i + 1, j, root] = min(table[i + 1, j, root], lost + (head[left[i]] != top))
                    table[i + 1, j, i] = min(table[i + 1, j, i], lost + (head[top] != left[i]))
                if j < b:
                    table[i, j + 1, root] = min(table[i, j + 1, root], lost + (head[right[j]] != top))
                    table[i, j + 1, a + j] = min(table[i, j + 1, a + j], lost + (head[top] != right[j]))
    return int(best)


@kernel
def loss_arc_standard(memory: Int32, head: Int32, buffer_first_is_top: bool) -> int:
    """Wrong heads, and the fewest arcs that must be lost when stack and buffer are merged into trees."""
    loss = count_wrong_heads(memory, head)
    front = memory[FRONT]
    if front == memory[END] and buffer_first_is_top:
        for word in range(1, len(head)):
            loss += head_of(memory, word) < 0 and head[word] != 0
        return loss
    location = node_locations(memory)
    if buffer_first_is_top:
        location[memory[front]] = ON_STACK
        front += 1
    left = stack_from_top(memory, buffer_first_is_top)
    right = buffer_words(memory, head, location, left, front)
    if len(left) > 0:
        return loss + fewest_lost_arcs(left, right, head, location)
    for word in right:
        loss += head[word] != 0 and location[head[word]] != IN_BUFFER
    return loss
