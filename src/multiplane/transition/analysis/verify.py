"""Exhaustive checking for small n: every sequence of a system, every graph it derives, against the classes of graphs.

A sequence ends when the buffer is empty; where arcs can still be added then (arc-hybrid, swap) it may go on, and ends
with an arc.
"""

from __future__ import annotations

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import UInt8
from multiplane.transition.algebra.composition import SWITCH, Opcode
from multiplane.transition.analysis.exploration import MAX_WORDS, count_sequences, explore
from multiplane.transition.analysis.graph_classes import GraphClass, classes_of
from multiplane.transition.analysis.verification import ClassComparison, Verification, Verifications
from multiplane.transition.system import System
from multiplane.transition.systems.registry import get, names

MAX_CONFIGURATIONS = 12_000_000
MERGE_STACKS_ABOVE = 12
MIN_WORDS_OF_BOUNDS = 2
ROOT_LEFT_OUT = np.uint8(0b11111110)


def verify(system: System | str, words: int) -> Verification:
    """Run all sequences of a system, or of the system of this name, on this many words.

    >>> found = verify("arc-eager", 3)
    >>> found.correct_for, len(found.graphs), found.longest, found.bound
    (('projective',), 12, 5, 6)
    """
    if not 1 <= words <= MAX_WORDS:
        raise MultiplaneError(f"found n = {words}; expected 1 to {MAX_WORDS}")
    system = get(system)
    directed = not system.is_undirected
    width = 3 * words + 4 + system.stacks * (words + 2)
    stop_at_end = not _goes_on(system)
    switch = _switch_to_merge(system, words)
    start, workspace, program = system.memory(words), system.memory(words), system.program(words)
    transitions = len(system.names(words))
    explored = explore(start, workspace, program, transitions, width, directed, stop_at_end, switch, MAX_CONFIGURATIONS)
    if not explored.complete:
        raise MultiplaneError(
            f"system {system.name}: more than {MAX_CONFIGURATIONS} configurations at n = {words}; try a smaller n"
        )
    ends, longest, endless = count_sequences(explored) if switch < 0 else (np.zeros(len(explored.rows), int), 0, False)
    counted = switch < 0 and not endless
    final = explored.terminal == 1
    rows = explored.rows[final][:, :words]
    if directed and system.properties.single_head.holds:
        rows &= ROOT_LEFT_OUT
    graphs, which = np.unique(rows, axis=0, return_inverse=True)
    sequences = np.zeros(len(graphs), dtype=np.int64)
    np.add.at(sequences, which.ravel(), ends[final])
    stuck = int(((np.diff(explored.starts) == 0) & ~final).sum()) if switch < 0 else None
    kind, classes = classes_of(graphs, words, directed, system)
    bound = system.properties.most_transitions
    return Verification(
        system=system.name,
        words=words,
        kind=kind,
        own_class=system.graph_class,
        configurations=len(explored.rows),
        graphs=tuple(map(tuple, graphs.tolist())),
        sequences=tuple(sequences.tolist()) if counted else (),
        longest=longest if counted else None,
        bound=None if bound is None else bound(max(words, MIN_WORDS_OF_BOUNDS)),
        stuck=stuck,
        endless=endless,
        classes=tuple(_compared(graph_class, graphs) for graph_class in classes),
        warning=system.warning,
    )


def verify_all(words: int) -> Verifications:
    """Run all sequences of every system that has a name, on this many words or as many as are feasible."""
    systems = map(get, names())
    return Verifications(tuple(verify(system, feasible_words(system, words)) for system in systems))


def feasible_words(system: System, words: int) -> int:
    """This many words, or fewer if that is all that can be checked in minutes.

    >>> from multiplane.transition import get
    >>> [feasible_words(get(name), 6) for name in ("2-planar", "3-planar", "planar-graph", "2-planar-graph")]
    [6, 5, 5, 4]
    """
    forests = system.properties.no_undirected_cycles.holds
    most = {1: MAX_WORDS, 2: 6}.get(system.stacks, 5) if forests else {1: 5}.get(system.stacks, 4)
    return min(words, most)


def _goes_on(system: System) -> bool:
    """Whether arcs can be added, or nodes brought back, when the buffer is empty."""
    return any(effect.needs[0] == 0 and (effect.arcs or effect.buffer_growth > 0) for effect in system.effects)


def _switch_to_merge(system: System, words: int) -> int:
    """The number of the plain SWITCH if stacks are to be merged, because there are many configurations; else −1."""
    if system.stacks * words <= MERGE_STACKS_ABOVE:
        return -1
    members = system.members(words)
    elsewhere = any(Opcode.SWITCH in member.opcodes() for member in members if member != SWITCH)
    return -1 if elsewhere or SWITCH not in members else members.index(SWITCH)


def _compared(graph_class: GraphClass, graphs: UInt8) -> ClassComparison:
    members = set(map(bytes, graph_class.members))
    derived = sum(graph.tobytes() in members for graph in graphs)
    return ClassComparison(graph_class.name, len(members), derived, derived == len(graphs))
