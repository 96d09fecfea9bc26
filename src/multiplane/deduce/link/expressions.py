"""Linking requirements of words: expressions over connectors (Sleator & Temperley 1991, section 2).

>>> noun = AllOf((Connector("D-"), optional(Connector("A-")), OneOf((Connector("S+"), Costly(Connector("O-"), 0.5)))))
>>> print(noun)
(D- & (A- or ()) & (S+ or [O-]0.5))
>>> sorted(connectors_of(noun))
['A-', 'D-', 'O-', 'S+']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Connector:
    """One connector."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AllOf:
    """All parts, those that link to nearer words first; of no parts, the empty requirement."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"({' & '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of the parts."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"({' or '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Costly:
    """A part that adds to the cost of a linkage where it is used."""

    part: Expression
    cost: float

    def __str__(self) -> str:
        return f"[{self.part}]{self.cost:g}"


Expression = Connector | AllOf | OneOf | Costly

EMPTY = AllOf(())


def optional(part: Expression) -> OneOf:
    """The part, or nothing."""
    return OneOf((part, EMPTY))


def restrict(expression: Expression, keep: Callable[[str], bool]) -> Expression | None:
    """The expression without alternatives that need a connector not to be kept; None where no alternative is left.

    >>> expression = OneOf((Connector("A+"), AllOf((Connector("B+"), Connector("A+")))))
    >>> print(restrict(expression, lambda connector: connector != "B+"))
    (A+)
    """
    if isinstance(expression, Connector):
        return expression if keep(expression.name) else None
    if isinstance(expression, Costly):
        part = restrict(expression.part, keep)
        return None if part is None else Costly(part, expression.cost)
    parts = [restrict(part, keep) for part in expression.parts]
    kept = tuple(part for part in parts if part is not None)
    if isinstance(expression, OneOf):
        return OneOf(kept) if kept else None
    return AllOf(kept) if len(kept) == len(parts) else None


def connectors_of(expression: Expression) -> set[str]:
    """All connectors in an expression."""
    if isinstance(expression, Connector):
        return {expression.name}
    if isinstance(expression, Costly):
        return connectors_of(expression.part)
    return {connector for part in expression.parts for connector in connectors_of(part)}
