"""Items of parsing schemata: types with fields, and patterns of items as they stand in a deduction step.

>>> from multiplane.deduce.terms import F, Segment, positions
>>> i, j = positions("i j")
>>> Span = Item("Span", i=POSITION, j=POSITION, b=FLAG, c=FLAG)
>>> Span[i, j + 1, True, F]
[i,j+1,T,F]
>>> Heads = Item("Heads", heads=list_of(POSITION, at_most=4), show="[{heads}]")
>>> Heads[[i, Segment("α"), j]]
[i,α,j]
>>> Span[i, j]
Traceback (most recent call last):
  ...
multiplane.deduce.items.SchemaError: item Span: found 2 fields; expected 4 (i, j, b, c)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from multiplane.deduce.terms import Element, Flag, ListTerm, Position, Scalar, Segment, Symbol, Term, Value, variables
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.deduce.conditions import Condition


class SchemaError(MultiplaneError):
    """A schema, a step or an item that is not well-formed."""


@dataclass(frozen=True, slots=True)
class FieldKind:
    """What a field holds: a position, a flag, a symbol, or a list of them (or of tuples) with at most so many."""

    name: str
    of: tuple[FieldKind, ...] = ()
    at_most: int | None = None

    @property
    def is_list(self) -> bool:
        return self.name == "list"

    @property
    def positions_each(self) -> int:
        """The string positions in one value (in one element, for lists)."""
        return sum(kind.positions_each for kind in self.of) if self.of else int(self.name == "position")


POSITION, FLAG, SYMBOL = FieldKind("position"), FieldKind("flag"), FieldKind("symbol")


def list_of(*kinds: FieldKind, at_most: int | None = None) -> FieldKind:
    """A list of values of a kind, or of tuples of values where several kinds are given."""
    return FieldKind("list", kinds, at_most)


@dataclass(frozen=True, slots=True, repr=False)
class ItemType:
    """A type of items: its fields, how it is printed, which values make an item, and which items are the same."""

    name: str
    fields: tuple[tuple[str, FieldKind], ...]
    show: str
    valid: tuple[Condition, ...] = ()
    equations: tuple[Equation, ...] = ()

    def __getitem__(self, terms: Any) -> Pattern:
        given = terms if isinstance(terms, tuple) else (terms,)
        names = ", ".join(name for name, _ in self.fields)
        if len(given) != len(self.fields):
            raise SchemaError(f"item {self.name}: found {len(given)} fields; expected {len(self.fields)} ({names})")
        checked = [
            _term(term, kind, f"item {self.name}, field {name}")
            for term, (name, kind) in zip(given, self.fields, strict=True)
        ]
        return Pattern(self, tuple(checked))

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(name for name, _ in self.fields)})"


@dataclass(frozen=True, slots=True, repr=False)
class Pattern:
    """An item with variables."""

    type: ItemType
    terms: tuple[Term, ...]

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for term in self.terms for name in variables(term)))

    def __repr__(self) -> str:
        return show_item(self.type, self.terms)

    def kinds(self) -> dict[str, FieldKind]:
        """The kind of every variable; a segment has the kind of the list that it is part of."""
        found: dict[str, FieldKind] = {}
        for term, (_, kind) in zip(self.terms, self.type.fields, strict=True):
            for element in term.elements if isinstance(term, ListTerm) else (term,):
                if isinstance(element, Segment):
                    found[element.name] = kind
                elif isinstance(element, tuple):
                    found |= {name: k for e, k in zip(element, kind.of, strict=True) for name in variables(e)}
                else:
                    inner = kind.of[0] if kind.is_list else kind
                    found |= dict.fromkeys(variables(element), inner)
        return found


@dataclass(frozen=True, slots=True, repr=False)
class Equation:
    """Two ways to write one item: the first is the normal form. ``where`` must hold of the first."""

    left: Pattern
    right: Pattern
    where: tuple[Condition, ...] = ()

    def __repr__(self) -> str:
        conditions = ", ".join(map(repr, self.where))
        return f"{self.left!r} = {self.right!r}" + (f"  {conditions}" if conditions else "")


def Item(name: str, /, show: str = "", **fields: FieldKind) -> ItemType:
    """A new type of items; ``show`` is a template over the field names, such as ``[{A}({α}•{β}),{i},{j}]``."""
    template = show or "[" + ",".join(f"{{{field}}}" for field in fields) + "]"
    unknown = set(re.findall(r"{(\w+)", template)) - set(fields)
    if unknown:
        raise SchemaError(f"item {name}: found {sorted(unknown)[0]} in {show!r}; expected one of {', '.join(fields)}")
    return ItemType(name, tuple(fields.items()), template)


def show_item(type_: ItemType, terms: tuple[Any, ...], term: Callable[[Any], str] = repr) -> str:
    """An item as the article writes it: flags as T and F, the lists of `show` templates without brackets."""
    texts = {}
    for content, (name, kind) in zip(terms, type_.fields, strict=True):
        text = term(content)
        bare = f"[{{{name}}}]" in type_.show or f"({{{name}" in type_.show or f"•{{{name}" in type_.show
        if kind.is_list and (bare or kind.of == (SYMBOL,)):
            text = re.sub(r"^(⟨|\\langle )(.*?)(⟩|\\rangle)$", r"\2", text)
            text = text.replace(",", " ").replace("⋆ ", "⋆ ") if kind.of == (SYMBOL,) else text
        texts[name] = text
    return re.sub(r"{(\w+)}", lambda match: texts[match[1]], type_.show)


def show_value(content: Value) -> str:
    """A value in a concrete item."""
    if isinstance(content, bool):
        return "T" if content else "F"
    if isinstance(content, tuple):
        parts = ["(" + ",".join(map(show_value, e)) + ")" if isinstance(e, tuple) else show_value(e) for e in content]
        return "⟨" + ",".join(parts) + "⟩"
    return str(content)


def _term(term: Any, kind: FieldKind, where: str) -> Term:
    if kind.is_list:
        if not isinstance(term, list | tuple):
            raise SchemaError(f"{where}: found {term!r}; expected a list")
        return ListTerm(tuple(_element(element, kind, where) for element in term))
    return _scalar(term, kind, where)


def _element(element: Any, kind: FieldKind, where: str) -> Element:
    if isinstance(element, Segment):
        return element
    if len(kind.of) == 1:
        return _scalar(element, kind.of[0], where)
    if not isinstance(element, tuple) or len(element) != len(kind.of):
        raise SchemaError(f"{where}: found {element!r}; expected a segment or a tuple of {len(kind.of)}")
    return tuple(_scalar(each, inner, where) for each, inner in zip(element, kind.of, strict=True))


def _scalar(term: Any, kind: FieldKind, where: str) -> Scalar:
    if kind is POSITION and isinstance(term, int) and not isinstance(term, bool):
        return Position(None, term)
    if kind is FLAG and isinstance(term, bool):
        return Flag(None, term)
    if kind is SYMBOL and isinstance(term, str):
        return Symbol(term, constant=True)
    if (
        (kind is POSITION and isinstance(term, Position))
        or (kind is FLAG and isinstance(term, Flag))
        or (kind is SYMBOL and isinstance(term, Symbol))
    ):
        return term
    raise SchemaError(f"{where}: found {term!r}; expected a {kind.name}")
