"""The best effort for a tree on which the static oracle loses arcs: arcs in another order, or a tree near to it.

Systems that search (``backtracking``) may find a sequence after all. Otherwise the sequence for the nearest projective
or planar tree often keeps more arcs than the greedy one for the tree itself. If a system builds more than that class,
the nearest tree gets lost arcs back one by one, as long as the system can still build it.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.structure.blocks import with_root
from multiplane.transition.machine.execution import NONE, apply
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, begin
from multiplane.transition.oracles.gold import arc_between
from multiplane.transition.oracles.prepare import gold_tree
from multiplane.transition.oracles.profile import (
    BEST_EFFORT,
    MAY_SAVE_MORE,
    NO_ROOT_ARCS,
    ROOT_ARCS,
    SAVES_PLANAR_PART,
    SAVES_PROJECTIVE_PART,
    SEARCH_BUDGET,
)
from multiplane.transition.oracles.static.assign_planes import planar_part
from multiplane.transition.oracles.static.backtracking import search_bottom_up
from multiplane.transition.oracles.static.nearest_projective import nearest_projective
from multiplane.transition.oracles.static.oracle import derive_sentence
from multiplane.treebank.tree import find_cycle

Derived = tuple[Int32, Int32, int]


@kernel
def words_of(program: Int32, memory: Int32, gold: Int32, transitions: Int32) -> Int32:
    """The words whose arcs these transitions build, −1 where they build none."""
    words = np.full(len(transitions), NONE, np.int32)
    for index in range(len(transitions)):
        before = memory[ARCS]
        apply(memory, program, as_number(transitions[index]), as_number(NONE))
        if memory[ARCS] > before:
            words[index] = arc_between(gold, arc_head(memory, before), arc_dependent(memory, before))
    return words


def derive_better(
    profile: Int32, program: Int32, memory: Int32, heads: Int32, lost: int, best_effort: bool
) -> Derived | None:
    """Transitions, words and number of lost arcs of a sequence that loses fewer than ``lost`` arcs, if one is found.

    Without ``best_effort`` only a sequence that loses none will do. Sentences that are too long for the chart of the
    nearest tree are left as they are.
    """
    if profile[SEARCH_BUDGET] > 0:
        begin(memory, len(heads), bool(profile[ROOT_ARCS] != NO_ROOT_ARCS))
        gold = gold_tree(profile, heads)
        transitions = search_bottom_up(profile, program, memory, gold)
        if len(transitions):
            return transitions, words_of(program, memory, gold, transitions), 0
    if not best_effort or profile[BEST_EFFORT] not in (SAVES_PROJECTIVE_PART, SAVES_PLANAR_PART):
        return None
    try:
        nearest = nearest_tree(profile, program, memory, heads)
    except MemoryError:
        return None
    transitions, words, missed = derive_sentence(profile, program, memory, nearest)
    missed += int((nearest != heads).sum())
    return (transitions, words, missed) if missed < lost else None


def nearest_tree(profile: Int32, program: Int32, memory: Int32, heads: Int32) -> Int32:
    """A tree that the system can build: the nearest one of its base class, with lost arcs given back if possible."""
    part = nearest_projective if profile[BEST_EFFORT] == SAVES_PROJECTIVE_PART else planar_part
    nearest = part(with_root(heads))[1:].copy()
    if profile[MAY_SAVE_MORE]:
        for word in np.flatnonzero(nearest != heads):
            nearer = nearest.copy()
            nearer[word] = heads[word]
            if not find_cycle(nearer.tolist()) and derive_sentence(profile, program, memory, nearer)[2] == 0:
                nearest = nearer
    return nearest
