"""The judge of all decoders: every tree over n words as one array, its classes, and the best score by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray
from tests.enumeration import all_trees

from multiplane.structure import Classifications, classify_all, tree_class

Matrix = NDArray[np.float64]


@cache
def trees(n: int) -> NDArray[np.int32]:
    return np.array(all_trees(n), np.int32).reshape(-1, n)


@cache
def classes(n: int) -> Classifications:
    flat = trees(n).ravel()
    return classify_all(flat, np.arange(len(flat) // n + 1) * n, workers=1)


CLASSES = (
    "all",
    "projective",
    "one-endpoint-crossing",
    "gap-minding",
    "1-inherit",
    "well-nested-gap-1",
    "well-nested-gap-2",
    "mildly-ill-nested-1",
    "mildly-ill-nested-2",
    "multi-headed-3",
    "multi-headed-4",
    "multi-headed-5",
)


@cache
def members(name: str, n: int, single_root: bool) -> NDArray[np.int32]:
    """All trees of a class, in the order of the enumeration."""
    mask = tree_class(name).holds(classes(n))
    if single_root:
        mask = mask & ((trees(n) == 0).sum(axis=1) == 1)
    return trees(n)[mask]


def tree_scores(scores: Matrix, heads: NDArray[np.int32]) -> Matrix:
    return scores[heads, np.arange(1, heads.shape[1] + 1)].sum(axis=1)


def best_score(scores: Matrix, name: str, single_root: bool) -> float:
    """The best score of any tree of the class, -inf where there is none."""
    found = tree_scores(scores, members(name, len(scores) - 1, single_root))
    return float(found.max(initial=-np.inf))


def reals(n: int, rng: np.random.Generator) -> Matrix:
    return rng.normal(size=(n + 1, n + 1))


def small_integers(n: int, rng: np.random.Generator) -> Matrix:
    return rng.integers(0, 3, (n + 1, n + 1)).astype(np.float64)


def forbidden_arcs(n: int, rng: np.random.Generator) -> Matrix:
    scores = reals(n, rng) if rng.random() < 0.5 else small_integers(n, rng)
    scores[rng.random(scores.shape) < rng.choice([0.2, 0.45, 0.7])] = -np.inf
    return scores


def cycles(n: int, rng: np.random.Generator) -> Matrix:
    """Every word wants a head that closes a cycle, groups of words want one another, and the root is dear."""
    scores = rng.normal(size=(n + 1, n + 1))
    size = n
    while size > 1:
        group = rng.permutation(n)[:size] + 1
        scores[group, np.roll(group, 1)] += 10.0 * size
        size //= 2
    scores[0] -= rng.choice([0.0, 20.0, 200.0])
    return scores


KINDS: dict[str, Callable[[int, np.random.Generator], Matrix]] = {
    "reals": reals,
    "small integers": small_integers,
    "forbidden arcs": forbidden_arcs,
    "cycles": cycles,
}


def matrices(kind: str, n: int, count: int) -> Iterator[Matrix]:
    rng = np.random.default_rng([n, sorted(KINDS).index(kind)])
    return (KINDS[kind](n, rng) for _ in range(count))
