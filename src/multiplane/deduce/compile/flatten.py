"""Schemata over single positions: flags, sizes of lists and segments written out, so that every item is a few numbers.

A *kind* is a type of items with the values of its flags and the sizes of its lists; a *cell* a kind with a term for
each of its positions. A step over lists or flags becomes one flat step for every choice of them.

>>> from multiplane.deduce.schemata import schema
>>> steps, _ = flatten(schema("eisner-1996"))
>>> len(steps), steps[-1]
(13, final  Span[FT](0,n) ⊢ goal)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from multiplane.deduce.conditions import ArcCondition, Between, Covers, Every, Gapped, Size
from multiplane.deduce.items import ItemType, Pattern
from multiplane.deduce.schema import GOAL_TYPE, Schema, Step, segment_sizes
from multiplane.deduce.terms import LENGTH, Comparison, Flag, ListTerm, Position, Segment, variables
from multiplane.errors import MultiplaneError


class CompileError(MultiplaneError):
    """A schema that has no compiled form."""


class ItemKind(NamedTuple):
    """A type of items with fixed flags and list sizes; ``shape`` says which of its fields are always the same.

    ``interval`` has the places of both ends and of the ends of gaps, where items are intervals with gaps.
    """

    type: str
    sizes: tuple[int, ...]
    flags: tuple[bool, ...]
    fields: int
    interval: tuple[int, ...] = ()
    shape: tuple[int, ...] = ()

    def __repr__(self) -> str:
        marks = "".join("T" if flag else "F" for flag in self.flags) + "".join(map(str, self.sizes))
        shape = "=" + "".join(map(str, self.shape)) if self.shape else ""
        return self.type + (f"[{marks}{shape}]" if marks or shape else "")


class Cell(NamedTuple):
    """An item of a kind, with a term for every position."""

    kind: ItemKind
    terms: tuple[Position, ...]

    def __repr__(self) -> str:
        return f"{self.kind!r}({','.join(map(repr, self.terms))})"


class Cover(NamedTuple):
    """Whether a position is in an interval and in none of its gaps."""

    at: Position
    ends: tuple[Position, ...]
    inside: bool


@dataclass(frozen=True, slots=True, repr=False)
class FlatStep:
    """A step between cells: arcs (dependent, head), differences that bound positions, and what is no such bound."""

    name: str
    antecedents: tuple[Cell, ...]
    gives: Cell | None
    arcs: tuple[tuple[Position, Position], ...] = ()
    bounds: tuple[Comparison, ...] = ()
    unequal: tuple[tuple[Position, Position], ...] = ()
    between: tuple[tuple[Position, Position, Position], ...] = ()
    covers: tuple[Cover, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.antecedents if self.gives is None else (*self.antecedents, self.gives)

    @property
    def variables(self) -> tuple[str, ...]:
        """Those of the consequent first."""
        given = () if self.gives is None else self.gives.terms
        terms = [*given, *(term for cell in self.antecedents for term in cell.terms)]
        terms += [term for ends in self.arcs for term in ends]
        return tuple(dict.fromkeys(name for term in terms for name in variables(term)))

    def __repr__(self) -> str:
        before = ", ".join(map(repr, self.antecedents))
        arcs = "".join(f"  {dependent!r} → {head!r}" for dependent, head in self.arcs)
        return f"{self.name}  {before} ⊢ {'goal' if self.gives is None else repr(self.gives)}{arcs}"


class FlatEquation(NamedTuple):
    """Two cells that are one item."""

    left: Cell
    right: Cell
    bounds: tuple[Comparison, ...]

    @property
    def directions(self) -> tuple[FlatStep, FlatStep]:
        """From either cell to the other, as steps."""
        forward = FlatStep("equation", (self.left,), self.right, bounds=self.bounds)
        return forward, FlatStep("equation", (self.right,), self.left, bounds=self.bounds)


Values = Mapping[str, Any]


def flatten(schema: Schema) -> tuple[list[FlatStep], list[FlatEquation]]:
    """All flat steps of a schema, hypotheses first and final items last, and its flat equations."""
    refuse(schema)
    steps = [
        flat for step in (*schema.hypotheses, *schema.steps, *schema.final) for flat in flat_steps(schema.name, step)
    ]
    equations = [flat for type_ in schema.items for flat in flat_equations(type_)]
    return steps, equations


def refuse(schema: Schema) -> None:
    """One line for what cannot be compiled, before anything else is tried."""
    if schema.grammar:
        raise CompileError(f"schema {schema.name} cannot be compiled: found rules of a grammar; expected arc scores")
    for step in (*schema.hypotheses, *schema.steps, *schema.final):
        place = f"schema {schema.name} cannot be compiled: step {step.name}"
        known = (ArcCondition, Between, Comparison, Covers, Every, Gapped, Size)
        for condition in step.where:
            if not isinstance(condition, known):
                raise CompileError(f"{place}: found the condition {condition!r}; expected one over positions and flags")
        if step.given or step.head is not None or step.child is not None:
            raise CompileError(f"{place}: found items that are only looked at; expected antecedents")
        for pattern in (*step.patterns, step.gives):
            for name, kind in pattern.type.fields:
                parts = kind.of if kind.is_list else (kind,)
                if any(part.name not in ("position", "flag") for part in parts):
                    raise CompileError(f"{place}: found field {name} of symbols; expected positions and flags")
                if kind.is_list and kind.at_most is None:
                    raise CompileError(f"{place}: found lists {name} of any length; expected at most so many elements")


def flat_steps(schema: str, step: Step) -> Iterator[FlatStep]:
    """A step for every choice of list sizes and flags."""
    for values in choices(schema, step):
        conditions = [flat for condition in step.where for flat in flat_condition(condition, values)]
        if False in conditions:
            continue
        antecedents = tuple(flat_cell(pattern, values) for pattern in step.antecedents)
        gives = None if step.gives.type is GOAL_TYPE else flat_cell(step.gives, values)
        if gives is not None:
            conditions += validity(step.gives.type, flat_fields(step.gives, values))
        conditions += [limit for name in step.each for limit in (Position(name) >= 0, Position(name) <= _END)]
        arcs = tuple(each for each in step.where if isinstance(each, ArcCondition))
        yield FlatStep(
            step.name,
            antecedents,
            gives,
            tuple((each.dependent, each.head) for each in arcs),
            tuple(each for each in conditions if isinstance(each, Comparison) and each.relation != "≠"),
            tuple((each.left, each.right) for each in conditions if isinstance(each, Comparison) and _differ(each)),
            tuple((each.middle, each.one, each.other) for each in conditions if isinstance(each, Between)),
            tuple(each for each in conditions if isinstance(each, Cover)),
        )


def choices(schema: str, step: Step) -> Iterator[dict[str, Any]]:
    """All values of flags and contents of segments: elements of fixed number, positions as variables."""
    flags = [name for name, kind in step.variables.items() if kind.name == "flag"]
    lists = {name: kind for name, kind in step.variables.items() if kind.is_list}
    for sizes in segment_sizes(step):
        if sizes is None:
            raise CompileError(
                f"schema {schema} cannot be compiled: step {step.name}: "
                "found lists of any length; expected at most so many elements"
            )
        inner = [
            (name, at, part)
            for name, size in sizes.items()
            for at in range(size)
            for part, kind in enumerate(lists[name].of)
            if kind.name == "flag"
        ]
        for truths in product((False, True), repeat=len(flags) + len(inner)):
            values: dict[str, Any] = dict(zip(flags, truths, strict=False))
            within = dict(zip(inner, truths[len(flags) :], strict=True))
            for name, size in sizes.items():
                values[name] = [
                    tuple(
                        within.get((name, at, part), Position(f"{name}{at}{'' if not part else chr(96 + part)}"))
                        for part in range(len(lists[name].of))
                    )
                    for at in range(size)
                ]
            yield values


def flat_fields(pattern: Pattern, values: Values) -> dict[str, Any]:
    """The content of every field: a position, a truth value, or a list of tuples of these."""
    return {name: _content(term, values) for term, (name, _) in zip(pattern.terms, pattern.type.fields, strict=True)}


def flat_cell(pattern: Pattern, values: Values) -> Cell:
    """A pattern as a cell."""
    fields = flat_fields(pattern, values)
    terms: list[Position] = []
    flags: list[bool] = []
    places: dict[str, list[int]] = {}
    for name, content in fields.items():
        parts = [part for element in content for part in element] if isinstance(content, list) else [content]
        places[name] = [len(terms) + at for at in range(sum(isinstance(part, Position) for part in parts))]
        for part in parts:
            (terms if isinstance(part, Position) else flags).append(part)
    sizes = tuple(len(content) for content in fields.values() if isinstance(content, list))
    interval: tuple[int, ...] = ()
    for condition in pattern.type.valid:
        if isinstance(condition, Gapped):
            gaps = variables(condition.gaps)[0]
            interval = tuple(places[str(end.base)][0] for end in (condition.begin, condition.end))
            interval += tuple(places[gaps])
    return Cell(ItemKind(pattern.type.name, sizes, tuple(flags), len(terms), interval), tuple(terms))


def flat_condition(condition: Any, values: Values) -> Iterator[Any]:
    """A condition over positions, or False where it cannot hold."""
    if isinstance(condition, Comparison | Between):
        yield condition
    elif isinstance(condition, Size):
        size = sum(len(values[segment.name]) for segment in condition.segments)
        if size < condition.least or (condition.most is not None and size > condition.most):
            yield False
    elif isinstance(condition, Every):
        if not all(element[-1] is condition.flag for element in values[condition.segment.name]):
            yield False
    elif isinstance(condition, Gapped):
        gaps = _content(condition.gaps, values)
        yield from in_order(condition.begin, condition.end, gaps)
    elif isinstance(condition, Covers):
        ends = [end for gap in _content(condition.gaps, values) for end in gap]
        yield Cover(condition.position, (condition.begin, condition.end, *ends), condition.inside)
        if condition.inside:
            yield condition.position >= condition.begin
            yield condition.position <= condition.end


def in_order(begin: Position, end: Position, gaps: list[tuple[Position, Position]]) -> Iterator[Comparison]:
    """Gaps inside an interval, none empty, words between any two and at both ends."""
    start = begin
    for left, right in gaps:
        yield start < left
        yield left <= right
        start = right + 1
    yield start <= end


def validity(type_: ItemType, fields: dict[str, Any]) -> Iterator[Any]:
    """The conditions under which values make an item."""
    for condition in type_.valid:
        if not isinstance(condition, Gapped):
            raise CompileError(f"item {type_.name}: found the condition {condition!r}; expected an interval with gaps")
        begin, end = (fields[str(position.base)] for position in (condition.begin, condition.end))
        yield from in_order(begin, end, fields[variables(condition.gaps)[0]])


def flat_equations(type_: ItemType) -> Iterator[FlatEquation]:
    """The equations of a type for every choice of sizes."""
    for equation in type_.equations:
        left, right = (Pattern(type_, side.terms) for side in (equation.left, equation.right))
        step = Step("equation", left, gives=right, where=list(equation.where))
        for values in choices(type_.name, step):
            conditions = [flat for each in equation.where for flat in flat_condition(each, values)]
            for side in (left, right):
                conditions += validity(type_, flat_fields(side, values))
            bounds = tuple(each for each in conditions if isinstance(each, Comparison))
            yield FlatEquation(flat_cell(left, values), flat_cell(right, values), bounds)


_END = Position(LENGTH, 1)


def _differ(condition: Comparison) -> bool:
    return condition.relation == "≠"


def _content(term: Any, values: Values) -> Any:
    if isinstance(term, Position):
        return term
    if isinstance(term, Flag):
        return term.positive if term.name is None else values[term.name] is term.positive
    content: list[tuple[Any, ...]] = []
    for element in term.elements if isinstance(term, ListTerm) else ():
        if isinstance(element, Segment):
            content += values[element.name]
        elif isinstance(element, tuple):
            content.append(tuple(_content(part, values) for part in element))
        else:
            content.append((_content(element, values),))
    return content
