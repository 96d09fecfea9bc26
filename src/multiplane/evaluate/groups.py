"""Precision and recall over groups of arcs: by label, by length, by direction, whatever sorts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from multiplane.evaluate.alignment import Alignment, Mask
from multiplane.treebank.arrays import Int64

NO_GROUP = -1


def share(part: int, whole: int) -> float:
    """Percent; not a number where there is nothing to take a share of.

    >>> share(1, 4), share(0, 0)
    (25.0, nan)
    """
    return 100 * part / whole if whole else nan


@dataclass(frozen=True, slots=True)
class Group:
    """Arcs of one kind: how many the gold trees have and the predicted ones, and how many of each are right.

    Of the ``gold`` arcs, ``found_heads`` have the right head in the prediction and ``found`` the right label too; of
    the ``predicted`` arcs, ``right_heads`` and ``right``. The two differ where an arc is of the kind in one tree only.

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

    @property
    def precision(self) -> float:
        """Of the predicted arcs, the share with the right head and label."""
        return share(self.right, self.predicted)

    @property
    def recall(self) -> float:
        """Of the gold arcs, the share that was predicted with its label."""
        return share(self.found, self.gold)

    @property
    def unlabelled_precision(self) -> float:
        """Of the predicted arcs, the share with the right head."""
        return share(self.right_heads, self.predicted)

    @property
    def unlabelled_recall(self) -> float:
        """Of the gold arcs, the share that was predicted with any label."""
        return share(self.found_heads, self.gold)


def sort_into_groups(
    both: Alignment, names: Sequence[str], gold: Int64 | None, predicted: Int64 | None
) -> dict[str, Group]:
    """The groups by name; each word's arc is in group ``names[gold[word]]`` in the gold trees, and so on.

    Words that do not count and words of NO_GROUP are left out; a side that is None has no arcs at all.
    """

    def count(groups: Int64 | None, words: Mask) -> Int64:
        if groups is None:
            return np.zeros(len(names), np.int64)
        return np.bincount(groups[words & (groups != NO_GROUP)], minlength=len(names))

    right_heads, right_arcs = both.counted & both.right_heads, both.counted & both.right_arcs
    counts = np.array(
        [
            count(gold, both.counted),
            count(predicted, both.counted),
            count(gold, right_heads),
            count(gold, right_arcs),
            count(predicted, right_heads),
            count(predicted, right_arcs),
        ]
    )
    return {name: Group(*column) for name, column in zip(names, counts.T.tolist(), strict=True)}
