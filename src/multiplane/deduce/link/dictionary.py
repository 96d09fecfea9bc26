"""Dictionaries of link grammars, in the format of the Link Grammar parser: entries ``words: expression;``.

Words stand between blanks: ``can.v`` has a subscript, ``<noun>`` names an expression for use in others, ``/file``
stands for the words in a file, ``kind_of`` is an idiom, quotes keep signs as they are. Expressions join connectors by
``&`` (nearer words first), ``or`` and ``sym`` (``&`` in either order); ``{}`` is optional, ``[]`` costs 1 or the number
after it, or what a dialect after it costs (if nothing, it is not used), ``()`` is empty, a connector ``X$`` is
``(X+ or X-)``. A ``%`` begins a comment.

>>> dictionary = parse_dictionary("<det>: D+; the a: <det>; cat.n: D- & (S+ or [O-]0.5); ran.v: S-;")
>>> for word, expression in dictionary.lookup("cat"):
...     print(word, expression)
cat.n (D- & (S+ or [O-]0.5))
>>> parse_dictionary("the: D+;\\ncat: D- & & S+;")
Traceback (most recent call last):
  ...
multiplane.deduce.link.dictionary.DictionaryError: dictionary:2:11: found '&'; expected a connector, a name or a bracket
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from math import inf
from pathlib import Path
from typing import NamedTuple

from multiplane.deduce.link.connectors import is_connector
from multiplane.deduce.link.expressions import EMPTY, AllOf, Connector, Costly, Expression, OneOf, optional
from multiplane.errors import MultiplaneError

LEFT_WALL, RIGHT_WALL = "LEFT-WALL", "RIGHT-WALL"

TOKEN = re.compile(
    r'%[^\n]*|\s+|(?P<sign>[(){}\[\];:&|^])|(?P<quoted>"\S+?"(?=[\s:;]))|(?P<word>[^\s(){}\[\];:&|^"%]+)'
)
SUBSCRIPT = re.compile(r"(.+)\.[^\W\d_][^.]*")
COST = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
OPERATORS = {"&": "&", "and": "&", "or": "or", "|": "or", "sym": "sym", "^": "sym"}
DIALECT = re.compile(r"[a-z]([a-z0-9_-]*[a-z0-9])?")
DEEPEST, MAX_ORDERED = 100, 8
CLOSING = {"(": ")", "{": "}", "[": "]"}


class DictionaryError(MultiplaneError):
    """A dictionary that breaks the format: the file, the line and the column, what was found and what was expected."""

    def __init__(self, file: str, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"{file}:{line}:{column}: found {found}; expected {expected}")
        self.line, self.column = line, column


@dataclass(frozen=True)
class Dictionary:
    """Expressions by word, subscripts included, and the words of every form."""

    name: str
    expressions: dict[str, Expression]
    forms: dict[str, list[str]] = field(default_factory=dict)

    def lookup(self, form: str) -> list[tuple[str, Expression]]:
        """The words of a form with their expressions, in the order of the dictionary; none where it is unknown."""
        return [(word, self.expressions[word]) for word in self.forms.get(form, ())]


class DictionaryToken(NamedTuple):
    """A sign, a quoted word or a plain one, and where it stands."""

    text: str
    kind: str
    line: int
    column: int


def parse_dictionary(
    text: str, name: str = "dictionary", folder: Path | None = None, dialects: Mapping[str, float] | None = None
) -> Dictionary:
    """The dictionary that a text describes; files of words are looked for in a folder, dialects have costs."""
    return _Reader(text, name, folder, dialects or {}).dictionary()


def read_dictionary(path: str | Path, dialects: Mapping[str, float] | None = None) -> Dictionary:
    """The dictionary in a file; dialects without a cost are not used."""
    return parse_dictionary(_read(Path(path)), str(path), Path(path).parent, dialects)


def example_dictionary() -> Dictionary:
    """The dictionary that comes with the package: a fragment of English.

    >>> len(example_dictionary().forms) > 50
    True
    """
    text = resources.files("multiplane.deduce.link").joinpath("english.dict").read_text("utf-8")
    return parse_dictionary(text, "english.dict")


def form_of(word: str) -> str:
    """A word without its subscript.

    >>> form_of("can.v"), form_of("3.14"), form_of("."), form_of("etc.")
    ('can', '3.14', '.', 'etc.')
    """
    found = SUBSCRIPT.fullmatch(word)
    return found[1] if found else word


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise MultiplaneError(f"{path}: {reason}") from error


def _tokens(text: str, name: str) -> Iterator[DictionaryToken]:
    place, line, begin = 0, 1, 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            expected = "a quoted word without blanks, and its closing quote"
            raise DictionaryError(name, line, place - begin + 1, "'\"'", expected)
        if found.lastgroup:
            plain = found[0][1:-1] if found.lastgroup == "quoted" else found[0]
            yield DictionaryToken(plain, found.lastgroup, line, place - begin + 1)
        newlines = found[0].count("\n")
        if newlines:
            line += newlines
            begin = place + found[0].rindex("\n") + 1
        place = found.end()
    yield DictionaryToken("", "end", line, place - begin + 1)


class _Reader:
    """A recursive-descent parser: the tokens of a dictionary, and how many were read."""

    def __init__(self, text: str, name: str, folder: Path | None, dialects: Mapping[str, float]) -> None:
        self.name, self.folder, self.dialects = name, folder, dialects
        self.tokens = list(_tokens(text, name))
        self.at = 0
        self.names: dict[str, Expression] = {}
        self.expressions: dict[str, Expression] = {}
        self.idioms = self.idiom_links = self.depth = 0

    @property
    def token(self) -> DictionaryToken:
        return self.tokens[self.at]

    def sees(self, sign: str) -> bool:
        return self.token.kind == "sign" and self.token.text == sign

    def error(self, expected: str, token: DictionaryToken | None = None, found: str = "") -> DictionaryError:
        token = token or self.token
        found = found or ("the end of the file" if token.kind == "end" else repr(token.text))
        return DictionaryError(self.name, token.line, token.column, found, expected)

    def take(self, sign: str, expected: str) -> None:
        if not self.sees(sign):
            raise self.error(expected)
        self.at += 1

    def dictionary(self) -> Dictionary:
        while self.token.kind != "end":
            if self.token.text == "#define" and self.token.kind == "word":
                self.definition()
            else:
                self.entry()
        forms: dict[str, list[str]] = {}
        for word in self.expressions:
            forms.setdefault(form_of(word), []).append(word)
        return Dictionary(self.name, self.expressions, forms)

    def definition(self) -> None:
        """``#define name value;`` sets a variable of the Link Grammar parser; it says nothing of linkages."""
        while not self.sees(";"):
            if self.token.kind == "end":
                raise self.error("';' at the end of a definition")
            self.at += 1
        self.at += 1

    def entry(self) -> None:
        first = self.at
        words: list[tuple[str, DictionaryToken]] = []
        while not self.sees(":"):
            token = self.token
            if token.kind in ("sign", "end"):
                expected = "a word, or ':' after the words of an entry" if self.at > first else "a word"
                raise self.error(expected)
            words += [(word, token) for word in self.words_of(token)]
            self.at += 1
        if self.at == first:
            raise self.error("a word before ':'")
        self.at += 1
        expression = self.expression()
        self.take(";", "'&', 'or', or ';' at the end of an entry")
        for word, token in words:
            self.define(word, token, expression)

    def words_of(self, token: DictionaryToken) -> list[str]:
        if token.kind == "quoted" or not re.match(r"/[^.]", token.text):
            return [token.text]
        if self.folder is None:
            raise self.error("words, as this dictionary is in no folder with files of words", token)
        for folder in (self.folder, self.folder.parent):
            if (folder / token.text[1:]).is_file():
                return _read(folder / token.text[1:]).split()
        raise self.error(f"a file of words under {self.folder}", token)

    def define(self, word: str, token: DictionaryToken, expression: Expression) -> None:
        parts = form_of(word).split("_")
        is_idiom = len(parts) > 1 and all(parts) and token.kind == "word" and not word.startswith("<")
        if word in self.names and not is_idiom:
            raise self.error("each word once; other uses need subscripts", token, f"a second entry for {word!r}")
        self.names[word] = expression
        if is_idiom:
            self.idioms += 1
            for part, requirement in zip(parts, self.idiom(len(parts), expression), strict=True):
                self.expressions[f"{part}.I{self.idioms}"] = requirement
        elif token.kind == "quoted" or not re.fullmatch("<.+>", word):
            self.expressions[word] = expression

    def idiom(self, size: int, expression: Expression) -> Iterator[Expression]:
        """The words of an idiom hang together by connectors of their own; the last one has the expression."""
        before: tuple[Expression, ...] = ()
        for _ in range(size - 1):
            name = f"_I{_letters(self.idiom_links)}"
            self.idiom_links += 1
            yield AllOf((*before, Connector(name + "+")))
            before = (Connector(name + "-"),)
        yield AllOf((*before, expression))

    def expression(self) -> Expression:
        """Parts with one operator between them."""
        parts = [self.part()]
        operator = ""
        while self.token.text in OPERATORS and self.token.kind != "quoted":
            sign = OPERATORS[self.token.text]
            if sign != (operator or sign):
                raise self.error(f"{operator!r}, or brackets around one of them")
            operator = sign
            self.at += 1
            parts.append(self.part())
        if not operator:
            return parts[0]
        if operator == "sym":
            if len(parts) > MAX_ORDERED:
                raise self.error(f"at most {MAX_ORDERED} parts with 'sym' between them", found=f"{len(parts)} of them")
            return OneOf(tuple(AllOf(order) for order in _orders(tuple(parts))))
        return AllOf(tuple(parts)) if operator == "&" else OneOf(tuple(parts))

    def part(self) -> Expression:
        token = self.token
        if token.kind == "sign" and token.text in CLOSING:
            return self.bracket(token)
        if token.kind in ("sign", "end") or token.text in OPERATORS:
            raise self.error("a connector, a name or a bracket")
        self.at += 1
        if is_connector(token.text):
            return Connector(self.unreserved(token))
        if token.text.endswith("$") and is_connector(token.text[:-1] + "+"):
            name = self.unreserved(token)[:-1]
            return OneOf((Connector(name + "+"), Connector(name + "-")))
        if token.text not in self.names:
            raise self.error("a connector such as Ss+ or @MV-, or a name defined before", token)
        return self.names[token.text]

    def unreserved(self, token: DictionaryToken) -> str:
        if token.text.lstrip("@hd").startswith("_"):
            raise self.error("a letter first, as names with '_' first are for idioms", token)
        return token.text

    def bracket(self, opening: DictionaryToken) -> Expression:
        if self.depth == DEEPEST:
            raise self.error(f"at most {DEEPEST} brackets inside one another")
        self.at += 1
        self.depth += 1
        closing = CLOSING[opening.text]
        part = EMPTY if self.sees(closing) and closing != "}" else self.expression()
        self.take(closing, f"'&', 'or' or {closing!r} for the {opening.text!r} at {opening.line}:{opening.column}")
        self.depth -= 1
        if closing == "}":
            return optional(part)
        if closing == ")":
            return part
        if self.token.kind != "word" or self.token.text in OPERATORS:
            return Costly(part, 1.0)
        cost = self.token.text
        if COST.fullmatch(cost):
            self.at += 1
            return Costly(part, float(cost))
        if not DIALECT.fullmatch(cost):
            raise self.error("a cost, '&', 'or' or ';' after ']'")
        self.at += 1
        return Costly(part, self.dialects.get(cost, inf))


def _orders(parts: tuple[Expression, ...]) -> list[tuple[Expression, ...]]:
    """The last part before or after all others, these in the same way."""
    if len(parts) == 1:
        return [parts]
    others = _orders(parts[:-1])
    return [(*order, parts[-1]) for order in others] + [(parts[-1], *order) for order in others]


def _letters(number: int) -> str:
    """A, B … Z, BA, BB …: a number in capitals."""
    return (_letters(number // 26) if number >= 26 else "") + chr(ord("A") + number % 26)
