"""Sentences of a link grammar: for each word the disjuncts that it can have, without those that no link can satisfy.

>>> from multiplane.deduce.link.dictionary import parse_dictionary
>>> dictionary = parse_dictionary("the: D+; cat.n: D- & (S+ or O-); ran.v: S- or (S- & O+);")
>>> for use in link_problem("the cat ran", dictionary).uses:
...     print([f"{each.word}: {each.disjunct}" for each in use])
[]
['the: D+']
['cat.n: D- & S+']
['ran.v: S-']
[': ()']
>>> link_problem("the dog ran", dictionary)
Traceback (most recent call last):
  ...
multiplane.errors.MultiplaneError: found the word 'dog'; expected a word of the dictionary dictionary
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from multiplane.deduce.link.connectors import matches, points_right
from multiplane.deduce.link.dictionary import LEFT_WALL, RIGHT_WALL, Dictionary
from multiplane.deduce.link.disjuncts import Disjunct, disjuncts
from multiplane.deduce.link.expressions import Expression, connectors_of, restrict
from multiplane.deduce.problem import Problem
from multiplane.errors import MultiplaneError


class Use(NamedTuple):
    """One disjunct of one word."""

    word: str
    disjunct: Disjunct

    @property
    def symbol(self) -> str:
        """How items of a schema name it."""
        return f"{self.word}({self.disjunct})" if self.word else "end"


END = Use("", Disjunct((), ()))


@dataclass(frozen=True, slots=True)
class LinkProblem(Problem):
    """The n words of a sentence, walls included, with the uses of each; word n+1 is an end that takes no links."""

    uses: tuple[tuple[Use, ...], ...] = ()
    first: int = 1
    """The number of the first word for people: 0 where it is the left wall."""

    def score(self, *built: int | str) -> float:
        """Minus the cost of a disjunct (word, number of its use, name); links cost nothing."""
        if len(built) != 3:
            return 0.0
        return -self.uses[int(built[0])][int(built[1])].disjunct.cost


def link_problem(sentence: str | Sequence[str], dictionary: Dictionary, prune: bool = True) -> LinkProblem:
    """A sentence as the schemata take it: its words between blanks, and the walls that the dictionary has."""
    words = sentence.split() if isinstance(sentence, str) else list(sentence)
    if not words:
        raise MultiplaneError("found no words; expected a sentence")
    entries = [_entries(word, number == 0, dictionary) for number, word in enumerate(words)]
    if LEFT_WALL in dictionary.expressions:
        entries.insert(0, [(LEFT_WALL, dictionary.expressions[LEFT_WALL])])
    if RIGHT_WALL in dictionary.expressions:
        entries.append([(RIGHT_WALL, dictionary.expressions[RIGHT_WALL])])
    if prune:
        entries = _without_lone_connectors(entries)
    uses = [[Use(word, each) for word, expression in entry for each in disjuncts(expression)] for entry in entries]
    if prune:
        uses = _without_lone_disjuncts(uses)
    return LinkProblem(
        n=len(entries),
        words=tuple(words),
        uses=((), *map(tuple, uses), (END,)),
        first=0 if LEFT_WALL in dictionary.expressions else 1,
    )


Entries = list[tuple[str, Expression]]


def _entries(form: str, is_first: bool, dictionary: Dictionary) -> Entries:
    """The entries of a form, or of its lower case at the start of a sentence."""
    found = dictionary.lookup(form)
    if not found and is_first:
        found = dictionary.lookup(form[:1].lower() + form[1:])
    if not found:
        raise MultiplaneError(f"found the word {form!r}; expected a word of the dictionary {dictionary.name}")
    return found


def _without_lone_connectors(entries: list[Entries]) -> list[Entries]:
    """The entries without connectors that match none on their side, again and again until none is left."""
    while True:
        names = [{name for _, expression in entry for name in connectors_of(expression)} for entry in entries]
        linked = _linked(names)
        restricted = [
            [
                (word, kept)
                for word, expression in entry
                if (kept := restrict(expression, allowed.__contains__)) is not None
            ]
            for entry, allowed in zip(entries, linked, strict=True)
        ]
        if restricted == entries:
            return entries
        entries = restricted


def _without_lone_disjuncts(uses: list[list[Use]]) -> list[list[Use]]:
    """The uses whose connectors all match some on their side, in uses of the same kind."""
    while True:
        linked = _linked([{c for use in word for c in (*use.disjunct.left, *use.disjunct.right)} for word in uses])
        kept = [
            [use for use in word if {*use.disjunct.left, *use.disjunct.right} <= allowed]
            for word, allowed in zip(uses, linked, strict=True)
        ]
        if kept == uses:
            return uses
        uses = kept


def _linked(names: Sequence[set[str]]) -> list[set[str]]:
    """For each word those of its connectors that match one of a word on their side."""
    found: list[set[str]] = [set() for _ in names]
    before: set[str] = set()
    after: set[str] = set()
    for place, connectors in enumerate(names):
        found[place] |= {left for left in connectors if any(matches(right, left) for right in before)}
        before |= {name for name in connectors if points_right(name)}
    for place in range(len(names) - 1, -1, -1):
        found[place] |= {right for right in names[place] if any(matches(right, left) for left in after)}
        after |= {name for name in names[place] if not points_right(name)}
    return found
