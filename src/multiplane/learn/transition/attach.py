"""Words that a parser leaves without a head: each takes the best arc that was scored but not built.

While a sentence is parsed, every applicable arc that loses to another transition is remembered with its dependent, and
how far behind it was: its *rival* arc. When the parse has ended, the top of the largest fragment becomes the root. The
tops of the other fragments take their rivals, closest first, where that closes no cycle and keeps the class of trees
that the system builds; those without such a rival become dependents of the root, or of the nearest word where that
would leave the class. Where sentences may have several roots, they become roots. Undirected systems join fragments by
their rival edges in the same way. O(n²) for each word that is attached, and there are few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number
from multiplane.learn.transition.actions import NO_TRANSITION, CompiledSystem, new_dependent, new_head
from multiplane.learn.transition.context import RIVAL, RIVAL_GAP, ParserState, update_context
from multiplane.learn.transition.results import BuiltArcs, record_arc
from multiplane.learn.transition.scorer import Choices, TransitionScorer, best_label
from multiplane.structure.cycles import find_cycles
from multiplane.transition.machine.memory import ARCS, HEADS, WORDS, arc_dependent, arc_head
from multiplane.transition.machine.operations import add_arc, representative

if TYPE_CHECKING:
    from multiplane.transition import System

ANY_TREE, TWO_PLANAR, PLANAR, PROJECTIVE = range(4)
FARTHEST = 1 << 30


def class_to_keep(system: System) -> int:
    """The class that the trees of a system must stay in.

    >>> from multiplane.transition import get
    >>> [class_to_keep(get(name)) for name in ("swap", "2-planar", "planar", "arc-eager")]
    [0, 1, 2, 3]
    """
    classes = {"2-planar": TWO_PLANAR, "planar": PLANAR, "projective": PROJECTIVE}
    return classes.get(system.graph_class, ANY_TREE)


@kernel
def remember_rival(context: Int32, node: int, other: int, gap: int) -> None:
    """Remember the arc into a node, or its edge, if it scored better than the one remembered so far."""
    if node > 0 and (context[RIVAL, node] < 0 or gap > context[RIVAL_GAP, node]):
        context[RIVAL, node] = other
        context[RIVAL_GAP, node] = gap


@inlined
def remember_rivals(
    system: CompiledSystem, scorer: TransitionScorer, choices: Choices, state: ParserState, best: float
) -> None:
    """Remember the arcs that are applicable here, with the distance of their scores from the best."""
    for transition in range(len(choices.applicable)):
        if choices.applicable[transition] and system.places[transition, 0] >= 0:
            gap = int(max(float(scorer.scores[transition]) - best, -FARTHEST))
            head = new_head(state.memory, system.places, transition)
            dependent = new_dependent(state.memory, system.places, transition)
            remember_rival(state.context, dependent, head, gap)
            if system.undirected:
                remember_rival(state.context, head, dependent, gap)


@kernel
def crossing(one: int, two: int, low: int, high: int) -> bool:
    """Whether two arcs cross, the second given from left to right."""
    left, right = min(one, two), max(one, two)
    return left < low < right < high or low < left < high < right


@kernel
def crossed_arcs(heads: Int32, one: int, two: int, root_arcs: bool) -> int:
    """How many arcs an arc crosses."""
    low, high, count = min(one, two), max(one, two), 0
    for word in range(1, len(heads)):
        if heads[word] > 0 or (root_arcs and heads[word] == 0):
            count += crossing(word, heads[word], low, high)
    return count


@kernel
def keeps_class(heads: Int32, head: int, dependent: int, kind: int) -> bool:
    """Whether the trees stay in the class with one more arc; for two planes, a sufficient condition.

    Two planes surely suffice where the arcs that it crosses cross no others.
    """
    if kind == ANY_TREE:
        return True
    if kind != TWO_PLANAR:
        return crossed_arcs(heads, head, dependent, kind == PROJECTIVE) == 0
    low, high = min(head, dependent), max(head, dependent)
    for word in range(1, len(heads)):
        crossed = heads[word] > 0 and crossing(word, heads[word], low, high)
        if crossed and crossed_arcs(heads, word, heads[word], False) > 0:
            return False
    return True


@kernel
def top_of(heads: Int32, node: int) -> int:
    """The word above a node that has no head, or the root as its head."""
    while heads[node] > 0:
        node = heads[node]
    return node


@kernel
def choose_root(heads: Int32) -> int:
    """Choose the root: a word with an arc from 0 if there is one, else the top of the largest fragment."""
    sizes = np.zeros(len(heads), np.int32)
    for word in range(1, len(heads)):
        sizes[top_of(heads, word)] += 1
    best = -1
    for word in range(1, len(heads)):
        if heads[word] <= 0:
            rooted = best >= 0 and heads[word] > heads[best]
            larger = best >= 0 and heads[word] == heads[best] and sizes[word] > sizes[best]
            if best < 0 or rooted or larger:
                best = word
    return best


@kernel
def attach_tops(heads: Int32, context: Int32, kind: int, single_root: bool) -> None:
    """Give every word a head, 0 for roots; −1 marks the words that have none yet."""
    root = choose_root(heads)
    heads[root] = 0
    for word in range(1, len(heads)):
        if single_root and word != root and heads[word] == 0:
            heads[word] = -1
    waiting = True
    while waiting:
        best = -1
        for word in range(1, len(heads)):
            rival = context[RIVAL, word]
            if heads[word] < 0 and rival >= 0 and (best < 0 or context[RIVAL_GAP, word] > context[RIVAL_GAP, best]):
                fits = not single_root if rival == 0 else top_of(heads, rival) != word
                if fits and keeps_class(heads, rival, word, kind):
                    best = word
        waiting = best >= 0
        if waiting:
            heads[best] = context[RIVAL, best]
    for word in range(1, len(heads)):
        if heads[word] < 0:
            heads[word] = nearest_head(heads, word, root, kind) if single_root else 0


@kernel
def nearest_head(heads: Int32, word: int, root: int, kind: int) -> int:
    """The root, or if that leaves the class, the nearest word that does not; failing that, the root."""
    if keeps_class(heads, root, word, kind):
        return root
    for distance in range(1, len(heads)):
        for other in (word - distance, word + distance):
            if 0 < other < len(heads) and top_of(heads, other) != word and keeps_class(heads, other, word, kind):
                return other
    return root


@kernel
def next_rival_edge(memory: Int32, context: Int32, kind: int) -> int:
    """The node with the best rival edge that joins two fragments; −1 if there is none."""
    best = -1
    for node in range(1, memory[WORDS] + 1):
        other = context[RIVAL, node]
        if other > 0 and (best < 0 or context[RIVAL_GAP, node] > context[RIVAL_GAP, best]):
            fits = representative(memory, node) != representative(memory, other)
            for arc in range(memory[ARCS] if fits and kind != ANY_TREE else 0):
                one, two = arc_head(memory, arc), arc_dependent(memory, arc)
                fits = fits and not (one > 0 and crossing(one, two, min(node, other), max(node, other)))
            if fits:
                best = node
    return best


@inlined
def build_arc(
    system: CompiledSystem, scorer: TransitionScorer, state: ParserState, head: int, dependent: int, arcs: BuiltArcs
) -> None:
    """Build an arc after the parse has ended, with the label that scores best."""
    scorer.score_labels(state, head, dependent)
    label, arc = best_label(scorer, system.label_count), state.memory[ARCS]
    add_arc(state.memory, as_number(head), as_number(dependent), not system.undirected, as_number(label))
    update_context(state.memory, state.context, system.directions, as_number(NO_TRANSITION), as_number(label))
    record_arc(state, arc, NO_TRANSITION, 0.0, 0.0, arcs)


@inlined
def attach_headless(system: CompiledSystem, scorer: TransitionScorer, state: ParserState, arcs: BuiltArcs) -> None:
    """Attach the words of a parsed sentence that have no head; join the fragments of an undirected one."""
    memory, words = state.memory, state.memory[WORDS]
    if system.undirected:
        node = next_rival_edge(memory, state.context, system.kept_class) if system.single_root else -1
        while node > 0 and memory[ARCS] < words:
            other = state.context[RIVAL, node]
            build_arc(system, scorer, state, min(node, other), max(node, other), arcs)
            node = next_rival_edge(memory, state.context, system.kept_class)
    elif memory[ARCS] < words:
        before = memory[memory[HEADS] : memory[HEADS] + words + 1].copy()
        after = before.copy()
        if find_cycles(before)[1] == 0:
            attach_tops(after, state.context, system.kept_class, system.single_root)
        for word in range(1, words + 1):
            if before[word] < 0 and after[word] > 0:
                build_arc(system, scorer, state, after[word], word, arcs)
