"""What features know of the arcs built so far: outermost dependents, valencies, label sets, linked nodes, history.

A table of int32, a row for each kind of information and a column for each node, lies beside the machine's memory; one
more row holds the last transitions. `update_context` reads the arcs that the machine has added since it was last
called. The ends of an undirected edge are each other's dependents.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.features.configurations import LONGEST_HISTORY
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, arc_label, head_of

OUTERMOST, SECOND_OUTERMOST, VALENCIES, LABEL_SETS, LINKED, PAST = 0, 2, 4, 6, 8, 11
ROWS = 12
ARCS_SEEN = LONGEST_HISTORY
LABEL_BITS = 31
LABEL_RANGE = 4096


class ParserState(NamedTuple):
    """A sentence while it is parsed: the machine's memory, the context of its arcs, and the row of its first word in
    whatever a scorer keeps by word.
    """

    memory: Int32
    context: Int32
    first: int


def new_context(words: int) -> Int32:
    """A context for sentences of up to ``words`` words."""
    return np.zeros((ROWS, columns_for(words)), np.int32)


@kernel
def columns_for(words: int) -> int:
    """The columns that the context of a sentence needs: one for each node, and enough for the history."""
    return max(words + 1, LONGEST_HISTORY + 1)


@kernel
def clear_context(context: Int32, words: int) -> None:
    """No arcs yet, no history."""
    for node in range(words + 1):
        for row in range(OUTERMOST, VALENCIES):
            context[row, node] = -1
        for row in range(VALENCIES, LINKED):
            context[row, node] = 0
        for row in range(LINKED, PAST):
            context[row, node] = -1
    for place in range(LONGEST_HISTORY + 1):
        context[PAST, place] = 0


@kernel
def add_dependent(context: Int32, node: int, other: int, label: int) -> None:
    """The other node becomes a dependent of the node."""
    side = 0 if other < node else 1
    outer = context[OUTERMOST + side, node]
    if outer < 0 or (other < outer) == (side == 0):
        context[SECOND_OUTERMOST + side, node] = outer
        context[OUTERMOST + side, node] = other
    else:
        second = context[SECOND_OUTERMOST + side, node]
        if second < 0 or (other < second) == (side == 0):
            context[SECOND_OUTERMOST + side, node] = other
    context[VALENCIES + side, node] += 1
    context[LABEL_SETS + side, node] |= 1 << (label % LABEL_BITS)


@kernel
def add_linked(context: Int32, node: int, other: int) -> None:
    """The other node becomes the next in the list of nodes linked to this one, if the list is not full."""
    for row in range(LINKED, PAST):
        if context[row, node] < 0:
            context[row, node] = other
            return


@kernel
def update_context(memory: Int32, context: Int32, transition: int, label: int) -> None:
    """Add a transition that was just applied, and the arcs that it built."""
    for back in range(LONGEST_HISTORY - 1, 0, -1):
        context[PAST, back] = context[PAST, back - 1]
    context[PAST, 0] = transition * LABEL_RANGE + label + 2
    for arc in range(context[PAST, ARCS_SEEN], memory[ARCS]):
        head, dependent, given = arc_head(memory, arc), arc_dependent(memory, arc), arc_label(memory, arc) + 1
        add_dependent(context, head, dependent, given)
        if head_of(memory, dependent) < 0:
            add_dependent(context, dependent, head, given)
        add_linked(context, head, dependent)
        add_linked(context, dependent, head)
    context[PAST, ARCS_SEEN] = memory[ARCS]
