"""What the oracles are judged by: all trees that a system derives, found by running all of its sequences."""

from __future__ import annotations

from functools import cache

import numpy as np
from tests.enumeration import Heads, all_trees

from multiplane.transition import get
from multiplane.transition.analysis.verification import verify
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles import derive_all


@cache
def derivable(name: str, words: int) -> frozenset[Heads]:
    """The trees that some sequence of the system builds."""
    found = set()
    for graph in verify(get(name), words).graphs:
        if all(heads & (heads - 1) == 0 for heads in graph):
            found.add(tuple(max(heads.bit_length() - 1, 0) for heads in graph))
    return frozenset(found & set(all_trees(words)))


def as_treebank(trees: tuple[Heads, ...] | list[Heads]) -> tuple[Ints, np.ndarray]:
    """Trees as flat heads and offsets."""
    offsets = np.cumsum([0, *map(len, trees)])
    return np.array([head for heads in trees for head in heads], np.int32), offsets


def derived(name: str, words: int) -> frozenset[Heads]:
    """The trees for which the system's oracle loses nothing."""
    trees = all_trees(words)
    lost = derive_all(get(name), *as_treebank(trees), best_effort=False, budget=10_000, workers=1).lost
    return frozenset(heads for heads, missing in zip(trees, lost, strict=True) if missing == 0)
