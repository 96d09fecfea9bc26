"""A configuration for people: step through it by name, look at its stacks, buffer and arcs, see what is permitted."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.transition.machine import apply, permitted
from multiplane.transition.running import arcs_of, split
from multiplane.transition.state import ACTIVE, ARCS, END, FRONT, SKIPPED, SWITCHES, WORDS, State, new_state

if TYPE_CHECKING:
    from multiplane.transition.system import TransitionSystem


class Configuration:
    """Where the machine stands.

    >>> from multiplane.transition import get
    >>> configuration = get("arc-eager").start(3)
    >>> configuration.permitted()
    ['shift']
    >>> configuration.apply("shift").apply("left:det").apply("shift")
    Configuration('σ [2] β [3] 2 → 1')
    >>> configuration.permitted(), configuration.arcs, configuration.heads
    (['shift', 'left', 'right'], [(2, 1)], [2, 0, 0])
    """

    __slots__ = ("labels", "state", "system")

    def __init__(self, system: TransitionSystem, state: State, labels: dict[str, int]) -> None:
        self.system = system
        self.state = state
        self.labels = labels

    @property
    def words(self) -> int:
        return int(self.state.registers[WORDS])

    @property
    def stacks(self) -> list[list[int]]:
        """The stacks from bottom to top, the active one first."""
        active, count = int(self.state.registers[ACTIVE]), len(self.state.sizes)
        order = [(active + i) % count for i in range(count)]
        return [self.state.stacks[stack, : self.state.sizes[stack]].tolist() for stack in order]

    @property
    def stack(self) -> list[int]:
        """The active stack, from bottom to top."""
        return self.stacks[0]

    @property
    def active(self) -> int:
        """The number of the active stack."""
        return int(self.state.registers[ACTIVE])

    @property
    def buffer(self) -> list[int]:
        words: list[int] = self.state.buffer[self.state.registers[FRONT] : self.state.registers[END]].tolist()
        return words

    @property
    def skipped(self) -> list[int]:
        """Covington's second list λ₂, from left to right."""
        words: list[int] = self.state.skipped[: self.state.registers[SKIPPED]][::-1].tolist()
        return words

    @property
    def arcs(self) -> list[tuple[int, int]]:
        """(head, dependent) of every arc, in the order in which they were added."""
        return arcs_of(self.state, list(self.labels))[0]

    @property
    def heads(self) -> list[int]:
        """The head of each word so far, 0 where it has none."""
        return [max(head, 0) for head in self.state.heads[1 : self.words + 1].tolist()]

    @property
    def is_terminal(self) -> bool:
        return bool(self.state.registers[FRONT] == self.state.registers[END])

    @property
    def key(self) -> Hashable:
        """Equal for configurations between which no transition can tell, and which have the same arcs."""
        stacks = tuple(map(tuple, self.stacks))
        switches = int(self.state.registers[SWITCHES])
        return stacks, tuple(self.buffer), tuple(self.skipped), switches, frozenset(self.arcs)

    def permitted(self) -> list[str]:
        """The names of the transitions that are permitted here."""
        table = self.system.table(self.words)
        names = self.system.names(self.words)
        return [name for number, name in enumerate(names) if permitted(self.state, table, number, -1)]

    def apply(self, step: str) -> Configuration:
        """Carry out a transition, here and now; an error if it is not permitted."""
        name, label = split(step)
        names = self.system.names(self.words)
        if name not in names:
            raise MultiplaneError(f"system {self.system.name}: found transition {name!r}; it has {', '.join(names)}")
        table, number = self.system.table(self.words), names.index(name)
        label_number = -1 if label is None else self.labels.setdefault(label, len(self.labels))
        if not permitted(self.state, table, number, label_number):
            raise MultiplaneError(f"system {self.system.name}: {step} is not permitted at {self}")
        self._make_room()
        apply(self.state, table, number, label_number)
        return self

    def _make_room(self) -> None:
        """Room for the arcs of one more transition: labels made up on the way may add arcs without end."""
        room = len(self.state.arc_head)
        if self.state.registers[ARCS] + self.system.most_arcs_at_once > room:
            roomier = new_state(self.words, len(self.state.sizes), 2 * room + self.system.most_arcs_at_once)
            for old, new in zip(self.state[1:], roomier[1:], strict=True):
                new[tuple(map(slice, old.shape))] = old
            self.state = roomier

    def copy(self) -> Configuration:
        """An independent copy."""
        state = new_state(self.words, len(self.state.sizes), len(self.state.arc_head))
        state.block[:] = self.state.block
        return Configuration(self.system, state, dict(self.labels))

    def __str__(self) -> str:
        def listed(nodes: list[int]) -> str:
            return "[" + " ".join(map(str, nodes)) + "]"

        skipped = f" λ₂ {listed(self.skipped)}" if self.skipped else ""
        joint = "–" if self.system.is_undirected else "→"
        arcs = "".join(f" {head} {joint} {dependent}" for head, dependent in self.arcs)
        return f"σ {' '.join(map(listed, self.stacks))}{skipped} β {listed(self.buffer)}{arcs}"

    def __repr__(self) -> str:
        return f"Configuration({str(self)!r})"
