"""Search with any scorer of transitions: greedy, or with a beam of the best few sequences side by side.

Greedy parsing takes at every step the applicable transition with the highest score, and its best label. With a beam, a
state is a row in each of a few flat arrays; the states of a step are copied from those of the step before. Candidates
are compared by the sum of their scores; of equals the earlier parent and the lower transition come first. A parse that
has ended keeps its place and its score. A beam of 1 is greedy parsing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Float64, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import NO_LABEL, NO_TRANSITION, CompiledSystem, find_applicable
from multiplane.learn.transition.attach import attach_headless, remember_rivals
from multiplane.learn.transition.context import ROWS, ParserState, columns_for
from multiplane.learn.transition.results import BuiltArcs, record_arc
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    best_transition,
    choose_label,
    score_choices,
    steps_of_parsing,
    take_transition,
)
from multiplane.transition.machine.memory import ARCS, fit


@inlined
def parse_sentence(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    state: ParserState,
    words: int,
    arcs: BuiltArcs,
) -> None:
    """Parse one sentence of ``words`` words."""
    begin_parse(system, state, words)
    count = find_applicable(state.memory, system.program, system.places, choices.applicable)
    while count > 0:
        score, margin, label = 0.0, 0.0, NO_LABEL
        if count == 1:
            transition = best_transition(scorer, choices, NO_TRANSITION)
        else:
            score_choices(system, scorer, choices, state)
            transition = best_transition(scorer, choices, NO_TRANSITION)
            score = float(scorer.scores[transition])
            margin = score - float(scorer.scores[best_transition(scorer, choices, transition)])
            label = choices.labels[transition]
            remember_rivals(system, scorer, choices, state, score)
        if label == NO_LABEL:
            label = choose_label(system, scorer, state, transition)
        before = state.memory[ARCS]
        take_transition(system, state, transition, label)
        if state.memory[ARCS] > before:
            record_arc(state, before, transition, score, margin, arcs)
        count = find_applicable(state.memory, system.program, system.places, choices.applicable)
    attach_headless(system, scorer, state, arcs)


@kernel(steps=steps_of_parsing)
def parse_range(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    memory: Int32,
    context: Int32,
    offsets: Int64,
    first: int,
    last: int,
    arcs: BuiltArcs,
) -> None:
    """Parse the sentences first .. last−1."""
    compiled, scoring, options, out = borrowed(system), borrowed(scorer), borrowed(choices), borrowed(arcs)
    here, beside = borrowed(memory), borrowed(context)
    for sentence in range(first, last):
        start, end = offsets[sentence], offsets[sentence + 1]
        parse_sentence(compiled, scoring, options, ParserState(here, beside, start), end - start, out)


class Beam(NamedTuple):
    """States of two steps in turn, and the candidates for the next step.

    A state is a memory, a context, the transition, score and margin of every arc, and a total. A candidate is a parent
    state, a transition, a label and a total. ``choices`` and ``best`` are, for each state of this step, the number of
    applicable transitions and the two highest scores among them.
    """

    memories: Int32
    contexts: Int32
    arc_transitions: Int32
    arc_scores: Float32
    arc_margins: Float32
    totals: Float64
    parents: Int32
    transitions: Int32
    labels: Int32
    candidate_totals: Float64
    choices: Int32
    best: Float64
    sizes: Int32


SIZE, SIDE, MEMORY_USED, CONTEXT_USED = range(4)


def new_beam(width: int, memory: Int32, words: int) -> Beam:
    """A beam of this width for sentences of up to ``words`` words; ``memory`` is the system's for that length."""
    rows = 2 * width
    return Beam(
        np.tile(memory, (rows, 1)),
        np.zeros((rows, ROWS * int(columns_for(words))), np.int32),
        np.zeros((rows, words), np.int32),
        np.zeros((rows, words), np.float32),
        np.zeros((rows, words), np.float32),
        np.zeros(rows, np.float64),
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width, np.float64),
        np.zeros(width, np.int32),
        np.zeros((width, 2), np.float64),
        np.zeros(4, np.int32),
    )


@inlined
def state_row(beam: Beam, state: int) -> int:
    """The row of a state of this step."""
    return int(beam.sizes[SIDE] * len(beam.parents) + state)


@inlined
def state_in(beam: Beam, row: int, first: int) -> ParserState:
    """The state in a row, of the sentence whose first word is ``first``."""
    used = beam.sizes[CONTEXT_USED]
    context = borrowed(beam.contexts[row, :used].reshape((ROWS, used // ROWS)))
    return ParserState(borrowed(beam.memories[row]), context, first)


@inlined
def begin_beam(beam: Beam, system: CompiledSystem, first: int, words: int) -> None:
    """Start with one state, the initial configuration of a sentence."""
    beam.sizes[SIZE] = 1
    beam.sizes[SIDE] = 0
    beam.sizes[CONTEXT_USED] = ROWS * columns_for(words)
    for row in range(len(beam.totals)):
        beam.sizes[MEMORY_USED] = fit(state_in(beam, row, first).memory, as_number(words), as_number(words))
    begin_parse(system, state_in(beam, 0, first), words)
    beam.totals[0] = 0.0


@inlined
def offer(beam: Beam, filled: int, parent: int, transition: int, label: int, total: float) -> int:
    """Insert a candidate if it is among the best so far; return the number of candidates."""
    width = len(beam.parents)
    if filled == width and total <= beam.candidate_totals[filled - 1]:
        return filled
    place = filled if filled < width else width - 1
    while place > 0 and beam.candidate_totals[place - 1] < total:
        beam.parents[place] = beam.parents[place - 1]
        beam.transitions[place] = beam.transitions[place - 1]
        beam.labels[place] = beam.labels[place - 1]
        beam.candidate_totals[place] = beam.candidate_totals[place - 1]
        place -= 1
    beam.parents[place] = parent
    beam.transitions[place] = transition
    beam.labels[place] = label
    beam.candidate_totals[place] = total
    return filled + 1 if filled < width else filled


@inlined
def find_candidates(
    system: CompiledSystem, scorer: TransitionScorer, choices: Choices, beam: Beam, first: int
) -> tuple[int, bool]:
    """The best continuations of all states: their number, and whether any of them takes a transition."""
    filled, going = 0, False
    for number in range(beam.sizes[SIZE]):
        row = state_row(beam, number)
        state = state_in(beam, row, first)
        count = find_applicable(state.memory, system.program, system.places, choices.applicable)
        if count == 0:
            filled = offer(beam, filled, number, NO_TRANSITION, NO_LABEL, beam.totals[row])
            continue
        going = True
        beam.choices[number] = count
        beam.best[number] = -np.inf
        if count == 1 and not system.joint_labels:
            for transition in range(len(choices.applicable)):
                choices.labels[transition] = NO_LABEL
                scorer.scores[transition] = 0
        else:
            score_choices(system, scorer, choices, state)
        for transition in range(len(choices.applicable)):
            if choices.applicable[transition]:
                score = np.float64(scorer.scores[transition])
                if score > beam.best[number, 0]:
                    beam.best[number, 1] = beam.best[number, 0]
                    beam.best[number, 0] = score
                elif score > beam.best[number, 1]:
                    beam.best[number, 1] = score
                label = choices.labels[transition]
                filled = offer(beam, filled, number, transition, label, beam.totals[row] + score)
        if count > 1:
            remember_rivals(system, scorer, choices, state, beam.best[number, 0])
    return filled, going


@inlined
def copy_state(beam: Beam, old: int, new: int) -> None:
    """Copy one row to another."""
    for index in range(beam.sizes[MEMORY_USED]):
        beam.memories[new, index] = beam.memories[old, index]
    for index in range(beam.sizes[CONTEXT_USED]):
        beam.contexts[new, index] = beam.contexts[old, index]
    for arc in range(beam.memories[old, ARCS]):
        beam.arc_transitions[new, arc] = beam.arc_transitions[old, arc]
        beam.arc_scores[new, arc] = beam.arc_scores[old, arc]
        beam.arc_margins[new, arc] = beam.arc_margins[old, arc]


@inlined
def score_arc(beam: Beam, place: int, old: int, new: int, arc: int) -> None:
    """Keep the score of the candidate that built an arc, and its margin over the best other one; 0 if it is alone."""
    state, total = beam.parents[place], beam.candidate_totals[place]
    beam.arc_transitions[new, arc] = beam.transitions[place]
    beam.arc_scores[new, arc], beam.arc_margins[new, arc] = 0, 0
    if beam.choices[state] > 1:
        is_best = total == beam.totals[old] + beam.best[state, 0]
        score = beam.best[state, 0] if is_best else total - beam.totals[old]
        beam.arc_scores[new, arc] = score
        beam.arc_margins[new, arc] = score - beam.best[state, 1 if is_best else 0]


@inlined
def advance(system: CompiledSystem, scorer: TransitionScorer, beam: Beam, filled: int, first: int) -> None:
    """Make the candidates the states of the next step."""
    width, other = len(beam.parents), 1 - beam.sizes[SIDE]
    for place in range(filled):
        old, new = state_row(beam, beam.parents[place]), other * width + place
        copy_state(beam, old, new)
        beam.totals[new] = beam.candidate_totals[place]
        transition = beam.transitions[place]
        if transition != NO_TRANSITION:
            state = state_in(beam, new, first)
            if beam.labels[place] == NO_LABEL:
                beam.labels[place] = choose_label(system, scorer, state, transition)
            before = state.memory[ARCS]
            take_transition(system, state, transition, beam.labels[place])
            if state.memory[ARCS] > before:
                score_arc(beam, place, old, new, before)
    beam.sizes[SIZE] = filled
    beam.sizes[SIDE] = other


@inlined
def record_best(beam: Beam, first: int, arcs: BuiltArcs) -> None:
    """Record the arcs of the best state."""
    row = state_row(beam, 0)
    state = state_in(beam, row, first)
    for arc in range(state.memory[ARCS]):
        transition, score, margin = (
            beam.arc_transitions[row, arc],
            beam.arc_scores[row, arc],
            beam.arc_margins[row, arc],
        )
        record_arc(state, arc, transition, score, margin, arcs)


@kernel
def parse_range_with_beam(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    beam: Beam,
    offsets: Int64,
    first: int,
    last: int,
    arcs: BuiltArcs,
) -> None:
    """Parse the sentences first .. last−1."""
    compiled, scoring, options, states = borrowed(system), borrowed(scorer), borrowed(choices), borrowed(beam)
    for sentence in range(first, last):
        start, end = offsets[sentence], offsets[sentence + 1]
        begin_beam(states, compiled, start, end - start)
        filled, going = find_candidates(compiled, scoring, options, states, start)
        while going:
            advance(compiled, scoring, states, filled, start)
            filled, going = find_candidates(compiled, scoring, options, states, start)
        record_best(states, start, arcs)
        attach_headless(compiled, scoring, state_in(states, state_row(states, 0), start), arcs)
