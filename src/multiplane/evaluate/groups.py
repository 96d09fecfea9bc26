"""Precision and recall of groups of arcs: by label, by length, by direction or any other criterion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from multiplane.evaluate.alignment import Alignment
from multiplane.kernels.arrays import Int64

NO_GROUP = -1
GROUP_FIGURES = ("gold", "predicted", "precision", "recall", "unlabelled_precision", "unlabelled_recall")


def share(part: int, whole: int) -> float:
    """A share in percent; NaN of nothing.

    >>> share(1, 4), share(0, 0)
    (25.0, nan)
    """
    return 100 * part / whole if whole else nan


def harmonic_mean(precision: float, recall: float) -> float:
    """F1: NaN if one of the two is, 0 if both are 0.

    >>> harmonic_mean(50.0, 100.0), harmonic_mean(0.0, 0.0), harmonic_mean(nan, 50.0)
    (66.66666666666667, 0.0, nan)
    """
    return 2 * precision * recall / (precision + recall) if precision or recall else 0.0


def figure(value: float) -> float | None:
    """A figure for JSON, which has no NaN.

    >>> figure(12.5), figure(nan)
    (12.5, None)
    """
    return None if isnan(value) else value


@dataclass(frozen=True, slots=True)
class Group:
    """Arcs of one kind: their number in the gold trees and in the predicted trees, and how many of each are right.

    Of the ``gold`` arcs, ``found_heads`` have the right head in the prediction and ``found`` the right label too; of
    the ``predicted`` arcs, ``right_heads`` and ``right``. The two differ if an arc is of this kind in one tree only.

    >>> group = Group(gold=4, predicted=2, found_heads=3, found=2, right_heads=1, right=1)
    >>> group.precision, group.recall, group.unlabelled_recall
    (50.0, 50.0, 75.0)
    """

    gold: int
    predicted: int
    found_heads: int
    found: int
    right_heads: int
    right: int

    def as_data(self) -> dict[str, float | None]:
        """Counts and shares as an object that JSON can hold."""
        return {name: figure(getattr(self, name)) for name in GROUP_FIGURES}

    @property
    def precision(self) -> float:
        """Of the predicted arcs, the share with the right head and label."""
        return share(self.right, self.predicted)

    @property
    def recall(self) -> float:
        """Of the gold arcs, the share that is predicted with the right label."""
        return share(self.found, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)

    @property
    def unlabelled_f1(self) -> float:
        """The same without labels."""
        return harmonic_mean(self.unlabelled_precision, self.unlabelled_recall)

    @property
    def unlabelled_precision(self) -> float:
        """Of the predicted arcs, the share with the right head."""
        return share(self.right_heads, self.predicted)

    @property
    def unlabelled_recall(self) -> float:
        """Of the gold arcs, the share that is predicted with any label."""
        return share(self.found_heads, self.gold)


def sort_into_groups(
    both: Alignment, names: Sequence[str], gold: Int64 | None, predicted: Int64 | None
) -> dict[str, Group]:
    """The groups by name; a word's gold arc is in group ``names[gold[word]]``, its predicted arc likewise.

    Words that the convention does not count and words with NO_GROUP are left out; None stands for no arcs at all.
    """

    grade = both.right_heads.astype(np.int64) + both.right_arcs

    def count(groups: Int64 | None) -> Int64:
        """For each group: all arcs, those with the right head, those with the right head and label."""
        if groups is None:
            return np.zeros((len(names), 3), np.int64)
        chosen = both.counted & (groups != NO_GROUP)
        graded = np.bincount(3 * groups[chosen] + grade[chosen], minlength=3 * len(names)).reshape(-1, 3)
        return graded[:, ::-1].cumsum(axis=1)[:, ::-1]

    return {
        name: Group(gold_all, predicted_all, found_heads, found, right_heads, right)
        for name, (gold_all, found_heads, found), (predicted_all, right_heads, right) in zip(
            names, count(gold).tolist(), count(predicted).tolist(), strict=True
        )
    }
