"""Loops over the instances of a step, as source text: ranges from the bounds that are not enforced yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from multiplane.deduce.compile.differences import UNBOUNDED, Differences
from multiplane.deduce.compile.flatten import Cell, Cover, FlatStep
from multiplane.deduce.compile.layout import text
from multiplane.deduce.compile.order import ItemSize, SizeOf, uncovered
from multiplane.deduce.terms import LENGTH, Position, variables


@dataclass(slots=True)
class SourceText:
    """Lines of Python, with the depth of indentation."""

    lines: list[str] = field(default_factory=list)
    depth: int = 0

    def add(self, *lines: str) -> None:
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def block(self, *headers: str) -> Iterator[None]:
        """Headers one inside the other (or plain lines), and what comes after inside all of them."""
        before = self.depth
        for header in headers:
            self.add(header)
            self.depth += header.endswith(":")
        yield
        self.depth = before

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


@dataclass(slots=True)
class Enforced:
    """The variables that have values, and the bounds that are known to hold of them."""

    bound: list[int]
    known: Differences

    @classmethod
    def nothing(cls, names: Sequence[str]) -> Enforced:
        """Only 0 and n."""
        return cls([0, 1], Differences.of(name for name in names if name not in ("", LENGTH)))

    def copy(self, names: Sequence[str]) -> Enforced:
        """The same for more variables."""
        wider = Enforced.nothing(names)
        places = [names.index(name) for name in self.known.names]
        wider.known.matrix[np.ix_(places, places)] = self.known.matrix
        wider.bound = [names.index(self.known.names[at]) for at in self.bound]
        return wider

    def limits(self, name: str, wanted: Differences) -> tuple[list[str], list[str]]:
        """What a variable must be at least and at most, given those that have values; then it has one, too."""
        v = wanted.names.index(name)
        least = [(u, -int(wanted.matrix[u, v])) for u in self.bound if wanted.matrix[u, v] < UNBOUNDED]
        most = [(u, int(wanted.matrix[v, u])) for u in self.bound if wanted.matrix[v, u] < UNBOUNDED]
        lows = [(u, c) for u, c in least if not any(self._above(w, d, u, c) for w, d in least if w != u)]
        highs = [(u, c) for u, c in most if not any(self._above(u, c, w, d) for w, d in most if w != u)]
        for u in self.bound:
            self.known.matrix[u, v] = wanted.matrix[u, v]
            self.known.matrix[v, u] = wanted.matrix[v, u]
        self.bound.append(v)
        self.known.close()
        return [self._text(*each) for each in lows], [self._text(*each) for each in highs]

    def guards(self, wanted: Differences) -> list[str]:
        """Conditions on variables that have values, for what is wanted of them and not known."""
        found = []
        for u, one in enumerate(wanted.names):
            for v, other in enumerate(wanted.names):
                u_here, v_here = self.known.names.index(one), self.known.names.index(other)
                most = int(wanted.matrix[u, v])
                if most < self.known.matrix[u_here, v_here]:
                    found.append(f"{self._text(u_here, 0)} <= {self._text(v_here, most)}")
                    self.known.matrix[u_here, v_here] = most
                    self.known.close()
        return found

    def _above(self, u: int, c: int, w: int, d: int) -> bool:
        """Whether u + c ≥ w + d is known; of two that are known to be equal, the later counts as above."""
        if self.known.matrix[w, u] > c - d:
            return False
        return u > w or not self.known.matrix[u, w] <= d - c

    def _text(self, node: int, offset: int) -> str:
        name = self.known.names[node]
        return text(Position(name or None, offset))


def span(lows: list[str], highs: list[str]) -> str:
    """The range of a loop."""
    low = lows[0] if len(lows) == 1 else f"max({', '.join(lows)})"
    high = highs[0] if len(highs) == 1 else f"min({', '.join(highs)})"
    return f"range({low}, {high} + 1)"


def instance_loops(
    names: Iterable[str], wanted: Differences, enforced: Enforced, guards: Sequence[tuple[str, set[str]]]
) -> list[str]:
    """Loop headers over some variables, each guard as soon as its variables have values."""
    headers: list[str] = []
    waiting = list(guards)

    def ready() -> None:
        have = {enforced.known.names[at] for at in enforced.bound}
        tests = [test for test, needs in waiting if needs <= have]
        waiting[:] = [each for each in waiting if not each[1] <= have]
        headers.extend(f"if {test}:" for test in tests)

    ready()
    for name in names:
        lows, highs = enforced.limits(name, wanted)
        headers.append(f"for {name} in {span(lows, highs)}:")
        ready()
    return headers


def side_conditions(step: FlatStep) -> list[tuple[str, set[str]]]:
    """The conditions of a step that are no bounds of differences, with their variables."""
    found = [(f"{text(one)} != {text(other)}", _names(one, other)) for one, other in step.unequal]
    for middle, one, other in step.between:
        a, m, b = text(one), text(middle), text(other)
        found.append((f"{a} < {m} < {b} or {b} < {m} < {a}", _names(middle, one, other)))
    for cover in step.covers:
        test = covered(cover.at, cover.ends)
        found.append((test if cover.inside else f"not ({test})", _names(cover.at, *cover.ends)))
    return found


def covered(at: Position, ends: Sequence[Position]) -> str:
    """Whether a position is in an interval and in none of its gaps, as source text."""
    tests = [f"{text(ends[0])} <= {text(at)} <= {text(ends[1])}"]
    for left, right in zip(ends[2::2], ends[3::2], strict=True):
        tests.append(f"not {text(left)} <= {text(at)} <= {text(right)}")
    return " and ".join(tests)


def size_text(size: ItemSize) -> str:
    """The size of an item as source text."""
    parts = [f"{'+' if factor > 0 else '-'} ({text(term)})" for term, factor in size.terms]
    parts += [f"+ (0 if {covered(head, size.ends)} else 1)" for head in size.heads]
    return " ".join([str(size.constant), *parts])


def loops_of_size(
    cell: Cell, wanted: Differences, size: SizeOf, covers: Sequence[Cover] = ()
) -> tuple[list[str], Enforced]:
    """Headers for all items of size w: one position follows from w and the others."""
    names = list(dict.fromkeys(name for term in cell.terms for name in variables(term)))
    inner = restricted(wanted, names)
    enforced = Enforced.nothing(inner.names)
    measured = size(cell, wanted)
    assert measured is not None
    factors: dict[str, int] = {}
    constant = measured.constant
    for term, factor in measured.terms:
        constant += factor * term.offset
        if term.base is not None:
            factors[term.base] = factors.get(term.base, 0) + factor
    factors = {name: factor for name, factor in factors.items() if factor}
    least = sum(uncovered(head, measured.ends, wanted, covers)[0] for head in measured.heads)
    most = sum(uncovered(head, measured.ends, wanted, covers)[1] for head in measured.heads)
    solved = [name for name in names if abs(factors.get(name, 0)) == 1][-1:]
    first = [name for name in names if name in factors and name not in solved]
    rest = [name for name in names if name not in factors]
    headers: list[str] = []
    apart = "apart" if least < most else str(least)
    total = " ".join(
        [f"w - {constant} - {apart}"]
        + [f"{'-' if factor > 0 else '+'} {name}" for name, factor in factors.items() if name not in solved]
    )
    for at, name in enumerate(first):
        lows, highs = enforced.limits(name, inner)
        if solved and at == len(first) - 1 and factors[name] == -factors[solved[0]]:
            _limit_by_solved(name, solved[0], inner, total, factors, lows, highs, least, most)
        headers.append(f"for {name} in {span(lows, highs)}:")
    if least < most:
        headers.append(f"for apart in range({least}, {most + 1}):")
    if solved:
        lows, highs = enforced.limits(solved[0], inner)
        headers.append(f"{solved[0]} = {total if factors[solved[0]] > 0 else f'-({total})'}")
        tests = [f"{low} <= {solved[0]}" for low in lows] + [f"{solved[0]} <= {high}" for high in highs]
        headers.append(f"if {' and '.join(tests)}:")
    else:
        headers.append(f"if {total} == 0:")
    for name in rest:
        headers.append(f"for {name} in {span(*enforced.limits(name, inner))}:")
    if least < most:
        counted = " + ".join(f"(0 if {covered(head, measured.ends)} else 1)" for head in measured.heads)
        headers.append(f"if apart == {counted}:")
    return headers, enforced


def restricted(wanted: Differences, names: Sequence[str]) -> Differences:
    """What holds of some of the variables."""
    nodes = ["", LENGTH, *names]
    places = [wanted.names.index(name) for name in nodes]
    return Differences(nodes, wanted.matrix[np.ix_(places, places)].copy())


def _limit_by_solved(
    name: str,
    solved: str,
    wanted: Differences,
    total: str,
    factors: dict[str, int],
    lows: list[str],
    highs: list[str],
    least: int,
    most: int,
) -> None:
    """The solved position is this one plus what does not depend on it: its limits by 0 and n are limits here."""
    sign = factors[solved]
    others = total.replace(f" {'-' if factors[name] > 0 else '+'} {name}", "", 1)
    at = wanted.names.index(solved)
    above, below = int(wanted.matrix[at, 1]), int(wanted.matrix[0, at])
    if above < UNBOUNDED:
        added = others.replace("apart", str(most if sign > 0 else least))
        highs.append(f"n + {above} - ({added if sign > 0 else f'-({added})'})")
    if below < UNBOUNDED:
        added = others.replace("apart", str(least if sign > 0 else most))
        lows.append(f"{-below} - ({added if sign > 0 else f'-({added})'})")


def _names(*terms: Position) -> set[str]:
    return {name for term in terms for name in variables(term)}
