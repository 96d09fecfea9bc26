"""A configuration for people: step through it by name, look at its stacks, buffer and arcs, see what is permitted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Self

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.transition.machine.execution import apply, permitted
from multiplane.transition.machine.memory import (
    ACTIVE,
    ARCS,
    END,
    FRONT,
    SWITCHES,
    WORDS,
    arc_capacity,
    view,
    with_more_arcs,
)

UNLABELLED = "_"


def split_label(step: str) -> tuple[str, str | None]:
    """Name and label of a transition as it is written; the label may contain colons itself.

    >>> split_label("left:nmod:poss"), split_label("shift")
    (('left', 'nmod:poss'), ('shift', None))
    """
    name, colon, label = step.partition(":")
    return name, label if colon else None


class Machine(NamedTuple):
    """What runs the transitions of a system on sentences of one length: their names, and their program."""

    system: str
    names: tuple[str, ...]
    program: Int32
    most_arcs_at_once: int
    is_undirected: bool


class Configuration:
    """The state of the machine in the middle of a sentence.

    >>> from multiplane.transition import get
    >>> configuration = get("arc-eager").start(3)
    >>> configuration.permitted()
    ['shift']
    >>> configuration.apply("shift").apply("left:det").apply("shift")
    Configuration('σ [2] β [3] 2 → 1')
    >>> configuration.permitted(), configuration.arcs, configuration.heads
    (['shift', 'left', 'right'], [(2, 1)], [2, 0, 0])
    """

    __slots__ = ("labels", "machine", "memory")

    def __init__(self, machine: Machine, memory: Int32, labels: dict[str, int] | None = None) -> None:
        self.machine = machine
        self.memory = memory
        self.labels = labels or {}

    @property
    def words(self) -> int:
        return int(self.memory[WORDS])

    @property
    def stacks(self) -> list[list[int]]:
        """The stacks from bottom to top, the active one first."""
        return view(self.memory).stacks

    @property
    def stack(self) -> list[int]:
        """The active stack, from bottom to top."""
        return self.stacks[0]

    @property
    def active(self) -> int:
        """The number of the active stack."""
        return int(self.memory[ACTIVE])

    @property
    def buffer(self) -> list[int]:
        return view(self.memory).buffer

    @property
    def skipped(self) -> list[int]:
        """Covington's second list λ₂, from left to right."""
        return view(self.memory).skipped

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """(head, dependent) of every arc, in the order in which they were added."""
        return view(self.memory).arcs

    @property
    def arc_labels(self) -> list[str]:
        """The label of every arc, ``_`` where it was built without one."""
        names = list(self.labels)
        return [names[number] if number >= 0 else UNLABELLED for number in view(self.memory).arc_labels]

    @property
    def heads(self) -> list[int]:
        """The head of each word so far, 0 where it has none."""
        return [max(head, 0) for head in view(self.memory).heads]

    @property
    def is_terminal(self) -> bool:
        return bool(self.memory[FRONT] == self.memory[END])

    @property
    def key(self) -> Hashable:
        """Equal for configurations with the same arcs that no transition can tell apart."""
        seen = view(self.memory)
        stacks = tuple(map(tuple, seen.stacks))
        switches = int(self.memory[SWITCHES]) if len(stacks) > 1 else 0
        return stacks, tuple(seen.buffer), tuple(seen.skipped), switches, frozenset(seen.arcs)

    def permitted(self) -> list[str]:
        """The names of the transitions that are permitted here."""
        program = self.machine.program
        return [name for number, name in enumerate(self.machine.names) if permitted(self.memory, program, number, -1)]

    def apply(self, step: str) -> Self:
        """Carry out a transition in place; an error if it is not permitted."""
        name, label = split_label(step)
        system, names, program, *_ = self.machine
        if name not in names:
            raise MultiplaneError(f"system {system}: found transition {name!r}; it has {', '.join(names)}")
        number = names.index(name)
        label_number = -1 if label is None else self.labels.setdefault(label, len(self.labels))
        if not permitted(self.memory, program, number, label_number):
            raise MultiplaneError(f"system {system}: {step} is not permitted at {self}")
        self._ensure_arc_capacity()
        apply(self.memory, program, number, label_number)
        return self

    def run(self, sequence: Sequence[str]) -> Self:
        """Carry out the transitions of a sequence, which must leave nothing in the buffer."""
        for number, step in enumerate(sequence, 1):
            try:
                self.apply(step)
            except MultiplaneError as error:
                where = f"system {self.machine.system}"
                raise MultiplaneError(f"{where}, step {number}{str(error).removeprefix(where)}") from None
        if left := len(self.buffer):
            words = plural(self.words, "word")
            raise MultiplaneError(
                f"system {self.machine.system}: the sequence ends with {left} of {words} in the buffer"
            )
        return self

    def _ensure_arc_capacity(self) -> None:
        """Make sure that the arcs of one more transition fit: new labels can make any number of arcs."""
        while self.memory[ARCS] + self.machine.most_arcs_at_once > arc_capacity(self.memory):
            self.memory = with_more_arcs(self.memory)

    def copy(self) -> Configuration:
        """An independent copy."""
        return Configuration(self.machine, self.memory.copy(), dict(self.labels))

    def __str__(self) -> str:
        def listed(nodes: list[int]) -> str:
            return "[" + " ".join(map(str, nodes)) + "]"

        seen = view(self.memory)
        skipped = f" λ₂ {listed(seen.skipped)}" if seen.skipped else ""
        joint = "–" if self.machine.is_undirected else "→"
        arcs = "".join(f" {head} {joint} {dependent}" for head, dependent in seen.arcs)
        return f"σ {' '.join(map(listed, seen.stacks))}{skipped} β {listed(seen.buffer)}{arcs}"

    def __repr__(self) -> str:
        return f"Configuration({str(self)!r})"
