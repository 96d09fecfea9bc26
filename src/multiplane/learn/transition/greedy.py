"""Greedy parsing: at every step the applicable transition with the highest score, and its best label."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed
from multiplane.learn.transition.actions import NO_LABEL, NO_TRANSITION, CompiledSystem, find_applicable
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    best_transition,
    choose_label,
    score_choices,
    take_transition,
)
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, arc_label


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
        if label == NO_LABEL:
            label = choose_label(system, scorer, state, transition)
        before = state.memory[ARCS]
        take_transition(system, state, transition, label)
        if state.memory[ARCS] > before:
            record_arc(state, before, transition, score, margin, arcs)
        count = find_applicable(state.memory, system.program, system.places, choices.applicable)


@kernel
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
