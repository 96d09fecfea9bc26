"""Global training of the averaged perceptron with beam search: max-violation updates (Huang, Fayong & Guo 2012).

The static oracle's sequence is scored beside the beam. At the step where the best sequence of the beam leads it by
most, weights are updated towards the oracle's prefix and away from the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import (
    NO_LABEL,
    NO_TRANSITION,
    CompiledSystem,
    builds_arc,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.examples import TreeGold
from multiplane.learn.transition.learning import steps_of_learning
from multiplane.learn.transition.linear.perceptron import DECISIONS, MISTAKES, Perceptron, shift_weights
from multiplane.learn.transition.linear.scorer import LinearScorer
from multiplane.learn.transition.scorer import Choices, begin_parse, best_label, score_arc_labels, take_transition
from multiplane.learn.transition.search import Beam, advance, begin_beam, find_candidates


class BeamHistory(NamedTuple):
    """By step and place in the beam: parent, transition and label; and by step the labels of the oracle's sequence."""

    parents: Int32
    transitions: Int32
    labels: Int32
    oracle_labels: Int32


def new_history(steps: int, width: int) -> BeamHistory:
    """The history of a beam of this width."""
    parts = [np.zeros((steps, width), np.int32) for _ in range(3)]
    return BeamHistory(parts[0], parts[1], parts[2], np.zeros(steps, np.int32))


@kernel
def replay(
    system: CompiledSystem,
    learner: Perceptron,
    choices: Choices,
    state: ParserState,
    words: int,
    transitions: Int32,
    labels: Int32,
    changed: int,
    by: int,
    time: np.float32,
) -> None:
    """Follow a sequence once more and update the weights of its steps from ``changed`` on."""
    scorer, sums = learner.scorer, learner.sums
    begin_parse(system, state, words)
    for step in range(len(transitions)):
        transition, label = as_number(transitions[step]), as_number(labels[step])
        if transition == NO_TRANSITION:
            return
        if step >= changed:
            scorer.score_transitions(state, choices.applicable)
            shift_weights(scorer.weights, sums.weights, scorer.features.rows, transition, by, time)
            if label != NO_LABEL:
                score_arc_labels(system, scorer, state, transition)
                shift_weights(scorer.label_weights, sums.label_weights, scorer.label_features.rows, label, by, time)
        take_transition(system, state, transition, label)


@inlined
def take_oracle_transition(
    system: CompiledSystem,
    scorer: LinearScorer,
    choices: Choices,
    state: ParserState,
    gold: TreeGold,
    sentence: int,
    transition: int,
) -> tuple[float, int]:
    """Take the oracle's transition with its label; its score, and that label."""
    scorer.score_transitions(state, choices.applicable)
    score, label = np.float64(scorer.scores[transition]), as_number(NO_LABEL)
    if builds_arc(system.places, transition):
        score_arc_labels(system, scorer, state, transition)
        head = new_head(state.memory, system.places, transition)
        dependent = new_dependent(state.memory, system.places, transition)
        label = as_number(gold.arc_label(sentence, head, dependent))
        if label < 0:
            label = as_number(best_label(scorer, system.label_count))
        score += np.float64(scorer.label_scores[label])
    take_transition(system, state, transition, label)
    return score, label


@inlined
def path_to(history: BeamHistory, place: int, length: int) -> tuple[Int32, Int32]:
    """The transitions and labels that led to a place of the beam in ``length`` steps."""
    transitions, labels = np.empty(length, np.int32), np.empty(length, np.int32)
    for step in range(length - 1, -1, -1):
        transitions[step] = history.transitions[step, place]
        labels[step] = history.labels[step, place]
        place = history.parents[step, place]
    return transitions, labels


@kernel(steps=steps_of_learning)
def learn_with_beam(
    system: CompiledSystem,
    learner: Perceptron,
    choices: Choices,
    beam: Beam,
    history: BeamHistory,
    memory: Int32,
    context: Int32,
    gold: TreeGold,
    order: Int64,
    time: int,
) -> None:
    """Learn from sentences in this order; mistakes are those sentences that led to an update."""
    compiled, student, options, states = borrowed(system), borrowed(learner), borrowed(choices), borrowed(beam)
    truth, model = borrowed(gold), student.scorer
    examples = truth.examples
    for index in range(len(order)):
        sentence = as_number(order[index])
        first, last = examples.offsets[sentence], examples.offsets[sentence + 1]
        oracle = examples.transitions[examples.starts[sentence] : examples.starts[sentence + 1]]
        state = ParserState(borrowed(memory), borrowed(context), first)
        begin_beam(states, compiled, first, last - first)
        begin_parse(compiled, state, last - first)
        total, worst, worst_length, survivor = 0.0, 0.0, 0, 0
        transitions, labels = np.empty(0, np.int32), np.empty(0, np.int32)
        for step in range(len(oracle)):
            score, label = take_oracle_transition(
                compiled, model, options, state, truth, sentence, as_number(oracle[step])
            )
            total += score
            history.oracle_labels[step] = label
            filled, _ = find_candidates(compiled, model, options, states, first)
            advance(compiled, model, states, filled, first)
            next_survivor = -1
            for place in range(filled):
                history.parents[step, place] = states.parents[place]
                history.transitions[step, place] = states.transitions[place]
                history.labels[step, place] = states.labels[place]
                same = states.transitions[place] == oracle[step] and states.labels[place] == label
                if survivor >= 0 and states.parents[place] == survivor and same:
                    next_survivor = place
            survivor = next_survivor
            violation = states.candidate_totals[0] - total
            if survivor != 0 and (violation > worst or worst_length == 0):
                worst, worst_length = violation, step + 1
                transitions, labels = path_to(history, 0, step + 1)
        if worst_length > 0 and survivor != 0:
            student.counts[MISTAKES] += 1
            changed = 0
            while transitions[changed] == oracle[changed] and labels[changed] == history.oracle_labels[changed]:
                changed += 1
            now = np.float32(time + index)
            again = (compiled, student, options, state, last - first)
            replay(*again, oracle[:worst_length], history.oracle_labels[:worst_length], changed, 1, now)
            replay(*again, transitions, labels, changed, -1, now)
    student.counts[DECISIONS] += len(order)
