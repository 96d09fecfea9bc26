"""Roots of sentences: what training has seen of them; how a sentence with a cycle, or with several roots, gets one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.cycles import find_cycles

USUAL = 0.95
"""Where a larger share of sentences has one root, so have all that are parsed."""


class Roots(NamedTuple):
    """What training has seen of roots: their label, that of other dependents of theirs, and whether a sentence has
    one root as a rule.
    """

    label: str
    dependent: str
    single: bool


def roots_of(heads: Int32, labels: Int32, names: tuple[str, ...], offsets: Int64) -> Roots:
    """The most frequent labels of roots and of their dependents, and whether nearly every sentence has one root.

    >>> roots_of(np.array([2, 0, 2]), np.array([0, 1, 2]), ("nsubj", "root", "obj"), np.array([0, 3]))
    Roots(label='root', dependent='nsubj', single=True)
    """
    is_root = heads == 0
    bases = np.repeat(offsets[:-1], np.diff(offsets))
    below = ~is_root & is_root[np.where(is_root, 0, bases + heads - 1)]
    counts = [np.bincount(labels[part], minlength=len(names)) for part in (is_root, below)]
    per_sentence = np.bincount(np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))[is_root])
    return Roots(
        names[int(counts[0].argmax())], names[int(counts[1].argmax())], bool((per_sentence == 1).mean() > USUAL)
    )


@kernel
def keep_one_root(heads: Int32, labels: Int32, offsets: Int64, label: int) -> None:
    """Where a sentence has several roots, the first stays and the others become its dependents."""
    for sentence in range(len(offsets) - 1):
        root = -1
        for word in range(offsets[sentence], offsets[sentence + 1]):
            if heads[word] == 0:
                if root < 0:
                    root = word - offsets[sentence] + 1
                else:
                    heads[word] = root
                    labels[word] = label


@kernel
def break_cycles(heads: Int32, offsets: Int64) -> None:
    """Where words are each other's ancestors, the first of them becomes a root."""
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        parent = np.zeros(last - first + 1, np.int32)
        parent[1:] = heads[first:last]
        cycle, count = find_cycles(parent)
        for number in range(1, count + 1):
            heads[first + np.argmax(cycle == number) - 1] = 0
