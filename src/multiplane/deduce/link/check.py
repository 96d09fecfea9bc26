"""Soundness, completeness and ambiguity of Link Grammar schemata: what they derive against all linkages of n words.

Every word takes any number of links on either side, so that linkages are the planar connected graphs over the words.

>>> from multiplane.deduce.link.schemata import link_schema
>>> check_linkages(link_schema("link-eisner-1996"), 4).verdict
'correct'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

from multiplane.deduce.check import Check
from multiplane.deduce.engine import deduce
from multiplane.deduce.link.conditions import Selected
from multiplane.deduce.link.dictionary import parse_dictionary
from multiplane.deduce.link.sentence import LinkProblem, link_problem
from multiplane.deduce.schema import Schema
from multiplane.deduce.semirings import COUNTING, TREES
from multiplane.errors import MultiplaneError

ANY_LINKS = "w: {@A-} & {@A+};"

Pairs = tuple[tuple[int, int], ...]


@cache
def check_linkages(schema: Schema, n: int) -> Check:
    """Compare what a schema derives for n words with the planar connected graphs over them."""
    if n < 1:
        raise MultiplaneError(f"found {n} words; expected at least 1")
    chart = deduce(schema, any_links(n))
    built = [tree.arcs for tree in chart.value(TREES)]
    derived = [tuple(sorted(each[:2] for each in parts if len(each) == 4)) for parts in built]
    expected = {graph for graph in planar_graphs(tuple(combinations(range(1, n + 1), 2))) if is_connected(graph, n)}
    return Check(
        schema.name,
        "linkages",
        n,
        len(derived),
        len(expected),
        _flat(min(expected - set(derived), default=None)),
        _flat(min(set(derived) - expected, default=None)),
        chart.value(COUNTING),
    )


def any_links(n: int) -> LinkProblem:
    """A sentence of n words that take any number of links on either side."""
    return link_problem(["w"] * n, parse_dictionary(ANY_LINKS))


def takes_links(schema: Schema) -> bool:
    """Whether a schema is one of Link Grammar, which chooses disjuncts of words.

    >>> from multiplane.deduce.schemata import schema
    >>> takes_links(schema("link-eisner-1996")), takes_links(schema("eisner-1996"))
    (True, False)
    """
    return any(isinstance(condition, Selected) for step in schema.steps for condition in step.where)


def planar_graphs(pairs: Pairs) -> Iterator[Pairs]:
    """All sets of these pairs of words in which no two cross.

    >>> sum(1 for _ in planar_graphs(((1, 3), (2, 3), (2, 4))))
    6
    """
    if not pairs:
        yield ()
        return
    (left, right), rest = pairs[0], pairs[1:]
    yield from planar_graphs(rest)
    apart = tuple((i, j) for i, j in rest if not (left < i < right < j or i < left < j < right))
    for graph in planar_graphs(apart):
        yield ((left, right), *graph)


def is_connected(graph: Pairs, n: int) -> bool:
    """Whether the links connect words 1 to n."""
    reached, waiting = {1}, [1]
    while waiting:
        word = waiting.pop()
        for near in {other for pair in graph if word in pair for other in pair} - reached:
            reached.add(near)
            waiting.append(near)
    return len(reached) == n


def _flat(graph: Pairs | None) -> tuple[int, ...] | None:
    return None if graph is None else tuple(chain.from_iterable(graph))
