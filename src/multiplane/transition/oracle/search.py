"""The oracle for any system: depth-first search for a sequence that builds exactly the goal, each configuration once.

A branch is given up as soon as it adds an arc that is not in the goal, or takes out of reach a node whose goal arcs are
not all there. Exponential in the worst case, so it stops after a stated number of configurations.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.transition.configuration import Configuration

if TYPE_CHECKING:
    from multiplane.transition.system import TransitionSystem

BUDGET = 200_000


@dataclass(frozen=True, slots=True)
class Goal:
    """The arcs to be built with their labels (an edge in both directions), and whether to write the labels."""

    words: int
    labels: Mapping[tuple[int, int], str]
    labelled: bool


def search(system: TransitionSystem, goal: Goal, budget: int = BUDGET) -> list[str]:
    """A sequence that builds the goal, transitions that add arcs tried first; an error if there is none.

    >>> from multiplane.transition import get
    >>> search(get("planar"), Goal(3, {(3, 1): "_"}, labelled=False))
    ['shift', 'shift', 'reduce', 'left', 'shift']
    """
    edges = {frozenset(arc) for arc in goal.labels}
    seen: set[Hashable] = set()
    branches: list[tuple[Configuration, list[str]]] = [(system.start(goal.words), [])]
    while branches:
        here, steps = branches.pop()
        if here.is_terminal and len(here.arcs) == len(edges):
            return steps
        if here.key in seen:
            continue
        seen.add(here.key)
        if len(seen) > budget:
            raise MultiplaneError(f"system {system.name}: gave up the search after {budget} configurations")
        followed = [found for name in here.permitted() if (found := _follow(here, name, goal, edges))]
        followed.reverse()
        followed.sort(key=lambda found: len(found[0].arcs))
        branches += [(there, [*steps, step]) for there, step in followed]
    raise MultiplaneError(f"system {system.name}: no sequence of transitions builds {_described(goal)}")


def _follow(here: Configuration, name: str, goal: Goal, edges: set[frozenset[int]]) -> tuple[Configuration, str] | None:
    """The configuration after a transition and how to write it, unless the goal is then out of reach."""
    there = here.copy().apply(name)
    new = there.arcs[len(here.arcs) :]
    labels = {goal.labels.get(arc) for arc in new}
    if None in labels or (goal.labelled and len(labels) > 1) or not _within_reach(there, edges):
        return None
    return there, f"{name}:{labels.pop()}" if goal.labelled and labels else name


def _within_reach(there: Configuration, edges: set[frozenset[int]]) -> bool:
    """Whether both ends of every edge that is still missing are still somewhere."""
    missing = edges - {frozenset(arc) for arc in there.arcs}
    left = {*there.buffer, *there.skipped}.union(*there.stacks)
    return all(edge <= left for edge in missing)


def _described(goal: Goal) -> str:
    """The goal in one line, cut where it gets long."""
    arcs = [f"{head} → {dependent}" for head, dependent in sorted(goal.labels)]
    more = f" and {len(arcs) - 8} more arcs" if len(arcs) > 8 else ""
    return f"{goal.words} words with {', '.join(arcs[:8]) or 'no arcs'}{more}"
