"""More for a tree on which the oracle's rules lose arcs: another order of arcs, or the nearest tree there is."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import ARC_DEPENDENT, ARC_HEAD, ARCS, Ints, begin
from multiplane.transition.oracles.derivation import derive_sentence
from multiplane.transition.oracles.gold import arc_between
from multiplane.transition.oracles.prepare import gold_tree, with_root
from multiplane.transition.oracles.profile import (
    BEYOND,
    BUDGET,
    NO_ROOT,
    PLANAR_PART,
    PROJECTIVE_PART,
    ROOT_ARCS,
    SAVES,
)
from multiplane.transition.oracles.static.backtracking import search_bottom_up
from multiplane.transition.oracles.static.greedy import NONE
from multiplane.transition.oracles.static.nearest_projective import nearest_projective
from multiplane.transition.oracles.static.one_plane import planar_part
from multiplane.treebank.tree import find_cycle

Derived = tuple[Ints, Ints, int]


@kernel
def words_of(program: Ints, memory: Ints, gold: Ints, transitions: Ints) -> Ints:
    """The words whose arcs these transitions build, −1 where they build none."""
    words = np.full(len(transitions), NONE, np.int32)
    for index in range(len(transitions)):
        before = memory[ARCS]
        apply(memory, program, as_number(transitions[index]), as_number(NONE))
        if memory[ARCS] > before:
            words[index] = arc_between(gold, memory[memory[ARC_HEAD] + before], memory[memory[ARC_DEPENDENT] + before])
    return words


def improve(plan: Ints, program: Ints, memory: Ints, heads: Ints, lost: int, best_effort: bool) -> Derived | None:
    """Transitions, words and losses of something better than what loses so many arcs, if there is any."""
    if plan[BUDGET] > 0:
        begin(memory, len(heads), bool(plan[ROOT_ARCS] != NO_ROOT))
        gold = gold_tree(plan, heads)
        transitions = search_bottom_up(plan, program, memory, gold)
        if len(transitions):
            return transitions, words_of(program, memory, gold, transitions), 0
    if not best_effort or plan[SAVES] not in (PROJECTIVE_PART, PLANAR_PART):
        return None
    nearest = nearest_tree(plan, program, memory, heads)
    transitions, words, missed = derive_sentence(plan, program, memory, nearest)
    missed += int((nearest != heads).sum())
    return (transitions, words, missed) if missed < lost else None


def nearest_tree(plan: Ints, program: Ints, memory: Ints, heads: Ints) -> Ints:
    """A tree that the system derives: the nearest of its base class, with lost arcs given back one by one if it may."""
    part = nearest_projective if plan[SAVES] == PROJECTIVE_PART else planar_part
    nearest = part(with_root(heads))[1:].copy()
    if plan[BEYOND]:
        for word in np.flatnonzero(nearest != heads):
            nearer = nearest.copy()
            nearer[word] = heads[word]
            if not find_cycle(nearer.tolist()) and derive_sentence(plan, program, memory, nearer)[2] == 0:
                nearest = nearer
    return nearest
