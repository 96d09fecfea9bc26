"""From a treebank to what a system learns from it: the trees as it builds them, with labels that lead back.

Pseudo-projective systems learn lifted trees, undirected ones edges whose labels remember the direction. Where a
guide can be asked, it is during training; for the other sentences the static oracle's sequences are made beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64
from multiplane.learn.transition.roots import Roots, roots_of
from multiplane.transition import TransitionSystem
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles import derive_all, has_training_oracle
from multiplane.transition.transforms.pseudo_projective import LabelledTrees, lift_all
from multiplane.transition.transforms.undirected import with_direction
from multiplane.treebank.treebank import Treebank


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """Heads and labels by word as the system builds them, its labels, and sequences of transitions.

    ``words`` tells for each transition of a sequence the word whose arc it builds, −1 where it builds none. Sentences
    that are ``guided`` have no sequences.
    """

    heads: Ints
    labels: Ints
    names: tuple[str, ...]
    roots: Roots
    guided: NDArray[np.bool_]
    transitions: Ints
    words: Ints
    starts: Int64


def targets_of(treebank: Treebank, system: TransitionSystem, guide: Ints | None = None) -> Targets:
    """What the system learns from the treebank, by a guide or by sequences alone.

    >>> import multiplane
    >>> from multiplane.transition import get
    >>> found = targets_of(multiplane.read("sample:dutch-2"), get("undirected-planar"))
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
    asked = (
        np.zeros(len(treebank), np.bool_) if guide is None else has_training_oracle(system, guide, trees.heads, offsets)
    )
    transitions, words, starts = np.empty(0, np.int32), np.empty(0, np.int32), np.zeros(len(treebank) + 1, np.int64)
    if not asked.all():
        found = derive_all(system, trees.heads, offsets)
        lengths = np.where(asked, 0, np.diff(found.offsets))
        kept = np.repeat(~asked, np.diff(found.offsets))
        transitions, words = found.transitions[kept], found.words[kept]
        np.cumsum(lengths, out=starts[1:])
    return Targets(trees.heads, trees.labels, trees.vocabulary, roots, asked, transitions, words, starts)


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
