"""The machine: one kernel says whether a transition is permitted, one applies it, and one tries it out.

Every transition of every system is a record of its program, so a system defined at run time needs no compilation. A
step takes O(1) (O(α(n)) where components are joined or compared); RESTORE is paid for by the SKIPs before it.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.algebra.composition import Opcode
from multiplane.transition.algebra.guards import Kind
from multiplane.transition.machine.memory import (
    ACTIVE,
    FRONT,
    SKIPPED_HEADLESS,
    STACK_COUNT,
    SWITCHES,
    buffer_node,
    buffer_size,
    head_of,
    stack_node,
    stack_size,
)
from multiplane.transition.machine.operations import (
    add_arc,
    forget,
    has_arc,
    has_path,
    pop,
    push,
    put_back,
    remove_from_buffer,
    remove_from_stack,
    representative,
    restore,
    skip,
)

SHIFT, UNSHIFT, REDUCE, LEFT_ARC, RIGHT_ARC, ARC, SWITCH, SWAP, DROP, DISCARD, SKIP, RESTORE, FORGET = map(int, Opcode)
(
    HAS_HEAD,
    CONNECTED,
    ARC_EXISTS,
    ARC_WITH_LABEL,
    IS_ROOT,
    PRECEDES,
    SAME_NODE,
    EXISTS,
    SKIPPED_HAVE_HEADS,
    MAY_SWITCH,
    PATH,
) = map(int, Kind)
LITERAL = 6
STEP = 4


@kernel
def size_of(memory: Int32, area: int) -> int:
    """How many nodes the buffer (area 0) or a stack (1 the active one, 2 the next) holds."""
    if area == 0:
        return int(buffer_size(memory))
    return int(stack_size(memory, stack_number(memory, area)))


@kernel
def stack_number(memory: Int32, area: int) -> int:
    """The number of the active stack (area 1) or of one of those that follow it in turn."""
    stack = memory[ACTIVE] + area - 1
    return int(stack - memory[STACK_COUNT] if stack >= memory[STACK_COUNT] else stack)


@kernel
def node_at(memory: Int32, area: int, depth: int) -> int:
    """The node at this place, or −1."""
    if depth > size_of(memory, area):
        return -1
    if area == 0:
        return int(buffer_node(memory, depth - 1))
    stack = stack_number(memory, area)
    return int(stack_node(memory, stack, stack_size(memory, stack) - depth))


@kernel
def holds(memory: Int32, program: Int32, literal: int, label: int) -> bool:
    """Whether the atom of the literal at this index is true; of a node that is not there nothing is true."""
    kind, area, depth = program[literal + 1], program[literal + 2], program[literal + 3]
    if kind == SKIPPED_HAVE_HEADS:
        return bool(memory[SKIPPED_HEADLESS] == 0)
    if kind == MAY_SWITCH:
        return bool(memory[SWITCHES] + depth < memory[STACK_COUNT])
    first = node_at(memory, area, depth)
    if kind == EXISTS or first < 0:
        return first >= 0
    if kind == HAS_HEAD:
        return bool(head_of(memory, first) >= 0)
    if kind == IS_ROOT:
        return first == 0
    second = node_at(memory, program[literal + 4], program[literal + 5])
    if second < 0:
        return False
    if kind == CONNECTED:
        return representative(memory, first) == representative(memory, second)
    if kind == PRECEDES:
        return first < second
    if kind == SAME_NODE:
        return first == second
    if kind == PATH:
        return has_path(memory, first, second)
    return has_arc(memory, first, second, kind == ARC_EXISTS, label)


@kernel
def permitted(memory: Int32, program: Int32, transition: int, label: int) -> bool:
    """Whether the whole composition is defined here; nothing is changed."""
    place = program[transition] + 1
    for area in range(memory[STACK_COUNT] + 1):
        if program[place] > 0 and program[place] > size_of(memory, area):
            return False
        place += 1
    clauses = program[place]
    place += 1
    for _ in range(clauses):
        end = place + 1 + LITERAL * program[place]
        place += 1
        while place < end and holds(memory, program, place, label) == (program[place] == 1):
            place += LITERAL
        if place == end:
            return True
        place = end
    return False


@kernel
def apply(memory: Int32, program: Int32, transition: int, label: int) -> None:
    """Carry out a transition that is permitted."""
    place = program[program[transition]]
    stacks = memory[STACK_COUNT]
    end = place + 1 + STEP * program[place]
    for step in range(place + 1, end, STEP):
        opcode, depth, offset = program[step], program[step + 1], program[step + 2]
        for _ in range(program[step + 3]):
            active = memory[ACTIVE]
            memory[SWITCHES] = memory[SWITCHES] + 1 if opcode == SWITCH else 0
            if opcode == SHIFT:
                node = buffer_node(memory, 0)
                memory[FRONT] += 1
                for stack in range(stacks):
                    push(memory, stack, node)
            elif opcode == REDUCE:
                remove_from_stack(memory, active, depth)
            elif opcode == LEFT_ARC:
                add_arc(memory, node_at(memory, 0, offset), node_at(memory, 1, depth), True, label)
            elif opcode == RIGHT_ARC:
                add_arc(memory, node_at(memory, 1, depth), node_at(memory, 0, offset), True, label)
            elif opcode == ARC:
                add_arc(memory, node_at(memory, 1, depth), node_at(memory, 0, offset), False, label)
            elif opcode == UNSHIFT:
                put_back(memory, node_at(memory, 1, 1))
                for stack in range(stacks):
                    pop(memory, stack)
            elif opcode == SWITCH:
                memory[ACTIVE] = active + 1 if active + 1 < stacks else 0
            elif opcode == DISCARD:
                for stack in range(stacks):
                    pop(memory, stack)
            elif opcode == DROP:
                remove_from_buffer(memory, offset)
            elif opcode == SWAP:
                put_back(memory, node_at(memory, 1, 2))
                remove_from_stack(memory, 0, 2)
            elif opcode == SKIP:
                skip(memory)
            elif opcode == RESTORE:
                restore(memory)
            elif opcode == FORGET:
                forget(memory)
            else:
                raise ValueError("unknown opcode")


NONE = -1


@kernel
def is_applicable(memory: Int32, program: Int32, transition: int) -> bool:
    """Whether the system has this transition (its number is not −1) and it is applicable here."""
    return transition >= 0 and permitted(memory, program, as_number(transition), as_number(NONE))


@kernel
def apply_to_copy(memory: Int32, program: Int32, transition: int, copy: Int32) -> None:
    """Apply an applicable transition to a copy of the memory, which is made in ``copy``."""
    for index in range(len(memory)):
        copy[index] = memory[index]
    apply(copy, program, as_number(transition), as_number(NONE))
