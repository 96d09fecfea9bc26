"""What the steps of a transition do to the memory: nodes pushed, popped and moved, arcs added, components joined."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import (
    ARCS,
    FRONT,
    SKIPPED_COUNT,
    SKIPPED_HEADLESS,
    WORDS,
    arc_before,
    arc_head,
    arc_label,
    buffer_node,
    head_of,
    last_arc,
    parent_of,
    set_arc,
    set_buffer_node,
    set_head,
    set_label,
    set_last_arc,
    set_parent,
    set_skipped_node,
    set_stack_node,
    set_stack_size,
    skipped_node,
    stack_node,
    stack_size,
)


@kernel
def representative(memory: Int32, node: int) -> int:
    """The representative of the node's connected component."""
    above = parent_of(memory, node)
    while above >= 0:
        next_above = parent_of(memory, above)
        if next_above >= 0:
            set_parent(memory, node, next_above)
        node, above = int(above), next_above
    return node


@kernel
def has_arc(memory: Int32, head: int, dependent: int, any_label: bool, label: int) -> bool:
    """Whether the arc is there, with this label or with any."""
    arc = last_arc(memory, dependent)
    while arc >= 0:
        if arc_head(memory, arc) == head and (any_label or arc_label(memory, arc) == label):
            return True
        arc = arc_before(memory, arc)
    return False


@kernel
def has_path(memory: Int32, head: int, dependent: int) -> bool:
    """Whether arcs lead from the first node to the second, or the two are one; from dependents up, O(arcs)."""
    if head == dependent:
        return True
    seen = np.zeros(memory[WORDS] + 1, np.bool_)
    waiting = np.empty(memory[WORDS] + 1, np.int32)
    waiting[0] = dependent
    count = 1
    while count > 0:
        count -= 1
        arc = last_arc(memory, waiting[count])
        while arc >= 0:
            above = arc_head(memory, arc)
            if above == head:
                return True
            if not seen[above]:
                seen[above] = True
                waiting[count] = above
                count += 1
            arc = arc_before(memory, arc)
    return False


@kernel
def add_arc(memory: Int32, head: int, dependent: int, directed: bool, label: int) -> None:
    """Put the arc at the end of the list, join the components, record the first head."""
    arc = memory[ARCS]
    memory[ARCS] += 1
    set_arc(memory, arc, head, dependent, label, last_arc(memory, dependent))
    set_last_arc(memory, dependent, arc)
    if directed and head_of(memory, dependent) < 0:
        set_head(memory, dependent, head)
        set_label(memory, dependent, label)
    one, two = representative(memory, head), representative(memory, dependent)
    if one != two:
        if parent_of(memory, one) > parent_of(memory, two):
            one, two = two, one
        set_parent(memory, one, parent_of(memory, one) + parent_of(memory, two))
        set_parent(memory, two, one)


@kernel
def push(memory: Int32, stack: int, node: int) -> None:
    """Put a node on top of a stack."""
    size = stack_size(memory, stack)
    set_stack_node(memory, stack, size, node)
    set_stack_size(memory, stack, size + 1)


@kernel
def pop(memory: Int32, stack: int) -> int:
    """Take the top of a stack."""
    size = stack_size(memory, stack) - 1
    set_stack_size(memory, stack, size)
    return int(stack_node(memory, stack, size))


@kernel
def put_back(memory: Int32, node: int) -> None:
    """Put a node at the front of the buffer."""
    memory[FRONT] -= 1
    set_buffer_node(memory, 0, node)


@kernel
def remove_from_stack(memory: Int32, stack: int, depth: int) -> None:
    """Take a node out of a stack; those above it come down."""
    size = stack_size(memory, stack) - 1
    for place in range(size - depth + 1, size):
        set_stack_node(memory, stack, place, stack_node(memory, stack, place + 1))
    set_stack_size(memory, stack, size)


@kernel
def remove_from_buffer(memory: Int32, depth: int) -> None:
    """Take a node out of the buffer; those before it move up."""
    for place in range(depth - 1, 0, -1):
        set_buffer_node(memory, place, buffer_node(memory, place - 1))
    memory[FRONT] += 1


@kernel
def skip(memory: Int32) -> None:
    """Move the top of the stack to the list λ₂."""
    node = pop(memory, 0)
    set_skipped_node(memory, memory[SKIPPED_COUNT], node)
    memory[SKIPPED_COUNT] += 1
    if head_of(memory, node) < 0:
        memory[SKIPPED_HEADLESS] += 1


@kernel
def forget(memory: Int32) -> None:
    """Empty λ₂ for good."""
    memory[SKIPPED_COUNT] = 0
    memory[SKIPPED_HEADLESS] = 0


@kernel
def restore(memory: Int32) -> None:
    """Put the nodes of λ₂ back onto the stack."""
    for place in range(memory[SKIPPED_COUNT] - 1, -1, -1):
        push(memory, 0, skipped_node(memory, place))
    forget(memory)
