"""Bounds on the differences of positions, closed under consequence, and what holds of the items of every kind.

A system of bounds u − v ≤ c is a matrix; shortest paths close it (Bellman 1958), and a negative cycle shows that
nothing satisfies it. What is common to all items of a kind is found by going through the steps until nothing changes;
a bound that keeps growing is given up (widening, Cousot & Cousot 1977).

>>> from multiplane.deduce.terms import N, positions
>>> i, j = positions("i j")
>>> known = Differences.of("i j".split(), [i < j, j <= N])
>>> known.most(i, N)
-1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.deduce.compile.flatten import Cell, FlatEquation, FlatStep, ItemKind
from multiplane.deduce.terms import LENGTH, Comparison, Position
from multiplane.kernels.arrays import Int64

ZERO = ""
UNBOUNDED = 1 << 40
STABLE_AFTER = 3


@dataclass(slots=True)
class Differences:
    """``matrix[u, v]`` is the most that u − v can be; the first two nodes are 0 and n, which is at least 1."""

    names: list[str]
    matrix: Int64

    @classmethod
    def of(cls, names: Iterable[str], bounds: Iterable[Comparison] = ()) -> Differences:
        """The closed system of some comparisons."""
        nodes = [ZERO, LENGTH, *names]
        matrix = np.full((len(nodes), len(nodes)), UNBOUNDED, np.int64)
        np.fill_diagonal(matrix, 0)
        found = cls(nodes, matrix)
        found.limit(Position(None, 1), Position(LENGTH), 0)
        for each in bounds:
            found.add(each)
        found.close()
        return found

    def add(self, bound: Comparison) -> None:
        """Take in a comparison by <, ≤ or =."""
        self.limit(bound.left, bound.right, -1 if bound.relation == "<" else 0)
        if bound.relation == "=":
            self.limit(bound.right, bound.left, 0)

    def limit(self, left: Position, right: Position, most: int) -> None:
        """left − right ≤ most."""
        u, v = self.node(left), self.node(right)
        self.matrix[u, v] = min(self.matrix[u, v], most - left.offset + right.offset)

    def node(self, term: Position) -> int:
        return self.names.index(ZERO if term.base is None else term.base)

    def most(self, left: Position, right: Position) -> int:
        """The most that left − right can be."""
        return int(self.matrix[self.node(left), self.node(right)]) + left.offset - right.offset

    def close(self) -> None:
        """All consequences."""
        m = self.matrix
        for k in range(len(m)):
            np.minimum(m, m[:, k, None] + m[None, k, :], out=m)
        m[m > UNBOUNDED // 2] = UNBOUNDED

    @property
    def feasible(self) -> bool:
        return bool((self.matrix.diagonal() >= 0).all())


Invariants = dict[ItemKind, Int64]
"""For every kind the most that each of 0, n and its fields can exceed each other."""


def step_differences(step: FlatStep, invariants: Invariants) -> Differences | None:
    """All that holds in an instance of a step; None where there is none."""
    if any(cell.kind not in invariants for cell in step.antecedents):
        return None
    found = stated_differences(step, invariants)
    found.close()
    return found if found.feasible else None


def stated_differences(step: FlatStep, invariants: Invariants) -> Differences:
    """What a step says itself: its conditions, what holds of its antecedents, that arcs join words; not closed."""
    found = Differences.of(step.variables)
    for bound in step.bounds:
        found.add(bound)
    for cell in step.antecedents:
        assume(found, cell, invariants[cell.kind])
    for dependent, head in step.arcs:
        for position, least in ((dependent, 1), (head, 0)):
            found.limit(Position(None, least), position, 0)
            found.limit(position, Position(LENGTH), 0)
    return found


def assume(found: Differences, cell: Cell, invariant: Int64) -> None:
    """What holds of all items of its kind holds of a cell."""
    ends = [Position(None), Position(LENGTH), *cell.terms]
    for u, left in enumerate(ends):
        for v, right in enumerate(ends):
            if u != v and invariant[u, v] < UNBOUNDED:
                found.limit(left, right, int(invariant[u, v]))


def of_cell(found: Differences, cell: Cell) -> Int64:
    """What holds of the terms of a cell."""
    ends = [Position(None), Position(LENGTH), *cell.terms]
    table = np.array([[found.most(left, right) for right in ends] for left in ends], np.int64)
    table[table > UNBOUNDED // 2] = UNBOUNDED
    return table


def invariants_of(steps: Sequence[FlatStep], equations: Sequence[FlatEquation]) -> Invariants:
    """What holds of all items of each kind that is derived."""
    found: Invariants = {}
    turned = [step for equation in equations for step in equation.directions]
    rounds = 0
    changed = True
    while changed:
        changed = False
        rounds += 1
        for step in (*steps, *turned):
            known = None if step.gives is None else step_differences(step, found)
            if known is None or step.gives is None:
                continue
            new, kind = of_cell(known, step.gives), step.gives.kind
            old = found.get(kind)
            if old is None:
                found[kind] = new
                changed = True
            elif (new > old).any():
                found[kind] = np.where(new > old, new if rounds <= STABLE_AFTER else UNBOUNDED, old)
                changed = True
    return found
