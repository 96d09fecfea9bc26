"""What exhaustive checking finds out about a system: the graphs that it derives, compared with classes of graphs.

Sound: it derives only graphs of the class; complete: all of them; correct: both (DTS Def. 5).
"""

from __future__ import annotations

from dataclasses import dataclass

from multiplane.notebook import html_table


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
class Verification:
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
        return f"<Verification of {self.system} on {self.words} words: {derived}, correct for {correct}>"

    def _repr_html_(self) -> str:
        rows = [(each.name, each.size, each.derived, each.sound, each.complete) for each in self.classes]
        title = f"{self.system} on {self.words} words: {len(self.graphs):,} {self.kind} derived"
        notes = [f"correct for: {'; '.join(self.correct_for) or 'none of these classes'}"]
        return html_table(title, ["class", "graphs", "derived", "sound", "complete"], rows, notes)

    def compared(self, name: str) -> ClassComparison:
        """The comparison with the class of this name."""
        return next(comparison for comparison in self.classes if comparison.name == name)
