"""What a parser chooses between: the transitions of a system, and for those that build an arc, its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import node_at, permitted
from multiplane.transition.machine.memory import END, FRONT, Ints

if TYPE_CHECKING:
    from multiplane.transition import TransitionSystem

NO_LABEL = -1


def arc_places(system: TransitionSystem) -> Ints:
    """By transition, the places (area, depth) of head and dependent of the arc it builds, or −1.

    >>> from multiplane.transition import get
    >>> arc_places(get("arc-eager")).tolist()
    [[-1, -1, -1, -1], [-1, -1, -1, -1], [0, 1, 1, 1], [1, 1, 0, 1]]
    """
    if system.has_families:
        raise MultiplaneError(
            f"system {system.name}: it has other transitions for every sentence; it cannot be trained"
        )
    if not system.properties.bounded.holds:
        raise MultiplaneError(f"system {system.name}: its sequences may never end; it cannot be trained")
    if not (system.properties.single_head.holds or system.is_undirected):
        raise MultiplaneError(f"system {system.name}: it gives words several heads; it cannot be trained")
    if system.is_undirected and not system.properties.no_undirected_cycles.holds:
        raise MultiplaneError(f"system {system.name}: its edges may close cycles; it cannot be trained")
    places = np.full((len(system.effects), 4), -1, np.int32)
    for number, effect in enumerate(system.effects):
        if len(effect.arcs) > 1:
            raise MultiplaneError(f"system {system.name}: a transition builds {len(effect.arcs)} arcs; expected one")
        for arc in effect.arcs:
            places[number] = (*arc.head, *arc.dependent)
    return places


@kernel
def builds_arc(places: Ints, transition: int) -> bool:
    """Whether a transition builds an arc."""
    return bool(places[transition, 0] >= 0)


@kernel
def head_of(memory: Ints, places: Ints, transition: int) -> int:
    """The head of the arc that a permitted transition would build."""
    return node_at(memory, places[transition, 0], places[transition, 1])


@kernel
def dependent_of(memory: Ints, places: Ints, transition: int) -> int:
    """The dependent of the arc that a permitted transition would build."""
    return node_at(memory, places[transition, 2], places[transition, 3])


@kernel
def find_permitted(memory: Ints, program: Ints, places: Ints, allowed: Ints) -> int:
    """Write 1 for every transition that is permitted; give their number, 0 at the end of the parse.

    The end has come when the buffer is empty and no arc can be built any more, or when nothing is permitted.
    """
    count, arcs = 0, 0
    for transition in range(len(places)):
        allowed[transition] = permitted(memory, program, as_number(transition), as_number(NO_LABEL))
        count += allowed[transition]
        arcs += allowed[transition] and places[transition, 0] >= 0
    return 0 if memory[FRONT] == memory[END] and arcs == 0 else count
