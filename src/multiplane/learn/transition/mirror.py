"""Sentences read from right to left: the order of their words and their trees, mirrored."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.model.predicted import Predicted


def mirrored_order(offsets: Int64) -> Int64:
    """Which word comes where if every sentence is read from right to left.

    >>> mirrored_order(np.array([0, 3, 5])).tolist()
    [2, 1, 0, 4, 3]
    """
    ends = np.repeat(offsets[:-1] + offsets[1:], np.diff(offsets))
    return np.asarray(ends - 1 - np.arange(len(ends)), np.int64)


def mirrored_nodes(nodes: Int32, offsets: Int64) -> Int32:
    """Words counted from the other end of their sentence; 0, the root, and −1, nothing, stay.

    >>> mirrored_nodes(np.array([2, 0, -1, 1, 2]), np.array([0, 3, 5])).tolist()
    [2, 0, -1, 2, 1]
    """
    lengths = np.diff(offsets)
    return np.where(nodes > 0, np.repeat(lengths, lengths) + 1 - nodes, nodes).astype(np.int32)


def mirrored_heads(heads: Int32, offsets: Int64) -> Int32:
    """The trees of mirrored sentences.

    >>> mirrored_heads(np.array([2, 0, 2, 0, 1]), np.array([0, 3, 5])).tolist()
    [2, 0, 2, 2, 0]
    """
    return mirrored_nodes(heads, offsets)[mirrored_order(offsets)]


def mirrored_trees(found: Predicted, offsets: Int64) -> Predicted:
    """What was found in mirrored sentences, for the sentences as they are."""
    order = mirrored_order(offsets)
    return Predicted(
        mirrored_heads(found.heads, offsets),
        found.labels[order],
        found.scores[order],
        found.margins[order],
        found.transitions[order],
    )
