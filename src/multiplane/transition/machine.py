"""The machine: one kernel says whether a transition is permitted, one applies it, one runs a whole sequence.

Every transition of every system is a row of its table, so a system defined at run time needs no compilation. A step
takes O(1) (O(α(n)) where components are joined or compared); RESTORE is paid for by the SKIPs before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.jit import kernel
from multiplane.transition.algebra import Opcode
from multiplane.transition.guards import Kind
from multiplane.transition.state import (
    ACTIVE,
    ARCS,
    END,
    FRONT,
    SKIPPED,
    SKIPPED_HEADLESS,
    SWITCHES,
    Ints,
    State,
)
from multiplane.transition.table import Table

Numbers = NDArray[np.int64]

SHIFT = int(Opcode.SHIFT)
UNSHIFT = int(Opcode.UNSHIFT)
REDUCE = int(Opcode.REDUCE)
LEFT_ARC = int(Opcode.LEFT_ARC)
RIGHT_ARC = int(Opcode.RIGHT_ARC)
ARC = int(Opcode.ARC)
SWITCH = int(Opcode.SWITCH)
SWAP = int(Opcode.SWAP)
DROP = int(Opcode.DROP)
DISCARD = int(Opcode.DISCARD)
SKIP = int(Opcode.SKIP)
RESTORE = int(Opcode.RESTORE)

HAS_HEAD = int(Kind.HAS_HEAD)
CONNECTED = int(Kind.CONNECTED)
ARC_EXISTS = int(Kind.ARC)
ARC_WITH_LABEL = int(Kind.ARC_WITH_LABEL)
IS_ROOT = int(Kind.IS_ROOT)
PRECEDES = int(Kind.PRECEDES)
SAME_NODE = int(Kind.SAME_NODE)
EXISTS = int(Kind.EXISTS)
SKIPPED_HAVE_HEADS = int(Kind.SKIPPED_HAVE_HEADS)
MAY_SWITCH = int(Kind.MAY_SWITCH)


@kernel
def size_of(state: State, area: int) -> int:
    """How many nodes the buffer (area 0) or a stack (1 the active one, 2 the next) holds."""
    if area == 0:
        return int(state.registers[END] - state.registers[FRONT])
    return int(state.sizes[(state.registers[ACTIVE] + area - 1) % len(state.sizes)])


@kernel
def node_at(state: State, area: int, depth: int) -> int:
    """The node at this place, or −1."""
    if depth > size_of(state, area):
        return -1
    if area == 0:
        return int(state.buffer[state.registers[FRONT] + depth - 1])
    stack = (state.registers[ACTIVE] + area - 1) % len(state.sizes)
    return int(state.stacks[stack, state.sizes[stack] - depth])


@kernel
def representative(state: State, node: int) -> int:
    """The node that stands for this node's connected component."""
    parents = state.parents
    while parents[node] >= 0:
        if parents[parents[node]] >= 0:
            parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel
def has_arc(state: State, head: int, dependent: int, any_label: bool, label: int) -> bool:
    """Whether the arc is there, with this label or with any."""
    arc = state.last_arc[dependent]
    while arc >= 0:
        if state.arc_head[arc] == head and (any_label or state.arc_label[arc] == label):
            return True
        arc = state.arc_before[arc]
    return False


@kernel
def holds(state: State, literal: Ints, label: int) -> bool:
    """Whether the atom of a literal is true; nothing is true of a node that is not there."""
    kind = literal[1]
    if kind == SKIPPED_HAVE_HEADS:
        return bool(state.registers[SKIPPED_HEADLESS] == 0)
    if kind == MAY_SWITCH:
        return bool(state.registers[SWITCHES] + literal[3] < len(state.sizes))
    first = node_at(state, int(literal[2]), int(literal[3]))
    if kind == EXISTS or first < 0:
        return first >= 0
    if kind == HAS_HEAD:
        return bool(state.heads[first] >= 0)
    if kind == IS_ROOT:
        return first == 0
    second = node_at(state, int(literal[4]), int(literal[5]))
    if second < 0:
        return False
    if kind == CONNECTED:
        return representative(state, first) == representative(state, second)
    if kind == PRECEDES:
        return first < second
    if kind == SAME_NODE:
        return first == second
    return has_arc(state, first, second, kind == ARC_EXISTS, label)


@kernel
def permitted(state: State, table: Table, transition: int, label: int) -> bool:
    """Whether the whole composition is defined here; nothing is changed."""
    for area in range(table.needs.shape[1]):
        need = table.needs[transition, area]
        if need > 0 and need > size_of(state, area):
            return False
    for clause in range(table.clauses[transition], table.clauses[transition + 1]):
        satisfied = True
        for row in range(table.clause_starts[clause], table.clause_starts[clause + 1]):
            literal = table.literals[row]
            if holds(state, literal, label) != (literal[0] == 1):
                satisfied = False
                break
        if satisfied:
            return True
    return False


@kernel
def add_arc(state: State, head: int, dependent: int, directed: bool, label: int) -> None:
    """Put the arc at the end of the list, join the components, note the first head."""
    arc = state.registers[ARCS]
    state.registers[ARCS] += 1
    state.arc_head[arc] = head
    state.arc_dependent[arc] = dependent
    state.arc_label[arc] = label
    state.arc_before[arc] = state.last_arc[dependent]
    state.last_arc[dependent] = arc
    if directed and state.heads[dependent] < 0:
        state.heads[dependent] = head
        state.labels[dependent] = label
    one, two = representative(state, head), representative(state, dependent)
    if one != two:
        if state.parents[one] > state.parents[two]:
            one, two = two, one
        state.parents[one] += state.parents[two]
        state.parents[two] = one


@kernel
def apply(state: State, table: Table, transition: int, label: int) -> None:
    """Carry out a transition that is permitted."""
    registers, sizes, stacks, buffer = state.registers, state.sizes, state.stacks, state.buffer
    for row in range(table.starts[transition], table.starts[transition + 1]):
        opcode, depth, place, times = table.steps[row]
        for _ in range(times):
            active = registers[ACTIVE]
            registers[SWITCHES] = registers[SWITCHES] + 1 if opcode == SWITCH else 0
            if opcode == SHIFT:
                node = buffer[registers[FRONT]]
                registers[FRONT] += 1
                for stack in range(len(sizes)):
                    stacks[stack, sizes[stack]] = node
                    sizes[stack] += 1
            elif opcode == REDUCE:
                sizes[active] -= 1
                for index in range(sizes[active] - depth + 1, sizes[active]):
                    stacks[active, index] = stacks[active, index + 1]
            elif opcode == LEFT_ARC:
                head = buffer[registers[FRONT] + place - 1]
                add_arc(state, int(head), int(stacks[active, sizes[active] - depth]), True, label)
            elif opcode in (RIGHT_ARC, ARC):
                dependent = buffer[registers[FRONT] + place - 1]
                head = stacks[active, sizes[active] - depth]
                add_arc(state, int(head), int(dependent), opcode == RIGHT_ARC, label)
            elif opcode == UNSHIFT:
                registers[FRONT] -= 1
                buffer[registers[FRONT]] = stacks[active, sizes[active] - 1]
                for stack in range(len(sizes)):
                    sizes[stack] -= 1
            elif opcode == SWITCH:
                registers[ACTIVE] = (active + 1) % len(sizes)
            elif opcode == DISCARD:
                for stack in range(len(sizes)):
                    sizes[stack] -= 1
            elif opcode == DROP:
                front = registers[FRONT]
                for index in range(front + place - 1, front, -1):
                    buffer[index] = buffer[index - 1]
                registers[FRONT] += 1
            elif opcode == SWAP:
                lower, upper = stacks[0, sizes[0] - 2], stacks[0, sizes[0] - 1]
                sizes[0] -= 1
                stacks[0, sizes[0] - 1] = upper
                registers[FRONT] -= 1
                buffer[registers[FRONT]] = lower
            elif opcode == SKIP:
                sizes[0] -= 1
                node = stacks[0, sizes[0]]
                state.skipped[registers[SKIPPED]] = node
                registers[SKIPPED] += 1
                if state.heads[node] < 0:
                    registers[SKIPPED_HEADLESS] += 1
            else:
                if opcode == RESTORE:
                    for index in range(registers[SKIPPED] - 1, -1, -1):
                        stacks[0, sizes[0]] = state.skipped[index]
                        sizes[0] += 1
                registers[SKIPPED] = 0
                registers[SKIPPED_HEADLESS] = 0


@kernel
def which_permitted(state: State, table: Table, label: int, out: Ints) -> int:
    """Write 1 for every transition that is permitted, 0 for the others; give their number."""
    count = 0
    for transition in range(len(table.starts) - 1):
        out[transition] = permitted(state, table, transition, label)
        count += out[transition]
    return count


@kernel
def run_sequence(state: State, table: Table, transitions: Numbers, labels: Numbers) -> int:
    """Apply the transitions in turn; −1, or the index of the first that is not permitted."""
    for index in range(len(transitions)):
        if not permitted(state, table, transitions[index], labels[index]):
            return index
        apply(state, table, transitions[index], labels[index])
    return -1
