"""Learning easy-first parsing: of all joins that lose no gold arc, the best must lead all others by the margin.

Joining a word to a head loses its gold arc, if that is another and its gold head is still there, and the gold arcs to
all its dependents that are still there. After the first pass the parser follows its own choices, whatever they lose.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.learn.transition.actions import CompiledSystem, new_dependent, new_head
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.easy_first import LEFT, RIGHT, GapScores, best_gap, close_gap, move_to, score_gaps
from multiplane.learn.transition.examples import TrainingExamples, gold_label, steps_of_learning
from multiplane.learn.transition.linear.perceptron import WeightSums, learn_label
from multiplane.learn.transition.linear.scorer import LinearScorer
from multiplane.learn.transition.linear.weights import nudge
from multiplane.learn.transition.scorer import Choices, begin_parse, best_label, take_transition


@kernel
def losses(heads: Int32, pending: Int32, left: int, lost: Int32) -> None:
    """How many gold arcs each join loses; ``pending`` are the words that are left, in order."""
    here = np.zeros(len(heads) + 1, np.int32)
    children = np.zeros(len(heads) + 1, np.int32)
    for place in range(left):
        here[pending[place]] = 1
        children[heads[pending[place] - 1]] += 1
    for gap in range(1, left):
        for side in (LEFT, RIGHT):
            dependent = pending[gap - 1] if side == LEFT else pending[gap]
            head = pending[gap] if side == LEFT else pending[gap - 1]
            gold = heads[dependent - 1]
            lost[gap, side] = children[dependent] + (gold != head and (gold == 0 or here[gold] == 1))


@kernel
def cheapest_gap(gaps: GapScores, lost: Int32, left: int) -> tuple[int, int]:
    """Of the joins that lose least, the one with the highest score."""
    best, side = 1, LEFT
    for gap in range(1, left):
        for other in (LEFT, RIGHT):
            fewer = lost[gap, other] < lost[best, side]
            if fewer or (lost[gap, other] == lost[best, side] and gaps.scores[gap, other] > gaps.scores[best, side]):
                best, side = gap, other
    return best, side


@kernel
def best_wrong_gap(gaps: GapScores, lost: Int32, left: int, least: int) -> tuple[int, int]:
    """Of the joins that lose more than the least, the one with the highest score; gap 0 if there is none."""
    best, side = 0, LEFT
    for gap in range(1, left):
        for other in (LEFT, RIGHT):
            if lost[gap, other] > least and (best == 0 or gaps.scores[gap, other] > gaps.scores[best, side]):
                best, side = gap, other
    return best, side


@inlined
def nudge_gap(
    system: CompiledSystem,
    scorer: LinearScorer,
    sums: WeightSums,
    choices: Choices,
    state: ParserState,
    gap: int,
    side: int,
    by: int,
    time: np.float32,
) -> None:
    """Change the score of a join by one for each template."""
    move_to(system, state, gap)
    scorer.score_transitions(state, choices.applicable)
    for index in range(len(scorer.features.rows)):
        nudge(scorer.weights, sums.weights, scorer.features.rows[index], side, by, time)


@kernel(steps=steps_of_learning)
def learn_easy_first(
    system: CompiledSystem,
    scorer: LinearScorer,
    sums: WeightSums,
    choices: Choices,
    memory: Int32,
    context: Int32,
    examples: TrainingExamples,
    order: Int64,
    gaps: GapScores,
    sight: int,
    explore: bool,
    margin: float,
    label_margin: float,
    time: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; the number of updates, and of decisions."""
    compiled, model, options = borrowed(system), borrowed(scorer), borrowed(choices)
    here, beside, between = borrowed(memory), borrowed(context), borrowed(gaps)
    lost = np.zeros((len(gaps.stale), 2), np.int32)
    pending = np.zeros(len(gaps.stale), np.int32)
    mistakes, decisions = 0, 0
    for index in range(len(order)):
        sentence = order[index]
        first, words = examples.offsets[sentence], examples.offsets[sentence + 1] - examples.offsets[sentence]
        heads, labels = examples.heads[first : first + words], examples.labels[first : first + words]
        now = np.float32(time + index)
        state = ParserState(here, beside, first)
        begin_parse(compiled, state, words)
        between.stale[:] = 1
        for place in range(words):
            pending[place] = place + 1
        for left in range(words, 1, -1):
            score_gaps(compiled, model, options, state, left, between)
            losses(heads, pending, left, lost)
            gap, side = cheapest_gap(between, lost, left)
            wrong, wrong_side = best_wrong_gap(between, lost, left, lost[gap, side])
            decisions += 2
            if wrong > 0 and between.scores[gap, side] - between.scores[wrong, wrong_side] <= margin:
                nudge_gap(compiled, model, sums, options, state, gap, side, 1, now)
                nudge_gap(compiled, model, sums, options, state, wrong, wrong_side, -1, now)
                mistakes += 1
                between.stale[:] = 1
                if explore:
                    score_gaps(compiled, model, options, state, left, between)
            if explore:
                gap, side = best_gap(between, left)
            move_to(compiled, state, gap)
            head, dependent = new_head(here, compiled.places, side), new_dependent(here, compiled.places, side)
            model.score_labels(state, head, dependent)
            label = best_label(model, compiled.label_count)
            wanted = gold_label(heads, labels, head, dependent, False)
            if wanted >= 0:
                mistakes += learn_label(compiled, model, sums, wanted, np.float32(label_margin), now)
                if not explore:
                    label = wanted
            take_transition(compiled, state, as_number(side), as_number(label))
            for place in range(gap - 1 if side == LEFT else gap, left - 1):
                pending[place] = pending[place + 1]
            close_gap(between, left, gap, side, sight)
    return mistakes, decisions
