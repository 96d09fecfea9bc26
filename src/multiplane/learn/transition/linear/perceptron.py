"""The averaged perceptron with a margin, trained on single decisions.

Where there is a training oracle, every transition of least cost is right, and after the first pass the parser follows
its own choices (Goldberg & Nivre 2012). Elsewhere it follows the static oracle's sequence. The right transition must
beat the wrong ones by the margin, the right label likewise; if not, the weights are updated by one. Averages count the
sentences for which a weight was in force.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import (
    NO_LABEL,
    NO_TRANSITION,
    CompiledSystem,
    builds_arc,
    find_applicable,
    new_dependent,
    new_head,
)
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.examples import TrainingExamples, gold_label, steps_of_learning
from multiplane.learn.transition.linear.scorer import LinearScorer, Weights
from multiplane.learn.transition.linear.weights import nudge
from multiplane.learn.transition.scorer import Choices, begin_parse, best_label, best_transition, take_transition
from multiplane.transition.machine.memory import fit
from multiplane.transition.oracles import is_certainly_optimal, training_costs


class WeightSums(NamedTuple):
    """Beside every weight, the sum of its updates, each times the time it was made."""

    weights: Float32
    label_weights: Float32


@kernel
def update(weights: Weights, sums: Float32, rows: Int64, right: int, wrong: int, time: np.float32) -> None:
    """One step towards the right column and away from the wrong one, in all rows."""
    for index in range(len(rows)):
        nudge(weights, sums, rows[index], right, 1, time)
        nudge(weights, sums, rows[index], wrong, -1, time)


@inlined
def best_other_label(scorer: LinearScorer, labels: int, but: int) -> int:
    """The best label but one; −1 if there is no other."""
    best = -1
    for label in range(labels):
        if label != but and (best < 0 or scorer.label_scores[label] > scorer.label_scores[best]):
            best = label
    return best


@inlined
def learn_label(
    system: CompiledSystem, scorer: LinearScorer, sums: WeightSums, right: int, margin: np.float32, time: np.float32
) -> int:
    """Update the weights of labels if the right one does not lead by the margin; the number of updates."""
    other = best_other_label(scorer, system.label_count, right)
    if other < 0 or scorer.label_scores[right] - scorer.label_scores[other] > margin:
        return 0
    update(scorer.label_weights, sums.label_weights, scorer.label_features.rows, right, other, time)
    return 1


@inlined
def learn_transition(
    scorer: LinearScorer,
    sums: WeightSums,
    choices: Choices,
    right: int,
    cost: Int32,
    margin: np.float32,
    time: np.float32,
) -> int:
    """Update the weights if the right transition does not lead costlier ones by the margin; the number of updates."""
    wrong = -1
    for transition in range(len(cost)):
        costly = choices.applicable[transition] and cost[transition] > cost[right]
        if costly and (wrong < 0 or scorer.scores[transition] > scorer.scores[wrong]):
            wrong = transition
    if wrong < 0 or scorer.scores[right] - scorer.scores[wrong] > margin:
        return 0
    update(scorer.weights, sums.weights, scorer.features.rows, right, wrong, time)
    return 1


@inlined
def leads(scorer: LinearScorer, choices: Choices, best: int, margin: np.float32) -> bool:
    """Whether the best transition leads all others by more than the margin."""
    return bool(scorer.scores[best] - scorer.scores[best_transition(scorer, choices, best)] > margin)


@inlined
def cheapest(scorer: LinearScorer, choices: Choices, cost: Int32) -> int:
    """Of the applicable transitions of least cost, the one with the highest score."""
    best = -1
    for transition in range(len(cost)):
        if choices.applicable[transition] and (
            best < 0
            or cost[transition] < cost[best]
            or (cost[transition] == cost[best] and scorer.scores[transition] > scorer.scores[best])
        ):
            best = transition
    return best


@kernel(steps=steps_of_learning)
def learn_greedily(
    system: CompiledSystem,
    scorer: LinearScorer,
    sums: WeightSums,
    choices: Choices,
    oracle: Int32,
    golds: Int32,
    gold_starts: Int64,
    spare: Int32,
    memory: Int32,
    context: Int32,
    examples: TrainingExamples,
    order: Int64,
    explore: bool,
    margin: float,
    label_margin: float,
    time: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; the number of updates, and of decisions."""
    compiled, model = borrowed(system), borrowed(scorer)
    spare_memory, beside = borrowed(spare), borrowed(context)
    program, places = compiled.program, compiled.places
    cost = np.zeros(len(places), np.int32)
    mistakes, decisions = 0, 0
    lead, label_lead = np.float32(margin), np.float32(label_margin)
    for index in range(len(order)):
        sentence = order[index]
        first, count = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, labels = examples.heads[first : first + count], examples.labels[first : first + count]
        now = np.float32(time + index)
        dynamic = examples.dynamic[sentence]
        here = borrowed(memory[: fit(memory, as_number(count), as_number(count))])
        state = ParserState(here, beside, first)
        begin_parse(compiled, state, count)
        gold = borrowed(golds[gold_starts[sentence] : gold_starts[sentence + 1]])
        step = np.int64(0) if dynamic else examples.starts[sentence]
        while True:
            applicable = find_applicable(here, program, places, choices.applicable)
            if applicable == 0 or (not dynamic and step == examples.starts[sentence + 1]):
                break
            if applicable > 1:
                model.score_transitions(state, choices.applicable)
                decisions += 1
            if dynamic:
                right = best_transition(model, choices, NO_TRANSITION)
                clear = applicable == 1 or (
                    leads(model, choices, right, lead)
                    and is_certainly_optimal(oracle, program, here, gold, spare_memory, right)
                )
                if not clear:
                    training_costs(oracle, program, here, gold, spare_memory, cost)
                    right = cheapest(model, choices, cost)
            else:
                right = as_number(examples.transitions[step])
                cost[:] = 1
                cost[right] = 0
                step += 1
                clear = applicable == 1
            transition = right
            if not clear:
                mistakes += learn_transition(model, sums, choices, right, cost, lead, now)
                if dynamic and explore:
                    transition = best_transition(model, choices, NO_TRANSITION)
            label = as_number(NO_LABEL)
            if builds_arc(places, transition):
                head, dependent = new_head(here, places, transition), new_dependent(here, places, transition)
                model.score_labels(state, head, dependent)
                label = as_number(best_label(model, compiled.label_count))
                decisions += 1
                wanted = gold_label(heads, labels, head, dependent, compiled.undirected)
                if wanted >= 0:
                    mistakes += learn_label(compiled, model, sums, wanted, label_lead, now)
                    if not explore:
                        label = as_number(wanted)
            take_transition(compiled, state, transition, label)
    return mistakes, decisions
