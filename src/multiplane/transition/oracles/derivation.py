"""Whole treebanks into transition sequences: one kernel for many sentences, on all cores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition.machine.memory import HEADS, Ints, begin
from multiplane.transition.oracles.gold import ARC_COUNT, BUILT, HEAD, absorb
from multiplane.transition.oracles.prepare import gold_tree
from multiplane.transition.oracles.profile import (
    BUFFER_ARCS,
    IS_UNDIRECTED,
    NO_ROOT,
    ROOT_ARCS,
    WANTED_ROOT,
    plan_of,
)
from multiplane.transition.oracles.static.greedy import NONE
from multiplane.transition.oracles.static.oracle import follow

if TYPE_CHECKING:
    from multiplane.transition.system import System

Offsets = NDArray[np.int64]


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
def derive_sentence(plan: Ints, program: Ints, memory: Ints, heads: Ints) -> tuple[Ints, Ints, int]:
    """The oracle's transitions, for each the word whose arc it builds (or −1), and how many arcs are lost.

    If the policy for buffer arcs loses arcs, they are allowed any length, and then left out.
    """
    transitions, words, lost = np.empty(0, np.int32), np.empty(0, np.int32), len(heads) + 1
    longest = as_number(1)
    for _ in range(1 if plan[BUFFER_ARCS] == 0 else 3):
        begin(memory, len(heads), plan[ROOT_ARCS] != NO_ROOT)
        gold = gold_tree(plan, heads)
        found, built = follow(plan, program, memory, borrowed(gold), longest)
        missing = count_lost(plan, memory, gold)
        if missing < lost:
            transitions, words, lost = found, built, missing
        if lost == 0:
            break
        longest = len(heads) if longest == 1 else NONE
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
    counts: Offsets,
    lost: Ints,
) -> tuple[Ints, Ints]:
    """Transitions and words of the sentences first .. last−1 in one row; how many each has, and what it loses."""
    plan, program, memory = borrowed(plan), borrowed(program), borrowed(memory)
    transitions, words = np.empty(1024, np.int32), np.empty(1024, np.int32)
    filled = 0
    for sentence in range(first, last):
        gold = heads[offsets[sentence] : offsets[sentence + 1]]
        found, built, lost[sentence] = derive_sentence(plan, program, memory, gold)
        while filled + len(found) > len(transitions):
            transitions, words = np.append(transitions, transitions), np.append(words, words)
        for index in range(len(found)):
            transitions[filled + index] = found[index]
            words[filled + index] = built[index]
        filled += len(found)
        counts[sentence] = len(found)
    return transitions[:filled], words[:filled]


def derive_all(
    system: System,
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
    from multiplane.transition.oracles.effort import improve

    heads, offsets = np.require(heads, np.int32, ["C", "W"]), np.require(offsets, np.int64, ["C", "W"])
    longest = int(np.diff(offsets).max(initial=0))
    plan, program = plan_of(system, longest, lazy, budget), system.program(longest)
    if plan is None:
        raise MultiplaneError(f"system {system.name}: it has no static oracle")
    counts, lost = np.zeros(len(offsets) - 1, np.int64), np.zeros(len(offsets) - 1, np.int32)

    def derive(piece: tuple[int, int]) -> list[tuple[Ints, Ints]]:
        first, last = piece
        memory = system.memory(longest)
        transitions, words = derive_range(plan, program, memory, heads, offsets, first, last, counts, lost)
        ends = np.cumsum(counts[first:last])
        parts, done = [], 0
        for sentence in (first + np.flatnonzero(lost[first:last])).tolist():
            gold = heads[offsets[sentence] : offsets[sentence + 1]]
            better = improve(plan, program, memory, gold, int(lost[sentence]), best_effort)
            if better is not None:
                end = int(ends[sentence - first])
                parts += [
                    (transitions[done : end - counts[sentence]], words[done : end - counts[sentence]]),
                    better[:2],
                ]
                counts[sentence], lost[sentence], done = len(better[0]), better[2], end
        return [*parts, (transitions[done:], words[done:])]

    found = [part for parts in in_threads(derive, even_pieces(offsets, workers or cores()), workers) for part in parts]
    nothing = np.empty(0, np.int32)
    return Derivations(
        system.names(longest),
        np.concatenate([nothing, *(transitions for transitions, _ in found)]),
        np.concatenate([nothing, *(words for _, words in found)]),
        np.concatenate(([0], np.cumsum(counts))),
        lost,
    )
