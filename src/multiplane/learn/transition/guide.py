"""A guide: what another parser has found, as attributes of words (stacking, Nivre & McDonald 2008).

The guide reads every sentence from right to left, and has seen what follows a word when the parser that it guides, from
left to right, has to decide on it (reverse revision, Attardi & Dell'Orletta 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.features.attributes import GUIDE_DEPREL, GUIDE_DISTANCE, GUIDE_HEAD
from multiplane.learn.transition.extraction import LONG_DISTANCE, VERY_LONG_DISTANCE

AT_ROOT = 1


class GuideTrees(NamedTuple):
    """The heads that a guide gave to all words, and its labels as numbers that depend on their names alone."""

    heads: Int32
    labels: Int32


def guide_trees(heads: Int32, labels: Int32, hashes: Int32) -> GuideTrees:
    """The trees of a guide; ``hashes`` are those of the names of its labels.

    >>> guide_trees(np.array([2, 0]), np.array([1, 0]), np.array([70, 50])).labels
    array([50, 70])
    """
    return GuideTrees(heads, hashes[labels])


def guide_columns(attributes: Sequence[str], trees: GuideTrees, offsets: Int64) -> dict[int, Int32]:
    """The values of those attributes that are a guide's, by the number of the attribute; a row for each word.

    >>> trees = GuideTrees(np.array([2, 0, 2]), np.array([7, 8, 9]))
    >>> {n: column.tolist() for n, column in guide_columns(["form", "guide-deprel"], trees, np.array([0, 3])).items()}
    {1: [7, 8, 9]}
    """
    distances = guide_distances(trees.heads, offsets)
    columns = {GUIDE_HEAD: trees.heads, GUIDE_DEPREL: trees.labels, GUIDE_DISTANCE: distances}
    return {number: columns[name] for number, name in enumerate(attributes) if name in columns}


def guide_distances(heads: Int32, offsets: Int64) -> Int32:
    """On which side of a word the guide has its head, and how far away, binned as all distances are.

    >>> guide_distances(np.array([2, 0, 2, 1]), np.array([0, 4])).tolist()
    [5, 1, 4, 8]
    """
    places = np.arange(len(heads)) - np.repeat(offsets[:-1], np.diff(offsets)) + 1
    far = np.abs(heads - places)
    binned = np.where(far <= LONG_DISTANCE, far, np.where(far < VERY_LONG_DISTANCE, LONG_DISTANCE, LONG_DISTANCE + 1))
    return np.where(heads == 0, AT_ROOT, 2 * binned + 2 + (heads > places)).astype(np.int32)
