"""Which transition systems can be trained to parse graphs, and how they are prepared for it.

Two words are joined by one arc at most in each direction: several labels for the same head and dependent are one label
to the parser (`learn.graphs.examples`). Without that, arcs could be added without end.
"""

from __future__ import annotations

from dataclasses import replace

from multiplane.errors import MultiplaneError
from multiplane.transition import System
from multiplane.transition.algebra.composition import ElementaryStep, Opcode
from multiplane.transition.algebra.family import each_step
from multiplane.transition.algebra.guards import ALWAYS, BUFFER, STACK, Guard, Kind, Place, statement

SINGLE_OPERATIONS = (Opcode.SHIFT, Opcode.REDUCE, Opcode.LEFT_ARC, Opcode.RIGHT_ARC, Opcode.SWITCH)


def check_builds_graphs(system: System) -> None:
    """Raise if no graph parser can be trained with the system.

    >>> from multiplane.transition import get
    >>> check_builds_graphs(get("arc-eager"))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: system arc-eager: it builds trees; expected one of graphs, as 2-planar-graph
    """
    properties = system.properties
    if properties.single_head.holds or system.is_undirected:
        raise MultiplaneError(f"system {system.name}: it builds trees; expected one of graphs, as 2-planar-graph")
    if system.has_families or not properties.bounded.holds or properties.planes is None:
        raise MultiplaneError(f"system {system.name}: it builds other graphs than k-planar ones; it cannot be trained")


def without_parallel_arcs(system: System) -> System:
    """The same system, but it builds no arc twice.

    >>> from multiplane.transition import get
    >>> without_parallel_arcs(get("planar-graph")).definition()[2]
    ('left', 'LEFT-ARC|(¬(β → σ))')
    """

    def restriction(step: ElementaryStep) -> Guard:
        stack, buffer = Place(STACK, step.stack), Place(BUFFER, step.buffer)
        if step.opcode == Opcode.LEFT_ARC:
            return ~statement(Kind.ARC, buffer, stack)
        if step.opcode == Opcode.RIGHT_ARC:
            return ~statement(Kind.ARC, stack, buffer)
        return ALWAYS

    guarded = each_step(system.transitions, lambda step: replace(step, guard=step.guard & restriction(step)))
    return system.variant(system.name, transitions=guarded)


def has_single_operations(system: System) -> bool:
    """Whether every transition is one operation, as in planar-graph: `learn.graphs.oracle` knows what these cost.

    >>> from multiplane.transition import get
    >>> has_single_operations(get("2-planar-graph")), has_single_operations(get("dag-arc-standard"))
    (True, False)
    """
    found = [transition.opcodes() for transition in system.members(1)]
    return all(len(opcodes) == 1 and opcodes[0] in SINGLE_OPERATIONS for opcodes in found)


def arcs_per_word(system: System) -> int:
    """The largest number of arcs per word of a sentence.

    >>> from multiplane.transition import get
    >>> arcs_per_word(get("2-planar-graph"))
    8
    """
    return int(system.properties.most_arcs.linear)
