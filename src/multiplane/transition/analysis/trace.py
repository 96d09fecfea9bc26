"""A derivation step by step, as the papers' figures show it: transition, stacks, buffer, new arc."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.cells import cell_len

from multiplane.characters import plural, visible
from multiplane.lazy import load
from multiplane.notebook import html_table
from multiplane.results import Forms, Result
from multiplane.tables import FigureTable
from multiplane.transition.machine.configuration import Configuration, split_label
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

SHOWN_IN_NOTEBOOKS = 8


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One transition and the configuration after it; the first step of a trace has no transition.

    ``stacks`` are in their fixed order and ``active`` is the number of the active one; ``arcs`` are those that the
    transition added, as (head, dependent, label).
    """

    transition: str
    stacks: tuple[tuple[int, ...], ...]
    active: int
    skipped: tuple[int, ...]
    buffer: tuple[int, ...]
    arcs: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Trace(Result):
    """A whole derivation. ``str(trace)`` is the table of a paper's figure.

    ``tokens`` are the forms of the words, ``source`` is the tree or graph that was to be derived: what is drawn, with
    the arcs that are ``not_built``, where the system cannot build them all.

    >>> from multiplane.transition import get
    >>> print(get("arc-eager").trace([2, 0, 2], forms=["she", "saw", "it"]))
    transition  stack   buffer      arc
                []      she saw it
    shift       she     saw it
    left        []      saw it      saw → she
    shift       saw     it
    right       saw it  []          saw → it
    """

    system: str
    tokens: tuple[str, ...]
    undirected: bool
    steps: tuple[TraceStep, ...]
    source: Tree | Graph
    not_built: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        return len(self.steps) - 1

    @property
    def arcs(self) -> tuple[tuple[int, int, str], ...]:
        """All arcs that are built, in their order, as (head, dependent, label)."""
        return tuple(arc for step in self.steps for arc in step.arcs)

    def lost(self, arcs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Those of a tree's or graph's arcs that are not built, arcs from the root only if it is on a stack."""
        built = {arc[:2] for arc in self.arcs}
        if self.undirected:
            built |= {(dependent, head) for head, dependent in built}
        root = any(0 in stack for stack in self.steps[0].stacks)
        return tuple(arc for arc in arcs if arc not in built and (arc[0] or root))

    def word(self, node: int) -> str:
        """The form of a word, or root."""
        return self.tokens[node - 1] if node else "root"

    def words(self, nodes: Sequence[int], shown: int = 0, from_left: bool = True) -> str:
        """Words in a row, or [] where there are none; with ``shown`` only that many of them, from one end."""
        if not shown or len(nodes) <= shown:
            return " ".join(map(self.word, nodes)) or "[]"
        some = " ".join(map(self.word, nodes[:shown] if from_left else nodes[-shown:]))
        return f"{some} …" if from_left else f"… {some}"

    def arc(self, head: int, dependent: int, label: str) -> str:
        """An arc as text."""
        joint = "–" if self.undirected else "→"
        return f"{self.word(head)} {joint} {self.word(dependent)}" + (f" ({visible(label)})" if label else "")

    def table(self, shown: int = 0) -> list[list[str]]:
        """Headings, then a row a step; with ``shown`` only that many words of each stack and of the buffer."""
        stacks = len(self.steps[0].stacks)
        lists = any(step.skipped for step in self.steps)
        titles = ["stack"] if stacks == 1 else [f"stack {number}" for number in range(1, stacks + 1)]
        rows = [["transition", *titles, *(["list 2"] if lists else []), "buffer", "arc"]]
        for step in self.steps:
            places = [
                ("*" if stacks > 1 and number == step.active else "") + self.words(stack, shown, False)
                for number, stack in enumerate(step.stacks)
            ]
            skipped = [self.words(step.skipped, shown)] if lists else []
            arcs = ", ".join(self.arc(*arc) for arc in step.arcs)
            rows.append([visible(step.transition), *places, *skipped, self.words(step.buffer, shown), arcs])
        return rows

    def text(self, shown: int = 0) -> str:
        """The table in columns."""
        rows = self.table(shown)
        widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = (
            "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )
        return "\n".join(line.rstrip() for line in lines)

    def __str__(self) -> str:
        return f"{self.text()}\n{self.summary()}" if self.not_built else self.text()

    def __repr__(self) -> str:
        return f"<Trace of {self.system}: {plural(len(self), 'transition')}, {plural(len(self.tokens), 'word')}>"

    def as_data(self) -> dict[str, Any]:
        """The steps, and the arcs that are not built, as an object that JSON can hold. The keys are stable."""
        return {
            "system": self.system,
            "forms": self.tokens,
            "undirected": self.undirected,
            "steps": [asdict(step) for step in self.steps],
            "lost": self.not_built,
        }

    def tables(self) -> list[FigureTable]:
        """The whole table, its steps numbered."""
        headings, *rows = self.table()
        title = f"{self.system}: {' '.join(self.tokens)}"
        return [FigureTable(title, ["step", *headings], [(str(number), *row) for number, row in enumerate(rows)])]

    def forms(self) -> Forms:
        """What the trace can be saved as; .svg is animated, .html a page to step through, .tex slides of Beamer."""
        return Traces((self,)).forms()

    def _repr_html_(self) -> str:
        headings, *rows = self.table(SHOWN_IN_NOTEBOOKS)
        numbered = [(number, *row) for number, row in enumerate(rows)]
        return html_table(f"{self.system}: {' '.join(self.tokens)}", ["step", *headings], numbered)

    def summary(self) -> str:
        """The number of transitions, and the arcs that a best effort does not build."""
        count = plural(len(self), "transition")
        lost = [self.arc(*arc, "") for arc in self.not_built]
        return f"{count}; {len(lost)} of the arcs not built: {', '.join(lost)}" if lost else count


@dataclass(frozen=True, slots=True)
class Traces(Result):
    """Derivations of one sentence, by one system or several, one below the other."""

    traces: tuple[Trace, ...]

    def as_data(self) -> Any:
        """The steps of one derivation, or a list of several."""
        found = [trace.as_data() for trace in self.traces]
        return found[0] if len(found) == 1 else found

    def tables(self) -> list[FigureTable]:
        """The table of each derivation."""
        return [table for trace in self.traces for table in trace.tables()]

    def text(self, shown: int = 0) -> str:
        """The tables as text, with their numbers of transitions; ``shown`` is as for each trace."""
        names = [f"{trace.system}\n" if len(self.traces) > 1 else "" for trace in self.traces]
        parts = (f"{name}{one.text(shown)}\n{one.summary()}" for name, one in zip(names, self.traces, strict=True))
        return "\n\n".join(parts)

    def __str__(self) -> str:
        return self.text()

    def forms(self) -> Forms:
        """What the derivations can be saved as; only one can be a picture."""
        page, slides = "multiplane.draw.derivation_page:", "multiplane.draw.derivation_tikz:"
        drawn = {
            ".txt": lambda: f"{self}\n",
            ".html": lambda: str(load(f"{page}derivation_html")(self.traces)),
            ".tex": lambda: str(load(f"{slides}derivation_tikz")(self.traces)),
        }
        if len(self.traces) == 1:
            drawn[".svg"] = lambda: str(load(f"{page}derivation_picture")(self.traces[0]))
        return {**Result.forms(self), **drawn}


def replayed(
    configuration: Configuration,
    forms: Sequence[str],
    sequence: Sequence[str],
    source: Tree | Graph,
) -> Trace:
    """A given sequence of transitions from a configuration on, step by step; ``source`` is what it derives.

    Words without a form are shown by their numbers, and control characters in forms are made visible.
    """
    steps = []
    arcs_before = 0
    for transition in ("", *sequence):
        if transition:
            configuration.apply(transition)
        arcs = configuration.arcs
        label = split_label(transition)[1] or ""
        stacks = configuration.stacks
        turned = stacks[-configuration.active :] + stacks[: -configuration.active] if configuration.active else stacks
        steps.append(
            TraceStep(
                transition,
                tuple(map(tuple, turned)),
                configuration.active,
                tuple(configuration.skipped),
                tuple(configuration.buffer),
                tuple((head, dependent, label) for head, dependent in arcs[arcs_before:]),
            )
        )
        arcs_before = len(arcs)
    shown = tuple(visible(form) if form != "_" else str(number) for number, form in enumerate(forms, 1))
    machine = configuration.machine
    return Trace(machine.system, shown, machine.is_undirected, tuple(steps), source)
