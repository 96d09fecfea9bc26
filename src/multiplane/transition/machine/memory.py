"""The configuration of the machine as one int32 array: a copy is one memory move, and kernels take nothing else.

It starts with registers. The first ones say where things are: the sizes of the stacks at ``memory[SIZES]``, stack ``s``
from ``memory[STACKS] + s * memory[STACK_CAPACITY]`` with its top last, the buffer from ``memory[FRONT]`` to
``memory[END]`` with its first node first, Covington's λ₂ from ``memory[SKIPPED]`` with its leftmost node last. Heads
are −1 where there is none. Arcs are in the order in which they were added, chained by dependent. The parents are a
union–find forest of the connected components, in which a negative number marks a representative and counts its nodes.
Kernels read and write all this through the accessors below.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import accessor, kernel

(
    SIZES,
    STACKS,
    BUFFER,
    SKIPPED,
    HEADS,
    LABELS,
    PARENTS,
    LAST_ARC,
    ARC_HEAD,
    ARC_DEPENDENT,
    ARC_LABEL,
    ARC_BEFORE,
    STACK_COUNT,
    STACK_CAPACITY,
    WORDS,
    FRONT,
    END,
    ACTIVE,
    SWITCHES,
    SKIPPED_COUNT,
    SKIPPED_HEADLESS,
    ARCS,
    REGISTERS,
) = range(23)


def new_memory(words: int, stacks: int, arcs: int) -> Int32:
    """Memory for this many words, stacks and arcs; ``begin`` makes it an initial configuration.

    >>> memory = new_memory(3, 1, 3)
    >>> begin(memory, 3, False)
    >>> memory[memory[FRONT] : memory[END]].tolist()
    [1, 2, 3]
    """
    nodes = words + 1
    sizes = [stacks, stacks * nodes, *[nodes] * 6, *[arcs] * 4]
    starts = REGISTERS + np.cumsum([0, *sizes])
    memory = np.zeros(starts[-1], dtype=np.int32)
    memory[: len(sizes)] = starts[:-1]
    memory[STACK_COUNT] = stacks
    memory[STACK_CAPACITY] = nodes
    return memory


@kernel
def fit(memory: Int32, words: int, arcs: int) -> int:
    """Lay the memory out anew for a shorter sentence, so that its parts are close together; return the size in use.

    >>> memory = new_memory(9, 2, 9)
    >>> int(fit(memory, 3, 3)) == len(new_memory(3, 2, 3))
    True
    """
    nodes, stacks = words + 1, memory[STACK_COUNT]
    memory[STACK_CAPACITY] = nodes
    place = REGISTERS
    for part in range(STACK_COUNT):
        memory[part] = place
        place += stacks if part == SIZES else stacks * nodes if part == STACKS else nodes if part < ARC_HEAD else arcs
    return place


@kernel
def begin(memory: Int32, words: int, root: bool) -> None:
    """The initial configuration: empty stacks (or the root 0 on each), all words in the buffer, no arcs."""
    memory[WORDS] = words
    memory[FRONT] = memory[BUFFER] + 1
    memory[END] = memory[BUFFER] + 1 + words
    memory[ACTIVE:REGISTERS] = 0
    for stack in range(memory[STACK_COUNT]):
        memory[memory[STACKS] + stack * memory[STACK_CAPACITY]] = 0
        memory[memory[SIZES] + stack] = root
    for node in range(words + 1):
        memory[memory[BUFFER] + node] = node
        memory[memory[HEADS] + node] = -1
        memory[memory[LABELS] + node] = -1
        memory[memory[PARENTS] + node] = -1
        memory[memory[LAST_ARC] + node] = -1


def arc_capacity(memory: Int32) -> int:
    """How many arcs the memory can hold."""
    return int(len(memory) - memory[ARC_HEAD]) // 4


def with_more_arcs(memory: Int32) -> Int32:
    """The same configuration in a memory that can hold more arcs.

    >>> arc_capacity(with_more_arcs(new_memory(2, 1, 3)))
    8
    """
    start, old = int(memory[ARC_HEAD]), arc_capacity(memory)
    new = 2 * old + 2
    result = np.zeros(start + 4 * new, dtype=np.int32)
    result[:start] = memory[:start]
    for place, register in enumerate((ARC_HEAD, ARC_DEPENDENT, ARC_LABEL, ARC_BEFORE)):
        result[register] = start + place * new
        result[result[register] : result[register] + old] = memory[memory[register] : memory[register] + old]
    return result


@accessor
def head_of(memory: Int32, node: int) -> int:
    """The head of a node, −1 if it has none."""
    return memory[memory[HEADS] + node]  # type: ignore[no-any-return]


@accessor
def set_head(memory: Int32, node: int, head: int) -> None:
    memory[memory[HEADS] + node] = head


@accessor
def label_of(memory: Int32, node: int) -> int:
    """The label of the arc into a node, −1 if it has none."""
    return memory[memory[LABELS] + node]  # type: ignore[no-any-return]


@accessor
def set_label(memory: Int32, node: int, label: int) -> None:
    memory[memory[LABELS] + node] = label


@accessor
def parent_of(memory: Int32, node: int) -> int:
    """The parent of a node in the union–find forest; of a representative, minus the size of its component."""
    return memory[memory[PARENTS] + node]  # type: ignore[no-any-return]


@accessor
def set_parent(memory: Int32, node: int, parent: int) -> None:
    memory[memory[PARENTS] + node] = parent


@accessor
def last_arc(memory: Int32, node: int) -> int:
    """The number of the last arc into a node, −1 if there is none."""
    return memory[memory[LAST_ARC] + node]  # type: ignore[no-any-return]


@accessor
def set_last_arc(memory: Int32, node: int, arc: int) -> None:
    memory[memory[LAST_ARC] + node] = arc


@accessor
def arc_head(memory: Int32, arc: int) -> int:
    """The head of the arc with this number, in the order in which they were added."""
    return memory[memory[ARC_HEAD] + arc]  # type: ignore[no-any-return]


@accessor
def arc_dependent(memory: Int32, arc: int) -> int:
    """The dependent of the arc with this number."""
    return memory[memory[ARC_DEPENDENT] + arc]  # type: ignore[no-any-return]


@accessor
def arc_label(memory: Int32, arc: int) -> int:
    """The label of the arc with this number."""
    return memory[memory[ARC_LABEL] + arc]  # type: ignore[no-any-return]


@accessor
def arc_before(memory: Int32, arc: int) -> int:
    """The number of the arc before this one into the same dependent, −1 if it is the first."""
    return memory[memory[ARC_BEFORE] + arc]  # type: ignore[no-any-return]


@accessor
def set_arc(memory: Int32, arc: int, head: int, dependent: int, label: int, before: int) -> None:
    memory[memory[ARC_HEAD] + arc] = head
    memory[memory[ARC_DEPENDENT] + arc] = dependent
    memory[memory[ARC_LABEL] + arc] = label
    memory[memory[ARC_BEFORE] + arc] = before


@accessor
def stack_size(memory: Int32, stack: int) -> int:
    """How many nodes a stack holds, by its number."""
    return memory[memory[SIZES] + stack]  # type: ignore[no-any-return]


@accessor
def set_stack_size(memory: Int32, stack: int, size: int) -> None:
    memory[memory[SIZES] + stack] = size


@accessor
def stack_node(memory: Int32, stack: int, place: int) -> int:
    """The node at a place of a stack, counted from its bottom."""
    return memory[memory[STACKS] + stack * memory[STACK_CAPACITY] + place]  # type: ignore[no-any-return]


@accessor
def set_stack_node(memory: Int32, stack: int, place: int, node: int) -> None:
    memory[memory[STACKS] + stack * memory[STACK_CAPACITY] + place] = node


@accessor
def buffer_size(memory: Int32) -> int:
    """How many nodes the buffer holds."""
    return memory[END] - memory[FRONT]  # type: ignore[no-any-return]


@accessor
def buffer_node(memory: Int32, place: int) -> int:
    """The node at a place of the buffer, counted from its front; it must be there."""
    return memory[memory[FRONT] + place]  # type: ignore[no-any-return]


@accessor
def set_buffer_node(memory: Int32, place: int, node: int) -> None:
    memory[memory[FRONT] + place] = node


@accessor
def skipped_node(memory: Int32, place: int) -> int:
    """The node at a place of λ₂, counted from its right end."""
    return memory[memory[SKIPPED] + place]  # type: ignore[no-any-return]


@accessor
def set_skipped_node(memory: Int32, place: int, node: int) -> None:
    memory[memory[SKIPPED] + place] = node


class View(NamedTuple):
    """The parts of the memory as lists, for reading outside kernels; stacks with the active one first."""

    stacks: list[list[int]]
    buffer: list[int]
    skipped: list[int]
    heads: list[int]
    arcs: list[tuple[int, int]]
    arc_labels: list[int]


def view(memory: Int32) -> View:
    """What the memory holds, as lists: stacks from bottom to top, buffer and λ₂ from left to right.

    >>> memory = new_memory(2, 2, 2)
    >>> begin(memory, 2, True)
    >>> view(memory).stacks, view(memory).buffer
    ([[0], [0]], [1, 2])
    """
    count, capacity, arcs = int(memory[STACK_COUNT]), int(memory[STACK_CAPACITY]), int(memory[ARCS])

    def part(register: int, size: int, skip: int = 0) -> list[int]:
        start = int(memory[register]) + skip
        values: list[int] = memory[start : start + size].tolist()
        return values

    order = [(int(memory[ACTIVE]) + i) % count for i in range(count)]
    sizes = part(SIZES, count)
    return View(
        stacks=[part(STACKS, sizes[stack], stack * capacity) for stack in order],
        buffer=memory[memory[FRONT] : memory[END]].tolist(),
        skipped=part(SKIPPED, int(memory[SKIPPED_COUNT]))[::-1],
        heads=part(HEADS, int(memory[WORDS]), 1),
        arcs=list(zip(part(ARC_HEAD, arcs), part(ARC_DEPENDENT, arcs), strict=True)),
        arc_labels=part(ARC_LABEL, arcs),
    )
