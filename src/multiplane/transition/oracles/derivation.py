"""Whole treebanks into transition sequences: one kernel for a range of sentences, ranges on all cores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.jit import kernel
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition.machine import apply
from multiplane.transition.memory import ARC_DEPENDENT, ARC_HEAD, ARCS, HEADS, Ints, begin
from multiplane.transition.oracles.backtracking import search_bottom_up
from multiplane.transition.oracles.gold import ARC_COUNT, BUILT, HEAD, absorb, arc_between
from multiplane.transition.oracles.greedy import NONE, as_number
from multiplane.transition.oracles.nearest_projective import nearest_projective
from multiplane.transition.oracles.one_plane import planar_part
from multiplane.transition.oracles.plan import (
    BEYOND,
    BUDGET,
    BUFFER_ARCS,
    EVERYTHING,
    IS_UNDIRECTED,
    NO_ROOT,
    PROJECTIVE_PART,
    ROOT_ARCS,
    SAVES,
    WANTED_ROOT,
    WHAT_PLANES_HOLD,
    plan_of,
)
from multiplane.transition.oracles.preparation import gold_tree, with_root
from multiplane.transition.oracles.static import follow
from multiplane.transition.oracles.uncounted import uncounted

if TYPE_CHECKING:
    from multiplane.transition.system import TransitionSystem

Offsets = NDArray[np.int64]


@kernel
def count_lost(plan: Ints, memory: Ints, gold: Ints) -> int:
    """How many words have not got their gold heads; of an undirected system, how many edges are missing."""
    absorb(gold, memory)
    lost = 0
    for word in range(1, gold[ARC_COUNT]):
        head = gold[gold[HEAD] + word]
        if plan[IS_UNDIRECTED] == 1:
            lost += gold[gold[BUILT] + word] == 0 and (head > 0 or plan[ROOT_ARCS] == WANTED_ROOT)
        else:
            lost += max(memory[memory[HEADS] + word], 0) != head
    return lost


@kernel
def attempt(plan: Ints, program: Ints, memory: Ints, heads: Ints, longest: int) -> tuple[Ints, Ints, int]:
    """Transitions, words and losses of the oracle's rules alone, with buffer arcs of at most this length."""
    begin(memory, len(heads), plan[ROOT_ARCS] != NO_ROOT)
    gold = gold_tree(plan, heads)
    transitions, words = follow(plan, program, memory, uncounted(gold), longest)
    return transitions, words, count_lost(plan, memory, gold)


@kernel
def derive_sentence(plan: Ints, program: Ints, memory: Ints, heads: Ints) -> tuple[Ints, Ints, int]:
    """The oracle's transitions, for each the word whose arc it builds (or −1), and how many arcs are lost.

    If the policy for buffer arcs loses arcs, they are allowed any length, and then left out.
    """
    words = len(heads)
    best = attempt(plan, program, memory, heads, as_number(1))
    if best[2] > 0 and plan[BUFFER_ARCS] > 0:
        for longest in (words, NONE):
            other = attempt(plan, program, memory, heads, longest)
            if other[2] < best[2]:
                best = other
    if best[2] > 0 and plan[BUDGET] > 0:
        begin(memory, words, plan[ROOT_ARCS] != NO_ROOT)
        gold = gold_tree(plan, heads)
        found = search_bottom_up(plan, program, memory, gold)
        if len(found) > 0:
            best = found, words_of(program, memory, gold, found), 0
    return best


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


@kernel
def is_tree(heads: Ints) -> bool:
    """Whether every word leads to the root."""
    for word in range(len(heads)):
        node, steps = heads[word], 0
        while node > 0 and steps <= len(heads):
            node = heads[node - 1]
            steps += 1
        if node > 0:
            return False
    return True


@kernel
def nearest_tree(plan: Ints, program: Ints, memory: Ints, heads: Ints) -> Ints:
    """A tree that the system can derive and that shares as many arcs with this one as its best effort saves."""
    head = with_root(heads)
    if plan[SAVES] == PROJECTIVE_PART:
        nearest = nearest_projective(head)[1:].copy()
    else:
        nearest = planar_part(head)[1:].copy()
    if plan[BEYOND] == 1:
        for word in range(len(heads)):
            if nearest[word] != heads[word]:
                before = nearest[word]
                nearest[word] = heads[word]
                if not is_tree(nearest) or derive_sentence(plan, program, memory, nearest)[2] > 0:
                    nearest[word] = before
    return nearest


@kernel
def derive_best(plan: Ints, program: Ints, memory: Ints, heads: Ints) -> tuple[Ints, Ints, int]:
    """The same as ``derive_sentence``, with as few lost arcs as the system's best effort promises."""
    transitions, words, lost = derive_sentence(plan, program, memory, heads)
    if lost == 0 or plan[SAVES] == EVERYTHING or plan[SAVES] == WHAT_PLANES_HOLD:
        return transitions, words, lost
    nearest = nearest_tree(plan, program, memory, heads)
    transitions, words, lost = derive_sentence(plan, program, memory, nearest)
    for word in range(len(heads)):
        lost += heads[word] != nearest[word]
    return transitions, words, lost


@kernel
def derive_range(
    plan: Ints,
    program: Ints,
    memory: Ints,
    heads: Ints,
    offsets: Offsets,
    first: int,
    last: int,
    best_effort: bool,
    counts: Offsets,
    lost: Ints,
) -> tuple[Ints, Ints]:
    """Transitions and words of the sentences first .. last−1 in one row; how many each has, and what it loses."""
    plan, program, memory = uncounted(plan), uncounted(program), uncounted(memory)
    transitions, words = np.empty(1024, np.int32), np.empty(1024, np.int32)
    filled = 0
    for sentence in range(first, last):
        gold = heads[offsets[sentence] : offsets[sentence + 1]]
        if best_effort:
            found, built, lost[sentence] = derive_best(plan, program, memory, gold)
        else:
            found, built, lost[sentence] = derive_sentence(plan, program, memory, gold)
        while filled + len(found) > len(transitions):
            transitions, words = np.append(transitions, transitions), np.append(words, words)
        for index in range(len(found)):
            transitions[filled + index] = found[index]
            words[filled + index] = built[index]
        filled += len(found)
        counts[sentence] = len(found)
    return transitions[:filled], words[:filled]


@dataclass(frozen=True, slots=True, eq=False)
class Derivations:
    """Sequences of a treebank: sentence s has ``transitions[offsets[s] : offsets[s + 1]]``, by number in ``names``.

    ``words`` tells, for each transition, the word whose arc it builds, −1 where it builds none; that word's label is
    the label of the transition. ``lost[s]`` counts the arcs of sentence s that its sequence does not build.
    """

    names: tuple[str, ...]
    transitions: Ints
    words: Ints
    offsets: Offsets
    lost: Ints


def derive_all(
    system: TransitionSystem,
    heads: Ints,
    offsets: Offsets,
    best_effort: bool = True,
    lazy: bool = True,
    budget: int = 1_000,
    workers: int | None = None,
) -> Derivations:
    """The oracle's sequences for all trees of a treebank, on all cores.

    A tree that the system cannot derive gets a sequence that loses few of its arcs (docs/oracles.md says what is
    promised); without ``best_effort`` it gets the one to which the oracle's rules lead, which may lose more.

    >>> import numpy as np
    >>> from multiplane.transition import get
    >>> found = derive_all(get("arc-eager"), np.array([2, 0, 2, 3, 4, 0, 3], np.int32), np.array([0, 3, 7]))
    >>> [found.names[number] for number in found.transitions[found.offsets[0] : found.offsets[1]]]
    ['shift', 'left', 'shift', 'right']
    >>> found.words[found.offsets[0] : found.offsets[1]].tolist(), found.lost.tolist()
    ([-1, 1, -1, 3], [0, 1])
    """
    heads = np.require(heads, np.int32, ["C", "W"])
    offsets = np.require(offsets, np.int64, ["C", "W"])
    longest = int(np.diff(offsets).max(initial=0))
    plan, program = plan_of(system, longest, lazy, budget), system.program(longest)
    if plan is None:
        raise MultiplaneError(f"system {system.name}: it has no static oracle")
    counts, lost = np.zeros(len(offsets) - 1, np.int64), np.zeros(len(offsets) - 1, np.int32)

    def derive(piece: tuple[int, int]) -> tuple[Ints, Ints]:
        memory = system.memory(longest)
        return derive_range(plan, program, memory, heads, offsets, *piece, best_effort, counts, lost)

    found = in_threads(derive, even_pieces(offsets, workers or cores()), workers)
    nothing = np.empty(0, np.int32)
    return Derivations(
        system.names(longest),
        np.concatenate([nothing, *(transitions for transitions, _ in found)]),
        np.concatenate([nothing, *(words for _, words in found)]),
        np.concatenate(([0], np.cumsum(counts))),
        lost,
    )
