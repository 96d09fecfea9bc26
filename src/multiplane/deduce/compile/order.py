"""The order in which items are computed: by size, and where a step keeps the size, kinds in topological order.

The size of an item is the distance of its two ends, of its first and last position, the number of words that it covers
(of intervals with gaps, and of heads outside), the same without heads, or a position up to which all is read: the first
of these under which no step makes an item from a larger one. Steps between items of one size order their kinds; a
circle is an error.

>>> from multiplane.deduce.compile.analysis import analysed
>>> from multiplane.deduce.schemata import schema
>>> found = analysed(schema("eisner-1996")).order
>>> found.name, found.stages
('distance of both ends', {Word: 0, Span[FF]: 0, Span[TF]: 1, Span[FT]: 1})
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

from multiplane.deduce.compile.differences import ZERO, Differences
from multiplane.deduce.compile.flatten import Cell, CompileError, Cover, FlatStep, ItemKind
from multiplane.deduce.terms import Position


class ItemSize(NamedTuple):
    """A sum of positions with coefficients and a number; ``heads`` count one each where they are not ``covered``."""

    terms: tuple[tuple[Position, int], ...]
    constant: int = 0
    heads: tuple[Position, ...] = ()
    ends: tuple[Position, ...] = ()


class Order(NamedTuple):
    """How sizes are measured, and the stage of every kind within one size."""

    name: str
    size: SizeOf
    stages: dict[ItemKind, int]


SizeOf = Callable[[Cell, Differences], ItemSize | None]


def distance(cell: Cell, known: Differences, first: int, last: int) -> ItemSize | None:
    """The distance of two fields, if it is known which of them comes first."""
    if cell.kind.fields < 2:
        return ItemSize(())
    one, other = cell.terms[first], cell.terms[last]
    if known.most(one, other) <= 0:
        return ItemSize(((other, 1), (one, -1)))
    return ItemSize(((one, 1), (other, -1))) if known.most(other, one) <= 0 else None


def words_covered(cell: Cell, known: Differences) -> ItemSize | None:
    """The number of words in an interval without its gaps, and of heads that are not among them."""
    interval = cell.kind.interval
    if not interval:
        return distance(cell, known, 0, -1)
    ends = tuple(cell.terms[at] for at in interval)
    terms = [(ends[1], 1), (ends[0], -1)]
    for left, right in zip(ends[2::2], ends[3::2], strict=True):
        terms += [(right, -1), (left, 1)]
    heads = tuple(term for at, term in enumerate(cell.terms) if at not in interval)
    return ItemSize(tuple(terms), 1 - (len(ends) - 2) // 2, heads, ends)


def distance_without_gap(cell: Cell, known: Differences) -> ItemSize | None:
    """The words from one end to the other, without those between the last two fields if these lie there."""
    if cell.kind.fields < 2:
        return ItemSize((), 1)
    begin, end, left, right = *cell.terms[:2], *cell.terms[-2:]
    if known.most(begin, end) > 0:
        return None
    whole = ((end, 1), (begin, -1))
    in_order = known.most(begin, left) <= 0 and known.most(left, right) <= 0 and known.most(right, end) <= 0
    return ItemSize((*whole, (right, -1), (left, 1))) if cell.kind.fields > 4 and in_order else ItemSize(whole, 1)


SIZES: dict[str, SizeOf] = {
    "distance of both ends": lambda cell, known: distance(cell, known, 0, 1),
    "distance of first and last position": lambda cell, known: distance(cell, known, 0, -1),
    "number of words covered": words_covered,
    "number of words outside the gap": distance_without_gap,
    "first position": lambda cell, known: ItemSize(((cell.terms[0], 1),)) if cell.terms else ItemSize(()),
}


def order_of(
    schema: str, steps: Sequence[tuple[FlatStep, Differences]], equations: Sequence[tuple[FlatStep, Differences]]
) -> Order:
    """The first measure that orders all steps and is the same on both sides of every equation.

    Where items can be written in several ways, a step that keeps the size gives its own antecedent in another form.
    """
    same = {cell.kind for step, _ in equations for cell in step.cells}
    reasons = []
    for name, size in SIZES.items():
        edges: dict[ItemKind, set[ItemKind]] = {}
        uneven = (step for step, known in equations if least_growth(step, step.antecedents[0], known, size) != 0)
        reason = next((f"{step.antecedents[0]!r} and {step.gives!r} differ by {name}" for step in uneven), "")
        for step, known in steps:
            if step.gives is None or reason:
                continue
            edges.setdefault(step.gives.kind, set())
            for cell in step.antecedents:
                growth = least_growth(step, cell, known, size)
                if growth is None or growth < 0:
                    reason = f"step {step.name} makes {step.gives!r} from {cell!r}, not larger by {name}"
                elif growth == 0 and not (cell.kind in same and step.gives.kind in same):
                    edges[step.gives.kind].add(cell.kind)
        if not reason:
            circle = circle_in(edges)
            if not circle:
                return Order(name, size, stages_of(edges))
            reason = "items of one size derive one another in a circle, " + " → ".join(map(repr, circle))
        reasons.append(reason)
    raise CompileError(f"schema {schema} cannot be compiled: found no order of its items; {reasons[0]}")


def least_growth(step: FlatStep, cell: Cell, known: Differences, size: SizeOf) -> int | None:
    """The least by which the consequent is larger than an antecedent; None where it is not known."""
    assert step.gives is not None
    large, small = size(step.gives, known), size(cell, known)
    if large is None or small is None:
        return None
    sums: dict[str, int] = {}
    constant = large.constant - small.constant
    for form, sign in ((large, 1), (small, -1)):
        for term, factor in form.terms:
            base = ZERO if term.base is None else term.base
            sums[base] = sums.get(base, 0) + sign * factor
            constant += sign * factor * term.offset
    apart = sum(uncovered(term, large.ends, known, step.covers)[0] for term in large.heads)
    apart -= sum(uncovered(term, small.ends, known, step.covers)[1] for term in small.heads)
    least = least_sum(sums, known)
    return None if least is None else least + constant + apart


def least_sum(sums: dict[str, int], known: Differences) -> int | None:
    """A lower bound of a sum of positions, from bounds of differences: the best way to pair them."""
    plus = [name for name, factor in sums.items() for _ in range(max(factor, 0)) if name != ZERO]
    minus = [name for name, factor in sums.items() for _ in range(max(-factor, 0)) if name != ZERO]
    width = max(len(plus), len(minus))
    plus += [ZERO] * (width - len(plus))
    minus += [ZERO] * (width - len(minus))
    best: int | None = None
    for paired in permutations(minus):
        most = [known.most(_at(low), _at(high)) for high, low in zip(plus, paired, strict=True)]
        if all(each < 1 << 30 for each in most):
            best = -sum(most) if best is None else max(best, -sum(most))
    return best


def uncovered(
    at: Position, ends: tuple[Position, ...], known: Differences, covers: Sequence[Cover] = ()
) -> tuple[int, int]:
    """The least and the most that a head counts: 0 where it is among the words covered, 1 where it is not."""
    for cover in covers:
        if (cover.at, cover.ends) == (at, ends):
            return (0, 0) if cover.inside else (1, 1)
    begin, end = ends[:2]
    if known.most(at, begin) < 0 or known.most(end, at) < 0:
        return 1, 1
    gaps = list(zip(ends[2::2], ends[3::2], strict=True))
    if any(known.most(left, at) <= 0 and known.most(at, right) <= 0 for left, right in gaps):
        return 1, 1
    within = known.most(begin, at) <= 0 and known.most(at, end) <= 0
    if within and all(known.most(at, left) < 0 or known.most(right, at) < 0 for left, right in gaps):
        return 0, 0
    return 0, 1


def stages_of(edges: dict[ItemKind, set[ItemKind]]) -> dict[ItemKind, int]:
    """The longest way to each kind over those that it is made from at one size."""
    stages: dict[ItemKind, int] = {}

    def stage(kind: ItemKind) -> int:
        if kind not in stages:
            stages[kind] = max((stage(below) + 1 for below in edges.get(kind, ())), default=0)
        return stages[kind]

    for kind in edges:
        stage(kind)
    return stages


def circle_in(edges: dict[ItemKind, set[ItemKind]]) -> list[ItemKind]:
    """Kinds that go back to the first; none where there is no circle."""
    done: set[ItemKind] = set()

    def visit(kind: ItemKind, path: list[ItemKind]) -> list[ItemKind]:
        if kind in path:
            return [*path[path.index(kind) :], kind][::-1]
        if kind not in done:
            for below in sorted(edges.get(kind, ())):
                if found := visit(below, [*path, kind]):
                    return found
            done.add(kind)
        return []

    return next((found for kind in edges if (found := visit(kind, []))), [])


def _at(name: str) -> Position:
    return Position(None if name == ZERO else name)
