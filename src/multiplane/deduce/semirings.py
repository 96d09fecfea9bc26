"""Semirings: how the values of alternative derivations are added, and those of the parts of one multiplied.

A semiring is five entries; a new one needs no more. ``weight`` turns what an inference built into a value, and
``child`` what a subtree becomes when its head word is made a dependent (in schemata whose items do not hold heads).

>>> longest = Semiring(0, 0, max, lambda a, b: a + b, lambda found: sum(abs(d - h) for d, h in found.arcs))
>>> from multiplane.deduce import deduce, problem, schema
>>> deduce(schema("eisner-1996"), problem(4)).value(longest)
10
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import exp, inf, log1p
from operator import add, and_, mul, or_
from typing import Any, Generic, NamedTuple, TypeVar

V = TypeVar("V")
Arcs = tuple[tuple[int, int], ...]


class Evidence(NamedTuple):
    """What an inference built: its step, arcs (dependent, head) and their score, the head word that it read."""

    step: str
    arcs: Arcs
    score: float
    head: int | None


class Partial(NamedTuple):
    """Arcs, the head word of the item where it is known, and words that wait for it to be their head."""

    arcs: frozenset[tuple[int, int]] = frozenset()
    head: int | None = None
    waiting: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Semiring(Generic[V]):
    """Zero, one, plus, times, the weight of an inference; ``idempotent`` if v plus v is v."""

    zero: V
    one: V
    plus: Callable[[V, V], V]
    times: Callable[[V, V], V]
    weight: Callable[[Evidence], V]
    child: Callable[[V], V] = lambda value: value
    idempotent: bool = False


Ranked = tuple[float, Partial]

BOOLEAN: Semiring[bool] = Semiring(False, True, or_, and_, lambda found: True, idempotent=True)
"""Whether there is a derivation."""

COUNTING: Semiring[int] = Semiring(0, 1, add, mul, lambda found: 1)
"""How many derivations there are."""

MAX_SCORE: Semiring[float] = Semiring(-inf, 0.0, max, add, lambda found: found.score, idempotent=True)
"""The best score."""


def join(one: Partial, other: Partial) -> Partial:
    """Two partial trees as one; words that waited for a head word get it.

    >>> join(Partial(head=2), Partial(waiting=frozenset([1]))).arcs
    frozenset({(1, 2)})
    """
    arcs, waiting = one.arcs | other.arcs, one.waiting | other.waiting
    head = other.head if one.head is None else one.head
    if head is not None and waiting:
        return Partial(arcs | {(word, head) for word in waiting}, head)
    return Partial(arcs, head, waiting)


def as_child(tree: Partial) -> Partial:
    """A tree whose head word waits for a head."""
    return Partial(tree.arcs, None, frozenset() if tree.head is None else frozenset([tree.head]))


def built(found: Evidence) -> Partial:
    """What an inference adds to a tree."""
    return Partial(frozenset(found.arcs), found.head)


TREES: Semiring[frozenset[Partial]] = Semiring(
    frozenset(),
    frozenset([Partial()]),
    or_,
    lambda some, others: frozenset(join(one, other) for one in some for other in others),
    lambda found: frozenset([built(found)]),
    lambda trees: frozenset(map(as_child, trees)),
    idempotent=True,
)
"""The set of distinct trees: partial ones for items, whole ones for the goal."""


def log_sum(a: float, b: float) -> float:
    """The logarithm of the sum of two numbers given by their logarithms."""
    if a < b:
        a, b = b, a
    return a if b == -inf else a + log1p(exp(b - a))


LOG: Semiring[float] = Semiring(-inf, 0.0, log_sum, add, lambda found: found.score)
"""The logarithm of the sum of exp(score) over derivations."""

MAX: Semiring[Ranked] = Semiring(
    (-inf, Partial()),
    (0.0, Partial()),
    lambda one, other: other if other[0] > one[0] else one,
    lambda one, other: (one[0] + other[0], join(one[1], other[1])),
    lambda found: (found.score, built(found)),
    lambda best: (best[0], as_child(best[1])),
    idempotent=True,
)
"""The best score and its tree; of equals the first derived."""


@cache
def k_best(k: int) -> Semiring[tuple[Ranked, ...]]:
    """The k best distinct trees with their scores, best first."""

    def plus(some: tuple[Ranked, ...], others: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
        return _best(k, [*some, *others])

    def times(some: tuple[Ranked, ...], others: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
        return _best(k, [(s + t, join(one, other)) for s, one in some for t, other in others])

    return Semiring(
        (),
        ((0.0, Partial()),),
        plus,
        times,
        lambda found: ((found.score, built(found)),),
        lambda trees: tuple((score, as_child(tree)) for score, tree in trees),
        idempotent=True,
    )


def heads_of(tree: Partial, n: int) -> tuple[int, ...]:
    """The head of each word; 0 for the head word of a whole sentence. -1 where a word has none, or several."""
    heads = [0 if word == tree.head else -1 for word in range(1, n + 1)]
    seen: set[int] = set()
    for dependent, head in tree.arcs:
        heads[dependent - 1] = -1 if dependent in seen else head
        seen.add(dependent)
    return tuple(heads)


def _best(k: int, ranked: list[Any]) -> tuple[Ranked, ...]:
    distinct: dict[Partial, float] = {}
    for score, tree in sorted(ranked, key=lambda entry: (-entry[0], sorted(entry[1].arcs))):
        distinct.setdefault(tree, score)
    return tuple((score, tree) for tree, score in islice(distinct.items(), k))
