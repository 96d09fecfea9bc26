"""The nodes that oracles look at: the two on top of the active stack, the first two of the buffer, −1 where none is."""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import ACTIVE, END, FRONT, ROOM, SIZES, STACKS, Ints


@kernel
def top_of_stack(memory: Ints) -> int:
    active = memory[ACTIVE]
    size = memory[memory[SIZES] + active]
    return int(memory[memory[STACKS] + active * memory[ROOM] + size - 1]) if size > 0 else -1


@kernel
def second_of_stack(memory: Ints) -> int:
    active = memory[ACTIVE]
    size = memory[memory[SIZES] + active]
    return int(memory[memory[STACKS] + active * memory[ROOM] + size - 2]) if size > 1 else -1


@kernel
def first_of_buffer(memory: Ints) -> int:
    return int(memory[memory[FRONT]]) if memory[FRONT] < memory[END] else -1


@kernel
def second_of_buffer(memory: Ints) -> int:
    return int(memory[memory[FRONT] + 1]) if memory[FRONT] + 1 < memory[END] else -1
