"""What the oracles are judged by: all trees that a system derives, found by running all of its sequences."""

from __future__ import annotations

from functools import cache

import numpy as np
from tests.enumeration import Heads, all_trees

from multiplane.kernels.arrays import Int32
from multiplane.transition import get
from multiplane.transition.analysis.verify import verify
from multiplane.transition.oracles import derive_all


@cache
def derivable(name: str, words: int) -> frozenset[Heads]:
    """The trees that some sequence of the system builds."""
    found = set()
    for graph in verify(get(name), words).graphs:
        if all(heads & (heads - 1) == 0 for heads in graph):
            found.add(tuple(max(heads.bit_length() - 1, 0) for heads in graph))
    return frozenset(found & set(all_trees(words)))


def as_treebank(trees: tuple[Heads, ...] | list[Heads]) -> tuple[Int32, np.ndarray]:
    """Trees as flat heads and offsets."""
    offsets = np.cumsum([0, *map(len, trees)])
    return np.array([head for heads in trees for head in heads], np.int32), offsets


def derived(name: str, words: int) -> frozenset[Heads]:
    """The trees for which the system's oracle loses nothing."""
    trees = all_trees(words)
    lost = derive_all(get(name), *as_treebank(trees), best_effort=False, budget=10_000, workers=1).lost
    return frozenset(heads for heads, missing in zip(trees, lost, strict=True) if missing == 0)


def lost_arcs(name: str, trees: tuple[Heads, ...]) -> list[int]:
    """How many arcs of each tree the best effort loses."""
    found: list[int] = derive_all(get(name), *as_treebank(trees), workers=1).lost.tolist()
    return found


def fewest_to_lose(crossing: list[tuple[int, int]], planes: int) -> int:
    """The fewest arcs that must be lost so that this many planes hold the others, by trying all assignments."""
    arcs = sorted({arc for pair in crossing for arc in pair})
    best = len(arcs)

    def colour(index: int, chosen: dict[int, int], lost: int) -> None:
        nonlocal best
        if lost >= best:
            return
        if index == len(arcs):
            best = lost
            return
        taken = {chosen.get(two if one == arcs[index] else one) for one, two in crossing if arcs[index] in (one, two)}
        for plane in range(planes):
            if plane not in taken:
                colour(index + 1, {**chosen, arcs[index]: plane}, lost)
        colour(index + 1, chosen, lost + 1)

    colour(0, {}, 0)
    return best
