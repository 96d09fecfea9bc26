"""Trying out a transition by its number: whether it is applicable, and the configuration to which it leads."""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import apply, permitted

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
