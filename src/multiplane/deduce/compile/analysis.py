"""All that a compiled schema is made from: flat steps that can apply, their bounds, the order and the tables.

Variables get names by place: p0, p1 … in the consequent, q0, q1 … elsewhere, so that steps alike are written alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from multiplane.deduce.compile.differences import Differences, Invariants, invariants_of, step_differences
from multiplane.deduce.compile.flatten import Cell, Cover, FlatStep, ItemKind, flatten
from multiplane.deduce.compile.layout import TableLayout, layout_of
from multiplane.deduce.compile.order import Order, order_of
from multiplane.deduce.compile.rewriting import by_shape, folded
from multiplane.deduce.schema import Schema
from multiplane.deduce.terms import Comparison, Position, variables


@dataclass(frozen=True, slots=True)
class Analysis:
    """A schema ready to be written as loops."""

    schema: Schema
    steps: tuple[tuple[FlatStep, Differences], ...]
    equations: tuple[tuple[FlatStep, Differences], ...]
    invariants: Invariants
    order: Order
    layouts: dict[ItemKind, TableLayout]

    @property
    def kinds(self) -> tuple[ItemKind, ...]:
        return tuple(self.layouts)

    @property
    def same(self) -> set[ItemKind]:
        """Kinds whose items can be written in several ways."""
        return {cell.kind for step, _ in self.equations for cell in step.cells}


@lru_cache(maxsize=64)
def analysed(schema: Schema) -> Analysis:
    """Flatten a schema, find what holds of its items, and order them; an error of one line where that fails.

    >>> from multiplane.deduce.schemata import schema
    >>> analysed(schema("eisner-satta-1999")).kinds
    (Tree[=010], Tree[=011])
    """
    flat, equations = flatten(schema)
    shaped = by_shape(flat) if not equations else flat
    shaped = folded(shaped, invariants_of(shaped, equations))
    invariants = invariants_of(shaped, equations)
    steps = possible(shaped, invariants)
    rewritings = possible([step for equation in equations for step in equation.directions], invariants)
    order = order_of(schema.name, steps, rewritings)
    layouts = {kind: layout_of(kind, invariant) for kind, invariant in invariants.items()}
    return Analysis(schema, steps, rewritings, invariants, order, layouts)


def possible(steps: Sequence[FlatStep], invariants: Invariants) -> tuple[tuple[FlatStep, Differences], ...]:
    """The steps that have instances, with all that holds in these."""
    pairs = ((step, step_differences(step, invariants)) for step in map(renamed_step, steps))
    return tuple((step, known) for step, known in pairs if known is not None)


def renamed_step(step: FlatStep) -> FlatStep:
    """The same step with variables named by place."""
    outer = () if step.gives is None else _names(step.gives)
    inner = [name for name in step.variables if name not in outer]
    names = {name: f"p{at}" for at, name in enumerate(outer)} | {name: f"q{at}" for at, name in enumerate(inner)}

    def new(content: Any) -> Any:
        if isinstance(content, Position):
            return Position(names.get(str(content.base), content.base), content.offset)
        if isinstance(content, Cell):
            return Cell(content.kind, new(content.terms))
        if isinstance(content, Cover):
            return Cover(new(content.at), new(content.ends), content.inside)
        if isinstance(content, Comparison):
            return Comparison(new(content.left), content.relation, new(content.right))
        return tuple(map(new, content)) if isinstance(content, tuple) else content

    changed = {name: new(getattr(step, name)) for name in FlatStep.__slots__ if name != "name"}
    return replace(step, **changed)


def _names(cell: Cell) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for term in cell.terms for name in variables(term)))
