"""What features know of the arcs built so far: outermost dependents, valencies, label sets, linked nodes, history.

A table of int32, a row for each kind of information and a column for each node, lies beside the machine's memory; one
more row holds the last transitions, two more the arcs that lost to other transitions (see `attach`). `update_context`
reads the arcs that the machine has added since it was last called. The ends of an undirected edge are each other's
dependents; where its label tells the direction, one of them has the other as its *marked* head.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.features.configurations import MAX_HISTORY
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, arc_label, head_of

OUTERMOST, SECOND_OUTERMOST, VALENCIES, LABEL_SETS, LINKED, PAST = 0, 2, 4, 6, 8, 11
RIVAL, RIVAL_GAP, MARKED_HEAD, MARKED_LABEL, EDGE_LABELS, ROWS = 12, 13, 14, 15, 16, 19
ARCS_SEEN = MAX_HISTORY
LABEL_BITS = 31
NO_DIRECTION, LEFTWARDS, RIGHTWARDS = range(3)
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
    return max(words + 1, MAX_HISTORY + 1)


@kernel
def clear_context(context: Int32, words: int) -> None:
    """Reset the context: no arcs, no history."""
    for node in range(words + 1):
        for row in range(OUTERMOST, VALENCIES):
            context[row, node] = -1
        for row in range(VALENCIES, LINKED):
            context[row, node] = 0
        for row in range(LINKED, PAST):
            context[row, node] = -1
        context[RIVAL, node] = -1
        context[MARKED_HEAD, node] = -1
        for row in range(EDGE_LABELS, ROWS):
            context[row, node] = 0
    for place in range(MAX_HISTORY + 1):
        context[PAST, place] = 0


@kernel
def add_dependent(context: Int32, node: int, other: int, label: int) -> None:
    """Make the other node a dependent of this one."""
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
def add_linked(context: Int32, node: int, other: int, label: int) -> None:
    """Append the other node to the list of nodes linked to this one, unless the list is full."""
    for place in range(PAST - LINKED):
        if context[LINKED + place, node] < 0:
            context[LINKED + place, node] = other
            context[EDGE_LABELS + place, node] = label
            return


@kernel
def mark_head(context: Int32, one: int, other: int, label: int, direction: int) -> None:
    """The direction that its label gives to an edge makes one end the head of the other, unless that has one."""
    head, dependent = (
        (min(one, other), max(one, other)) if direction == RIGHTWARDS else (max(one, other), min(one, other))
    )
    if direction != NO_DIRECTION and dependent > 0 and context[MARKED_HEAD, dependent] < 0:
        context[MARKED_HEAD, dependent] = head
        context[MARKED_LABEL, dependent] = label


@kernel
def are_linked(memory: Int32, one: int, other: int) -> bool:
    """Whether there is an arc between two nodes, in either direction."""
    for arc in range(memory[ARCS] - 1, -1, -1):
        head, dependent = arc_head(memory, arc), arc_dependent(memory, arc)
        if (head == one and dependent == other) or (head == other and dependent == one):
            return True
    return False


@kernel
def update_context(memory: Int32, context: Int32, directions: Int32, transition: int, label: int) -> None:
    """Add a transition that was just applied, and the arcs that it built.

    ``directions`` tells by label which way the edges of an undirected system go; it is empty for other systems.
    """
    for back in range(MAX_HISTORY - 1, 0, -1):
        context[PAST, back] = context[PAST, back - 1]
    context[PAST, 0] = transition * LABEL_RANGE + label + 2
    for arc in range(context[PAST, ARCS_SEEN], memory[ARCS]):
        head, dependent, given = arc_head(memory, arc), arc_dependent(memory, arc), arc_label(memory, arc) + 1
        add_dependent(context, head, dependent, given)
        if head_of(memory, dependent) < 0:
            add_dependent(context, dependent, head, given)
        add_linked(context, head, dependent, given)
        add_linked(context, dependent, head, given)
        if 0 < given <= len(directions):
            mark_head(context, head, dependent, given - 1, directions[given - 1])
    context[PAST, ARCS_SEEN] = memory[ARCS]
