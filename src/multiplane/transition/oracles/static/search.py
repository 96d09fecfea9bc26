"""The oracle for any system: depth-first search for a sequence that builds exactly the goal, each configuration once.

A branch is given up as soon as it adds an arc that is not in the goal, or makes a missing arc unreachable by removing
one of its ends; if no transition puts nodes back into the buffer, one end of every missing arc must still be in it.
Exponential in the worst case, so it stops after a given number of configurations.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from multiplane.errors import MultiplaneError
from multiplane.transition.algebra.composition import Opcode
from multiplane.transition.machine.configuration import Configuration
from multiplane.transition.machine.memory import view
from multiplane.transition.system import System
from multiplane.treebank.graph import Arc

BUDGET = 200_000
PUTTING_BACK = {Opcode.UNSHIFT, Opcode.SWAP}


@dataclass(frozen=True, slots=True)
class Goal:
    """The arcs to be built with their labels, an edge in both directions; if ``labelled``, sequences have labels."""

    words: int
    labels: Mapping[Arc, str]
    labelled: bool
    undirected: bool = False

    def missing(self, built: Iterable[Arc]) -> set[Arc]:
        """The arcs that are still to be built; an edge may be built in either direction."""
        found = set(built)
        if self.undirected:
            found |= {(dependent, head) for head, dependent in found}
        return set(self.labels) - found


def search(system: System, goal: Goal, budget: int = BUDGET) -> list[str]:
    """A sequence that builds the goal, transitions that add arcs tried first; an error if there is none.

    >>> from multiplane.transition import get
    >>> search(get("planar"), Goal(3, {(3, 1): "_"}, labelled=False))
    ['shift', 'shift', 'reduce', 'left', 'shift']
    """
    puts_back = any(PUTTING_BACK & set(member.opcodes()) for member in system.members(goal.words))
    seen: set[Hashable] = set()
    branches: list[tuple[Configuration, list[str]]] = [(system.start(goal.words), [])]
    while branches:
        here, steps = branches.pop()
        if here.is_terminal and not goal.missing(here.arcs):
            return steps
        if here.key in seen:
            continue
        seen.add(here.key)
        if len(seen) > budget:
            raise MultiplaneError(f"system {system.name}: gave up the search after {budget} configurations")
        followed = [found for name in here.permitted() if (found := _follow(here, name, goal, puts_back))]
        followed.reverse()
        followed.sort(key=lambda found: len(found[0].arcs))
        branches += [(there, [*steps, step]) for there, step in followed]
    raise MultiplaneError(f"system {system.name}: no sequence of transitions builds {_described(goal)}")


def _follow(here: Configuration, name: str, goal: Goal, puts_back: bool) -> tuple[Configuration, str] | None:
    """The configuration after a transition, and the transition with its label; None if the goal is then unreachable."""
    there = here.copy().apply(name)
    new = there.arcs[len(here.arcs) :]
    labels = {goal.labels.get(arc) for arc in new}
    if None in labels or (goal.labelled and len(labels) > 1) or not _is_reachable(there, goal, puts_back):
        return None
    return there, f"{name}:{labels.pop()}" if goal.labelled and labels else name


def _is_reachable(there: Configuration, goal: Goal, puts_back: bool) -> bool:
    """Whether every missing arc is still reachable."""
    seen = view(there.memory)
    buffer = set(seen.buffer)
    left = buffer.union(seen.skipped, *seen.stacks)
    return all(
        {head, dependent} <= left and (puts_back or head in buffer or dependent in buffer)
        for head, dependent in goal.missing(seen.arcs)
    )


def _described(goal: Goal) -> str:
    """The goal in one line, shortened if it is long."""
    joint = "–" if goal.undirected else "→"
    kept = [(head, dependent) for head, dependent in sorted(goal.labels) if head < dependent or not goal.undirected]
    arcs = [f"{head} {joint} {dependent}" for head, dependent in kept]
    more = f" and {len(arcs) - 8} more arcs" if len(arcs) > 8 else ""
    return f"{goal.words} words with {', '.join(arcs[:8]) or 'no arcs'}{more}"
