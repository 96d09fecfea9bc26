"""The linkages of a chart, cheapest first, as many as are taken (Huang & Chiang 2005, algorithm 3).

Of equal cost come those with shorter links, of equal length those with links and disjuncts of lower numbers; so the
order does not depend on the schema.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from multiplane.deduce.chart import GOAL_NODE, Chart, Inference, Node

Built = tuple[Any, ...]
"""A disjunct (word, number, name) or a link (left word, right word, connector, connector)."""

MILLIONTHS = 1_000_000


class RankedPart(NamedTuple):
    """A part of a linkage: its cost in millionths, the words that its links leap over, what it is built from."""

    cost: int
    length: int
    built: tuple[Built, ...]


def ranked(chart: Chart) -> Iterator[RankedPart]:
    """Every linkage of a chart, best first."""
    ranking = _Ranking(chart)
    for node in chart.ordered():
        ranking.get(node, 0)
    number = 0
    while (found := ranking.get(GOAL_NODE, number)) is not None:
        yield found
        number += 1


@dataclass(slots=True)
class _Candidates:
    """The best derivations of an item so far, and the next ones: by an inference, from parts of these ranks."""

    best: list[RankedPart] = field(default_factory=list)
    waiting: list[tuple[Any, int, tuple[int, ...], RankedPart]] = field(default_factory=list)
    seen: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)
    last: tuple[int, tuple[int, ...]] | None = None


@dataclass(slots=True)
class _Ranking:
    chart: Chart
    inferences: dict[Node, list[Inference]] = field(default_factory=dict)
    candidates: dict[Node, _Candidates] = field(default_factory=dict)

    def get(self, node: Node, rank: int) -> RankedPart | None:
        """The derivation of an item with this rank, from 0; None where there are fewer."""
        if node not in self.inferences:
            self.inferences[node] = list(self.chart.inferences.get(node, ()))
            self.candidates[node] = _Candidates()
            for number, inference in enumerate(self.inferences[node]):
                self.offer(node, number, (0,) * len(inference.antecedents))
        found = self.candidates[node]
        while len(found.best) <= rank:
            if found.last is not None:
                number, ranks = found.last
                for place in range(len(ranks)):
                    self.offer(node, number, (*ranks[:place], ranks[place] + 1, *ranks[place + 1 :]))
                found.last = None
            if not found.waiting:
                return None
            _, number, ranks, value = heapq.heappop(found.waiting)
            found.best.append(value)
            found.last = (number, ranks)
        return found.best[rank]

    def offer(self, node: Node, number: int, ranks: tuple[int, ...]) -> None:
        found = self.candidates[node]
        if (number, ranks) in found.seen:
            return
        found.seen.add((number, ranks))
        inference = self.inferences[node][number]
        parts = [self.get(part, rank) for part, rank in zip(inference.antecedents, ranks, strict=True)]
        if None not in parts:
            value = self.value(inference, parts)  # type: ignore[arg-type]
            heapq.heappush(found.waiting, ((value.cost, value.length, (*value.built, (inf,))), number, ranks, value))

    def value(self, inference: Inference, parts: Sequence[RankedPart]) -> RankedPart:
        """What an inference builds, together with its parts."""
        new = [
            RankedPart(-round(self.chart.problem.score(*each) * MILLIONTHS), _length(each), (each,))
            for each in inference.arcs
        ]
        every = [*new, *parts]
        return RankedPart(
            sum(part.cost for part in every),
            sum(part.length for part in every),
            tuple(sorted(each for part in every for each in part.built)),
        )


def _length(built: Built) -> int:
    return built[1] - built[0] - 1 if len(built) == 4 else 0
