"""What a parser chooses between: the transitions of a system, and for those that build an arc, its label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import accessor, kernel
from multiplane.kernels.views import as_number
from multiplane.learn.transition.context import LABEL_RANGE, LEFTWARDS, NO_DIRECTION, RIGHTWARDS
from multiplane.transition.machine.execution import node_at, permitted
from multiplane.transition.machine.memory import END, FRONT

if TYPE_CHECKING:
    from multiplane.transition import System

NO_TRANSITION = -1
NO_LABEL = -1
MAX_TRANSITIONS = 32
MAX_LABELS = LABEL_RANGE - 2


class CompiledSystem(NamedTuple):
    """A system and its labels as kernels take them.

    ``places`` are those of `arc_places`. ``root``: whether node 0 is on the stacks from the start. With
    ``joint_labels`` a transition that builds an arc is worth its own score and that of its best label; without, the
    transition is chosen first, then the label. ``kept_class`` (see `attach`) and ``single_root`` tell how words without
    heads are attached in the end. ``directions`` are those that the labels of edges remember, empty if directed.
    """

    program: Int32
    places: Int32
    root: bool
    undirected: bool
    label_count: int
    joint_labels: bool
    kept_class: int
    single_root: bool
    directions: Int32


def compile_system(
    system: System,
    labels: Sequence[str],
    joint_labels: bool = False,
    kept_class: int = 0,
    single_root: bool = True,
) -> CompiledSystem:
    """The system for the kernels."""
    label_count = len(labels)
    if not 1 <= label_count <= MAX_LABELS:
        raise MultiplaneError(f"found {label_count} labels; expected 1 to {MAX_LABELS}")
    own = (system.program(0), arc_places(system), system.root, system.is_undirected)
    directions = [direction_of(label) for label in labels] if system.is_undirected else []
    return CompiledSystem(*own, label_count, joint_labels, kept_class, single_root, np.array(directions, np.int32))


def direction_of(label: str) -> int:
    """The direction that the label of an edge remembers, if any.

    >>> direction_of("obj^r"), direction_of("nsubj^l"), direction_of("obj")
    (2, 1, 0)
    """
    return {"^l": LEFTWARDS, "^r": RIGHTWARDS}.get(label[-2:], NO_DIRECTION)


def arc_places(system: System) -> Int32:
    """By transition, the places (area, depth) of head and dependent of the arc it builds, or −1.

    >>> from multiplane.transition import get
    >>> arc_places(get("arc-eager")).tolist()
    [[-1, -1, -1, -1], [-1, -1, -1, -1], [0, 1, 1, 1], [1, 1, 0, 1]]
    """
    places = np.full((len(system.effects), 4), -1, np.int32)
    for number, effect in enumerate(system.effects):
        for arc in effect.arcs:
            places[number] = (*arc.head, *arc.dependent)
    return places


def check_trainable(system: System, graphs: bool = False) -> None:
    """Raise if no parser of trees, or of ``graphs``, can be trained with a system."""
    if not system.has_families and len(system.effects) > MAX_TRANSITIONS:
        found = f"system {system.name}: found {len(system.effects)} transitions"
        raise MultiplaneError(f"{found}; expected at most {MAX_TRANSITIONS}")
    if system.has_families:
        raise MultiplaneError(
            f"system {system.name}: it has other transitions for every sentence; expected it with a transition model"
        )
    if not system.properties.bounded.holds:
        raise MultiplaneError(f"system {system.name}: its sequences may never end; it cannot be trained")
    if not (graphs or system.properties.single_head.holds or system.is_undirected):
        raise MultiplaneError(f"system {system.name}: it gives words several heads; expected it with model graphs")
    if system.is_undirected and not system.properties.no_undirected_cycles.holds:
        raise MultiplaneError(f"system {system.name}: its edges may close cycles; it cannot be trained")
    for effect in system.effects:
        if len(effect.arcs) > 1:
            raise MultiplaneError(f"system {system.name}: a transition builds {len(effect.arcs)} arcs; expected one")


@accessor
def builds_arc(places: Int32, transition: int) -> bool:
    """Whether a transition builds an arc."""
    return places[transition, 0] >= 0  # type: ignore[no-any-return]


@kernel
def new_head(memory: Int32, places: Int32, transition: int) -> int:
    """The head of the arc that an applicable transition would build."""
    return node_at(memory, places[transition, 0], places[transition, 1])


@kernel
def new_dependent(memory: Int32, places: Int32, transition: int) -> int:
    """The dependent of the arc that an applicable transition would build."""
    return node_at(memory, places[transition, 2], places[transition, 3])


@kernel
def find_applicable(memory: Int32, program: Int32, places: Int32, applicable: Int32) -> int:
    """Write 1 for every applicable transition; return their number, 0 at the end of the parse.

    The parse ends when the buffer is empty and no arc can be built, or when no transition is applicable.
    """
    count, arcs = 0, 0
    for transition in range(len(places)):
        applicable[transition] = permitted(memory, program, as_number(transition), as_number(NO_LABEL))
        count += applicable[transition]
        arcs += applicable[transition] and builds_arc(places, transition)
    return 0 if memory[FRONT] == memory[END] and arcs == 0 else count
