"""Side conditions of Link Grammar schemata: a disjunct of a word, a link between two words, a word that is satisfied.

They read a `LinkProblem`. What they build is what a linkage consists of: the disjuncts (word, number, name) and the
links (left word, right word, connector of the left, connector of the right).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from multiplane.deduce.link.connectors import is_multiple, matches
from multiplane.deduce.link.sentence import LinkProblem, Use
from multiplane.deduce.problem import Problem
from multiplane.deduce.terms import Environment, Position, Segment, Symbol, Value, value, variables
from multiplane.errors import MultiplaneError

Connectors = tuple[str, ...]
NOTHING = "⟨⟩"


@dataclass(frozen=True, slots=True, repr=False)
class Selected:
    """A disjunct of a word, with its connectors to the left and to the right."""

    word: Position
    disjunct: Symbol
    left: Segment
    right: Segment

    @property
    def needs(self) -> tuple[str, ...]:
        return variables(self.word)

    @property
    def binds(self) -> tuple[str, ...]:
        return (self.disjunct.name, self.left.name, self.right.name)

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        word = value(self.word, environment, problem.n)
        for number, use in enumerate(_uses(problem, word)):
            chosen: Environment = {
                self.disjunct.name: use.symbol,
                self.left.name: use.disjunct.left,
                self.right.name: use.disjunct.right,
            }
            if _agree(environment, chosen):
                yield {**environment, **chosen, f"number of {self.disjunct.name}": number}

    def ends(self, environment: Environment, n: int) -> tuple[Value, ...]:
        """The word, the number of the disjunct among its uses, and its name."""
        name = self.disjunct.name
        return value(self.word, environment, n), environment[f"number of {name}"], environment[name]

    def __repr__(self) -> str:
        return f"{self.disjunct!r} = ({self.right!r})({self.left!r}) ∈ D(w_{self.word!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Linked:
    """A link by one connector of either word: the nearest, or the farthest, of those that wait for a link.

    Before it ``right`` of the left word and ``left`` of the right word wait, after it the rests of these lists, or
    nothing; a multi-connector may stay in the rest.
    """

    words: tuple[Position, Position]
    right: Segment
    left: Segment
    right_rest: Segment | None
    left_rest: Segment | None
    takes: Literal["nearest", "farthest"]

    @property
    def needs(self) -> tuple[str, ...]:
        positions = (name for word in self.words for name in variables(word))
        return (*positions, self.right.name, self.left.name)

    @property
    def binds(self) -> tuple[str, ...]:
        return tuple(rest.name for rest in (self.right_rest, self.left_rest) if rest is not None)

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        right, left = self._waiting(environment)
        if not right or not left or not matches(self._taken(right), self._taken(left)):
            return
        for right_rest in self._rests(right):
            for left_rest in self._rests(left):
                chosen = _rest(self.right_rest, right_rest) | _rest(self.left_rest, left_rest)
                if _agree({**environment, NOTHING: ()}, chosen):
                    yield {**environment, **chosen}

    def ends(self, environment: Environment, n: int) -> tuple[Value, ...]:
        """The two words, and the connector of each."""
        right, left = self._waiting(environment)
        return (*(value(word, environment, n) for word in self.words), self._taken(right), self._taken(left))

    def __repr__(self) -> str:
        one, other = self.words
        rests = ["⟨⟩" if rest is None else repr(rest) for rest in (self.right_rest, self.left_rest)]
        return f"{one!r} — {other!r} by {self.right!r} → {rests[0]}, {self.left!r} → {rests[1]}"

    def _waiting(self, environment: Environment) -> tuple[Connectors, Connectors]:
        return environment[self.right.name], environment[self.left.name]  # type: ignore[return-value]

    def _taken(self, waiting: Connectors) -> str:
        return waiting[0 if self.takes == "nearest" else -1]

    def _rests(self, waiting: Connectors) -> tuple[Connectors, ...]:
        rest = waiting[1:] if self.takes == "nearest" else waiting[:-1]
        return (rest, waiting) if is_multiple(self._taken(waiting)) else (rest,)


@dataclass(frozen=True, slots=True, repr=False)
class Satisfied:
    """A word at the end of an item with no connector left that waits for a link, unless it is at its other end, too.

    ``waiting`` are its connectors into the item; those out of it are those of its disjunct on the other side.
    """

    word: Position
    other_end: Position
    disjunct: Symbol
    waiting: Segment
    side: Literal["left", "right"]

    @property
    def needs(self) -> tuple[str, ...]:
        return (*variables(self.word), *variables(self.other_end), self.disjunct.name, self.waiting.name)

    @property
    def binds(self) -> tuple[str, ...]:
        return ()

    def solutions(self, environment: Environment, problem: Problem) -> Iterator[Environment]:
        word, other_end = (value(each, environment, problem.n) for each in (self.word, self.other_end))
        if word == other_end:
            yield environment
        elif not environment[self.waiting.name]:
            symbol = environment[self.disjunct.name]
            outside = next(use.disjunct for use in _uses(problem, word) if use.symbol == symbol)
            if not (outside.left if self.side == "left" else outside.right):
                yield environment

    def __repr__(self) -> str:
        return f"{self.word!r} = {self.other_end!r} or w_{self.word!r} is satisfied"


def select(word: Position, disjunct: Symbol, left: Segment, right: Segment) -> Selected:
    """One of the disjuncts of a word."""
    return Selected(word, disjunct, left, right)


def satisfied(
    word: Position, disjunct: Symbol, waiting: Segment, side: Literal["left", "right"], unless: Position
) -> Satisfied:
    """No connector waits of a word that stands between others from now on, that is unless it stays an end."""
    return Satisfied(word, unless, disjunct, waiting, side)


Rest = tuple[Segment, Segment | None]
"""The connectors of a word before a link, and those after it, None if nothing may be left."""


def link_nearest(one: Position, other: Position, right: Rest, left: Rest) -> Linked:
    """A link by the nearest connectors that wait: right ones of the first word, left ones of the second.

    >>> from multiplane.deduce.terms import positions, segments
    >>> i, j = positions("i j")
    >>> a, b, c = segments("ρ ρ′ λ")
    >>> link_nearest(i, j, (a, b), (c, None))
    i — j by ρ → ρ′, λ → ⟨⟩
    """
    return Linked((one, other), right[0], left[0], right[1], left[1], "nearest")


def link_farthest(one: Position, other: Position, right: Rest, left: Rest) -> Linked:
    """A link by the farthest connectors that wait."""
    return Linked((one, other), right[0], left[0], right[1], left[1], "farthest")


def _uses(problem: Problem, word: Value) -> tuple[Use, ...]:
    if not isinstance(problem, LinkProblem):
        raise MultiplaneError("found no dictionary; expected one, as of `multiplane link`")
    return problem.uses[word] if word <= problem.n + 1 else ()  # type: ignore[index, operator]


def _rest(rest: Segment | None, connectors: Connectors) -> Environment:
    return {NOTHING if rest is None else rest.name: connectors}


def _agree(environment: Environment, chosen: Environment) -> bool:
    return all(environment.get(name, content) == content for name, content in chosen.items())
