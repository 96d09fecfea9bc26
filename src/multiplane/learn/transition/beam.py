"""Beam search: the best few sequences of transitions are followed side by side. A beam of 1 is greedy parsing.

A state is a machine's memory and its context, a row each in flat arrays; the states of a step are copied from those of
the step before. Candidates are compared by the sum of their scores, of equals the earlier parent and the lower
transition come first. A parse that has ended keeps its place and its score.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import NO_LABEL, find_permitted
from multiplane.learn.transition.choosing import Machine, Options, borrowed_machine, label_of, score_options
from multiplane.learn.transition.context import (
    BUILT_BY,
    MARGINS,
    PAST,
    ROWS,
    SCORES,
    SEEN,
    clear_context,
    columns_for,
    follow,
)
from multiplane.learn.transition.greedy import NO_TRANSITION, Arcs
from multiplane.learn.transition.scoring import Scorer, Workspace, borrowed_scorer, borrowed_workspace
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, ARCS, Ints, begin, fit

Totals = NDArray[np.float64]


class Beam(NamedTuple):
    """Room for a beam: states of two steps in turn, their totals, and the candidates for the next step.

    Of the states of a step, how many transitions they permit, and the two best scores of these.
    """

    memories: Ints
    context: Ints
    totals: Totals
    parents: Ints
    transitions: Ints
    labels: Ints
    gains: Totals
    choices: Ints
    best: Totals
    sizes: Ints


SIZE, SIDE, MEMORY_USED, CONTEXT_USED = range(4)


def new_beam(width: int, memory: Ints, words: int) -> Beam:
    """A beam of this width for sentences of so many words; ``memory`` is one of the system's for that length."""
    candidates = [np.zeros(width, np.int32) for _ in range(3)]
    return Beam(
        np.tile(memory, (2 * width, 1)),
        np.zeros((2 * width, ROWS * int(columns_for(words))), np.int32),
        np.zeros(2 * width, np.float64),
        candidates[0],
        candidates[1],
        candidates[2],
        np.zeros(width, np.float64),
        np.zeros(width, np.int32),
        np.zeros((width, 2), np.float64),
        np.zeros(4, np.int32),
    )


@inlined
def borrowed_beam(beam: Beam) -> Beam:
    """The beam with arrays that are not counted (see `multiplane.kernels.views`); keep the old one alive."""
    return Beam(
        borrowed(beam.memories),
        borrowed(beam.context),
        borrowed(beam.totals),
        borrowed(beam.parents),
        borrowed(beam.transitions),
        borrowed(beam.labels),
        borrowed(beam.gains),
        borrowed(beam.choices),
        borrowed(beam.best),
        borrowed(beam.sizes),
    )


@inlined
def state_row(beam: Beam, state: int) -> int:
    """The row of a state of this step."""
    return int(beam.sizes[SIDE] * len(beam.parents) + state)


@inlined
def memory_of(beam: Beam, row: int) -> Ints:
    """The machine's memory of a row."""
    return borrowed(beam.memories[row])


@inlined
def context_of(beam: Beam, row: int) -> Ints:
    """The context of a row, as a table."""
    used = beam.sizes[CONTEXT_USED]
    return borrowed(beam.context[row, :used].reshape((ROWS, used // ROWS)))


@inlined
def begin_beam(beam: Beam, machine: Machine, count: int) -> None:
    """One state: the initial configuration of a sentence."""
    width = len(beam.parents)
    beam.sizes[SIZE] = 1
    beam.sizes[SIDE] = 0
    beam.sizes[CONTEXT_USED] = ROWS * columns_for(count)
    for row in range(2 * width):
        beam.sizes[MEMORY_USED] = fit(memory_of(beam, row), as_number(count), as_number(count))
    begin(memory_of(beam, 0), count, machine.root)
    clear_context(context_of(beam, 0), count)
    beam.totals[0] = 0.0


@inlined
def offer(beam: Beam, filled: int, parent: int, transition: int, label: int, gain: float) -> int:
    """Put a candidate in its place among the best so far, if it has one; how many there are then."""
    width = len(beam.parents)
    if filled == width and gain <= beam.gains[filled - 1]:
        return filled
    place = filled if filled < width else width - 1
    while place > 0 and beam.gains[place - 1] < gain:
        beam.parents[place] = beam.parents[place - 1]
        beam.transitions[place] = beam.transitions[place - 1]
        beam.labels[place] = beam.labels[place - 1]
        beam.gains[place] = beam.gains[place - 1]
        place -= 1
    beam.parents[place] = parent
    beam.transitions[place] = transition
    beam.labels[place] = label
    beam.gains[place] = gain
    return filled + 1 if filled < width else filled


@inlined
def find_candidates(
    machine: Machine, scorer: Scorer, workspace: Workspace, options: Options, beam: Beam, words: Int32, first: int
) -> tuple[int, bool]:
    """The best continuations of all states; how many there are, and whether any of them goes on."""
    filled, going = 0, False
    for state in range(beam.sizes[SIZE]):
        row = state_row(beam, state)
        memory, context = memory_of(beam, row), context_of(beam, row)
        permitted = find_permitted(memory, machine.program, machine.places, options.allowed)
        if permitted == 0:
            filled = offer(beam, filled, state, NO_TRANSITION, NO_LABEL, beam.totals[row])
            continue
        going = True
        beam.choices[state] = permitted
        beam.best[state] = -np.inf
        forced = permitted == 1 and not machine.labels_count
        if forced:
            for transition in range(len(options.allowed)):
                options.labels[transition] = NO_LABEL
                workspace.scores[transition] = 0
        else:
            score_options(machine, scorer, workspace, options, memory, context, words, first)
        for transition in range(len(options.allowed)):
            if options.allowed[transition]:
                score = np.float64(workspace.scores[transition])
                if score > beam.best[state, 0]:
                    beam.best[state, 1] = beam.best[state, 0]
                    beam.best[state, 0] = score
                elif score > beam.best[state, 1]:
                    beam.best[state, 1] = score
                filled = offer(beam, filled, state, transition, options.labels[transition], beam.totals[row] + score)
    return filled, going


@inlined
def note_scores(beam: Beam, state: int, score: float, memory: Ints, context: Ints) -> None:
    """Keep the score of the transition that added an arc, and its lead on the best other one; 0 if there was none."""
    for arc in range(context[PAST, SEEN], memory[ARCS]):
        context[SCORES, arc], context[MARGINS, arc] = 0, 0
        if beam.choices[state] > 1:
            other = beam.best[state, 1] if score == beam.best[state, 0] else beam.best[state, 0]
            context[SCORES, arc], context[MARGINS, arc] = int(score), int(score - other)


@inlined
def advance(
    machine: Machine, scorer: Scorer, workspace: Workspace, beam: Beam, filled: int, words: Int32, first: int
) -> None:
    """Make the candidates the states of the next step."""
    width, other = len(beam.parents), 1 - beam.sizes[SIDE]
    for place in range(filled):
        old, new = state_row(beam, beam.parents[place]), other * width + place
        for index in range(beam.sizes[MEMORY_USED]):
            beam.memories[new, index] = beam.memories[old, index]
        for index in range(beam.sizes[CONTEXT_USED]):
            beam.context[new, index] = beam.context[old, index]
        beam.totals[new] = beam.gains[place]
        transition = beam.transitions[place]
        if transition != NO_TRANSITION:
            memory, context = memory_of(beam, new), context_of(beam, new)
            if beam.labels[place] == NO_LABEL:
                beam.labels[place] = label_of(machine, scorer, workspace, memory, context, words, first, transition)
            apply(memory, machine.program, as_number(transition), as_number(beam.labels[place]))
            note_scores(beam, beam.parents[place], beam.gains[place] - beam.totals[old], memory, context)
            follow(memory, context, transition, beam.labels[place])
    beam.sizes[SIZE] = filled
    beam.sizes[SIDE] = other


@inlined
def take_arcs(beam: Beam, first: int, arcs: Arcs) -> None:
    """Write down the arcs of the best state."""
    row = state_row(beam, 0)
    memory, context = memory_of(beam, row), context_of(beam, row)
    for arc in range(memory[ARCS]):
        arcs.heads[first + arc] = memory[memory[ARC_HEAD] + arc]
        arcs.dependents[first + arc] = memory[memory[ARC_DEPENDENT] + arc]
        arcs.labels[first + arc] = memory[memory[ARC_LABEL] + arc]
        arcs.transitions[first + arc] = context[BUILT_BY, arc]
        arcs.scores[first + arc] = context[SCORES, arc]
        arcs.margins[first + arc] = context[MARGINS, arc]


@kernel
def parse_range_with_beam(
    machine: Machine,
    scorer: Scorer,
    workspace: Workspace,
    options: Options,
    beam: Beam,
    words: Int32,
    offsets: Int64,
    first: int,
    last: int,
    arcs: Arcs,
) -> None:
    """Parse the sentences first .. last−1."""
    system, weights, room, states = (
        borrowed_machine(machine),
        borrowed_scorer(scorer),
        borrowed_workspace(workspace),
        borrowed_beam(beam),
    )
    attributes = borrowed(words)
    borrowed_options = Options(borrowed(options.allowed), borrowed(options.labels))
    for sentence in range(first, last):
        start, end = offsets[sentence], offsets[sentence + 1]
        begin_beam(states, system, end - start)
        filled, going = find_candidates(system, weights, room, borrowed_options, states, attributes, start)
        while going:
            advance(system, weights, room, states, filled, attributes, start)
            filled, going = find_candidates(system, weights, room, borrowed_options, states, attributes, start)
        take_arcs(states, start, arcs)
