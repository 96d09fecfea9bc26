"""Greedy parsing: at every step the applicable transition with the highest score, and its best label."""

from __future__ import annotations

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed
from multiplane.learn.transition.actions import NO_LABEL, NO_TRANSITION, CompiledSystem, find_applicable
from multiplane.learn.transition.arcs import BuiltArcs, record_arc
from multiplane.learn.transition.attach import attach_headless, remember_rivals
from multiplane.learn.transition.context import ParserState
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
from multiplane.transition.machine.memory import ARCS


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
