"""The averaged perceptron with a margin: what it makes of the decisions of `learn_greedily`.

The right transition must beat the wrong ones by the margin, the right label likewise; if not, the weights are updated
by one. Averages count the sentences for which a weight was in force.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.linear.scorer import LinearScorer, Weights, new_linear_scorer
from multiplane.learn.transition.linear.weights import WeightTable, nudge
from multiplane.learn.transition.scorer import Choices, best_label, best_transition

MARGIN_PER_TEMPLATE = 0.8
LABEL_MARGIN_PER_TEMPLATE = 1.5
MISTAKES, DECISIONS = range(2)


class WeightSums(NamedTuple):
    """Beside every weight, the sum of its updates, each times the time it was made."""

    weights: Float32
    label_weights: Float32


@kernel
def shift_weights(weights: Weights, sums: Float32, rows: Int64, column: int, by: int, time: np.float32) -> None:
    """Update one column in all rows."""
    for index in range(len(rows)):
        nudge(weights, sums, rows[index], column, by, time)


@kernel
def update(weights: Weights, sums: Float32, rows: Int64, right: int, wrong: int, time: np.float32) -> None:
    """Raise the right column and lower the wrong one, in all rows."""
    shift_weights(weights, sums, rows, right, 1, time)
    shift_weights(weights, sums, rows, wrong, -1, time)


@inlined
def best_other_label(scorer: LinearScorer, labels: int, but: int) -> int:
    """The best label except ``but``; −1 if there is no other."""
    best = -1
    for label in range(labels):
        if label != but and (best < 0 or scorer.label_scores[label] > scorer.label_scores[best]):
            best = label
    return best


class Perceptron(NamedTuple):
    """The scorer with the sums of its weights, the number of labels, both margins, and how many updates and decisions
    there were.
    """

    scorer: LinearScorer
    sums: WeightSums
    labels: int
    margin: np.float32
    label_margin: np.float32
    counts: Int64

    @inlined
    def is_full(self) -> bool:
        """Never: weights hold any number of decisions."""
        return False

    @inlined
    def leads(self, choices: Choices, best: int) -> bool:
        """Whether the best transition leads all others by more than the margin."""
        scores = self.scorer.scores
        return bool(scores[best] - scores[best_transition(self.scorer, choices, best)] > self.margin)

    @inlined
    def learn_transition(self, choices: Choices, cost: Int32, right: int, now: np.float32) -> None:
        """Update the weights if the right transition does not lead costlier ones by the margin."""
        self.counts[DECISIONS] += 1
        scores, wrong = self.scorer.scores, -1
        for transition in range(len(cost)):
            costly = choices.applicable[transition] and cost[transition] > cost[right]
            if costly and (wrong < 0 or scores[transition] > scores[wrong]):
                wrong = transition
        if wrong >= 0 and not scores[right] - scores[wrong] > self.margin:
            self.counts[MISTAKES] += 1
            update(self.scorer.weights, self.sums.weights, self.scorer.features.rows, right, wrong, now)

    @inlined
    def learn_label(
        self, state: ParserState, head: int, dependent: int, wanted: int, explores: bool, now: np.float32
    ) -> int:
        """Update the weights of labels if the right one does not lead by the margin; its own choice if it explores."""
        self.counts[DECISIONS] += 1
        self.scorer.score_labels(state, head, dependent)
        label = best_label(self.scorer, self.labels)
        if wanted < 0:
            return label
        scores, other = self.scorer.label_scores, best_other_label(self.scorer, self.labels, wanted)
        if other >= 0 and not scores[wanted] - scores[other] > self.label_margin:
            self.counts[MISTAKES] += 1
            rows = self.scorer.label_features.rows
            update(self.scorer.label_weights, self.sums.label_weights, rows, wanted, other, now)
        return label if explores else wanted


def new_perceptron(features: FeatureModel, tables: list[WeightTable], words: Int32, labels: int) -> Perceptron:
    """A learner with these tables of transitions and labels; ``words`` are the attributes of all words."""
    transitions, of_labels = tables
    return Perceptron(
        new_linear_scorer(features.compile(), transitions.weights, of_labels.weights, words),
        WeightSums(transitions.sums, of_labels.sums),
        labels,
        np.float32(MARGIN_PER_TEMPLATE * len(features.transition)),
        np.float32(LABEL_MARGIN_PER_TEMPLATE * len(features.label)),
        np.zeros(2, np.int64),
    )
