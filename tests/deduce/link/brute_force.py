"""The judge of linkages: every planar connected graph over a sentence, with all disjuncts and connectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from multiplane.deduce.link.connectors import is_multiple, matches
from multiplane.deduce.link.sentence import Use

Graph = tuple[tuple[int, int], ...]
Built = frozenset[tuple[int | str, ...]]


@cache
def planar_connected_graphs(n: int) -> tuple[Graph, ...]:
    """All sets of links between n words that do not cross and connect all words."""
    pairs = list(combinations(range(1, n + 1), 2))
    return tuple(graph for graph in _planar(pairs, ()) if _components(n, graph) == 1)


def _planar(pairs: Sequence[tuple[int, int]], chosen: Graph) -> Iterator[Graph]:
    if not pairs:
        yield chosen
        return
    (i, j), rest = pairs[0], pairs[1:]
    yield from _planar(rest, chosen)
    if not any(i < k < j < m or k < i < m < j for k, m in chosen):
        yield from _planar(rest, (*chosen, (i, j)))


def _components(n: int, graph: Graph) -> int:
    part = list(range(n + 1))
    for i, j in graph:
        old, new = part[i], part[j]
        part = [new if each == old else each for each in part]
    return len(set(part[1:]))


def fits(connectors: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """The connector of each of so many links, nearest first, in every way that satisfies all connectors."""
    if not connectors:
        if not count:
            yield ()
        return
    most = count if is_multiple(connectors[0]) else 1
    for taken in range(1, most + 1):
        for rest in fits(connectors[1:], count - taken):
            yield (connectors[0],) * taken + rest


def _ways(word: int, uses: Sequence[Use], graph: Graph) -> list[tuple[int, dict[int, str]]]:
    """The number of a disjunct, and for each neighbour the connector that the link to it satisfies."""
    left = sorted((i for i, j in graph if j == word), reverse=True)
    right = sorted(j for i, j in graph if i == word)
    return [
        (number, dict(zip(left + right, one + other, strict=True)))
        for number, use in enumerate(uses)
        for one in fits(use.disjunct.left, len(left))
        for other in fits(use.disjunct.right, len(right))
    ]


def linkages(uses: Sequence[Sequence[Use]], cycles: bool = True) -> list[Built]:
    """All linkages of words 1..n (``uses[0]`` is the first word): disjuncts (word, number, name) and links."""
    n = len(uses)
    found: list[Built] = []
    for graph in planar_connected_graphs(n):
        if not cycles and len(graph) != n - 1:
            continue
        for ways in product(*(_ways(word, uses[word - 1], graph) for word in range(1, n + 1))):
            links = [(i, j, ways[i - 1][1][j], ways[j - 1][1][i]) for i, j in graph]
            if all(matches(right, left) for _, _, right, left in links):
                chosen = [(word, at, uses[word - 1][at].symbol) for word, (at, _) in enumerate(ways, 1)]
                found.append(frozenset([*chosen, *links]))
    return found
