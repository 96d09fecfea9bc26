"""Whole treebanks into transition sequences: one kernel for many sentences, on all cores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import borrowed
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.transition.oracles.profile import PREFERRED_LENGTH, profile_of
from multiplane.transition.oracles.static.best_effort import derive_better
from multiplane.transition.oracles.static.oracle import derive_sentence
from multiplane.transition.system import System


@dataclass(frozen=True, slots=True, eq=False)
class Derivations:
    """The sequences of a treebank: that of sentence s is ``transitions[offsets[s] : offsets[s + 1]]``.

    Transitions are indices into ``names``. For each of them, ``words`` holds the word whose arc it builds, −1 where it
    builds none; the label of that word is the label of the transition. ``lost[s]`` counts the arcs of sentence s that
    its sequence does not build.
    """

    names: tuple[str, ...]
    transitions: Int32
    words: Int32
    offsets: Int64
    lost: Int32


@kernel(
    steps=lambda profile, program, memory, heads, offsets, first, last, *_: steps_of_sentences(
        heads, offsets, first, last
    )
)
def derive_range(
    profile: Int32,
    program: Int32,
    memory: Int32,
    heads: Int32,
    offsets: Int64,
    first: int,
    last: int,
    counts: Int64,
    lost: Int32,
) -> tuple[Int32, Int32]:
    """Transitions and words of the sentences first .. last−1, one after the other.

    Writes the number of transitions of each sentence to ``counts``, and of the arcs that it loses to ``lost``.
    """
    profile, program, memory = borrowed(profile), borrowed(program), borrowed(memory)
    transitions, words = np.empty(1024, np.int32), np.empty(1024, np.int32)
    filled = 0
    for sentence in range(first, last):
        gold = heads[offsets[sentence] : offsets[sentence + 1]]
        found, built, lost[sentence] = derive_sentence(profile, program, memory, gold)
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
    heads: Int32,
    offsets: Int64,
    best_effort: bool = True,
    lazy: bool = True,
    budget: int = 1_000,
    longest_buffer_arc: int = 1,
    workers: int | None = None,
) -> Derivations:
    """The static oracle's sequences for all trees of a treebank, on all cores.

    A tree that the system cannot build gets a sequence that loses few of its arcs (see docs/oracles.md); without
    ``best_effort`` it gets the sequence to which the oracle's rules lead, which may lose more. ``lazy`` chooses between
    the two oracles of swap, ``budget`` limits the search of oracles that need one. LBA and RBA build gold arcs up to
    ``longest_buffer_arc``: length one is the policy of BUF §3.1.

    >>> import numpy as np
    >>> from multiplane.transition import get
    >>> found = derive_all(get("arc-eager"), np.array([2, 0, 2, 3, 4, 0, 3], np.int32), np.array([0, 3, 7]))
    >>> [found.names[number] for number in found.transitions[found.offsets[0] : found.offsets[1]]]
    ['shift', 'left', 'shift', 'right']
    >>> found.words[found.offsets[0] : found.offsets[1]].tolist(), found.lost.tolist()
    ([-1, 1, -1, 3], [0, 1])
    """
    heads, offsets = np.require(heads, np.int32, ["C", "W"]), np.require(offsets, np.int64, ["C", "W"])
    longest = int(np.diff(offsets).max(initial=0))
    profile, program = profile_of(system, longest, lazy, budget), system.program(longest)
    if profile is None:
        raise MultiplaneError(f"system {system.name}: it has no static oracle")
    profile[PREFERRED_LENGTH] = longest_buffer_arc
    counts, lost = np.zeros(len(offsets) - 1, np.int64), np.zeros(len(offsets) - 1, np.int32)

    def derive(piece: tuple[int, int]) -> list[tuple[Int32, Int32]]:
        first, last = piece
        memory = system.memory(longest)
        transitions, words = derive_range(profile, program, memory, heads, offsets, first, last, counts, lost)
        ends = np.cumsum(counts[first:last])
        parts, done = [], 0
        for sentence in (first + np.flatnonzero(lost[first:last])).tolist():
            gold = heads[offsets[sentence] : offsets[sentence + 1]]
            better = derive_better(profile, program, memory, gold, int(lost[sentence]), best_effort)
            if better is not None:
                end = int(ends[sentence - first])
                begin = end - counts[sentence]
                parts += [(transitions[done:begin], words[done:begin]), better[:2]]
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
