"""Scores by direction, length and label of arcs, of projective and non-projective arcs, and by sentence length."""

from __future__ import annotations

import numpy as np

from multiplane.evaluate.alignment import Alignment
from multiplane.evaluate.groups import Group, sort_into_groups
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.structure.survey import mark_non_projective

PROJECTIVITY = ("projective", "non_projective")
DIRECTIONS = ("left", "right", "root")
ARC_LENGTHS = ("root", "1", "2", "3-6", "7+")
SENTENCE_LENGTHS = ("1-10", "11-20", "21-30", "31-40", "41-50", "51+")

_LAST_ARC_LENGTHS = (0, 1, 2, 6)
_LAST_SENTENCE_LENGTHS = (10, 20, 30, 40, 50)


def by_direction(both: Alignment) -> dict[str, Group]:
    """Arcs whose dependent is to the left or right of its head, and arcs from the root."""
    positions = _positions(both.offsets)

    def directions(heads: Int32) -> Int64:
        return np.where(heads == 0, 2, np.where(heads > positions, 0, 1))

    return sort_into_groups(both, DIRECTIONS, directions(both.gold_heads), directions(both.predicted_heads))


def by_length(both: Alignment) -> dict[str, Group]:
    """Arcs by the distance between head and dependent, in the classes of the CoNLL-X evaluation."""
    positions = _positions(both.offsets)

    def lengths(heads: Int32) -> Int64:
        distances = np.where(heads == 0, 0, np.abs(heads - positions))
        return np.searchsorted(_LAST_ARC_LENGTHS, distances)

    return sort_into_groups(both, ARC_LENGTHS, lengths(both.gold_heads), lengths(both.predicted_heads))


def by_label(both: Alignment) -> dict[str, Group]:
    """Arcs by label, the most frequent in the gold trees first, ties in alphabetical order."""
    groups = sort_into_groups(
        both, both.labels, both.gold_labels.astype(np.int64), both.predicted_labels.astype(np.int64)
    )
    present = [(label, group) for label, group in groups.items() if group.gold or group.predicted]
    return dict(sorted(present, key=lambda item: (-item[1].gold, -item[1].predicted, item[0])))


def by_sentence_length(both: Alignment) -> dict[str, Group]:
    """All arcs by the number of words in their sentence, punctuation included."""
    lengths = np.diff(both.offsets)
    groups = np.repeat(np.searchsorted(_LAST_SENTENCE_LENGTHS, lengths), lengths)
    return sort_into_groups(both, SENTENCE_LENGTHS, groups, groups)


def by_projectivity(both: Alignment) -> dict[str, Group]:
    """Projective arcs, and those that pass over a word which their head does not dominate (2P Table 2, BUF Table 8).

    An arc counts as right whether or not it is projective in the other tree too.
    """

    def kinds(heads: Int32) -> Int64:
        return non_projective_words(heads, both.offsets).astype(np.int64)

    return sort_into_groups(both, PROJECTIVITY, kinds(both.gold_heads), kinds(both.predicted_heads))


def non_projective_words(heads: Int32, offsets: Int64) -> Bool:
    """Whether the arc into each word is non-projective.

    >>> non_projective_words(np.array([3, 4, 0, 3, 0], np.int32), np.array([0, 4, 5])).tolist()
    [False, True, False, False, False]
    """
    marks = np.zeros(len(heads), np.bool_)
    every = np.ones(len(offsets) - 1, np.bool_)
    own_heads, own_offsets = np.require(heads, np.int32, ["C", "W"]), np.require(offsets, np.int64, ["C", "W"])
    mark_non_projective(own_heads, own_offsets, 0, len(every), every, marks)
    return marks


def _positions(offsets: Int64) -> Int64:
    """The number of each word in its sentence, from 1."""
    return np.arange(1, int(offsets[-1]) + 1) - np.repeat(offsets[:-1], np.diff(offsets))
