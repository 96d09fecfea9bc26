"""The algebra of transitions (DTS §3): elementary operations, restriction ``.where``, composition ``>>``.

The five elementary operations of divisible systems are SHIFT, UNSHIFT, REDUCE, LEFT_ARC and RIGHT_ARC. The others
extend the machine: SWITCH and DISCARD (several stacks), SWAP (Nivre 2009), DROP and ``.at`` (deeper places: Attardi
2006, BUF), SKIP, RESTORE and FORGET (Covington's second list λ₂), ARC (UND).

>>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
>>> LEFT = LEFT_ARC.where(~STACK_HAS_HEAD) >> REDUCE
>>> print(LEFT)
LEFT-ARC|¬Hσ ; REDUCE
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import groupby

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.guards import ALWAYS, Guard


class Opcode(IntEnum):
    """What a step does; the kernel uses the same numbers."""

    SHIFT = 0
    UNSHIFT = 1
    REDUCE = 2
    LEFT_ARC = 3
    RIGHT_ARC = 4
    ARC = 5
    SWITCH = 6
    SWAP = 7
    DROP = 8
    DISCARD = 9
    SKIP = 10
    RESTORE = 11
    FORGET = 12


ELEMENTARY = (Opcode.SHIFT, Opcode.UNSHIFT, Opcode.REDUCE, Opcode.LEFT_ARC, Opcode.RIGHT_ARC)
DIRECTED_ARCS = (Opcode.LEFT_ARC, Opcode.RIGHT_ARC)
ARC_OPCODES = (*DIRECTED_ARCS, Opcode.ARC)
REMOVING = (Opcode.REDUCE, Opcode.DISCARD, Opcode.DROP)
ON_LISTS = (Opcode.SKIP, Opcode.RESTORE, Opcode.FORGET)
ON_ONE_STACK = (Opcode.SWAP, *ON_LISTS)
WITH_STACK_DEPTH = (*ARC_OPCODES, Opcode.REDUCE)
WITH_BUFFER_DEPTH = (*ARC_OPCODES, Opcode.DROP)


@dataclass(frozen=True, slots=True)
class ElementaryStep:
    """One operation, the places it acts on, and the guard under which it is defined."""

    opcode: Opcode
    stack: int = 1
    buffer: int = 1
    guard: Guard = ALWAYS

    def __str__(self) -> str:
        text = self.opcode.name.replace("_", "-")
        if self.stack != 1:
            text += f"(σ{self.stack})"
        if self.buffer != 1:
            text += f"(β{self.buffer})"
        if self.guard == ALWAYS:
            return text
        condition = str(self.guard)
        return f"{text}|({condition})" if " " in condition else f"{text}|{condition}"


@dataclass(frozen=True, slots=True)
class Composition:
    """A composition of guarded steps: a partial function on configurations, undefined if any step is."""

    steps: tuple[ElementaryStep, ...]

    def __repr__(self) -> str:
        return f"<Composition {self}>"

    def __rshift__(self, after: Composition) -> Composition:
        return Composition(self.steps + after.steps)

    def __mul__(self, times: int) -> Composition:
        return Composition(self.steps * times)

    def where(self, guard: Guard) -> Composition:
        """This transition, restricted to the configurations in which the guard holds before its first step.

        >>> from multiplane.transition.algebra.guards import STACK_HAS_HEAD
        >>> print(REDUCE.where(STACK_HAS_HEAD))
        REDUCE|Hσ
        """
        if not self.steps:
            raise MultiplaneError("found a guard on an empty composition; expected at least one step")
        first, *rest = self.steps
        return Composition((replace(first, guard=guard & first.guard), *rest))

    def at(self, stack: int = 1, buffer: int = 1) -> Composition:
        """A single operation on a deeper node: this depth of the stack, this place in the buffer.

        >>> print(LEFT_ARC.at(stack=2) >> REDUCE.at(stack=2))
        LEFT-ARC(σ2) ; REDUCE(σ2)
        """
        if len(self.steps) != 1:
            raise MultiplaneError("found .at on a composition; expected a single operation")
        step = self.steps[0]
        for place, allowed, word in ((stack, WITH_STACK_DEPTH, "stack"), (buffer, WITH_BUFFER_DEPTH, "buffer")):
            if place < 1 or (place > 1 and step.opcode not in allowed):
                raise MultiplaneError(f"found {step.opcode.name} at {word} place {place}; it has no such form")
        return Composition((replace(step, stack=stack, buffer=buffer),))

    def opcodes(self) -> tuple[Opcode, ...]:
        return tuple(step.opcode for step in self.steps)

    def __str__(self) -> str:
        runs = [(step, len(list(group))) for step, group in groupby(map(str, self.steps))]
        return " ; ".join(step if times == 1 else f"{step}^{times}" for step, times in runs) or "nothing"


def _elementary(opcode: Opcode) -> Composition:
    return Composition((ElementaryStep(opcode),))


SHIFT = _elementary(Opcode.SHIFT)
UNSHIFT = _elementary(Opcode.UNSHIFT)
REDUCE = _elementary(Opcode.REDUCE)
LEFT_ARC = _elementary(Opcode.LEFT_ARC)
RIGHT_ARC = _elementary(Opcode.RIGHT_ARC)
ARC = _elementary(Opcode.ARC)
SWITCH = _elementary(Opcode.SWITCH)
SWAP = _elementary(Opcode.SWAP)
DROP = _elementary(Opcode.DROP)
DISCARD = _elementary(Opcode.DISCARD)
SKIP = _elementary(Opcode.SKIP)
RESTORE = _elementary(Opcode.RESTORE)
FORGET = _elementary(Opcode.FORGET)
