"""The values of all items as source text: for every size, in turn, each item's sum over the steps that give it.

Steps whose antecedents are all smaller come first, then those that keep the size, by the stages of their kinds. Steps
that give items of the same form share the loops over these, and sums that are alike are computed once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from multiplane.deduce.compile.algebras import Algebra
from multiplane.deduce.compile.analysis import Analysis
from multiplane.deduce.compile.differences import Differences, Invariants, stated_differences
from multiplane.deduce.compile.flatten import Cell, FlatStep, ItemKind
from multiplane.deduce.compile.layout import text
from multiplane.deduce.compile.loops import (
    Enforced,
    SourceText,
    instance_loops,
    loops_of_size,
    restricted,
    side_conditions,
)
from multiplane.deduce.compile.order import least_growth, uncovered
from multiplane.deduce.terms import variables

MAX_STEPS_TOGETHER = 60
MAX_SUMS_TOGETHER = 12

KnownStep = tuple[FlatStep, Differences]


@dataclass(slots=True)
class Functions:
    """Functions written so far: their source, and how each is called."""

    analysis: Analysis
    algebra: Algebra
    prefix: str
    source: SourceText = field(default_factory=SourceText)
    calls: list[str] = field(default_factory=list)

    def table(self, cell: Cell) -> str:
        """The value of an item."""
        return f"t{self.number(cell.kind)}[{self.place(cell)}]"

    def place(self, cell: Cell) -> str:
        """Where an item is in its table."""
        return f"place({self.analysis.layouts[cell.kind].place(cell)})"

    def number(self, kind: ItemKind) -> int:
        return self.analysis.kinds.index(kind)

    def parameters(self, kinds: list[ItemKind], tables: str = "t") -> str:
        return ", ".join(f"{tables}{self.number(kind)}" for kind in kinds)

    def arguments(self, kinds: list[ItemKind], tables: str = "tables") -> str:
        return ", ".join(f"{tables}[{self.number(kind)}]" for kind in kinds)


def kinds_in(steps: list[FlatStep]) -> list[ItemKind]:
    """The kinds that steps speak of, each once."""
    return list(dict.fromkeys(cell.kind for step in steps for cell in step.cells))


def phases(analysis: Analysis) -> list[list[KnownStep]]:
    """The steps in the order of one size: those from smaller items, then stage by stage."""
    size, stages = analysis.order.size, analysis.order.stages
    found: dict[int, list[KnownStep]] = {}
    for step, known in analysis.steps:
        if step.gives is not None:
            grown = [least_growth(step, cell, known, size) for cell in step.antecedents]
            smaller = all(each is not None and each > 0 for each in grown) or step.gives.kind in analysis.same
            found.setdefault(-1 if smaller else stages[step.gives.kind], []).append((step, known))
    return [found[stage] for stage in sorted(found)]


def groups(analysis: Analysis, steps: list[KnownStep]) -> list[list[KnownStep]]:
    """Steps that run over the same items, as many at once as compile well."""
    found: dict[object, list[KnownStep]] = {}
    for step, known in steps:
        assert step.gives is not None
        measured = analysis.order.size(step.gives, known)
        assert measured is not None
        apart = tuple(uncovered(head, measured.ends, known, step.covers) for head in measured.heads)
        found.setdefault((step.gives.terms, measured, apart), []).append((step, known))
    return [
        group[at : at + MAX_STEPS_TOGETHER]
        for group in found.values()
        for at in range(0, len(group), MAX_STEPS_TOGETHER)
    ]


def joined_differences(group: list[KnownStep]) -> Differences:
    """What holds of the consequents of all steps."""
    first = group[0][0].gives
    assert first is not None
    names = list(dict.fromkeys(name for term in first.terms for name in variables(term)))
    parts = [restricted(known, names) for _, known in group]
    return Differences(parts[0].names, np.maximum.reduce([part.matrix for part in parts]))


def factors_of(functions: Functions, step: FlatStep) -> tuple[list[str], list[str]]:
    """What a step multiplies: what varies over its inner loops, and what does not."""
    inner: list[str] = []
    outer: list[str] = []
    for cell in step.antecedents:
        names = {name for term in cell.terms for name in variables(term)}
        (inner if any(name.startswith("q") for name in names) else outer).append(functions.table(cell))
    for dependent, head in step.arcs:
        varies = any(name.startswith("q") for term in (dependent, head) for name in variables(term))
        (inner if varies else outer).append(f"arcs[{text(head)}, {text(dependent)}]")
    return inner, outer


def inner_loops(step: FlatStep, known: Differences, enforced: Enforced, invariants: Invariants) -> list[str]:
    """Headers over the positions that the consequent does not have; first what the step says of those that it has."""
    within = enforced.copy(known.names)
    outer = [name for name in step.variables if name.startswith("p")]
    stated = restricted(stated_differences(step, invariants), outer)
    headers = [f"if {test}:" for test in within.guards(stated)]
    names = [name for name in step.variables if name.startswith("q")]
    return headers + instance_loops(names, known, within, side_conditions(step))


def write_group(functions: Functions, group: list[KnownStep]) -> None:
    """One function that adds what some steps give to the items of size w."""
    source = functions.source
    steps = [step for step, _ in group]
    assert steps[0].gives is not None
    kinds = kinds_in(steps)
    name = f"{functions.prefix}_steps_{len(functions.calls)}"
    functions.calls.append(f"{name}(w, n, binomial, arcs, {functions.arguments(kinds)})")
    headers, enforced = loops_of_size(
        steps[0].gives, joined_differences(group), functions.analysis.order.size, steps[0].covers
    )
    alike: dict[tuple[str, ...], list[FlatStep]] = {}
    for step, known in group:
        alike.setdefault(tuple(inner_loops(step, known, enforced, functions.analysis.invariants)), []).append(step)
    source.add("", "@kernel")
    with source.block(f"def {name}(w, n, binomial, arcs, {functions.parameters(kinds)}):"):
        source.add(f'"""{", ".join(dict.fromkeys(step.name for step in steps))}"""', "size = n + 2")
        with source.block(*headers):
            for inner, members in alike.items():
                for at in range(0, len(members), MAX_SUMS_TOGETHER):
                    write_sums(functions, list(inner), members[at : at + MAX_SUMS_TOGETHER])
    source.add("")


def write_sums(functions: Functions, headers: list[str], steps: list[FlatStep]) -> None:
    """Sums over the inner positions of steps with the same inner loops, added to the tables."""
    algebra, source = functions.algebra, functions.source
    sums: dict[str, str] = {}
    outer_of: list[tuple[FlatStep, str, list[str]]] = []
    for step in steps:
        inner, outer = factors_of(functions, step)
        total = sums.setdefault(algebra.product(inner), f"total_{len(sums)}") if inner else ""
        outer_of.append((step, total, outer))
    loops = any(header.startswith("for") for header in headers)
    if not loops:
        with source.block(*headers):
            for step, _, outer in outer_of:
                _store(functions, step, outer)
        return
    if any(not total for _, total, _ in outer_of):
        sums.setdefault(algebra.one, "total_once")
        outer_of = [(step, total or "total_once", outer) for step, total, outer in outer_of]
    for total in sums.values():
        source.add(*algebra.start(total))
    with source.block(*headers):
        for product, total in sums.items():
            source.add(*algebra.include(total, product))
    for step, total, outer in outer_of:
        _store(functions, step, [algebra.result(total), *outer])


def _store(functions: Functions, step: FlatStep, factors: list[str]) -> None:
    assert step.gives is not None
    place = functions.table(step.gives)
    functions.source.add(f"{place} = {functions.algebra.joined(place, functions.algebra.product(factors))}")


def write_equations(functions: Functions) -> None:
    """A function that gives the items of size w the same value in all forms, as often as something changes."""
    source, size = functions.source, functions.analysis.order.size
    pairs = functions.analysis.equations[::2]
    kinds = kinds_in([step for step, _ in pairs])
    name = f"{functions.prefix}_forms"
    functions.calls.append(f"{name}(w, n, binomial, {functions.arguments(kinds)})")
    source.add("", "@kernel")
    with source.block(f"def {name}(w, n, binomial, {functions.parameters(kinds)}):"):
        source.add("size = n + 2", "changed = True")
        with source.block("while changed:"):
            source.add("changed = False")
            for step, known in pairs:
                assert step.gives is not None
                headers, _ = loops_of_size(step.gives, known, size)
                one, other = functions.table(step.antecedents[0]), functions.table(step.gives)
                with source.block(*headers, f"if {one} != {other}:"):
                    source.add(f"{one} = {other} = {functions.algebra.joined(one, other)}", "changed = True")
    source.add("")


def write_goal(functions: Functions) -> str:
    """A function for the sum over final items; how it is called."""
    algebra, source = functions.algebra, functions.source
    final = [(step, known) for step, known in functions.analysis.steps if step.gives is None]
    kinds = kinds_in([step for step, _ in final])
    name = f"{functions.prefix}_goal"
    source.add("", "@kernel")
    with source.block(f"def {name}(n, binomial, arcs, {functions.parameters(kinds)}):"):
        source.add("size = n + 2", *algebra.start("total"))
        for step, known in final:
            inner, outer = factors_of(functions, step)
            headers = inner_loops(step, known, Enforced.nothing([]), functions.analysis.invariants)
            with source.block(*headers):
                source.add(*algebra.include("total", algebra.product([*inner, *outer])))
        source.add(f"return {algebra.result('total')}")
    source.add("")
    return f"{name}(n, binomial, arcs, {functions.arguments(kinds)})"


def write_inside(functions: Functions) -> None:
    """The function ``PREFIX_inside``: fills all tables and returns the value of the goal."""
    analysis = functions.analysis
    for phase in phases(analysis):
        for group in groups(analysis, phase):
            write_group(functions, group)
    if analysis.equations:
        write_equations(functions)
    goal = write_goal(functions)
    source = functions.source
    source.add("", "@kernel")
    with source.block(f"def {functions.prefix}_inside(n, binomial, arcs, tables):"):
        with source.block("for w in range(n + 2):"):
            source.add(*functions.calls)
        source.add(f"return {goal}")
    source.add("")
