"""Steps with three antecedents become two: a pair of antecedents with few positions is joined once, for all the others.

The fold transformation of logic programs (Tamaki & Sato 1984; Eisner & Blatz 2007 for weighted deduction): values stay
the same in every semiring. Pairs that meet the same rest share one new kind of item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from multiplane.deduce.compile.differences import Differences, Invariants, step_differences
from multiplane.deduce.compile.flatten import Cell, FlatStep, ItemKind
from multiplane.deduce.terms import Position, variables


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
