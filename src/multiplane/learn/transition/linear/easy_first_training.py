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
from multiplane.learn.transition.examples import TreeGold
from multiplane.learn.transition.learning import steps_of_learning
from multiplane.learn.transition.linear.perceptron import DECISIONS, MISTAKES, Perceptron, shift_weights
from multiplane.learn.transition.scorer import Choices, begin_parse, take_transition


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
    learner: Perceptron,
    choices: Choices,
    state: ParserState,
    gap: int,
    side: int,
    by: int,
    now: np.float32,
) -> None:
    """Change the score of a join by one for each template."""
    scorer = learner.scorer
    move_to(system, state, gap)
    scorer.score_transitions(state, choices.applicable)
    shift_weights(scorer.weights, learner.sums.weights, scorer.features.rows, side, by, now)


@kernel(steps=steps_of_learning)
def learn_easy_first(
    system: CompiledSystem,
    learner: Perceptron,
    choices: Choices,
    memory: Int32,
    context: Int32,
    gold: TreeGold,
    order: Int64,
    gaps: GapScores,
    sight: int,
    explores: bool,
    time: int,
) -> None:
    """Learn from sentences in this order, following the parser's own choices if it ``explores``."""
    compiled, student, options = borrowed(system), borrowed(learner), borrowed(choices)
    truth, between = borrowed(gold), borrowed(gaps)
    offsets = truth.examples.offsets
    lost = np.zeros((len(gaps.stale), 2), np.int32)
    pending = np.zeros(len(gaps.stale), np.int32)
    for index in range(len(order)):
        sentence, now = as_number(order[index]), np.float32(time + index)
        first, words = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        heads = truth.examples.heads[first : first + words]
        state = ParserState(borrowed(memory), borrowed(context), first)
        begin_parse(compiled, state, words)
        between.stale[:] = 1
        for place in range(words):
            pending[place] = place + 1
        for left in range(words, 1, -1):
            score_gaps(compiled, student.scorer, options, state, left, between)
            losses(heads, pending, left, lost)
            gap, side = cheapest_gap(between, lost, left)
            wrong, wrong_side = best_wrong_gap(between, lost, left, lost[gap, side])
            student.counts[DECISIONS] += 1
            if wrong > 0 and between.scores[gap, side] - between.scores[wrong, wrong_side] <= student.margin:
                nudge_gap(compiled, student, options, state, gap, side, 1, now)
                nudge_gap(compiled, student, options, state, wrong, wrong_side, -1, now)
                student.counts[MISTAKES] += 1
                between.stale[:] = 1
                if explores:
                    score_gaps(compiled, student.scorer, options, state, left, between)
            if explores:
                gap, side = best_gap(between, left)
            move_to(compiled, state, gap)
            head = new_head(state.memory, compiled.places, side)
            dependent = new_dependent(state.memory, compiled.places, side)
            wanted = as_number(truth.arc_label(sentence, head, dependent))
            label = student.learn_label(state, head, dependent, wanted, explores, now)
            take_transition(compiled, state, as_number(side), as_number(label))
            for place in range(gap - 1 if side == LEFT else gap, left - 1):
                pending[place] = pending[place + 1]
            close_gap(between, left, gap, side, sight)
