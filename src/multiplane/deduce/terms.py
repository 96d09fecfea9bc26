"""Terms of parsing schemata: positions, flags, symbols and lists of them, with variables (Gómez-Rodríguez et al. 2011).

A position is linear in one variable (``j + 1``), in the length of the sentence (``N``), or a number. A list is written
as a Python list of terms, tuples of terms, and segments; a segment stands for any part of a list, the empty one too.

>>> i, j = positions("i j")
>>> j + 1, N, ~flag("b"), i < j + 1
(j+1, n, ¬b, i < j+1)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.deduce.problem import Problem

Value = int | bool | str | tuple["Value", ...]
Environment = dict[str, Value]

LENGTH = "n"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A string position: a variable (or the length n, or nothing) plus a number.

    >>> Position("i", 2) - 1
    i+1
    """

    base: str | None
    offset: int = 0

    def __add__(self, more: int) -> Position:
        return Position(self.base, self.offset + more)

    def __sub__(self, less: int) -> Position:
        return Position(self.base, self.offset - less)

    def __lt__(self, other: Position | int) -> Comparison:
        return _compare(self, "<", other)

    def __le__(self, other: Position | int) -> Comparison:
        return _compare(self, "≤", other)

    def __gt__(self, other: Position | int) -> Comparison:
        return _compare(_position(other), "<", self)

    def __ge__(self, other: Position | int) -> Comparison:
        return _compare(_position(other), "≤", self)

    def __repr__(self) -> str:
        if self.base is None:
            return str(self.offset)
        if not self.offset:
            return self.base
        return f"{self.base}{'+' if self.offset > 0 else '−'}{abs(self.offset)}"


@dataclass(frozen=True, slots=True, repr=False)
class Flag:
    """A truth value: a variable, perhaps negated, or a constant (no name; its value is ``positive``)."""

    name: str | None
    positive: bool = True

    def __invert__(self) -> Flag:
        return Flag(self.name, not self.positive)

    def __repr__(self) -> str:
        if self.name is None:
            return "T" if self.positive else "F"
        return self.name if self.positive else f"¬{self.name}"


@dataclass(frozen=True, slots=True, repr=False)
class Symbol:
    """A category of a grammar: a variable, or a constant."""

    name: str
    constant: bool = False

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Segment:
    """A variable for a part of a list."""

    name: str

    def __repr__(self) -> str:
        return self.name


Scalar = Position | Flag | Symbol
Element = Scalar | Segment | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ListTerm:
    """A list: elements (terms or tuples of terms) and segments, in order."""

    elements: tuple[Element, ...]

    def __repr__(self) -> str:
        return "⟨" + ",".join(show_element(element) for element in self.elements) + "⟩"


Term = Scalar | ListTerm

N = Position(LENGTH)
T, F = Flag(None, True), Flag(None, False)
STAR = Symbol("⋆", constant=True)
"""The place of the head word in a rule of a dependency grammar."""


def show_element(element: Element) -> str:
    """An element of a list as the article writes it; tuples in brackets."""
    if isinstance(element, tuple):
        return "(" + ",".join(map(repr, element)) + ")"
    return repr(element)


def positions(names: str) -> tuple[Position, ...]:
    """Variables for string positions, their names between blanks; n is taken, it is the length of the sentence."""
    if LENGTH in names.split():
        raise MultiplaneError("found a variable n; expected another name, as n is the length of the sentence")
    return tuple(Position(name) for name in names.split())


def flags(names: str) -> tuple[Flag, ...]:
    """Variables for truth values."""
    return tuple(Flag(name) for name in names.split())


def symbols(names: str) -> tuple[Symbol, ...]:
    """Variables for categories."""
    return tuple(Symbol(name) for name in names.split())


def segments(names: str) -> tuple[Segment, ...]:
    """Variables for parts of lists."""
    return tuple(Segment(name) for name in names.split())


def flag(name: str) -> Flag:
    """One variable for a truth value."""
    return Flag(name)


def variables(term: Term | Element) -> tuple[str, ...]:
    """The names of the variables in a term, in order, each once.

    >>> i, j = positions("i j")
    >>> variables(ListTerm((i, Segment("α"), (j, F), i + 1)))
    ('i', 'α', 'j')
    """
    if isinstance(term, Position):
        return () if term.base in (None, LENGTH) else (str(term.base),)
    if isinstance(term, Flag):
        return () if term.name is None else (term.name,)
    if isinstance(term, Symbol):
        return () if term.constant else (term.name,)
    if isinstance(term, Segment):
        return (term.name,)
    inner = term.elements if isinstance(term, ListTerm) else term
    return tuple(dict.fromkeys(name for each in inner for name in variables(each)))


def value(term: Term | Element, environment: Environment, n: int) -> Value:
    """The value of a term under an assignment to its variables, for a sentence of n words.

    >>> i, j = positions("i j")
    >>> value(ListTerm((i + 1, Segment("α"), N)), {"i": 0, "α": (2, 3)}, 9)
    (1, 2, 3, 9)
    """
    if isinstance(term, Position):
        if term.base is None:
            return term.offset
        return (n if term.base == LENGTH else environment[term.base]) + term.offset  # type: ignore[operator]
    if isinstance(term, Flag):
        return term.positive if term.name is None else environment[term.name] == term.positive
    if isinstance(term, Symbol):
        return term.name if term.constant else environment[term.name]
    if isinstance(term, Segment):
        return environment[term.name]
    if isinstance(term, ListTerm):
        found: tuple[Value, ...] = ()
        for each in term.elements:
            inner = value(each, environment, n)
            found += inner if isinstance(each, Segment) else (inner,)  # type: ignore[operator]
        return found
    return tuple(value(each, environment, n) for each in term)


def _position(term: Position | int) -> Position:
    return Position(None, term) if isinstance(term, int) else term


def _compare(left: Position, relation: str, right: Position | int) -> Comparison:
    return Comparison(left, relation, _position(right))


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Two positions compared by one of < ≤ = ≠."""

    left: Position
    relation: str
    right: Position

    @property
    def needs(self) -> tuple[str, ...]:
        return (*variables(self.left), *variables(self.right))

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        left, right = (value(term, environment, problem.n) for term in (self.left, self.right))
        if {"<": left < right, "≤": left <= right, "=": left == right, "≠": left != right}[self.relation]:  # type: ignore[operator]
            yield environment

    def __repr__(self) -> str:
        return f"{self.left!r} {self.relation} {self.right!r}"
