"""Attachment scores: UAS, LAS, label accuracy, and CLAS (Nivre & Fang 2017), the F1 of arcs with content relations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.evaluate.alignment import Alignment
from multiplane.evaluate.groups import figure, share
from multiplane.kernels.arrays import Bool

ATTACHMENT_SCORES = ("uas", "las", "label_accuracy", "clas")


@dataclass(frozen=True, slots=True)
class Attachment:
    """Counts of words with the right head, the right label and both, and of words with content relations.

    >>> scores = Attachment(10, heads=9, labels=8, arcs=8, content_gold=5, content_predicted=3, content_arcs=2)
    >>> scores.uas, scores.las, scores.label_accuracy, scores.clas
    (90.0, 80.0, 80.0, 50.0)
    """

    words: int
    heads: int
    labels: int
    arcs: int
    content_gold: int
    content_predicted: int
    content_arcs: int

    def as_data(self) -> dict[str, float | None]:
        """The number of words and the scores as an object that JSON can hold."""
        return {name: figure(getattr(self, name)) for name in ("words", *ATTACHMENT_SCORES)}

    def figures(self) -> list[float]:
        """The scores in the order of `ATTACHMENT_SCORES`."""
        return [getattr(self, name) for name in ATTACHMENT_SCORES]

    @property
    def uas(self) -> float:
        """The share of words with the right head."""
        return share(self.heads, self.words)

    @property
    def las(self) -> float:
        """The share of words with the right head and label."""
        return share(self.arcs, self.words)

    @property
    def label_accuracy(self) -> float:
        """The share of words with the right label, with any head."""
        return share(self.labels, self.words)

    @property
    def clas(self) -> float:
        """The F1 of arcs with content relations; NaN if the labels are not those of Universal Dependencies."""
        return share(2 * self.content_arcs, self.content_gold + self.content_predicted)


def attachment(both: Alignment, words: Bool) -> Attachment:
    """The counts over these words."""
    content = [0, 0, 0]
    if both.content is not None:
        gold, predicted = both.content[both.gold_labels] & words, both.content[both.predicted_labels] & words
        content = [int(np.count_nonzero(mask)) for mask in (gold, predicted, gold & both.right_arcs)]
    right = (both.right_heads & words, both.right_labels & words, both.right_arcs & words)
    return Attachment(*(int(np.count_nonzero(mask)) for mask in (words, *right)), *content)
