"""Running a sequence of transitions: from names and labels to heads, a labelled tree, or a graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32
from multiplane.transition.machine.execution import run_sequence
from multiplane.transition.machine.memory import END, FRONT, view
from multiplane.transition.system import System
from multiplane.transition.systems.configuration import Configuration, split_label
from multiplane.transition.transforms.pseudo_projective import unlift
from multiplane.transition.transforms.undirected import NEW_ROOT_LABEL, reconstruct, without_direction
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree

UNLABELLED = "_"


def final_memory(system: System, words: int, sequence: Sequence[str]) -> tuple[Int32, list[str]]:
    """The memory at the end of a sequence, and the labels by their numbers."""
    if words < 0:
        raise MultiplaneError(f"found {words} words; expected 0 or more")
    number = {name: index for index, name in enumerate(system.names(words))}
    labels: dict[str, int] = {}
    transitions = np.empty(len(sequence), dtype=np.int64)
    label_numbers = np.full(len(sequence), -1, dtype=np.int64)
    for index, step in enumerate(sequence):
        name, label = split_label(step)
        if name not in number:
            known = ", ".join(system.transitions)
            raise MultiplaneError(f"system {system.name}, step {index + 1}: found {name!r}; it has {known}")
        transitions[index] = number[name]
        if label is not None:
            label_numbers[index] = labels.setdefault(label, len(labels))
    memory = system.memory(words, labels=len(labels) + 1)
    stopped = run_sequence(memory, system.program(words), transitions, label_numbers)
    if stopped >= 0:
        where = Configuration(system, memory, {})
        raise MultiplaneError(
            f"system {system.name}, step {stopped + 1}: {sequence[stopped]} is not permitted at {where}"
        )
    left = memory[END] - memory[FRONT]
    if left:
        raise MultiplaneError(f"system {system.name}: the sequence ends with {left} of {words} words in the buffer")
    return memory, list(labels)


def labelled_arcs(memory: Int32, labels: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
    """The arcs (head, dependent) in the order in which they were added, and their labels."""
    seen = view(memory)
    return seen.arcs, [labels[number] if number >= 0 else UNLABELLED for number in seen.arc_labels]


def tree_of(system: System, words: int, sequence: Sequence[str]) -> Tree:
    """The tree that a sequence builds: edges get directions, lifted arcs go back, headless words are attached to 0."""
    memory, labels = final_memory(system, words, sequence)
    arcs, arc_labels = labelled_arcs(memory, labels)
    if system.is_undirected:
        heads, names = reconstruct(words, arcs, arc_labels, system.reconstruction or "label-b")
    else:
        heads, names = [0] * words, [NEW_ROOT_LABEL if labels else UNLABELLED] * words
        for (head, dependent), label in zip(arcs, arc_labels, strict=True):
            if heads[dependent - 1]:
                raise MultiplaneError(
                    f"system {system.name}: word {dependent} has heads {heads[dependent - 1]} and {head}; see run_graph"
                )
            heads[dependent - 1], names[dependent - 1] = head, label
    tree = Tree(heads, names)
    return unlift(tree, system.pseudo_projective) if system.pseudo_projective else tree


def graph_of(system: System, words: int, sequence: Sequence[str]) -> Graph:
    """The graph that a sequence builds; of an undirected system, each edge from its left to its right end."""
    memory, labels = final_memory(system, words, sequence)
    arcs, names = labelled_arcs(memory, labels)
    if system.is_undirected:
        arcs, names = [(min(arc), max(arc)) for arc in arcs], list(map(without_direction, names))
    return Graph.from_arcs(words, arcs, names)
