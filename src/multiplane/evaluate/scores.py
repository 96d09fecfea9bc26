"""All scores of a prediction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.evaluate import breakdown
from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.attachment import Attachment, attachment
from multiplane.evaluate.conventions import Convention, choose_convention
from multiplane.evaluate.groups import Group
from multiplane.evaluate.transitions import by_transition, recorded_transitions
from multiplane.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of a prediction, in percent; NaN for a score over no words.

    All but ``with_punctuation`` and ``without_punctuation`` are over the words that the convention counts.
    """

    convention: Convention
    sentences: int
    words: int
    with_punctuation: Attachment
    without_punctuation: Attachment
    projective: Group
    non_projective: Group
    by_direction: dict[str, Group]
    by_length: dict[str, Group]
    by_sentence_length: dict[str, Group]
    by_label: dict[str, Group]
    by_transition: dict[str, Group]

    @property
    def counted(self) -> Attachment:
        """The scores over the words that the convention counts."""
        return self.with_punctuation if self.convention.punctuation else self.without_punctuation

    @property
    def uas(self) -> float:
        """Unlabelled attachment score: the share of words with the right head."""
        return self.counted.uas

    @property
    def las(self) -> float:
        """Labelled attachment score: the share of words with the right head and label."""
        return self.counted.las

    @property
    def clas(self) -> float:
        """Content-word labelled attachment score: the F1 of arcs with content relations."""
        return self.counted.clas

    @property
    def label_accuracy(self) -> float:
        """The share of words with the right label, with any head."""
        return self.counted.label_accuracy


def evaluate(
    gold: Treebank,
    predicted: Treebank,
    convention: str | None = None,
    *,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
    transitions: Sequence[str] | None = None,
) -> Scores:
    """Compare a prediction with the gold standard; both must have the same words.

    The convention is ``"conll-x"`` (without punctuation, whole labels) or ``"conll-2018"`` (all words, main relations),
    by default that of the gold treebank's format; ``punctuation`` and ``subtypes`` override it. ``transitions`` names
    the transition that built the arc of each word; by default, those recorded in MISC are used.

    >>> import multiplane
    >>> gold = multiplane.read("sample:dutch")
    >>> evaluate(gold, gold).las
    100.0
    >>> to_the_left = [word.id - 1 for sentence in gold for word in sentence]
    >>> scores = evaluate(gold, gold.with_trees(to_the_left))
    >>> round(scores.uas, 2), scores.label_accuracy, scores.non_projective.recall
    (8.38, 100.0, 0.0)
    """
    both = align(gold, predicted, choose_convention(gold.format, convention, punctuation, subtypes))
    built_by = by_transition(both, transitions) if transitions is not None else recorded(both, predicted)
    return score(both, built_by)


def recorded(both: Alignment, predicted: Treebank) -> dict[str, Group]:
    """The precision of the transitions that the prediction records in MISC."""
    return by_transition(both, *recorded_transitions(predicted))


def score(both: Alignment, built_by: dict[str, Group]) -> Scores:
    """All scores of treebanks that are already aligned."""
    return Scores(
        both.convention,
        sentences=len(both.offsets) - 1,
        words=len(both.gold_heads),
        with_punctuation=attachment(both, np.ones_like(both.punctuation)),
        without_punctuation=attachment(both, ~both.punctuation),
        **breakdown.by_projectivity(both),
        by_direction=breakdown.by_direction(both),
        by_length=breakdown.by_length(both),
        by_sentence_length=breakdown.by_sentence_length(both),
        by_label=breakdown.by_label(both),
        by_transition=built_by,
    )
