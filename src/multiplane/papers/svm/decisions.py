"""What support vector machines learn from: every decision of the static oracle, with the rows of its features.

A decision is a choice among several applicable transitions, or the choice of a label. Each template gives one row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import inlined
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.transition.actions import CompiledSystem
from multiplane.learn.transition.context import ParserState, new_context
from multiplane.learn.transition.examples import TrainingExamples, tree_gold
from multiplane.learn.transition.extraction import (
    FeatureWorkspace,
    find_label_rows,
    find_transition_rows,
    new_feature_workspace,
)
from multiplane.learn.transition.learning import learn_greedily
from multiplane.learn.transition.scorer import Choices, new_choices
from multiplane.transition import System


class Decisions(NamedTuple):
    """One decision a line: the row of each template, and the class that was chosen."""

    rows: Int32
    chosen: Int32


class RowFinder(NamedTuple):
    """A scorer that finds the rows of features, and no scores: templates and masks of transitions and of labels."""

    templates: CompiledTemplates
    label_templates: CompiledTemplates
    words: Int32
    features: FeatureWorkspace
    label_features: FeatureWorkspace
    mask: int
    label_mask: int
    scores: Int32
    label_scores: Int32

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """Find the rows of a configuration."""
        find_transition_rows(self.templates, self.features, self.words, state, self.mask)

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """Find the rows of an arc."""
        mask = self.label_mask
        find_label_rows(self.label_templates, self.label_features, self.words, state, head, dependent, mask)


class DecisionWriter(NamedTuple):
    """A learner that writes down the choices of the static oracle, and how many there are of each kind."""

    scorer: RowFinder
    transitions: Decisions
    labels: Decisions
    counts: Int64

    @inlined
    def is_full(self) -> bool:
        """Never: there is space for all decisions."""
        return False

    @inlined
    def leads(self, choices: Choices, best: int) -> bool:
        """Never: there are no scores yet."""
        return False

    @inlined
    def learn_transition(self, choices: Choices, cost: Int32, right: int, now: np.float32) -> None:
        """Write down a choice among several transitions."""
        place = self.counts[0]
        self.transitions.rows[place] = self.scorer.features.rows
        self.transitions.chosen[place] = right
        self.counts[0] += 1

    @inlined
    def learn_label(
        self, state: ParserState, head: int, dependent: int, wanted: int, explores: bool, now: np.float32
    ) -> int:
        """Write down the label of a gold arc."""
        if wanted >= 0:
            place = self.counts[1]
            self.scorer.score_labels(state, head, dependent)
            self.labels.rows[place] = self.scorer.label_features.rows
            self.labels.chosen[place] = wanted
            self.counts[1] += 1
        return wanted


def decisions_of(
    system: System,
    compiled: CompiledSystem,
    templates: tuple[CompiledTemplates, CompiledTemplates],
    bits: tuple[int, int],
    words: Int32,
    examples: TrainingExamples,
) -> tuple[Decisions, Decisions]:
    """All choices of transitions and all choices of labels, in the order of the sentences; rows have ``bits`` bits."""
    longest = int(np.diff(examples.offsets).max(initial=1))
    finder = RowFinder(
        *templates,
        words,
        new_feature_workspace(templates[0]),
        new_feature_workspace(templates[1]),
        (1 << bits[0]) - 1,
        (1 << bits[1]) - 1,
        np.zeros(len(compiled.places), np.int32),
        np.zeros(compiled.label_count, np.int32),
    )
    transitions = _new_decisions(len(examples.transitions), finder.features)
    labels = _new_decisions(len(examples.heads), finder.label_features)
    writer = DecisionWriter(finder, transitions, labels, np.zeros(2, np.int64))
    sentences = len(examples.offsets) - 1
    state = (new_choices(len(compiled.places)), system.memory(longest), new_context(longest))
    gold = tree_gold(examples, system, None)
    learn_greedily(compiled, writer, *state, gold, np.arange(sentences), np.zeros(sentences, np.bool_), 0)
    found, found_labels = writer.counts.tolist()
    return _first(transitions, found), _first(labels, found_labels)


def _new_decisions(count: int, workspace: FeatureWorkspace) -> Decisions:
    return Decisions(np.empty((count, len(workspace.rows)), np.int32), np.empty(count, np.int32))


def _first(decisions: Decisions, count: int) -> Decisions:
    return Decisions(decisions.rows[:count], decisions.chosen[:count])


class DesignMatrix(NamedTuple):
    """A sparse matrix for scikit-learn, a line for each decision: a 1 in the column of each template's row; ``rows``
    has the row of each column.
    """

    matrix: Any
    rows: Int64


def design_matrix(rows: Int32, shared: bool = False) -> DesignMatrix:
    """The matrix of decisions; with ``shared``, templates whose rows are equal share a column, with their sum."""
    from scipy.sparse import csr_matrix

    decisions, templates = rows.shape
    keys = rows.astype(np.int64)
    if not shared:
        keys += np.arange(templates, dtype=np.int64) << 32
    used, columns = np.unique(keys, return_inverse=True)
    ends = np.arange(decisions + 1, dtype=np.int32) * np.int32(templates)
    values = np.ones(decisions * templates)
    matrix = csr_matrix((values, columns.ravel().astype(np.int32), ends), (decisions, len(used)))
    matrix.sum_duplicates()
    return DesignMatrix(matrix, used & 0xFFFFFFFF)
