"""Side conditions of deduction steps, as data: comparisons, D-rules, sizes of segments, rules of a grammar.

A condition gives every extension of an assignment under which it holds: a comparison none or the same, a relation of
the input (a D-rule, a rule of the grammar) one for each of its members.

>>> from multiplane.deduce.terms import positions
>>> i, j, k = positions("i j k")
>>> arc(i, to=j), between(k, i, j), i <= j - 1
(i → j, k between i and j, i ≤ j−1)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from multiplane.deduce.matching import bind, match
from multiplane.deduce.problem import Problem
from multiplane.deduce.terms import (
    Comparison,
    Environment,
    ListTerm,
    Position,
    Segment,
    Symbol,
    Value,
    show_element,
    value,
    variables,
)


class Condition(Protocol):
    """A side condition: its variables, those that it can bind itself, and the assignments under which it holds."""

    @property
    def needs(self) -> tuple[str, ...]:
        """Variables that must have values before."""
        ...

    @property
    def binds(self) -> tuple[str, ...]:
        """Variables to which it can give values."""
        ...

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        """The extensions of the assignment under which it holds."""
        ...


class Building(Condition, Protocol):
    """A side condition that builds a part of the parse, such as an arc; the problem has its score."""

    def ends(self, environment: Environment, n: int) -> tuple[Value, ...]:
        """What it builds."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Arc:
    """A D-rule: the first position may depend on the second; the step builds that arc and takes its score."""

    dependent: Position
    head: Position

    @property
    def needs(self) -> tuple[str, ...]:
        return (*variables(self.dependent), *variables(self.head))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        if problem.licensed(*self.ends(environment, problem.n)):
            yield environment

    def ends(self, environment: Environment, n: int) -> tuple[int, int]:
        """The dependent and the head."""
        return value(self.dependent, environment, n), value(self.head, environment, n)  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"{self.dependent!r} → {self.head!r}"


@dataclass(frozen=True, slots=True, repr=False)
class Between:
    """A position strictly between two others, whichever of them comes first."""

    middle: Position
    one: Position
    other: Position

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(name for term in (self.middle, self.one, self.other) for name in variables(term))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        middle, one, other = (value(term, environment, problem.n) for term in (self.middle, self.one, self.other))
        if one < middle < other or other < middle < one:  # type: ignore[operator]
            yield environment

    def __repr__(self) -> str:
        return f"{self.middle!r} between {self.one!r} and {self.other!r}"


@dataclass(frozen=True, slots=True, repr=False)
class Size:
    """A bound on the number of elements in segments taken together."""

    segments: tuple[Segment, ...]
    least: int = 0
    most: int | None = None

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(segment.name for segment in self.segments)

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        size = sum(map(len, (environment[segment.name] for segment in self.segments)))  # type: ignore[arg-type]
        if self.least <= size and (self.most is None or size <= self.most):
            yield environment

    def __repr__(self) -> str:
        sizes = "+".join(f"|{segment!r}|" for segment in self.segments)
        return f"{sizes} ≥ {self.least}" if self.most is None else f"{sizes} ≤ {self.most}"


@dataclass(frozen=True, slots=True, repr=False)
class Every:
    """The last value in every element of a segment is this flag."""

    segment: Segment
    flag: bool

    @property
    def needs(self) -> tuple[str, ...]:
        return (self.segment.name,)

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        if all(element[-1] is self.flag for element in environment[self.segment.name]):  # type: ignore[union-attr, index]
            yield environment

    def __repr__(self) -> str:
        return f"b = {'T' if self.flag else 'F'} for all (v,b) ∈ {self.segment!r}"


@dataclass(frozen=True, slots=True, repr=False)
class Covers:
    """Whether a position is in the interval i..j without its gaps."""

    position: Position
    begin: Position
    end: Position
    gaps: ListTerm
    inside: bool = True

    @property
    def needs(self) -> tuple[str, ...]:
        terms = (self.position, self.begin, self.end, self.gaps)
        return tuple(dict.fromkeys(name for term in terms for name in variables(term)))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        terms = (self.position, self.begin, self.end, self.gaps)
        at, begin, end, gaps = (value(term, environment, problem.n) for term in terms)
        covered = begin <= at <= end and not any(left <= at <= right for left, right in gaps)  # type: ignore[operator, union-attr, misc, str-unpack]
        if covered == self.inside:
            yield environment

    def __repr__(self) -> str:
        interval = f"[{self.begin!r}..{self.end!r}]"
        removed = "".join(f"∖{show_element(gap)}" for gap in self.gaps.elements)
        return f"{self.position!r} {'∈' if self.inside else '∉'} {interval}{removed}"


@dataclass(frozen=True, slots=True, repr=False)
class Gapped:
    """The gaps lie inside the interval i..j in order, none empty, words between any two and at both ends."""

    begin: Position
    end: Position
    gaps: ListTerm

    @property
    def needs(self) -> tuple[str, ...]:
        terms = (self.begin, self.end, self.gaps)
        return tuple(dict.fromkeys(name for term in terms for name in variables(term)))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        start, end, gaps = (value(term, environment, problem.n) for term in (self.begin, self.end, self.gaps))
        for left, right in gaps:  # type: ignore[union-attr, misc, str-unpack]
            if not start < left <= right:  # type: ignore[operator]
                return
            start = right + 1  # type: ignore[operator]
        if start <= end:  # type: ignore[operator]
            yield environment

    def __repr__(self) -> str:
        return f"{self.gaps!r} inside [{self.begin!r}..{self.end!r}]"


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """A rule of the dependency grammar: a category and its dependents, ⋆ among them for the head word."""

    category: Symbol
    body: ListTerm

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    @property
    def binds(self) -> tuple[str, ...]:
        return (*variables(self.category), *variables(self.body))

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        grammar = problem.grammar
        if grammar is None:
            return
        known = self.category.name if self.category.constant else environment.get(self.category.name)
        for category in grammar.rules if known is None else (known,):
            extended = dict(environment)
            if bind(self.category, category, extended, problem.n):
                for body in grammar.rules.get(str(category), ()):
                    yield from match(self.body, body, extended, problem.n)

    def __repr__(self) -> str:
        return f"{self.category!r}({' '.join(map(show_element, self.body.elements))}) ∈ P"


@dataclass(frozen=True, slots=True, repr=False)
class Category:
    """A word of a category."""

    position: Position
    category: Symbol

    @property
    def needs(self) -> tuple[str, ...]:
        return variables(self.position)

    @property
    def binds(self) -> tuple[str, ...]:
        return variables(self.category)

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        word = value(self.position, environment, problem.n)
        for category in problem.categories(word):  # type: ignore[arg-type]
            extended = dict(environment)
            if bind(self.category, category, extended, problem.n):
                yield extended

    def __repr__(self) -> str:
        return f"w_{self.position!r} ∈ {self.category!r}"


@dataclass(frozen=True, slots=True, repr=False)
class LeftCorner:
    """The first category begins some tree of the second: the same, or a leftmost dependent, at any depth."""

    corner: Symbol
    whole: Symbol

    @property
    def needs(self) -> tuple[str, ...]:
        return (*variables(self.corner), *variables(self.whole))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        corner, whole = (value(term, environment, problem.n) for term in (self.corner, self.whole))
        if problem.grammar is not None and corner in problem.grammar.left_corners.get(str(whole), ()):
            yield environment

    def __repr__(self) -> str:
        return f"{self.corner!r} ≤ℓ {self.whole!r}"


@dataclass(frozen=True, slots=True, repr=False)
class Start:
    """The category of whole sentences."""

    category: Symbol

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    @property
    def binds(self) -> tuple[str, ...]:
        return variables(self.category)

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        extended = dict(environment)
        if problem.grammar is not None and bind(self.category, problem.grammar.start, extended, problem.n):
            yield extended

    def __repr__(self) -> str:
        return f"{self.category!r} is the start category"


def arc(dependent: Position | int, to: Position | int) -> Arc:
    """The D-rule dependent → head."""
    return Arc(_position(dependent), _position(to))


def differ(one: Position, other: Position | int) -> Comparison:
    """Two positions that are not the same."""
    return Comparison(one, "≠", _position(other))


def same(one: Position, other: Position | int) -> Comparison:
    """Two positions that are the same."""
    return Comparison(one, "=", _position(other))


def between(middle: Position, one: Position, other: Position) -> Between:
    """A position strictly between two others in either order."""
    return Between(middle, one, other)


def at_most(size: int, *segments: Segment) -> Size:
    """At most so many elements in the segments together."""
    return Size(segments, 0, size)


def not_empty(segment: Segment) -> Size:
    """At least one element in a segment."""
    return Size((segment,), 1, None)


def every(segment: Segment, flag: bool) -> Every:
    """The same flag in every pair of a segment."""
    return Every(segment, flag)


def inside(position: Position, begin: Position, end: Position, gaps: list[Any]) -> Covers:
    """A position in an interval and in none of its gaps."""
    return Covers(position, begin, end, ListTerm(tuple(gaps)), True)


def outside(position: Position, begin: Position, end: Position, gaps: list[Any]) -> Covers:
    """A position not in an interval, or in one of its gaps."""
    return Covers(position, begin, end, ListTerm(tuple(gaps)), False)


def gapped(begin: Position, end: Position, gaps: list[Any]) -> Gapped:
    """An interval with gaps in order."""
    return Gapped(begin, end, ListTerm(tuple(gaps)))


def rule(category: Symbol, body: list[Any]) -> Rule:
    """A rule of the grammar."""
    return Rule(category, ListTerm(tuple(body)))


def category(position: Position, of: Symbol) -> Category:
    """The category of a word."""
    return Category(position, of)


def left_corner(corner: Symbol, whole: Symbol) -> LeftCorner:
    """A left corner of a category."""
    return LeftCorner(corner, whole)


def start(category: Symbol) -> Start:
    """The start category."""
    return Start(category)


def holds(conditions: tuple[Condition, ...], environment: Environment, problem: Problem) -> bool:
    """Whether all conditions hold of an assignment to all their variables."""
    return all(next(iter(each.solutions(environment, problem)), None) is not None for each in conditions)


def _position(term: Position | int) -> Position:
    return Position(None, term) if isinstance(term, int) else term


__all__ = ["Arc", "Condition", "Value", "arc", "at_most", "between", "category", "differ", "every", "holds"]
