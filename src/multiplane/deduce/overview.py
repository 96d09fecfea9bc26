"""Schemata at a glance: their classes, time and space, and what exhaustive checking says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from multiplane.deduce.check import Check, check
from multiplane.deduce.compile import CompileError, compile_schema
from multiplane.deduce.link.check import check_linkages
from multiplane.deduce.link.schemata import LINK_SCHEMATA
from multiplane.deduce.schema import Schema, order
from multiplane.deduce.schemata import FAMILIES, NAMES, Entry, entry
from multiplane.results import Result
from multiplane.tables import FigureTable

LINKAGES = "linkages"


@dataclass(frozen=True, slots=True)
class Checks(Result):
    """The checks of a schema against its class of trees, for 1 to n words.

    >>> found = check_schema("nivre-2003", 2)
    >>> [each.verdict for each in found.checks], found.unambiguous
    (['correct', 'correct'], True)
    """

    entry: Entry
    checks: tuple[Check, ...]

    @property
    def unambiguous(self) -> bool:
        """Whether every tree is derived only once."""
        return all(each.unambiguous for each in self.checks)

    @property
    def verdict(self) -> str:
        """The first verdict that is not correct, if there is one."""
        return next((each.verdict for each in self.checks if each.verdict != "correct"), "correct")

    def as_data(self) -> list[dict[str, Any]]:
        """The check for each number of words. The keys are stable."""
        return [{**asdict(each), "verdict": each.verdict, "unambiguous": each.unambiguous} for each in self.checks]

    def tables(self) -> list[FigureTable]:
        """A row for each number of words, with a tree that is missing or a graph that is wrong."""
        headings = ("n", "derived", class_of(self.entry), "verdict", "derivations", "witness")
        rows = [
            tuple(map(str, (each.n, each.derived, each.expected, each.verdict, each.derivations, _witness(each))))
            for each in self.checks
        ]
        return [FigureTable("", headings, rows, plain=True)]

    def summary(self) -> dict[str, Any]:
        """The schema with all that is computed of it."""
        schema, bounds = self.entry.schema, self.entry.schema.complexity()
        return {
            "name": schema.name,
            "class": class_of(self.entry),
            "time": order(bounds.time),
            "time_step": bounds.step,
            "space": order(bounds.space),
            "space_item": bounds.item,
            "unambiguous": self.unambiguous,
            "compiled": _compiles(schema),
            "verdict": self.verdict,
            "checked_to": self.checks[-1].n,
            "derived": [each.derived for each in self.checks],
            "derivations": [each.derivations for each in self.checks],
            "paper": schema.paper,
        }


@dataclass(frozen=True, slots=True)
class SchemataOverview(Result):
    """All schemata that have a name, each with its checks."""

    checks: tuple[Checks, ...]

    def as_data(self) -> list[dict[str, Any]]:
        """What is computed of each schema. The keys are stable."""
        return [each.summary() for each in self.checks]

    def tables(self) -> list[FigureTable]:
        """Class, time, space, ambiguity and verdict of each schema."""
        keys = ("name", "class", "time", "space", "unambiguous", "compiled", "verdict", "paper")
        checked = f"check to n = {self.checks[0].checks[-1].n}"
        headings = ["schema", *keys[1:-2], checked, "paper"]
        largest = ", ".join(f"{family}-{number}" for family, (*_, number) in FAMILIES.items())
        rows = [[one[key] for key in keys] for one in self.as_data()]
        return [
            FigureTable("", headings, rows, plain=True),
            FigureTable(note=f"\nFamilies go on to {largest}."),
        ]


def check_schema(
    name: str, words: int, trees: str | None = None, progress: Callable[[str], None] = lambda text: None
) -> Checks:
    """Compare the trees that a schema derives with its class, or another one, for 1 to so many words."""
    found = entry(name) if trees is None else replace(entry(name), trees=trees)
    results = []
    for n in range(1, words + 1):
        progress(f"{found.schema.name}, {n} of {words} words")
        if found.trees == LINKAGES:
            results.append(check_linkages(found.schema, n))
        else:
            results.append(check(found.schema, found.trees, found.single_root, n))
    return Checks(found, tuple(results))


def check_all(words: int, progress: Callable[[str], None] = lambda text: None) -> SchemataOverview:
    """The checks of all schemata that have a name."""
    return SchemataOverview(tuple(check_schema(name, words, progress=progress) for name in (*NAMES, *LINK_SCHEMATA)))


def class_of(found: Entry) -> str:
    """The class of a schema in words."""
    return found.trees + (", single root" if found.single_root else "")


def schema_text(name: str) -> str:
    """A schema as the article writes it, under its class, paper, time and space."""
    found = entry(name)
    trees = class_of(found) + ("" if found.trees == LINKAGES else " trees")
    about = f"{found.schema.name}: {trees} ({found.schema.paper})"
    return f"{about}\n{found.schema.complexity()!r}\n\n{found.schema!r}"


def _witness(result: Check) -> str:
    """A tree that is missing or a graph that is wrong."""
    parts: Sequence[tuple[str, Sequence[int] | None]] = [("missing", result.missing), ("wrong", result.wrong)]
    return ", ".join(f"{kind} {' '.join(map(str, heads))}" for kind, heads in parts if heads is not None)


def _compiles(found: Schema) -> bool:
    """Whether a schema has a compiled form."""
    try:
        compile_schema(found)
    except CompileError:
        return False
    return True
