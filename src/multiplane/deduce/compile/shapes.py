"""Fields that are always the same as others are left out: [i,j,i] and [i,j,j] become two kinds of two fields each.

Only where every antecedent of a kind has such a shape. An item that fits several shapes is written to all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from multiplane.deduce.compile.flatten import Cell, FlatStep, ItemKind
from multiplane.deduce.terms import Comparison

Shape = tuple[int, ...]


def shape_of(cell: Cell) -> Shape:
    """For every field the first one with the same term.

    >>> from multiplane.deduce.terms import positions
    >>> i, j = positions("i j")
    >>> shape_of(Cell(ItemKind("Tree", (), (), 3), (i, j, i)))
    (0, 1, 0)
    """
    return tuple(cell.terms.index(term) for term in cell.terms)


def by_shape(steps: Sequence[FlatStep]) -> list[FlatStep]:
    """The same steps over kinds without repeated fields."""
    shapes: dict[ItemKind, set[Shape]] = {}
    for step in steps:
        for cell in step.antecedents:
            shapes.setdefault(cell.kind, set()).add(shape_of(cell))
    split = {kind: sorted(found) for kind, found in shapes.items() if all(map(_repeats, found)) and not kind.interval}
    return [shaped for step in steps for shaped in _shaped(step, split)]


def _shaped(step: FlatStep, split: dict[ItemKind, list[Shape]]) -> Iterator[FlatStep]:
    antecedents = tuple(_cut(cell, shape_of(cell)) if cell.kind in split else cell for cell in step.antecedents)
    if step.gives is None or step.gives.kind not in split:
        yield replace(step, antecedents=antecedents)
        return
    for shape in split[step.gives.kind]:
        terms = step.gives.terms
        same = [Comparison(terms[at], "=", terms[first]) for at, first in enumerate(shape) if terms[at] != terms[first]]
        gives = _cut(step.gives, shape)
        yield replace(step, antecedents=antecedents, gives=gives, bounds=(*step.bounds, *same))


def _cut(cell: Cell, shape: Shape) -> Cell:
    kept = tuple(term for at, term in enumerate(cell.terms) if shape[at] == at)
    return Cell(cell.kind._replace(fields=len(kept), shape=shape), kept)


def _repeats(shape: Shape) -> bool:
    return len(set(shape)) < len(shape)
