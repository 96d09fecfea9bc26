"""The arcs that a parser builds, of all sentences in one set of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32
from multiplane.kernels.jit import inlined
from multiplane.learn.transition.context import ParserState
from multiplane.transition.machine.memory import arc_dependent, arc_head, arc_label


class BuiltArcs(NamedTuple):
    """The arcs that a parser built. A sentence of n words has n places, for up to n arcs (head −1 after the last).

    Beside both ends and the label: the transition that built the arc, its score, and its margin over the next best.
    """

    heads: Int32
    dependents: Int32
    labels: Int32
    transitions: Int32
    scores: Float32
    margins: Float32


def new_arcs(words: int) -> BuiltArcs:
    """Places for the arcs of all sentences, ``words`` words together."""
    ints = [np.full(words, -1, np.int32) for _ in range(4)]
    return BuiltArcs(ints[0], ints[1], ints[2], ints[3], np.zeros(words, np.float32), np.zeros(words, np.float32))


@inlined
def record_arc(state: ParserState, arc: int, transition: int, score: float, margin: float, arcs: BuiltArcs) -> None:
    """Write down an arc of a sentence."""
    place = state.first + arc
    arcs.heads[place] = arc_head(state.memory, arc)
    arcs.dependents[place] = arc_dependent(state.memory, arc)
    arcs.labels[place] = arc_label(state.memory, arc)
    arcs.transitions[place] = transition
    arcs.scores[place] = np.float32(score)
    arcs.margins[place] = np.float32(margin)
