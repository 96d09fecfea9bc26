"""Transition systems for people: a table of several, and the definition and the proved properties of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from multiplane.characters import plural
from multiplane.results import Result
from multiplane.tables import FigureTable
from multiplane.transition.system import System

MODIFIERS = (
    "lba, rba, lnba, rnba; single-head, acyclic, directed-acyclic, no-covered-roots; root; "
    "naive, label-a, label-b; pp:SCHEME"
)


@dataclass(frozen=True, slots=True)
class SystemOverview(Result):
    """One system: its transitions, what it builds, what its definition proves.

    >>> from multiplane.transition import get
    >>> print(str(SystemOverview(get("arc-standard"))).splitlines()[0])
    arc-standard: projective forests (1 stack)
    """

    system: System

    def as_data(self) -> dict[str, Any]:
        """The definition and the properties. The keys are stable."""
        return self.system.description()

    def tables(self) -> list[FigureTable]:
        """The definition, then the properties."""
        system = self.system
        root = ", the root 0 on the stack" if system.root else ""
        about = f"{system.name}: {system.builds} ({plural(system.stacks, 'stack')}{root})"
        notes = [about, system.source, f"Warning: {system.warning}." if system.warning else ""]
        definition = [(name, f"= {text}") for name, text in system.definition()]
        more = "  … and so on for every position\n" if system.has_families else ""
        proved = [
            (each.name, "holds" if each.holds else "not implied", each.proposition, each.reason)
            for each in system.properties
        ]
        return [
            FigureTable("", (), definition, "\n".join(filter(None, notes)) + "\n", plain=True, indent="  "),
            FigureTable("", (), proved, more, plain=True, indent="  "),
        ]


@dataclass(frozen=True, slots=True)
class SystemsOverview(Result):
    """Several systems, a row each."""

    systems: tuple[System, ...]

    def as_data(self) -> list[dict[str, Any]]:
        """The definition and the properties of each. The keys are stable."""
        return [system.description() for system in self.systems]

    def tables(self) -> list[FigureTable]:
        """What each builds, in how many transitions at most, and where it is from."""
        headings = ("system", "builds", "transitions", "divisible", "planes", "source")
        note = f"\nModifiers, after a +: {MODIFIERS}.\nK-planar, K-planar-graph and attardi-D go on to 64."
        return [FigureTable("", headings, list(map(_row, self.systems)), plain=True), FigureTable(note=note)]


def _row(system: System) -> list[object]:
    proved = system.properties
    most = None if proved.most_transitions is None else f"≤ {proved.most_transitions}"
    return [system.name, system.builds, most, proved.divisible.holds, proved.planes, system.source]
