"""The brute-force judge: all dependency trees over n words, and slow, literal readings of the definitions.

A tree is a tuple of heads: ``heads[i]`` is the head of word i+1, 0 is the artificial root.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

Heads = tuple[int, ...]


def is_tree(heads: Heads) -> bool:
    for word in range(1, len(heads) + 1):
        seen = set()
        node = word
        while node:
            if node in seen:
                return False
            seen.add(node)
            node = heads[node - 1]
    return True


@cache
def all_trees(n: int) -> tuple[Heads, ...]:
    """Every tree over n words with any number of children of the root: (n+1)^(n-1) of them."""
    choices = [[h for h in range(n + 1) if h != d] for d in range(1, n + 1)]
    return tuple(heads for heads in product(*choices) if is_tree(heads))


def trees_up_to(n: int) -> Iterator[Heads]:
    for size in range(1, n + 1):
        yield from all_trees(size)


def single_root_trees(n: int) -> Iterator[Heads]:
    return (heads for heads in all_trees(n) if heads.count(0) == 1)
