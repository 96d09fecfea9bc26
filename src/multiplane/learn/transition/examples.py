"""Training examples for a transition system: gold trees as the system builds them, with labels that lead back.

Pseudo-projective systems learn lifted trees, undirected ones edges whose labels remember the direction. Where there
is a dynamic oracle, training asks it; for the other sentences the static oracle's sequences are made beforehand.
Easy-first, which builds arcs in any order, learns from the trees alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed
from multiplane.learn.transition.actions import NO_TRANSITION, CompiledSystem
from multiplane.learn.transition.results import Roots, roots_of
from multiplane.transition import System
from multiplane.transition.oracles import (
    derive_all,
    has_training_oracle,
    is_certainly_optimal,
    training_costs,
    training_golds,
)
from multiplane.transition.transforms.pseudo_projective import LabelledTrees, lift_all
from multiplane.transition.transforms.undirected import with_direction
from multiplane.treebank.treebank import Treebank

AT_END = -2


class TrainingExamples(NamedTuple):
    """Sentences as kernels learn from them: offsets of words, heads and labels by word, which sentences have
    a dynamic oracle, and for the others the static oracle's transitions, with offsets of their own.
    """

    offsets: Int64
    heads: Int32
    labels: Int32
    dynamic: Bool
    transitions: Int32
    starts: Int64


class TrainingData(NamedTuple):
    """The examples of a treebank, the names of their labels, and statistics of its roots."""

    examples: TrainingExamples
    arc_labels: tuple[str, ...]
    roots: Roots


def training_data(
    treebank: Treebank,
    system: System,
    oracle: Int32 | None = None,
    longest_buffer_arc: int = 1,
) -> TrainingData:
    """What the system learns from the treebank, by a training oracle or by static oracle sequences alone.

    >>> import multiplane
    >>> from multiplane.transition import get
    >>> data = training_data(multiplane.read("sample:dutch-2"), get("undirected-planar"))
    >>> sorted(data.arc_labels)[:3], len(data.examples.heads) < len(data.examples.transitions)
    (['ccomp^r', 'det^l', 'mark^l'], True)
    """
    trees = _labelled(treebank)
    offsets = np.array(treebank.offsets)
    roots = roots_of(trees.heads, trees.labels, trees.vocabulary, offsets)
    if system.pseudo_projective:
        trees = lift_all(trees, offsets, system.pseudo_projective)
    elif system.is_undirected and system.reconstruction != "naive":
        trees = _with_directions(trees, offsets)
    dynamic = np.zeros(len(treebank), np.bool_)
    if oracle is not None:
        dynamic = has_training_oracle(system, oracle, trees.heads, offsets)
    transitions, starts = np.empty(0, np.int32), np.zeros(len(treebank) + 1, np.int64)
    if not dynamic.all() and not system.has_families:
        derived = derive_all(system, trees.heads, offsets, longest_buffer_arc=longest_buffer_arc)
        lengths = np.diff(derived.offsets)
        transitions = derived.transitions[np.repeat(~dynamic, lengths)]
        np.cumsum(np.where(dynamic, 0, lengths), out=starts[1:])
    examples = TrainingExamples(offsets, trees.heads, trees.labels, dynamic, transitions, starts)
    return TrainingData(examples, trees.vocabulary, roots)


class TreeGold(NamedTuple):
    """What is right in the examples: the training oracle with the trees as it reads them and where each begins, memory
    to try transitions in, and whether arcs are edges.
    """

    examples: TrainingExamples
    oracle: Int32
    trees: Int32
    starts: Int64
    scratch: Int32
    undirected: bool

    @inlined
    def begin(self, sentence: int, words: int) -> None:
        """Do nothing: costs depend on the configuration alone."""

    @inlined
    def arc_capacity(self, words: int) -> int:
        """As many arcs as words."""
        return words

    @inlined
    def next_transition(self, sentence: int, step: int) -> int:
        """The static oracle's transition, where the training oracle does not work."""
        place, examples = self.examples.starts[sentence] + step, self.examples
        if examples.dynamic[sentence]:
            return NO_TRANSITION
        return int(examples.transitions[place]) if place < examples.starts[sentence + 1] else AT_END

    @inlined
    def is_certain(self, system: CompiledSystem, memory: Int32, sentence: int, transition: int) -> bool:
        """Whether a transition is known to cost least without a look at the others."""
        tree = borrowed(self.trees[self.starts[sentence] : self.starts[sentence + 1]])
        return is_certainly_optimal(self.oracle, system.program, memory, tree, self.scratch, transition)

    @inlined
    def costs(self, system: CompiledSystem, memory: Int32, sentence: int, cost: Int32) -> None:
        """Write the costs of the training oracle."""
        tree = borrowed(self.trees[self.starts[sentence] : self.starts[sentence + 1]])
        training_costs(self.oracle, system.program, memory, tree, self.scratch, cost)

    @inlined
    def arc_label(self, sentence: int, head: int, dependent: int) -> int:
        """The label of the gold arc, or of the gold edge; −1 if there is none."""
        first, last = self.examples.offsets[sentence], self.examples.offsets[sentence + 1]
        heads, labels = borrowed(self.examples.heads[first:last]), borrowed(self.examples.labels[first:last])
        return gold_label(heads, labels, head, dependent, self.undirected)

    @inlined
    def follow(self, memory: Int32, sentence: int, transition: int, head: int, dependent: int) -> None:
        """Do nothing: costs depend on the configuration alone."""


def tree_gold(examples: TrainingExamples, system: System, oracle: Int32 | None) -> TreeGold:
    """The gold of examples for a training oracle, or for static oracle sequences alone."""
    found = oracle if oracle is not None else np.zeros(1, np.int32)
    trees, starts = training_golds(found, examples.heads, examples.offsets, examples.dynamic)
    scratch = np.zeros(len(system.memory(int(np.diff(examples.offsets).max(initial=1)))), np.int32)
    return TreeGold(examples, found, trees, starts, scratch, system.is_undirected)


@kernel
def gold_label(heads: Int32, labels: Int32, head: int, dependent: int, undirected: bool) -> int:
    """The label of the gold arc, or of the gold edge whichever way it points; −1 if there is none."""
    if dependent > 0 and heads[dependent - 1] == head:
        return int(labels[dependent - 1])
    if undirected and head > 0 and heads[head - 1] == dependent:
        return int(labels[head - 1])
    return -1


def _labelled(treebank: Treebank) -> LabelledTrees:
    encoded = treebank.encode(["deprel"])
    names = encoded.vocabularies["deprel"]
    if not len(treebank.heads):
        raise MultiplaneError(f"{treebank.source}: found no words; expected a treebank to learn from")
    return LabelledTrees(np.array(treebank.heads), encoded.ids["deprel"] - np.int32(1), names[1:])


def _with_directions(trees: LabelledTrees, offsets: Int64) -> LabelledTrees:
    """Every label with the direction of its arc."""
    places = np.arange(len(trees.heads)) - np.repeat(offsets[:-1], np.diff(offsets)) + 1
    kinds = trees.labels * 2 + (trees.heads < places)
    used, numbers = np.unique(kinds, return_inverse=True)
    names = tuple(with_direction(trees.vocabulary[kind // 2], 1 - kind % 2, kind % 2) for kind in used.tolist())
    return LabelledTrees(trees.heads, numbers.astype(np.int32).ravel(), names)
