"""What a model weighs at every step of a greedy parse: the applicable transitions with their scores, and its choice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import borrowed
from multiplane.learn.features.attributes import hash_attributes
from multiplane.learn.transition.actions import NO_LABEL, NO_TRANSITION, CompiledSystem, find_applicable
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.model import TransitionModel
from multiplane.learn.transition.scorer import (
    Choices,
    TransitionScorer,
    begin_parse,
    best_transition,
    choose_label,
    new_choices,
    score_choices,
    take_transition,
)
from multiplane.treebank.treebank import Treebank

MAX_STEPS_PER_WORD = 30


class Decision(NamedTuple):
    """The transition that was taken, with its label, and all that were applicable with their scores, the best first."""

    transition: str
    options: tuple[tuple[str, float], ...]


@kernel
def record_decisions(
    system: CompiledSystem,
    scorer: TransitionScorer,
    choices: Choices,
    memory: Int32,
    context: Int32,
    words: int,
    scores: Float64,
    labels: Int32,
    taken: Int32,
) -> int:
    """Parse a sentence, keeping the scores of each step in a row; the number of steps, or −1 if there is no room."""
    compiled, scoring, options = borrowed(system), borrowed(scorer), borrowed(choices)
    state = ParserState(borrowed(memory), borrowed(context), 0)
    begin_parse(compiled, state, words)
    steps = 0
    while find_applicable(state.memory, compiled.program, compiled.places, options.applicable) > 0:
        if steps == len(taken):
            return -1
        score_choices(compiled, scoring, options, state)
        transition = best_transition(scoring, options, NO_TRANSITION)
        for other in range(len(options.applicable)):
            if options.applicable[other]:
                scores[steps, other] = float(scoring.scores[other])
        for other in range(len(options.applicable)):
            if options.applicable[other]:
                label = options.labels[other]
                labels[steps, other] = choose_label(compiled, scoring, state, other) if label == NO_LABEL else label
        taken[steps] = transition
        take_transition(compiled, state, transition, labels[steps, transition])
        steps += 1
    return steps


def decisions(model: TransitionModel, sentence: Treebank) -> list[Decision]:
    """What a model weighs in its parse of the only sentence of a treebank.

    >>> import multiplane
    >>> model = multiplane.Parser.load("english-fast").model
    >>> found = decisions(model, multiplane.read("sample:english-1"))
    >>> found[0].transition, [name for name, _ in found[0].options]
    ('shift', ['shift'])
    """
    if model.steps is not model.system:
        raise MultiplaneError(f"found the system {model.system.name}; expected one that reads from left to right")
    attributes, compiled = model.compiled
    layout, count = sentence.layout, sentence.word_count
    words = np.empty((count, len(attributes.rows)), np.int32)
    hash_attributes(layout.data, layout.spans, layout.offsets, layout.columns, attributes, words)
    _, _, scorer = next(model.scorers(layout, words, 0, 1))
    transitions = len(compiled.places)
    scores = np.full((MAX_STEPS_PER_WORD * count + 1, transitions), -np.inf)
    labels, taken = np.full(scores.shape, NO_LABEL, np.int32), np.zeros(len(scores), np.int32)
    memory, choices = model.steps.memory(count), new_choices(transitions)
    steps = record_decisions(compiled, scorer, choices, memory, new_context(count), count, scores, labels, taken)
    if steps < 0:
        raise MultiplaneError(f"found more than {len(taken):,} transitions; expected a parse that ends")
    names = model.steps.names(1)

    def name(step: int, transition: int) -> str:
        label = labels[step, transition]
        return names[transition] if label == NO_LABEL else f"{names[transition]}:{model.arc_labels[label]}"

    def options(step: int) -> tuple[tuple[str, float], ...]:
        order = np.argsort(-scores[step], kind="stable")
        applicable = [int(transition) for transition in order if scores[step, transition] > -np.inf]
        return tuple((name(step, transition), float(scores[step, transition])) for transition in applicable)

    return [Decision(name(step, int(taken[step])), options(step)) for step in range(steps)]
