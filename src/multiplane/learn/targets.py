"""From a treebank to what a system learns from it: the trees as it builds them, with labels that lead back.

Pseudo-projective systems learn lifted trees, undirected ones edges whose labels remember the direction. Where there is
a dynamic oracle it is asked during training; for the others the static oracle's sequences are made beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.learn.roots import Roots, roots_of
from multiplane.transition import TransitionSystem
from multiplane.transition.memory import Ints
from multiplane.transition.oracles import derive_all
from multiplane.transition.pseudo_projective import LabelledTrees, lift_all
from multiplane.transition.reconstruction import with_direction
from multiplane.treebank.arrays import Int64
from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """Heads and labels by word as the system builds them, its labels, and sequences of transitions if wanted.

    ``words`` tells for each transition of a sequence the word whose arc it builds, −1 where it builds none.
    """

    heads: Ints
    labels: Ints
    names: tuple[str, ...]
    roots: Roots
    transitions: Ints
    words: Ints
    starts: Int64


def targets_of(treebank: Treebank, system: TransitionSystem, sequences: bool) -> Targets:
    """What the system learns from the treebank.

    >>> import multiplane
    >>> from multiplane.transition import get
    >>> found = targets_of(multiplane.read("sample:dutch-2"), get("undirected-planar"), sequences=True)
    >>> sorted(found.names)[:3], len(found.heads) < len(found.transitions)
    (['ccomp^r', 'det^l', 'mark^l'], True)
    """
    trees = _labelled(treebank)
    offsets = np.array(treebank.offsets)
    roots = roots_of(trees.heads, trees.labels, trees.vocabulary, offsets)
    if system.pseudo_projective:
        trees = lift_all(trees, offsets, system.pseudo_projective)
    elif system.is_undirected and system.reconstruction != "naive":
        trees = _with_directions(trees, offsets)
    nothing, none = np.empty(0, np.int32), np.zeros(len(treebank) + 1, np.int64)
    if not sequences:
        return Targets(trees.heads, trees.labels, trees.vocabulary, roots, nothing, nothing, none)
    found = derive_all(system, trees.heads, offsets)
    return Targets(trees.heads, trees.labels, trees.vocabulary, roots, found.transitions, found.words, found.offsets)


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
