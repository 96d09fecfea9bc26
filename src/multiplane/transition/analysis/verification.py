"""What exhaustive checking finds out about a system: the graphs that it derives, compared with classes of graphs.

Sound: it derives only graphs of the class; complete: all of them; correct: both (DTS Def. 5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from multiplane.characters import plural
from multiplane.results import Result
from multiplane.tables import FigureTable, percent


@dataclass(frozen=True, slots=True)
class ClassComparison:
    """A class of graphs compared with what the system derives: its size, and how many of it are derived."""

    name: str
    size: int
    derived: int
    sound: bool

    @property
    def complete(self) -> bool:
        return self.derived == self.size

    @property
    def correct(self) -> bool:
        return self.sound and self.complete


@dataclass(frozen=True, slots=True)
class Verification(Result):
    """What all sequences of a system on a number of words derive.

    The sequences of each graph are counted, and the longest is known, unless stacks were merged or some never end;
    configurations that are stuck before the end are counted unless stacks were merged.
    """

    system: str
    words: int
    kind: str
    own_class: str
    configurations: int
    graphs: tuple[tuple[int, ...], ...]
    sequences: tuple[int, ...]
    longest: int | None
    bound: int | None
    stuck: int | None
    endless: bool
    classes: tuple[ClassComparison, ...]
    warning: str = ""

    @property
    def correct_for(self) -> tuple[str, ...]:
        """The classes for which the system is sound and complete on this many words."""
        return tuple(comparison.name for comparison in self.classes if comparison.correct)

    @property
    def within_bound(self) -> bool:
        if self.bound is None or self.longest is None:
            return not self.endless
        return self.longest <= self.bound

    def __repr__(self) -> str:
        correct = "; ".join(self.correct_for) or "none of the classes compared"
        derived = f"{len(self.graphs):,} {self.kind}"
        return f"<Verification of {self.system} on {plural(self.words, 'word')}: {derived}, correct for {correct}>"

    def summary(self) -> list[str]:
        """The findings in words, a line each."""
        lines = [f"{self.system} on {plural(self.words, 'word')}: {len(self.graphs):,} {self.kind} derived"]
        lines.append(f"correct for: {'; '.join(self.correct_for) or 'none of the classes below'}")
        stuck = "" if self.stuck is None else f", {self.stuck:,} of them stuck before the end"
        lines.append(f"configurations: {self.configurations:,}{stuck}")
        if self.endless:
            lines.append("some sequences never end")
        elif self.longest is None:
            lines.append("stacks merged: sequences are not counted")
        else:
            proved = "no bound is proved" if self.bound is None else f"at most {self.bound:,} are proved"
            lines.append(f"longest sequence: {plural(self.longest, 'transition')}; {proved}")
            total, most = sum(self.sequences), max(self.sequences)
            once = sum(count == 1 for count in self.sequences)
            lines.append(f"sequences: {total:,}; {most:,} for one graph at most; {once:,} graphs have one only")
        return [*lines, f"Warning: {self.warning}."] if self.warning else lines

    def tables(self) -> list[FigureTable]:
        """The findings in words, and the classes with which the derived graphs were compared."""
        headings = ["class", "graphs", "derived", "share", "sound", "complete"]
        rows = [
            (each.name, each.size, each.derived, percent(each.derived, each.size), each.sound, each.complete)
            for each in self.classes
        ]
        return [*map(FigureTable, self.summary()), FigureTable(), FigureTable("", headings, rows)]

    def as_data(self) -> dict[str, Any]:
        """All figures as an object that JSON can hold, but not the graphs themselves. The keys are stable."""
        return {
            "system": self.system,
            "words": self.words,
            "kind": self.kind,
            "graphs": len(self.graphs),
            "configurations": self.configurations,
            "stuck": self.stuck,
            "endless": self.endless,
            "longest": self.longest,
            "bound": self.bound,
            "sequences": sum(self.sequences) if self.sequences else None,
            "most_sequences_of_a_graph": max(self.sequences) if self.sequences else None,
            "correct_for": list(self.correct_for),
            "classes": [
                {
                    "name": each.name,
                    "size": each.size,
                    "derived": each.derived,
                    "sound": each.sound,
                    "complete": each.complete,
                    "correct": each.correct,
                }
                for each in self.classes
            ],
            "warning": self.warning or None,
        }

    def compared(self, name: str) -> ClassComparison:
        """The comparison with the class of this name."""
        return next(comparison for comparison in self.classes if comparison.name == name)


@dataclass(frozen=True, slots=True)
class Verifications(Result):
    """What was found out about several systems, a row each."""

    found: tuple[Verification, ...]

    def as_data(self) -> list[dict[str, Any]]:
        """The figures of all systems. The keys are stable."""
        return [each.as_data() for each in self.found]

    def tables(self) -> list[FigureTable]:
        """A row for each system: its own class, or the first one that it is correct or sound for."""
        headings = ["system", "n", "derived", "class", "verdict", "longest", "sequences each", "at most"]
        return [FigureTable("", headings, list(map(_row, self.found)))]


def _row(found: Verification) -> list[object]:
    order = sorted(found.classes, key=lambda each: (each.name != found.own_class, not each.correct, not each.sound))
    first = order[0]
    verdict = "correct" if first.correct else f"sound, {percent(first.derived, first.size)}"
    counted = bool(found.sequences)
    return [
        *(found.system, found.words, f"{len(found.graphs):,} {found.kind}", first.name, verdict),
        f"{found.longest} of {found.bound}" if counted else None,
        f"{sum(found.sequences) / len(found.graphs):,.1f}" if counted else None,
        max(found.sequences) if counted else None,
    ]
