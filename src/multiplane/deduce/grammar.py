"""Dependency grammars of Gaifman (1965) and Hays (1964): categories with ordered dependents, from a small text format.

A line ``N: Det * PP`` says that an N may have a Det before and a PP after its head word; ``|`` separates alternatives.
``Det = the a`` lists words of a category, ``start: V`` names the category of sentences, ``#`` begins a comment.

>>> grammar = parse_grammar("start: V\\nV: N * | N * N\\nN: *\\nV = see\\nN = dogs cats")
>>> grammar.rules["V"], grammar.words["see"]
((('N', '⋆'), ('N', '⋆', 'N')), ('V',))
>>> parse_grammar("start: V\\nV: N *\\nV = run")
Traceback (most recent call last):
  ...
multiplane.errors.FormatError: grammar:2: found symbol N without a rule; expected a line such as 'N: *'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path

from multiplane.errors import FormatError, MultiplaneError

Body = tuple[str, ...]
HEAD = "⋆"
LINE = re.compile(r"\s*(\S+?)\s*([:=])\s*(.*?)\s*")
SYMBOL = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Grammar:
    """Rules by category, categories by word, and the category of sentences."""

    name: str
    start: str
    rules: dict[str, tuple[Body, ...]]
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def left_corners(self) -> dict[str, frozenset[str]]:
        """For each category those that begin some tree of it: itself, and leftmost dependents at any depth."""
        corners = {category: {category} for category in self.rules}
        changed = True
        while changed:
            changed = False
            for category, bodies in self.rules.items():
                for first in (body[0] for body in bodies if body[0] != HEAD):
                    more = corners[first] - corners[category]
                    corners[category] |= more
                    changed = changed or bool(more)
        return {category: frozenset(found) for category, found in corners.items()}


def parse_grammar(text: str, name: str = "grammar") -> Grammar:
    """The grammar that a text describes."""
    rules: dict[str, list[Body]] = {}
    words: dict[str, list[str]] = {}
    used: dict[str, int] = {}
    start: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#")[0]
        if not content.strip():
            continue
        found = LINE.fullmatch(content)
        if found is None:
            raise FormatError(name, number, repr(content.strip()), "'N: Det * PP' or 'Det = the a'")
        symbol, sign, rest = found.groups()
        if not SYMBOL.fullmatch(symbol):
            raise FormatError(name, number, f"symbol {symbol!r}", "letters and digits, a letter first")
        if symbol == "start" and sign == ":":
            if start is not None:
                raise FormatError(name, number, "a second start category", "one")
            start = rest
            used.setdefault(start, number)
        elif sign == ":":
            rules.setdefault(symbol, []).extend(_body(name, number, symbol, part) for part in rest.split("|"))
            for body in rules[symbol]:
                for each in body:
                    used.setdefault(each, number)
        else:
            used.setdefault(symbol, number)
            if not rest:
                raise FormatError(name, number, f"no words of {symbol}", "words after the =")
            for word in rest.split():
                words.setdefault(word, []).append(symbol)
    if start is None:
        raise MultiplaneError(f"{name}: found no start category; expected a line such as 'start: V'")
    for symbol, number in used.items():
        if symbol != HEAD and symbol not in rules:
            raise FormatError(name, number, f"symbol {symbol} without a rule", f"a line such as '{symbol}: *'")
    return Grammar(
        name,
        start,
        {symbol: tuple(dict.fromkeys(bodies)) for symbol, bodies in rules.items()},
        {word: tuple(dict.fromkeys(categories)) for word, categories in words.items()},
    )


def read_grammar(path: str | Path) -> Grammar:
    """The grammar in a file."""
    try:
        return parse_grammar(Path(path).read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise MultiplaneError(f"{path}: {reason}") from error


def example_grammar() -> Grammar:
    """The grammar that comes with the package: a fragment of English with ambiguous attachments.

    >>> example_grammar().words["saw"]
    ('N', 'V')
    """
    text = resources.files("multiplane.deduce").joinpath("example.grammar").read_text("utf-8")
    return parse_grammar(text, "example.grammar")


def _body(name: str, number: int, symbol: str, text: str) -> Body:
    body = tuple(HEAD if part == "*" else part for part in text.split())
    if body.count(HEAD) != 1:
        raise FormatError(name, number, f"{body.count(HEAD)} heads * in a rule of {symbol}", "one")
    for part in body:
        if part != HEAD and not SYMBOL.fullmatch(part):
            raise FormatError(name, number, f"symbol {part!r} in a rule of {symbol}", "letters and digits, or *")
    return body
