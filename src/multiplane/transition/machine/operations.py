"""What the steps of a transition do to the memory: nodes pushed, popped and moved, arcs added, components joined."""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import (
    ARC_BEFORE,
    ARC_DEPENDENT,
    ARC_HEAD,
    ARC_LABEL,
    ARCS,
    FRONT,
    HEADS,
    LABELS,
    LAST_ARC,
    PARENTS,
    ROOM,
    SIZES,
    SKIPPED,
    SKIPPED_COUNT,
    SKIPPED_HEADLESS,
    STACKS,
)


@kernel
def representative(memory: Int32, node: int) -> int:
    """The node that stands for this node's connected component."""
    parents = memory[PARENTS]
    while memory[parents + node] >= 0:
        above = memory[parents + node]
        if memory[parents + above] >= 0:
            memory[parents + node] = memory[parents + above]
        node = int(above)
    return node


@kernel
def has_arc(memory: Int32, head: int, dependent: int, any_label: bool, label: int) -> bool:
    """Whether the arc is there, with this label or with any."""
    arc = memory[memory[LAST_ARC] + dependent]
    while arc >= 0:
        if memory[memory[ARC_HEAD] + arc] == head and (any_label or memory[memory[ARC_LABEL] + arc] == label):
            return True
        arc = memory[memory[ARC_BEFORE] + arc]
    return False


@kernel
def add_arc(memory: Int32, head: int, dependent: int, directed: bool, label: int) -> None:
    """Put the arc at the end of the list, join the components, note the first head."""
    arc = memory[ARCS]
    memory[ARCS] += 1
    memory[memory[ARC_HEAD] + arc] = head
    memory[memory[ARC_DEPENDENT] + arc] = dependent
    memory[memory[ARC_LABEL] + arc] = label
    memory[memory[ARC_BEFORE] + arc] = memory[memory[LAST_ARC] + dependent]
    memory[memory[LAST_ARC] + dependent] = arc
    if directed and memory[memory[HEADS] + dependent] < 0:
        memory[memory[HEADS] + dependent] = head
        memory[memory[LABELS] + dependent] = label
    one, two = representative(memory, head), representative(memory, dependent)
    if one != two:
        parents = memory[PARENTS]
        if memory[parents + one] > memory[parents + two]:
            one, two = two, one
        memory[parents + one] += memory[parents + two]
        memory[parents + two] = one


@kernel
def push(memory: Int32, stack: int, node: int) -> None:
    """Put a node on top of a stack."""
    size = memory[SIZES] + stack
    memory[memory[STACKS] + stack * memory[ROOM] + memory[size]] = node
    memory[size] += 1


@kernel
def pop(memory: Int32, stack: int) -> int:
    """Take the top of a stack."""
    size = memory[SIZES] + stack
    memory[size] -= 1
    return int(memory[memory[STACKS] + stack * memory[ROOM] + memory[size]])


@kernel
def put_back(memory: Int32, node: int) -> None:
    """Put a node at the front of the buffer."""
    memory[FRONT] -= 1
    memory[memory[FRONT]] = node


@kernel
def remove_from_stack(memory: Int32, stack: int, depth: int) -> None:
    """Take a node out of a stack; those above it come down."""
    top = memory[STACKS] + stack * memory[ROOM] + memory[memory[SIZES] + stack] - 1
    for place in range(top - depth + 1, top):
        memory[place] = memory[place + 1]
    memory[memory[SIZES] + stack] -= 1


@kernel
def remove_from_buffer(memory: Int32, depth: int) -> None:
    """Take a node out of the buffer; those before it move up."""
    front = memory[FRONT]
    for place in range(front + depth - 1, front, -1):
        memory[place] = memory[place - 1]
    memory[FRONT] += 1


@kernel
def skip(memory: Int32) -> None:
    """Move the top of the stack to the list λ₂."""
    node = pop(memory, 0)
    memory[memory[SKIPPED] + memory[SKIPPED_COUNT]] = node
    memory[SKIPPED_COUNT] += 1
    if memory[memory[HEADS] + node] < 0:
        memory[SKIPPED_HEADLESS] += 1


@kernel
def empty_list(memory: Int32, restore: bool) -> None:
    """Empty λ₂, back onto the stack or for good."""
    if restore:
        for index in range(memory[SKIPPED_COUNT] - 1, -1, -1):
            push(memory, 0, memory[memory[SKIPPED] + index])
    memory[SKIPPED_COUNT] = 0
    memory[SKIPPED_HEADLESS] = 0
