"""Linear scores of transitions and labels: the rows of all features in a weight table, added up.

A row of the table of transitions has a weight for each of them, four of which are added at once; a row of the table of
labels has one for each label. Weights are int16 in training, int8 in a finished model: their sums are exact, and the
same on every machine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import prefetch
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.extraction import (
    FeatureWorkspace,
    find_label_rows,
    find_transition_rows,
    new_feature_workspace,
)
from multiplane.learn.transition.linear.weights import LANES

Weights = NDArray[Any]


@kernel
def fetch(weights: Weights, rows: Int64) -> None:
    """Prefetch all rows before the first is added."""
    for index in range(len(rows)):
        prefetch(weights, rows[index])


@kernel
def add_four(weights: Weights, rows: Int64, scores: Weights) -> None:
    """Sums over rows, four columns at a time."""
    for lane in range(0, weights.shape[1], LANES):
        scores[lane] = 0
        one = two = three = four = scores[lane]
        for index in range(len(rows)):
            row = rows[index]
            one += weights[row, lane]
            two += weights[row, lane + 1]
            three += weights[row, lane + 2]
            four += weights[row, lane + 3]
        scores[lane], scores[lane + 1], scores[lane + 2], scores[lane + 3] = one, two, three, four


@kernel
def add_all(weights: Weights, rows: Int64, scores: Weights) -> None:
    """Sums over rows, all columns of a row at once."""
    for column in range(len(scores)):
        scores[column] = 0
    for index in range(len(rows)):
        row = rows[index]
        for column in range(weights.shape[1]):
            scores[column] += weights[row, column]


class LinearScorer(NamedTuple):
    """Templates and weights for transitions and for labels, the attributes of all words, and a workspace."""

    templates: CompiledTemplates
    label_templates: CompiledTemplates
    weights: Weights
    label_weights: Weights
    words: Int32
    features: FeatureWorkspace
    label_features: FeatureWorkspace
    scores: Weights
    label_scores: Weights

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """The scores of all transitions; their rows are in ``features`` afterwards."""
        find_transition_rows(self.templates, self.features, self.words, state, len(self.weights) - 1)
        fetch(self.weights, self.features.rows)
        add_four(self.weights, self.features.rows, self.scores)

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """The scores of all labels; their rows are in ``label_features`` afterwards."""
        last = len(self.label_weights) - 1
        find_label_rows(self.label_templates, self.label_features, self.words, state, head, dependent, last)
        fetch(self.label_weights, self.label_features.rows)
        add_all(self.label_weights, self.label_features.rows, self.label_scores)


def new_linear_scorer(
    templates: tuple[CompiledTemplates, CompiledTemplates], weights: Weights, label_weights: Weights, words: Int32
) -> LinearScorer:
    """A scorer with a workspace of its own: sums are int32, of the many labels int16 if weights are int8.

    No sum of int8 over `MAX_TEMPLATES` templates is too large for int16.
    """
    learning = weights.dtype == np.int16
    return LinearScorer(
        *templates,
        weights,
        label_weights,
        words,
        new_feature_workspace(templates[0]),
        new_feature_workspace(templates[1]),
        np.zeros(weights.shape[1], np.int32),
        np.zeros(label_weights.shape[1], np.int32 if learning else np.int16),
    )
