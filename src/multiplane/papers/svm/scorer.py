"""Scores of transitions and labels by support vector machines: the votes of each class, and its confidence."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import inlined
from multiplane.learn.features.configurations import CompiledTemplates
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.extraction import (
    FeatureWorkspace,
    find_label_rows,
    find_transition_rows,
    new_feature_workspace,
)
from multiplane.papers.svm.classifier import PackedClassifiers, VoteWorkspace, new_vote_workspace, score_classes

ROW_BITS = 30
ROW_MASK = (1 << ROW_BITS) - 1


class SvmScorer(NamedTuple):
    """Templates and classifiers for transitions and for labels, the attributes of all words, and workspaces."""

    templates: CompiledTemplates
    label_templates: CompiledTemplates
    classifiers: PackedClassifiers
    label_classifiers: PackedClassifiers
    words: Int32
    features: FeatureWorkspace
    label_features: FeatureWorkspace
    votes: VoteWorkspace
    label_votes: VoteWorkspace
    all_labels: Int32
    scores: Float64
    label_scores: Float64

    @inlined
    def score_transitions(self, state: ParserState, applicable: Int32) -> None:
        """Votes among the applicable transitions."""
        find_transition_rows(self.templates, self.features, self.words, state, ROW_MASK)
        score_classes(self.classifiers, self.features.rows, applicable, self.votes)

    @inlined
    def score_labels(self, state: ParserState, head: int, dependent: int) -> None:
        """Votes among all labels."""
        find_label_rows(self.label_templates, self.label_features, self.words, state, head, dependent, ROW_MASK)
        score_classes(self.label_classifiers, self.label_features.rows, self.all_labels, self.label_votes)


def new_svm_scorer(
    templates: tuple[CompiledTemplates, CompiledTemplates],
    classifiers: tuple[PackedClassifiers, PackedClassifiers],
    classes: tuple[int, int],
    words: Int32,
) -> SvmScorer:
    """A scorer with workspaces of its own; ``classes`` are the numbers of transitions and of labels."""
    votes, label_votes = (new_vote_workspace(*pair) for pair in zip(classifiers, classes, strict=True))
    return SvmScorer(
        *templates,
        *classifiers,
        words,
        new_feature_workspace(templates[0]),
        new_feature_workspace(templates[1]),
        votes,
        label_votes,
        np.ones(classes[1], np.int32),
        votes.scores,
        label_votes.scores,
    )
