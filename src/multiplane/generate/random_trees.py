"""Uniform random trees: every tree of a kind exactly as likely as every other.

All trees by Prüfer codes, O(n); projective trees and planar trees (no arcs cross between words) by counting, O(n²);
trees with any other property by rejection from all trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from multiplane.errors import MultiplaneError
from multiplane.generate.randomness import below

TRIES = 20_000
"""How many trees rejection draws for one that is accepted before it gives up."""

Accept = Callable[[Sequence[list[int]]], Sequence[bool]]
"""Which of many trees have a property: a test on a batch, since tests on arrays are quick in bulk."""

_TREES = [0, 1]
_FORESTS = [1, 1]


def random_any_tree(n: int, rng: Random, single_root: bool = True) -> list[int]:
    """One of all n^(n-1) trees with one root word, or of all (n+1)^(n-1) trees with any number.

    >>> random_any_tree(6, Random(1))
    [2, 3, 4, 0, 3, 4]
    """
    _check_length(n)
    if not single_root:
        parents = _from_pruefer_code([below(rng, n + 1) for _ in range(n - 1)])
        return [(parent + 1) % (n + 1) for parent in parents]
    parents = _from_pruefer_code([below(rng, n) for _ in range(n - 2)]) if n > 1 else []
    root = below(rng, n)
    renamed = list(range(n))
    renamed[root], renamed[n - 1] = n - 1, root
    heads = [0] * n
    for node, parent in enumerate(parents):
        heads[renamed[node]] = renamed[parent] + 1
    return heads


def _from_pruefer_code(code: Sequence[int]) -> list[int]:
    """The parents of nodes 0, 1, … in the tree that the code names, hung up at its last node (which is left out)."""
    size = len(code) + 2
    missing = [0] * size
    for node in code:
        missing[node] += 1
    parents = [0] * (size - 1)
    pointer = leaf = missing.index(0)
    for node in code:
        parents[leaf] = node
        missing[node] -= 1
        if missing[node] == 0 and node < pointer:
            leaf = node
        else:
            pointer = leaf = missing.index(0, pointer + 1)
    parents[leaf] = size - 1
    return parents


def random_projective_tree(n: int, rng: Random, single_root: bool = True) -> list[int]:
    """One of all projective trees: 1, 2, 7, 30, 143, … with one root word; 1, 3, 12, 55, 273, … with any number.

    >>> random_projective_tree(6, Random(1))
    [2, 0, 6, 6, 6, 2]
    """
    _check_length(n)
    _count_up_to(n)
    heads = [0] * n
    pending = [(0, n, 0, single_root)]
    while pending:
        start, end, head, one_tree = pending.pop()
        size = end - start
        if size == 0:
            continue
        if one_tree:
            left = _by_count(rng, [_FORESTS[k] * _FORESTS[size - 1 - k] for k in range(size)])
            word = start + left
            heads[word] = head
            pending += [(start, word, word + 1, False), (word + 1, end, word + 1, False)]
        else:
            first = 1 + _by_count(rng, [_TREES[k] * _FORESTS[size - k] for k in range(1, size + 1)])
            pending += [(start, start + first, head, True), (start + first, end, head, False)]
    return heads


def _count_up_to(n: int) -> None:
    """Numbers of projective trees, and of sequences of them, by size."""
    for size in range(len(_TREES), n + 1):
        _TREES.append(sum(_FORESTS[k] * _FORESTS[size - 1 - k] for k in range(size)))
        _FORESTS.append(sum(_TREES[k] * _FORESTS[size - k] for k in range(1, size + 1)))


def _by_count(rng: Random, counts: Sequence[int]) -> int:
    left = below(rng, sum(counts))
    for index, count in enumerate(counts):
        left -= count
        if left < 0:
            return index
    raise AssertionError


def random_planar_tree(n: int, rng: Random) -> list[int]:
    """One of all trees with one root word in which no two arcs between words cross: n times 1, 1, 3, 12, 55, …

    Hung up at its first word, such a tree is a projective one, whose arcs are then turned towards a random root.

    >>> random_planar_tree(6, Random(1))
    [6, 1, 6, 6, 6, 0]
    """
    _check_length(n)
    heads = [0, *(head + 1 for head in random_projective_tree(n - 1, rng, single_root=False))] if n > 1 else [0]
    word, head = 1 + below(rng, n), 0
    while word:
        heads[word - 1], head, word = head, word, heads[word - 1]
    return heads


def random_tree_where(
    n: int,
    accept: Accept,
    rng: Random,
    *,
    propose: Callable[[int, Random], list[int]] = random_any_tree,
    name: str = "accepted",
    tries: int = TRIES,
) -> list[int]:
    """One of the proposed trees (all trees with one root word) that have a property, by rejection.

    >>> random_tree_where(4, lambda trees: [heads[0] == 0 for heads in trees], Random(1))
    [0, 4, 1, 1]
    """
    drawn_trees, batch = 0, 2
    while drawn_trees < tries:
        batch = min(2 * batch, 1024, tries - drawn_trees)
        trees = [propose(n, rng) for _ in range(batch)]
        drawn_trees += batch
        for heads, accepted in zip(trees, accept(trees), strict=True):
            if accepted:
                return heads
    raise MultiplaneError(f"found no {name} tree in {tries} random ones of {n} words; expected fewer words")


def _check_length(n: int) -> None:
    if n < 1:
        raise MultiplaneError(f"found a length of {n} words; expected at least 1")
