"""The configuration of the machine as flat int32 arrays, all views of one block: a copy is one memory move.

Stack ``s`` holds ``sizes[s]`` nodes in ``stacks[s]``, top last. The buffer runs from ``registers[FRONT]`` to
``registers[END]`` of ``buffer``, first node first. Heads are −1 where there is none. Arcs lie in the order in which
they were added, chained by dependent; ``parents`` is a union–find forest of the connected components, in which a
negative number marks a representative and counts its nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.jit import kernel

Ints = NDArray[np.int32]

WORDS = 0
FRONT = 1
END = 2
ACTIVE = 3
SWITCHES = 4
SKIPPED = 5
SKIPPED_HEADLESS = 6
ARCS = 7
REGISTERS = 8


class State(NamedTuple):
    """One configuration, with room for a number of words fixed when it is made."""

    block: Ints
    registers: Ints
    sizes: Ints
    stacks: Ints
    buffer: Ints
    skipped: Ints
    heads: Ints
    labels: Ints
    parents: Ints
    last_arc: Ints
    arc_head: Ints
    arc_dependent: Ints
    arc_label: Ints
    arc_before: Ints


def new_state(words: int, stacks: int, arcs: int) -> State:
    """A configuration with room for this many words, stacks and arcs; ``begin`` makes it an initial one.

    >>> state = new_state(3, 1, 3)
    >>> begin(state, 3, False)
    >>> state.buffer[state.registers[FRONT] : state.registers[END]].tolist()
    [1, 2, 3]
    """
    nodes = words + 1
    shapes = [(REGISTERS,), (stacks,), (stacks, nodes), *[(nodes,)] * 6, *[(arcs,)] * 4]
    block = np.zeros(sum(int(np.prod(shape)) for shape in shapes), dtype=np.int32)
    views = []
    start = 0
    for shape in shapes:
        stop = start + int(np.prod(shape))
        views.append(block[start:stop].reshape(shape))
        start = stop
    return State(block, *views)


@kernel
def begin(state: State, words: int, root: bool) -> None:
    """The initial configuration: empty stacks (or the root 0 on each), all words in the buffer, no arcs."""
    state.registers[:] = 0
    state.registers[WORDS] = words
    state.registers[FRONT] = 1
    state.registers[END] = words + 1
    state.sizes[:] = 0
    if root:
        for stack in range(len(state.sizes)):
            state.stacks[stack, 0] = 0
            state.sizes[stack] = 1
    for node in range(words + 1):
        state.buffer[node] = node
        state.heads[node] = -1
        state.labels[node] = -1
        state.parents[node] = -1
        state.last_arc[node] = -1
