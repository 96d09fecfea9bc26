"""Words that a graph parser leaves without a head: one becomes the root, the others take their best rival arcs.

The root is the word from which most others can be reached. Another word takes its rival as its head unless the rival
can be reached from it, and else the root; the label model labels the arc.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int8, Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number
from multiplane.learn.transition.actions import CompiledSystem
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.scorer import TransitionScorer, best_label
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, arc_label, head_of
from multiplane.transition.machine.operations import add_arc


@kernel
def arcs_by_head(memory: Int32, words: int) -> tuple[Int32, Int32]:
    """The dependents of all nodes, listed by head, and where those of each begin."""
    starts = np.zeros(words + 2, np.int32)
    for arc in range(memory[ARCS]):
        starts[arc_head(memory, arc) + 1] += 1
    for node in range(words + 1):
        starts[node + 1] += starts[node]
    dependents, filled = np.empty(memory[ARCS], np.int32), starts.copy()
    for arc in range(memory[ARCS]):
        head = arc_head(memory, arc)
        dependents[filled[head]] = arc_dependent(memory, arc)
        filled[head] += 1
    return starts, dependents


@kernel
def mark_reached(starts: Int32, dependents: Int32, source: int, reached: Int8, queue: Int32) -> int:
    """Mark the nodes that can be reached from a source, and count them."""
    reached[:] = 0
    reached[source] = 1
    queue[0] = source
    length, done = 1, 0
    while done < length:
        node = queue[done]
        done += 1
        for place in range(starts[node], starts[node + 1]):
            other = dependents[place]
            if reached[other] == 0:
                reached[other] = 1
                queue[length] = other
                length += 1
    return length


@kernel
def choose_root(memory: Int32, words: int, headless: int) -> int:
    """The word from which most others can be reached, among those without a head, or among all if all have one."""
    if headless == 1:
        for word in range(1, words + 1):
            if head_of(memory, word) < 0:
                return word
    starts, dependents = arcs_by_head(memory, words)
    reached, queue = np.zeros(words + 1, np.int8), np.zeros(words + 1, np.int32)
    best, most = 1, 0
    for word in range(1, words + 1):
        if headless == 0 or head_of(memory, word) < 0:
            count = mark_reached(starts, dependents, as_number(word), reached, queue)
            if count > most:
                best, most = word, count
    return best


@kernel
def can_reach(memory: Int32, words: int, source: int, target: int) -> bool:
    """Whether a path leads from the source to the target."""
    starts, dependents = arcs_by_head(memory, words)
    reached, queue = np.zeros(words + 1, np.int8), np.zeros(words + 1, np.int32)
    mark_reached(starts, dependents, source, reached, queue)
    return bool(reached[target] == 1)


@inlined
def has_root(memory: Int32, bears_root: Int8) -> bool:
    """Whether the label of some arc stands for an arc from the root, too."""
    found = False
    for arc in range(memory[ARCS]):
        found = found or bears_root[arc_label(memory, arc)] == 1
    return found


@inlined
def mark_one_root(state: ParserState, words: int, bears_root: Int8, roots: Int8) -> None:
    """Mark one word that depends on the root, unless there is one; all other words may be without a head."""
    if not has_root(state.memory, bears_root):
        headless = 0
        for word in range(1, words + 1):
            headless += head_of(state.memory, word) < 0
        roots[state.first + choose_root(state.memory, as_number(words), as_number(headless)) - 1] = 1


@inlined
def attach_headless(
    system: CompiledSystem,
    scorer: TransitionScorer,
    state: ParserState,
    words: int,
    rivals: Int32,
    single_root: bool,
    bears_root: Int8,
    roots: Int8,
) -> None:
    """Give every word a head; the words that depend on the root are marked in ``roots``.

    ``bears_root`` marks the labels that stand for an arc from the root, too.
    """
    memory = state.memory
    headless = 0
    for word in range(1, words + 1):
        headless += head_of(memory, word) < 0
        roots[state.first + word - 1] = head_of(memory, word) < 0
    if single_root and headless != 1 and not (headless == 0 and has_root(memory, bears_root)):
        root = choose_root(memory, as_number(words), as_number(headless))
        roots[state.first + root - 1] = 1
        for word in range(1, words + 1):
            if head_of(memory, word) < 0 and word != root:
                head = rivals[word]
                if head < 0 or can_reach(memory, as_number(words), as_number(word), as_number(head)):
                    head = root
                scorer.score_labels(state, head, word)
                label = best_label(scorer, system.label_count)
                add_arc(memory, as_number(head), as_number(word), True, as_number(label))
                roots[state.first + word - 1] = 0
