"""Greedy parsing: at every step the permitted transition with the highest score, and its best label."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import NO_LABEL, find_permitted
from multiplane.learn.transition.choosing import (
    Machine,
    Options,
    best_option,
    borrowed_machine,
    label_of,
    score_options,
)
from multiplane.learn.transition.context import clear_context, follow
from multiplane.learn.transition.scoring import Scorer, Workspace, borrowed_scorer, borrowed_workspace
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, ARCS, Ints, begin

NO_TRANSITION = -1


class Arcs(NamedTuple):
    """The arcs that a parser built. A sentence of n words has n places, for as many arcs or fewer (head −1 after them).

    Beside both ends and the label: the transition that built the arc, its score, and its lead on the next best.
    """

    heads: Ints
    dependents: Ints
    labels: Ints
    transitions: Ints
    scores: NDArray[np.float32]
    margins: NDArray[np.float32]


def new_arcs(words: int) -> Arcs:
    """Places for the arcs of so many words."""
    ints = [np.full(words, -1, np.int32) for _ in range(4)]
    return Arcs(ints[0], ints[1], ints[2], ints[3], np.zeros(words, np.float32), np.zeros(words, np.float32))


@inlined
def take_arc(memory: Ints, place: int, transition: int, score: np.float32, margin: np.float32, arcs: Arcs) -> None:
    """Write down the arc that was added last."""
    last = memory[ARCS] - 1
    arcs.heads[place] = memory[memory[ARC_HEAD] + last]
    arcs.dependents[place] = memory[memory[ARC_DEPENDENT] + last]
    arcs.labels[place] = memory[memory[ARC_LABEL] + last]
    arcs.transitions[place] = transition
    arcs.scores[place] = score
    arcs.margins[place] = margin


@inlined
def parse_greedily(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    options: Options,
    memory: Ints,
    context: Ints,
    words: Int32,
    first: int,
    count: int,
    arcs: Arcs,
) -> None:
    """Parse one sentence: ``count`` words, whose attributes and arcs are in the rows from ``first`` on."""
    begin(memory, count, machine.root)
    clear_context(context, count)
    permitted = find_permitted(memory, machine.program, machine.places, options.allowed)
    while permitted > 0:
        margin = np.float32(0)
        if permitted == 1:
            transition, score = best_option(workspace, options, NO_TRANSITION), np.float32(0)
            options.labels[transition] = NO_LABEL
        else:
            score_options(machine, scorer, workspace, options, memory, context, words, first)
            transition = best_option(workspace, options, NO_TRANSITION)
            score = np.float32(workspace.scores[transition])
            margin = score - np.float32(workspace.scores[best_option(workspace, options, transition)])
        label = options.labels[transition]
        if label == NO_LABEL:
            label = label_of(machine, scorer, workspace, memory, context, words, first, transition)
        before = memory[ARCS]
        apply(memory, machine.program, as_number(transition), as_number(label))
        follow(memory, context, transition, label)
        if memory[ARCS] > before:
            take_arc(memory, first + before, transition, score, margin, arcs)
        permitted = find_permitted(memory, machine.program, machine.places, options.allowed)


@kernel
def parse_range(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    options: Options,
    memory: Ints,
    context: Ints,
    words: Int32,
    offsets: Int64,
    first: int,
    last: int,
    arcs: Arcs,
) -> None:
    """Parse the sentences first .. last−1."""
    system = borrowed_machine(machine)
    borrowed_options = Options(borrowed(options.allowed), borrowed(options.labels))
    weights, room = borrowed_scorer(scorer), borrowed_workspace(workspace)
    here, beside, attributes = borrowed(memory), borrowed(context), borrowed(words)
    out = Arcs(
        borrowed(arcs.heads),
        borrowed(arcs.dependents),
        borrowed(arcs.labels),
        borrowed(arcs.transitions),
        borrowed(arcs.scores),
        borrowed(arcs.margins),
    )
    for sentence in range(first, last):
        start, end = offsets[sentence], offsets[sentence + 1]
        parse_greedily(system, weights, room, borrowed_options, here, beside, attributes, start, end - start, out)
