"""From the arcs that a parser built back to trees: lifted arcs are put back, edges get directions, one word is root."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.learn.model.predicted import Predicted
from multiplane.learn.transition.arcs import BuiltArcs
from multiplane.learn.transition.roots import Roots, break_cycles, keep_one_root
from multiplane.transition import TransitionSystem
from multiplane.transition.transforms.pseudo_projective import DOWN, UP, LabelledTrees, unlift_all
from multiplane.transition.transforms.undirected import NEW_ROOT_LABEL, reconstruct, without_direction


def plain_labels(system: TransitionSystem, labels: tuple[str, ...], roots: Roots) -> tuple[str, ...]:
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
    system: TransitionSystem, arcs: BuiltArcs, offsets: Int64, labels: tuple[str, ...], roots: Roots
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
    system: TransitionSystem, arcs: BuiltArcs, offsets: Int64, labels: tuple[str, ...], plain: dict[str, int], root: str
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
