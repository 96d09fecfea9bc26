"""Steps rewritten so that tables are smaller and loops shorter: fields that repeat go, three antecedents become two.

Fields that are always the same as others are left out where every antecedent of a kind has such a shape: [i,j,i] and
[i,j,j] become two kinds of two fields each; an item that fits several shapes is written to all of them.

Of three antecedents a pair with few positions is joined once, for all the others: the fold transformation of logic
programs (Tamaki & Sato 1984; Eisner & Blatz 2007 for weighted deduction). Values stay the same in every semiring. Pairs
that meet the same rest share one new kind of item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from multiplane.deduce.compile.differences import Differences, Invariants, step_differences
from multiplane.deduce.compile.flatten import Cell, FlatStep, ItemKind
from multiplane.deduce.terms import Comparison, Position, variables


def folded(steps: Sequence[FlatStep], invariants: Invariants) -> list[FlatStep]:
    """All steps with three antecedents or more folded, where a pair of them leaves out a position of the step.

    >>> from multiplane.deduce.compile.differences import invariants_of
    >>> from multiplane.deduce.compile.flatten import flatten
    >>> from multiplane.deduce.schemata import schema
    >>> steps, equations = flatten(schema("one-endpoint-crossing-2013"))
    >>> max(len(step.antecedents) for step in folded(steps, invariants_of(steps, equations)))
    2
    """
    kinds: dict[object, ItemKind] = {}
    made: dict[FlatStep, FlatStep] = {}
    for step in steps:
        known = step_differences(step, invariants) if len(step.antecedents) == 3 else None
        pair = None if known is None else best_pair(step, known)
        if pair is None or known is None:
            made.setdefault(step, step)
            continue
        one, other, rest = pair
        terms = tuple(map(Position, fields_of((one, other), known)))
        rest_cell = step.antecedents[rest]
        signature = (step.gives, rest_cell, step.arcs, terms)
        kind = kinds.setdefault(signature, ItemKind(f"Pair{len(kinds) + 1}", (), (), len(terms)))
        names = {term.base for term in terms}
        bounds = tuple(each for each in step.bounds if {*variables(each.left), *variables(each.right)} <= names)
        joined = FlatStep(step.name, (one, other), Cell(kind, terms), bounds=bounds)
        taken = replace(step, antecedents=(rest_cell, Cell(kind, terms)))
        made.setdefault(joined, joined)
        made.setdefault(replace(taken, name=""), taken)
    return merged(list(made.values()), tuple(kinds.values()))


def merged(steps: list[FlatStep], pairs: Sequence[ItemKind]) -> list[FlatStep]:
    """The same steps with one kind for all pairs that are joined in the same ways."""
    ways: dict[ItemKind, set[object]] = {kind: set() for kind in pairs}
    for step in steps:
        if step.gives is not None and step.gives.kind in ways:
            ways[step.gives.kind].add(_by_place(step))
    first = {kind: next(other for other in pairs if ways[other] == ways[kind]) for kind in pairs}
    kept: dict[object, FlatStep] = {}
    for step in steps:
        cells = [Cell(first.get(cell.kind, cell.kind), cell.terms) for cell in step.cells]
        gives = None if step.gives is None else cells.pop()
        new = replace(step, antecedents=tuple(cells), gives=gives)
        kept.setdefault(_by_place(new) if gives is not None and gives.kind in ways else new, new)
    return list(kept.values())


def _by_place(step: FlatStep) -> object:
    """A step that joins a pair, with its positions named by their place in the pair; the same for the same step."""
    assert step.gives is not None
    places = {term.base: at for at, term in enumerate(step.gives.terms)}

    def place(term: Position) -> tuple[object, int]:
        return places.get(term.base, term.base), term.offset

    cells = [(cell.kind, tuple(map(place, cell.terms))) for cell in step.antecedents]
    order = {(place(each.left), each.relation, place(each.right)) for each in step.bounds}
    return (*cells, frozenset(order), step.gives.kind.fields)


def best_pair(step: FlatStep, known: Differences) -> tuple[Cell, Cell, int] | None:
    """Two antecedents to join and the place of the third: one that has the inner position of the pair last, if any."""
    found = []
    for one, other in combinations(range(3), 2):
        rest = 3 - one - other
        pair = (step.antecedents[one], step.antecedents[other])
        names = fields_of(pair, known)
        if names and len(names) < len(step.variables):
            last = step.antecedents[rest].terms[-1]
            found.append((len(names), last != Position(names[-1]), rest, pair))
    if not found:
        return None
    _, _, rest, pair = min(found, key=lambda each: each[:3])
    return *pair, rest


def fields_of(pair: tuple[Cell, Cell], known: Differences) -> tuple[str, ...]:
    """The positions of two cells, the outermost two first, then the others; none if it is not known which these are."""
    names = list(dict.fromkeys(name for cell in pair for term in cell.terms for name in variables(term)))
    terms = [Position(name) for name in names]
    ends = [
        (one, other)
        for one in terms
        for other in terms
        if one != other and all(known.most(one, each) <= 0 and known.most(each, other) <= 0 for each in terms)
    ]
    if not ends:
        return ()
    first, last = ends[0]
    if names.index(str(first.base)) > names.index(str(last.base)):
        first, last = last, first
    inner = [str(each.base) for each in terms if each not in (first, last)]
    return str(first.base), str(last.base), *inner


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
