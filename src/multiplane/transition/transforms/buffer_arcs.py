"""Buffer transitions (BUF): arcs that involve the second word of the buffer; each removes its dependent.

LBA and RBA build an arc between the first two words of the buffer, LNBA and RNBA one between the top of the stack and
the second word, past the first, which gives some non-projective trees.
"""

from __future__ import annotations

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import (
    DISCARD,
    DROP,
    LEFT_ARC,
    REDUCE,
    RIGHT_ARC,
    SHIFT,
    UNSHIFT,
    Composition,
)
from multiplane.transition.algebra.guards import ALWAYS, BUFFER_HAS_HEAD, CONNECTED, STACK_HAS_HEAD

BUFFER_ARCS = {
    "left": "lba",
    "right": "rba",
    "left-nonprojective": "lnba",
    "right-nonprojective": "rnba",
}


def buffer_arc(side: str, stacks: int, single_head: bool, acyclic: bool) -> tuple[str, Composition]:
    """Name and composition of a buffer transition, with the guards that the system needs.

    >>> name, transition = buffer_arc("right", stacks=1, single_head=False, acyclic=False)
    >>> print(name, "=", transition)
    rba = SHIFT ; RIGHT-ARC ; SHIFT ; REDUCE ; UNSHIFT
    """
    if side not in BUFFER_ARCS:
        raise MultiplaneError(f"found buffer arc {side!r}; expected one of {', '.join(BUFFER_ARCS)}")
    place = 2 if side.endswith("nonprojective") else 1
    dependent_free = {
        "left": ~STACK_HAS_HEAD if single_head else ALWAYS,
        "right": ~BUFFER_HAS_HEAD if single_head else ALWAYS,
        "left-nonprojective": ~STACK_HAS_HEAD,
        "right-nonprojective": ~BUFFER_HAS_HEAD.at(buffer=2) if single_head else ALWAYS,
    }[side]
    guard = dependent_free & (~CONNECTED.at(buffer=place) if acyclic else ALWAYS)
    left, right = LEFT_ARC.at(buffer=place).where(guard), RIGHT_ARC.at(buffer=place).where(guard)
    remove = REDUCE if stacks == 1 else DISCARD
    composition = {
        "left": SHIFT >> left >> remove,
        "right": SHIFT >> right >> SHIFT >> remove >> UNSHIFT,
        "left-nonprojective": left >> REDUCE,
        "right-nonprojective": right >> DROP.at(buffer=2),
    }[side]
    return BUFFER_ARCS[side], composition
