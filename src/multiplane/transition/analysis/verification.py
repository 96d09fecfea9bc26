"""Exhaustive checking for small n: every sequence of a system, every graph it derives, against the classes of graphs.

Sound: it derives only graphs of the class; complete: all of them; correct: both (DTS Def. 5). A sequence ends when the
buffer is empty; where arcs can still be added then (arc-hybrid, swap) it may go on, and ends with an arc.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import UInt8
from multiplane.notebook import html_table
from multiplane.transition.algebra.composition import SWITCH, Opcode
from multiplane.transition.analysis.exploration import MAX_WORDS, count_sequences, explore
from multiplane.transition.analysis.graph_classes import GraphClass, classes_of
from multiplane.transition.system import System

MAX_CONFIGURATIONS = 12_000_000
MERGE_STACKS_ABOVE = 12
MIN_WORDS_OF_BOUNDS = 2
ROOT_LEFT_OUT = np.uint8(0b11111110)


@dataclass(frozen=True, slots=True)
class ClassComparison:
    """A class of graphs compared with what the system derives: its size, and how many of it are derived."""

    name: str
    size: int
    derived: int
    sound: bool

    @property
    def complete(self) -> bool:
        return self.derived == self.size

    @property
    def correct(self) -> bool:
        return self.sound and self.complete


@dataclass(frozen=True, slots=True)
class Verification:
    """What all sequences of a system on a number of words derive.

    The sequences of each graph are counted, and the longest is known, unless stacks were merged or some never end;
    configurations that are stuck before the end are counted unless stacks were merged.
    """

    system: str
    words: int
    kind: str
    own_class: str
    configurations: int
    graphs: tuple[tuple[int, ...], ...]
    sequences: tuple[int, ...]
    longest: int | None
    bound: int | None
    stuck: int | None
    endless: bool
    classes: tuple[ClassComparison, ...]

    @property
    def correct_for(self) -> tuple[str, ...]:
        """The classes for which the system is sound and complete on this many words."""
        return tuple(comparison.name for comparison in self.classes if comparison.correct)

    @property
    def within_bound(self) -> bool:
        if self.bound is None or self.longest is None:
            return not self.endless
        return self.longest <= self.bound

    def __repr__(self) -> str:
        correct = "; ".join(self.correct_for) or "none of the classes compared"
        derived = f"{len(self.graphs):,} {self.kind}"
        return f"<Verification of {self.system} on {self.words} words: {derived}, correct for {correct}>"

    def _repr_html_(self) -> str:
        rows = [(each.name, each.size, each.derived, each.sound, each.complete) for each in self.classes]
        title = f"{self.system} on {self.words} words: {len(self.graphs):,} {self.kind} derived"
        notes = [f"correct for: {'; '.join(self.correct_for) or 'none of these classes'}"]
        return html_table(title, ["class", "graphs", "derived", "sound", "complete"], rows, notes)

    def compared(self, name: str) -> ClassComparison:
        """The comparison with the class of this name."""
        return next(comparison for comparison in self.classes if comparison.name == name)


def verify(system: System, words: int) -> Verification:
    """Run all sequences of a system on this many words.

    >>> from multiplane.transition import get
    >>> found = verify(get("arc-eager"), 3)
    >>> found.correct_for, len(found.graphs), found.longest, found.bound
    (('projective',), 12, 5, 6)
    """
    if not 1 <= words <= MAX_WORDS:
        raise MultiplaneError(f"found n = {words}; expected 1 to {MAX_WORDS}")
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
    )


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
