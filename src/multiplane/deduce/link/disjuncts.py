"""Disjuncts: the ways in which an expression can be satisfied, each a list of connectors to either side with a cost.

>>> from multiplane.deduce.link.expressions import AllOf, OneOf, Connector, Costly, optional
>>> noun = AllOf((Connector("D-"), optional(Connector("A-")), OneOf((Connector("S+"), Costly(Connector("O-"), 0.5)))))
>>> for disjunct in disjuncts(noun):
...     print(disjunct, disjunct.cost)
D- & A- & S+ 0.0
D- & A- & O- 0.5
D- & S+ 0.0
D- & O- 0.5
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import inf

from multiplane.deduce.link.connectors import points_right
from multiplane.deduce.link.expressions import Connector, Costly, Expression, OneOf
from multiplane.errors import MultiplaneError

MOST = 200_000


@dataclass(frozen=True, slots=True)
class Disjunct:
    """Connectors to the left and to the right, on either side those to nearer words first, and the cost of using it."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    cost: float = 0.0

    def __str__(self) -> str:
        return " & ".join((*self.left, *self.right)) or "()"


def disjuncts(expression: Expression) -> tuple[Disjunct, ...]:
    """All disjuncts of an expression in the order of its alternatives, each once, at its lowest cost."""
    lowest: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
    for each in _expand(expression):
        if each.cost < inf:
            sides = one_multiple(each.left), one_multiple(each.right)
            lowest[sides] = min(each.cost, lowest.get(sides, each.cost))
    return tuple(Disjunct(left, right, cost) for (left, right), cost in lowest.items())


def one_multiple(connectors: tuple[str, ...]) -> tuple[str, ...]:
    """The same requirement with one multi-connector in a row of equal connectors, so that links fit it in one way.

    >>> one_multiple(("@A+", "A+", "@A+", "@B+"))
    ('A+', 'A+', '@A+', '@B+')
    """
    kept: list[str] = []
    for name, row in groupby(connectors, key=lambda connector: connector.lstrip("@")):
        names = list(row)
        kept += [name] * (len(names) - 1) + ["@" + name if "@" + name in names else name]
    return tuple(kept)


def _expand(expression: Expression) -> list[Disjunct]:
    if isinstance(expression, Connector):
        name = expression.name
        return [Disjunct((), (name,)) if points_right(name) else Disjunct((name,), ())]
    if isinstance(expression, Costly):
        return [Disjunct(each.left, each.right, each.cost + expression.cost) for each in _expand(expression.part)]
    if isinstance(expression, OneOf):
        return [each for part in expression.parts for each in _expand(part)]
    found = [Disjunct((), ())]
    for part in expression.parts:
        more = _expand(part)
        if len(found) * len(more) > MOST:
            raise MultiplaneError(f"found an expression of more than {MOST} disjuncts; expected at most as many")
        found = [
            Disjunct(one.left + other.left, one.right + other.right, one.cost + other.cost)
            for one in found
            for other in more
        ]
    return found
