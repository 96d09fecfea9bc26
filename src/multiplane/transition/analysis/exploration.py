"""All configurations of a system for a few words, each once; the sequences between them are counted, not listed.

A configuration is a row of bytes: for each word the set of its heads, then the buffer, the stacks with the active one
first, Covington's λ₂, the switches in a row. An open-addressing table finds rows again; successors are kept as edges.

Where only the graphs matter, stacks can be merged: before every other transition SWITCH can make any stack the active
one, so rows need not record their order, which is active, or how often it was switched.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.transition.machine.execution import apply, permitted
from multiplane.transition.machine.memory import (
    ACTIVE,
    ARCS,
    END,
    FRONT,
    SKIPPED_COUNT,
    SKIPPED_HEADLESS,
    STACK_COUNT,
    SWITCHES,
    WORDS,
    arc_dependent,
    arc_head,
    begin,
    buffer_node,
    buffer_size,
    head_of,
    set_buffer_node,
    set_skipped_node,
    set_stack_node,
    set_stack_size,
    skipped_node,
    stack_node,
    stack_size,
)
from multiplane.transition.machine.operations import add_arc

MAX_WORDS = 7
HASH_FACTOR = 1_000_003
HASH_MASK = (1 << 42) - 1


class Explored(NamedTuple):
    """Configurations in the order of discovery; the edges out of c are ``edges[starts[c] : starts[c + 1]]``.

    ``ending[e]`` marks an edge that can end a sequence: it empties the buffer, or adds an arc when it is empty.
    """

    rows: UInt8
    terminal: UInt8
    starts: Int64
    edges: Int32
    ending: UInt8
    complete: bool


@kernel
def write_row(memory: Int32, row: UInt8, directed: bool, graph_only: bool) -> None:
    """The configuration as bytes; of one that ends every sequence only the graph."""
    words, stacks = memory[WORDS], memory[STACK_COUNT]
    row[:] = 0
    for arc in range(memory[ARCS]):
        head, dependent = arc_head(memory, arc), arc_dependent(memory, arc)
        if not directed and head > dependent:
            head, dependent = dependent, head
        row[dependent - 1] |= 1 << head
    if graph_only:
        return
    row[words] = buffer_size(memory)
    for index in range(buffer_size(memory)):
        row[words + 1 + index] = buffer_node(memory, index)
    place = 2 * words + 2
    for which in range(stacks):
        stack = (memory[ACTIVE] + which) % stacks
        row[place] = stack_size(memory, stack)
        for index in range(stack_size(memory, stack)):
            row[place + 1 + index] = stack_node(memory, stack, index)
        place += words + 2
    row[place] = memory[SKIPPED_COUNT]
    for index in range(memory[SKIPPED_COUNT]):
        row[place + 1 + index] = skipped_node(memory, index)
    row[place + words + 1] = memory[SWITCHES] if stacks > 1 else 0


@kernel
def read_row(memory: Int32, row: UInt8, words: int, directed: bool) -> None:
    """The configuration of these bytes."""
    begin(memory, words, False)
    for word in range(1, words + 1):
        for head in range(words + 1):
            if row[word - 1] >> head & 1:
                add_arc(memory, head, word, directed, -1)
    memory[FRONT] = memory[END] - row[words]
    for index in range(row[words]):
        set_buffer_node(memory, index, row[words + 1 + index])
    place = 2 * words + 2
    for stack in range(memory[STACK_COUNT]):
        set_stack_size(memory, stack, row[place])
        for index in range(row[place]):
            set_stack_node(memory, stack, index, row[place + 1 + index])
        place += words + 2
    memory[SKIPPED_COUNT] = row[place]
    for index in range(row[place]):
        node = row[place + 1 + index]
        set_skipped_node(memory, index, node)
        if head_of(memory, node) < 0:
            memory[SKIPPED_HEADLESS] += 1
    memory[SWITCHES] = row[place + words + 1]


@kernel
def sort_stacks(row: UInt8, words: int, stacks: int) -> None:
    """Put the stacks of a row in the order of their bytes, and clear the number of switches."""
    width, start = words + 2, 2 * words + 2
    for last in range(stacks - 1, 0, -1):
        for stack in range(last):
            one = start + stack * width
            for index in range(one, one + width):
                if row[index] != row[index + width]:
                    if row[index] > row[index + width]:
                        for swapped in range(one, one + width):
                            row[swapped], row[swapped + width] = row[swapped + width], row[swapped]
                    break
    row[-1] = 0


@kernel
def same_as_before(memory: Int32, stack: int) -> bool:
    """Whether the stack holds the same nodes as the one before it."""
    size = stack_size(memory, stack)
    if size != stack_size(memory, stack - 1):
        return False
    equal = 0
    while equal < size and stack_node(memory, stack, equal) == stack_node(memory, stack - 1, equal):
        equal += 1
    return bool(equal == size)


@kernel
def slot_of(row: UInt8, rows: UInt8, slots: Int32) -> int:
    """Where the row is in the table, or the free place where it belongs."""
    mixed = 0
    for byte in row:
        mixed = ((mixed ^ int(byte)) * HASH_FACTOR) & HASH_MASK
    mask = len(slots) - 1
    slot = (mixed ^ mixed >> 20) & mask
    while slots[slot] >= 0:
        known = rows[slots[slot]]
        same = True
        for index in range(len(row)):
            if known[index] != row[index]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & mask
    return slot


@kernel(steps=lambda start, *_: 8 ** start[WORDS])
def explore(
    start: Int32,
    memory: Int32,
    program: Int32,
    transitions: int,
    width: int,
    directed: bool,
    stop_at_end: bool,
    switch: int,
    most: int,
) -> Explored:
    """Every configuration reachable from ``start``, an initial one; at most ``most``. ``memory`` is a workspace.

    With the number of the SWITCH transition stacks are merged and no edges kept; with −1 they are not merged.
    """
    words = int(start[WORDS])
    merged = switch >= 0
    choices = int(start[STACK_COUNT]) if merged else 1
    rows = np.zeros((1024, width), np.uint8)
    slots = np.full(4096, -1, np.int32)
    starts = np.zeros(1025, np.int64)
    edges = np.zeros(4096, np.int32)
    ending = np.zeros(4096, np.uint8)
    terminal = np.zeros(1024, np.uint8)
    row = np.zeros(width, np.uint8)
    write_row(start, row, directed, False)
    rows[0] = row
    slots[slot_of(row, rows, slots)] = 0
    terminal[0] = words == 0
    count, made, here = 1, 0, 0
    while here < count and count <= most:
        if not (stop_at_end and terminal[here]):
            read_row(start, rows[here], words, directed)
            for choice in range(choices * transitions):
                transition, active = choice // choices, choice % choices
                if transition == switch or (active and same_as_before(start, active)):
                    continue
                start[ACTIVE] = active
                if not permitted(start, program, transition, -1):
                    continue
                memory[:] = start
                apply(memory, program, transition, -1)
                ended = buffer_size(memory) == 0
                write_row(memory, row, directed, ended and stop_at_end)
                if merged:
                    sort_stacks(row, words, choices)
                slot = slot_of(row, rows, slots)
                if slots[slot] < 0:
                    if count == len(rows):
                        rows = np.concatenate((rows, np.zeros_like(rows)))
                        terminal = np.concatenate((terminal, np.zeros_like(terminal)))
                        starts = np.concatenate((starts, np.zeros_like(starts)))
                        slots = np.full(4 * len(rows), -1, np.int32)
                        for known in range(count):
                            slots[slot_of(rows[known], rows, slots)] = known
                        slot = slot_of(row, rows, slots)
                    rows[count] = row
                    terminal[count] = ended
                    slots[slot] = count
                    count += 1
                if merged:
                    continue
                if made == len(edges):
                    edges = np.concatenate((edges, np.zeros_like(edges)))
                    ending = np.concatenate((ending, np.zeros_like(ending)))
                edges[made] = slots[slot]
                ending[made] = ended and (not terminal[here] or memory[ARCS] > start[ARCS])
                made += 1
        here += 1
        starts[here] = made
    return Explored(rows[:count], terminal[:count], starts[: here + 1], edges[:made], ending[:made], here == count)


@kernel
def count_sequences(explored: Explored) -> tuple[Int64, int, bool]:
    """Sequences that end in each configuration, the length of the longest, and whether some sequence never ends."""
    count = len(explored.starts) - 1
    incoming = np.zeros(count, np.int64)
    for edge in explored.edges:
        incoming[edge] += 1
    paths = np.zeros(count, np.int64)
    ends = np.zeros(count, np.int64)
    length = np.zeros(count, np.int64)
    paths[0] = 1
    ready = np.zeros(count, np.int64)
    done, found = 0, 0
    if incoming[0] == 0:
        found = 1
    while done < found:
        here = ready[done]
        done += 1
        for edge in range(explored.starts[here], explored.starts[here + 1]):
            there = explored.edges[edge]
            paths[there] += paths[here]
            if explored.ending[edge]:
                ends[there] += paths[here]
            length[there] = max(length[there], length[here] + 1)
            incoming[there] -= 1
            if incoming[there] == 0:
                ready[found] = there
                found += 1
    return ends, int(length.max()), found < count
