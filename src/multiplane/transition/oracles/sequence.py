"""One tree or graph into a sequence of named transitions, or the reason why the system cannot build it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.completeness import is_complete
from multiplane.transition.oracles.derivation import derive_sentence
from multiplane.transition.oracles.effort import improve
from multiplane.transition.oracles.gold import ARC_COUNT, BUILT, absorb
from multiplane.transition.oracles.prepare import gold_graph
from multiplane.transition.oracles.profile import plan_of
from multiplane.transition.oracles.refusal import refusal
from multiplane.transition.oracles.static.oracle import follow

if TYPE_CHECKING:
    from multiplane.transition.system import System
    from multiplane.treebank.graph import Graph

BUDGET = 200_000


def sequence_of_tree(
    system: System,
    heads: Ints,
    labels: Sequence[str] | None = None,
    best_effort: bool = False,
    lazy: bool = True,
) -> list[str] | None:
    """The static oracle's sequence for a tree, arc transitions with the labels of their words if there are any.

    None where the system has no static oracle, or where that oracle found nothing and others may find more. An error
    with the reason where the system cannot build the tree, unless ``best_effort`` takes what it can.

    >>> from multiplane.transition import get
    >>> sequence_of_tree(get("swap"), np.array([3, 4, 0, 3], np.int32))
    ['shift', 'shift', 'shift', 'swap', 'left', 'shift', 'shift', 'left', 'right']
    """
    words = len(heads)
    plan = plan_of(system, words, lazy, BUDGET)
    if plan is None:
        return None
    program, memory, gold = system.program(words), system.memory(words), np.array(heads, np.int32)
    transitions, built, lost = derive_sentence(plan, program, memory, gold)
    if lost:
        better = improve(plan, program, memory, gold, lost, best_effort)
        transitions, built, lost = better if better is not None else (transitions, built, lost)
    if lost and not best_effort:
        if not is_complete(system):
            return None
        raise MultiplaneError(f"system {system.name}: {refusal(system, plan, gold)}")
    return _written(system, words, transitions, built, labels)


def sequence_of_graph(system: System, graph: Graph, labelled: bool) -> list[str] | None:
    """The static oracle's sequence for a graph; None where it finds none."""
    plan = plan_of(system, graph.words)
    if plan is None:
        return None
    heads, dependents = np.array(graph.arcs, np.int32).reshape(-1, 2).T.copy()
    gold, memory = gold_graph(plan, graph.words, heads, dependents), system.memory(graph.words)
    transitions, built = follow(plan, system.program(graph.words), memory, gold, 1)
    absorb(gold, memory)
    if not gold[gold[BUILT] : gold[BUILT] + gold[ARC_COUNT]].all():
        return None
    return _written(system, graph.words, transitions, built + 1, graph.labels if labelled else None)


def _written(system: System, words: int, transitions: Ints, built: Ints, labels: Sequence[str] | None) -> list[str]:
    """Names of transitions, with the label of the word whose arc each builds."""
    names = system.names(words)
    if labels is None:
        return [names[number] for number in transitions]
    return [
        f"{names[number]}:{labels[word - 1]}" if word > 0 else names[number]
        for number, word in zip(transitions, built, strict=True)
    ]
