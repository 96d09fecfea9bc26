"""From the arcs that a parser builds to trees: lifted arcs are put back, edges get directions, one word is root.

`BuiltArcs` are the arcs of all sentences in one set of arrays; `Roots` is what training has seen of roots.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.transition.context import ParserState
from multiplane.structure.cycles import find_cycles
from multiplane.transition import System
from multiplane.transition.machine.memory import arc_dependent, arc_head, arc_label
from multiplane.transition.transforms.pseudo_projective import DOWN, UP, LabelledTrees, unlift_all
from multiplane.transition.transforms.undirected import NEW_ROOT_LABEL, reconstruct, without_direction


class BuiltArcs(NamedTuple):
    """The arcs that a parser built. A sentence of n words has n places, for up to n arcs (head −1 after the last).

    Beside both ends and the label: the transition that built the arc, its score, and its margin over the next best.
    """

    heads: Int32
    dependents: Int32
    labels: Int32
    transitions: Int32
    scores: Float32
    margins: Float32


def new_arcs(words: int) -> BuiltArcs:
    """Space for the arcs of all sentences, which have ``words`` words in total."""
    ints = [np.full(words, -1, np.int32) for _ in range(4)]
    return BuiltArcs(ints[0], ints[1], ints[2], ints[3], np.zeros(words, np.float32), np.zeros(words, np.float32))


@inlined
def record_arc(state: ParserState, arc: int, transition: int, score: float, margin: float, arcs: BuiltArcs) -> None:
    """Record an arc of a sentence."""
    place = state.first + arc
    arcs.heads[place] = arc_head(state.memory, arc)
    arcs.dependents[place] = arc_dependent(state.memory, arc)
    arcs.labels[place] = arc_label(state.memory, arc)
    arcs.transitions[place] = transition
    arcs.scores[place] = np.float32(score)
    arcs.margins[place] = np.float32(margin)


USUAL = 0.95
"""Where a larger share of sentences has one root, so have all that are parsed."""


class Roots(NamedTuple):
    """What training has seen of roots: their label, that of other dependents of theirs, and whether a sentence has
    one root as a rule.
    """

    label: str
    dependent: str
    single: bool


def roots_of(heads: Int32, labels: Int32, names: tuple[str, ...], offsets: Int64) -> Roots:
    """The most frequent labels of roots and of their dependents, and whether nearly every sentence has one root.

    >>> roots_of(np.array([2, 0, 2]), np.array([0, 1, 2]), ("nsubj", "root", "obj"), np.array([0, 3]))
    Roots(label='root', dependent='nsubj', single=True)
    """
    is_root = heads == 0
    bases = np.repeat(offsets[:-1], np.diff(offsets))
    below = ~is_root & is_root[np.where(is_root, 0, bases + heads - 1)]
    counts = [np.bincount(labels[part], minlength=len(names)) for part in (is_root, below)]
    per_sentence = np.bincount(np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))[is_root])
    return Roots(
        names[int(counts[0].argmax())], names[int(counts[1].argmax())], bool((per_sentence == 1).mean() > USUAL)
    )


@kernel
def keep_one_root(heads: Int32, labels: Int32, offsets: Int64, label: int) -> None:
    """Keep the first root of each sentence; the others become its dependents."""
    for sentence in range(len(offsets) - 1):
        root = -1
        for word in range(offsets[sentence], offsets[sentence + 1]):
            if heads[word] == 0:
                if root < 0:
                    root = word - offsets[sentence] + 1
                else:
                    heads[word] = root
                    labels[word] = label


@kernel
def break_cycles(heads: Int32, offsets: Int64) -> None:
    """Break every cycle: its first word becomes a root."""
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        parent = np.zeros(last - first + 1, np.int32)
        parent[1:] = heads[first:last]
        cycle, count = find_cycles(parent)
        for number in range(1, count + 1):
            heads[first + np.argmax(cycle == number) - 1] = 0


def plain_labels(system: System, labels: tuple[str, ...], roots: Roots) -> tuple[str, ...]:
    """The labels that finished trees can have: without marks and directions, in the order in which they come.

    >>> from multiplane.transition import get
    >>> plain_labels(get("undirected-planar"), ("obj^r", "nsubj^l", "obj^l"), Roots("root", "obj", True))
    ('obj', 'nsubj', 'root')
    """
    if system.is_undirected:
        labels = tuple(map(without_direction, labels))
    elif system.pseudo_projective:
        labels = tuple(label.removesuffix(DOWN).partition(UP)[0] for label in labels)
    return tuple(dict.fromkeys((*labels, roots.label, roots.dependent, NEW_ROOT_LABEL)))


def predicted_trees(
    system: System, arcs: BuiltArcs, offsets: Int64, labels: tuple[str, ...], roots: Roots
) -> Predicted:
    """The trees of all sentences, one row a word; their labels are numbers of the plain labels."""
    plain = {name: number for number, name in enumerate(plain_labels(system, labels, roots))}
    words = len(arcs.heads)
    heads, transitions = np.zeros(words, np.int32), np.full(words, -1, np.int32)
    scores, margins = np.zeros(words, np.float32), np.zeros(words, np.float32)
    built = np.flatnonzero(arcs.heads >= 0)
    starts = np.repeat(offsets[:-1], np.diff(offsets))[built]
    at = starts + arcs.dependents[built] - 1
    if system.is_undirected:
        heads, numbers = _directed(system, arcs, offsets, labels, plain, roots.label)
        forwards = heads[at] == arcs.heads[built]
        at = np.where(forwards, at, starts + arcs.heads[built] - 1)
        kept = forwards | ((arcs.heads[built] > 0) & (heads[at] == arcs.dependents[built]))
        built, at = built[kept], at[kept]
    else:
        names = (*labels, roots.label)
        numbers = np.full(words, len(labels), np.int32)
        heads[at], numbers[at] = arcs.heads[built], arcs.labels[built]
        if system.pseudo_projective:
            trees = unlift_all(LabelledTrees(heads, numbers, names), offsets, system.pseudo_projective)
            heads, numbers, names = trees.heads, trees.labels, trees.vocabulary
        numbers = np.array([plain[name] for name in names], np.int32)[numbers]
    transitions[at], scores[at], margins[at] = (part[built] for part in (arcs.transitions, arcs.scores, arcs.margins))
    if not system.properties.no_undirected_cycles.holds:
        break_cycles(heads, offsets)
    if roots.single:
        keep_one_root(heads, numbers, offsets, plain[roots.dependent])
    return Predicted(heads, numbers, scores, margins, transitions)


def _directed(
    system: System, arcs: BuiltArcs, offsets: Int64, labels: tuple[str, ...], plain: dict[str, int], root: str
) -> tuple[Int32, Int32]:
    """Heads and numbers of plain labels, from the edges of each sentence; new roots get the label of roots."""
    heads: list[int] = []
    numbers: list[int] = []
    for first, last in pairwise(offsets.tolist()):
        built = first + int((arcs.heads[first:last] >= 0).sum())
        edges = list(zip(arcs.heads[first:built].tolist(), arcs.dependents[first:built].tolist(), strict=True))
        names = [labels[number] for number in arcs.labels[first:built].tolist()]
        found, given = reconstruct(last - first, edges, names, system.reconstruction or "label-b")
        heads += found
        numbers += [
            plain[root if head == 0 and name == NEW_ROOT_LABEL else name]
            for head, name in zip(found, given, strict=True)
        ]
    return np.array(heads, np.int32), np.array(numbers, np.int32)
