"""What features know of the arcs so far: the outermost dependents of every node, valencies, label sets, linked nodes.

A table of int32, with a row for each kind of link and a column for each node, lies beside the machine's memory. More
rows have the last transitions, those that built the arcs, and under a beam the scores and margins of these. ``follow``
reads the arcs that the machine has added since it last looked. The ends of an undirected edge are each other's
dependents.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.learn.features.templates import LONGEST_HISTORY
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, ARCS, HEADS, Ints

OUTERMOST, SECOND_OUTERMOST, VALENCIES, LABEL_SETS, LINKED, PAST = 0, 2, 4, 6, 8, 11
BUILT_BY, SCORES, MARGINS, ROWS = range(12, 16)
SEEN = LONGEST_HISTORY
LABEL_BITS = 31
LABELS_APART = 4096


def new_context(words: int) -> Ints:
    """Room for the context of a sentence of so many words."""
    return np.zeros((ROWS, columns_for(words)), np.int32)


@kernel
def columns_for(words: int) -> int:
    """How many columns the context of a sentence take: one for each node, and enough for the history."""
    return max(words + 1, LONGEST_HISTORY + 1)


@kernel
def clear_context(context: Ints, words: int) -> None:
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
def link(context: Ints, node: int, other: int, label: int) -> None:
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
def note_linked(context: Ints, node: int, other: int) -> None:
    """The other node becomes the next in the list of nodes linked to this one, if the list has room."""
    for row in range(LINKED, PAST):
        if context[row, node] < 0:
            context[row, node] = other
            return


@kernel
def follow(memory: Ints, context: Ints, transition: int, label: int) -> None:
    """Take note of a transition that was just applied, and of the arcs that it added."""
    for back in range(LONGEST_HISTORY - 1, 0, -1):
        context[PAST, back] = context[PAST, back - 1]
    context[PAST, 0] = transition * LABELS_APART + label + 2
    for arc in range(context[PAST, SEEN], memory[ARCS]):
        head, dependent = memory[memory[ARC_HEAD] + arc], memory[memory[ARC_DEPENDENT] + arc]
        context[BUILT_BY, arc] = transition
        given = memory[memory[ARC_LABEL] + arc] + 1
        link(context, head, dependent, given)
        if memory[memory[HEADS] + dependent] != head:
            link(context, dependent, head, given)
        note_linked(context, head, dependent)
        note_linked(context, dependent, head)
    context[PAST, SEEN] = memory[ARCS]
