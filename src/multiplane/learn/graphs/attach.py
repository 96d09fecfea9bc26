"""Words that the root does not reach when a graph is parsed: each takes a head that keeps the graph in its class.

One word becomes the root, that from which most others can be reached; in treebanks whose sentences may have several
roots, every word without a head does. Then the words to which nothing leads from the root take heads: those without any
by the best arc that was applicable and not built; what is left of them, and a word of each cycle, from the root's word
or else from the nearest word that is reached. An arc keeps the class if it crosses no arc on one of the planes (the
stacks on which the arcs were built), closes no cycle and covers no word without a head where the class has none of
these, and does not join words again that may be joined once.

On planes alone there is always such an arc: one between neighbours crosses none, and where some words are reached and
others are not, two neighbours differ. In other classes there may be none. Then the word depends on the root, whose arcs
are outside the class. Where the root is on the stacks and its arcs are inside, a word that is not reached gives up
those of its arcs by which a reached neighbour can be reached, and takes that as its head: what was reached still is.
Every step reaches a word more, or gives a head to one that had none. O(n) for each, and there are few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from multiplane.kernels.arrays import Float32, Int8, Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number
from multiplane.learn.transition.actions import CompiledSystem
from multiplane.learn.transition.context import ParserState
from multiplane.learn.transition.scorer import TransitionScorer, best_label
from multiplane.transition.machine.memory import ARCS, STACK_COUNT, WORDS, arc_dependent, arc_head, arc_label
from multiplane.transition.machine.operations import add_arc

if TYPE_CHECKING:
    from multiplane.transition import System

GIVEN_UP = -1


class KeptClass(NamedTuple):
    """Restrictions on graphs besides their planes: whether arcs of the root are included, whether directed and
    undirected cycles and second arcs between two words are ruled out, and arcs over words without a head.
    """

    root: bool
    no_directed_cycles: bool
    no_undirected_cycles: bool
    joined_once: bool
    no_covered_roots: bool


class RootRules(NamedTuple):
    """What words without a head are: the root and what must be reached from it, or (``attached`` is false) words that
    stay as they are, of which one depends on the root if it is ``present``. ``single``: one word without a head among
    the words. ``in_label`` marks the labels that stand for an arc from the root, too.
    """

    single: bool
    attached: bool
    present: bool
    in_label: Int8


class Rivals(NamedTuple):
    """By word: the head of the best arc that was not built, −1 if there was none, and how far it was behind."""

    heads: Int32
    margins: Float32


def kept_class_of(system: System) -> KeptClass:
    """The class of the graphs that a system builds.

    The systems for acyclic graphs, which join two words once, can close a cycle of three words; nothing that is added
    does.

    >>> from multiplane.transition import get
    >>> kept_class_of(get("planar-graph+no-covered-roots"))
    KeptClass(root=False, no_directed_cycles=False, no_undirected_cycles=False, joined_once=False, \
no_covered_roots=True)
    """
    proved = system.properties
    once, no_cycles = proved.one_arc_between_words.holds, proved.no_undirected_cycles.holds
    acyclic = once or proved.no_directed_cycles.holds
    return KeptClass(system.root, acyclic, no_cycles, once, proved.no_covered_roots.holds)


@kernel
def arcs_by_end(memory: Int32, planes: Int32, by_head: bool) -> tuple[Int32, Int32]:
    """The dependents of all nodes listed by head, or their heads by dependent, and where each list begins."""
    starts = np.zeros(memory[WORDS] + 2, np.int32)
    for arc in range(memory[ARCS]):
        if planes[arc] != GIVEN_UP:
            starts[(arc_head(memory, arc) if by_head else arc_dependent(memory, arc)) + 1] += 1
    for node in range(memory[WORDS] + 1):
        starts[node + 1] += starts[node]
    others, filled = np.empty(starts[-1], np.int32), starts.copy()
    for arc in range(memory[ARCS]):
        if planes[arc] != GIVEN_UP:
            head, dependent = arc_head(memory, arc), arc_dependent(memory, arc)
            node = head if by_head else dependent
            others[filled[node]] = dependent if by_head else head
            filled[node] += 1
    return starts, others


@kernel
def spread(starts: Int32, others: Int32, marked: Int8) -> int:
    """Mark the nodes that can be reached from marked ones, and count them."""
    queue, length, done = np.empty(len(marked), np.int32), 0, 0
    for node in range(len(marked)):
        if marked[node]:
            queue[length] = node
            length += 1
    while done < length:
        node = queue[done]
        done += 1
        for place in range(starts[node], starts[node + 1]):
            other = others[place]
            if marked[other] == 0:
                marked[other] = 1
                queue[length] = other
                length += 1
    return length


@kernel
def linked(memory: Int32, planes: Int32, node: int, from_it: bool) -> Int8:
    """Which nodes can be reached from a node, or those from which it can be reached."""
    starts, others = arcs_by_end(memory, planes, from_it)
    marked = np.zeros(memory[WORDS] + 1, np.int8)
    marked[node] = 1
    spread(starts, others, marked)
    return marked


@kernel
def reached_from_root(memory: Int32, planes: Int32, in_label: Int8, roots: Int8) -> Int8:
    """Which nodes can be reached from the root, by its own arcs, those that labels stand for, and ``roots``."""
    starts, dependents = arcs_by_end(memory, planes, True)
    marked = np.zeros(memory[WORDS] + 1, np.int8)
    marked[0] = 1
    for word in range(1, memory[WORDS] + 1):
        marked[word] = roots[word - 1]
    for arc in range(memory[ARCS]):
        if planes[arc] != GIVEN_UP and in_label[arc_label(memory, arc)]:
            marked[arc_dependent(memory, arc)] = 1
    spread(starts, dependents, marked)
    return marked


@kernel
def dependents_of_root(memory: Int32, planes: Int32, roots: Int8) -> Int8:
    """Which words depend on the root, not counting arcs that only labels stand for."""
    marked = np.zeros(memory[WORDS] + 1, np.int8)
    marked[1:] = roots
    for arc in range(memory[ARCS]):
        if planes[arc] != GIVEN_UP and arc_head(memory, arc) == 0:
            marked[arc_dependent(memory, arc)] = 1
    return marked


@kernel
def headed_words(memory: Int32, planes: Int32) -> Int8:
    """Which words have a head; arcs of the root count where systems build them."""
    headed = np.zeros(memory[WORDS] + 1, np.int8)
    for arc in range(memory[ARCS]):
        if planes[arc] != GIVEN_UP:
            headed[arc_dependent(memory, arc)] = 1
    return headed


@kernel
def plane_for(memory: Int32, planes: Int32, head: int, dependent: int) -> int:
    """The first plane on which an arc crosses no other, −1 if there is none."""
    low, high = min(head, dependent), max(head, dependent)
    crossed = np.zeros(memory[STACK_COUNT], np.int8)
    for arc in range(memory[ARCS]):
        one, two = arc_head(memory, arc), arc_dependent(memory, arc)
        left, right = min(one, two), max(one, two)
        if planes[arc] != GIVEN_UP and (left < low < right < high or low < left < high < right):
            crossed[planes[arc]] = 1
    for plane in range(len(crossed)):
        if crossed[plane] == 0:
            return plane
    return -1


@kernel
def possible_heads(memory: Int32, planes: Int32, word: int, kind: KeptClass) -> Int8:
    """Which nodes can become a head of a word without leaving the class, by one more arc."""
    nodes, stacks = memory[WORDS] + 1, memory[STACK_COUNT]
    lowest, highest = np.zeros(stacks, np.int32), np.full(stacks, nodes - 1, np.int32)
    covers = np.zeros((stacks, nodes + 1), np.int32)
    barred = np.zeros(nodes, np.int8)
    for arc in range(memory[ARCS]):
        plane = planes[arc]
        if plane != GIVEN_UP:
            head, dependent = arc_head(memory, arc), arc_dependent(memory, arc)
            left, right = min(head, dependent), max(head, dependent)
            if left < word < right:
                lowest[plane] = max(lowest[plane], left)
                highest[plane] = min(highest[plane], right)
            elif left != word and right != word:
                covers[plane, left + 1] += 1
                covers[plane, right] -= 1
            if dependent == word:
                barred[head] = 1
            elif head == word and kind.joined_once:
                barred[dependent] = 1
    possible = np.zeros(nodes, np.int8)
    for plane in range(stacks):
        covering = 0
        for node in range(nodes):
            covering += covers[plane, node]
            if covering == 0 and lowest[plane] <= node <= highest[plane]:
                possible[node] = 1
    if kind.no_undirected_cycles:
        starts, dependents = arcs_by_end(memory, planes, True)
        above, heads = arcs_by_end(memory, planes, False)
        barred[word] = 1
        count, before = 1, 0
        while count > before:
            before = count
            spread(starts, dependents, barred)
            count = spread(above, heads, barred)
    elif kind.no_directed_cycles:
        below = linked(memory, planes, word, True)
        for node in range(nodes):
            barred[node] = max(barred[node], below[node])
    if kind.no_covered_roots:
        headed = headed_words(memory, planes)
        for step in (-1, 1):
            free = True
            node = word + step
            while 0 <= node < nodes:
                possible[node] = possible[node] and free
                free = free and (headed[node] == 1 or node == 0)
                node += step
    for node in range(nodes):
        possible[node] = possible[node] and not barred[node]
    possible[word] = 0
    possible[0] = possible[0] and kind.root
    return possible


@kernel
def choose_root(memory: Int32, planes: Int32, headed: Int8, kind: KeptClass) -> int:
    """The word from which most others can be reached, among those without a head, or among all if all have one.

    An arc from the root must be in the class where systems build it; to the first word it always is.
    """
    starts, dependents = arcs_by_end(memory, planes, True)
    for with_head in range(2):
        best, most = 0, 0
        for word in range(1, len(headed)):
            if headed[word] == with_head and not (kind.root and not possible_heads(memory, planes, word, kind)[0]):
                marked = np.zeros(len(headed), np.int8)
                marked[word] = 1
                count = spread(starts, dependents, marked)
                if count > most:
                    best, most = word, count
        if best > 0:
            return best
    return 1


@kernel
def best_rival(
    memory: Int32, planes: Int32, words: Int8, rivals: Rivals, kind: KeptClass, root_too: bool
) -> tuple[int, int]:
    """The rival arc that was least behind, of these words and in the class, as head and dependent; −1 if there is none.

    A rival that can be reached from its word is none, and is forgotten like those outside the class.
    """
    while True:
        best = -1
        for word in range(1, len(words)):
            if words[word] and rivals.heads[word] >= 0 and (best < 0 or rivals.margins[word] > rivals.margins[best]):
                best = word
        if best < 0:
            return -1, -1
        head = rivals.heads[best]
        allowed = (head > 0 or root_too) and not linked(memory, planes, best, True)[head]
        if allowed and possible_heads(memory, planes, best, kind)[head]:
            return head, best
        rivals.heads[best] = -1


@kernel
def source_of(memory: Int32, planes: Int32, reached: Int8) -> int:
    """The first of the words that are not reached, and are reached from no word but those that they reach."""
    starts, dependents = arcs_by_end(memory, planes, True)
    marked = reached.copy()
    source = -1
    for word in range(len(reached) - 1, 0, -1):
        if marked[word] == 0:
            marked[word] = 1
            spread(starts, dependents, marked)
            source = word
    return source


@kernel
def nearest_head(possible: Int8, reached: Int8, word: int) -> int:
    """The nearest node that is reached and possible, −1 if there is none."""
    for distance in range(1, len(reached)):
        for node in (word - distance, word + distance):
            if 0 <= node < len(reached) and reached[node] and possible[node]:
                return node
    return -1


@kernel
def give_up_arcs(memory: Int32, planes: Int32, word: int, head: int, kind: KeptClass) -> None:
    """Remove the arcs of a word that lead to its future head, or all of them in classes without any cycles."""
    above = linked(memory, planes, head, False)
    for arc in range(memory[ARCS]):
        one, two = arc_head(memory, arc), arc_dependent(memory, arc)
        if (one == word and above[two]) or (kind.no_undirected_cycles and word in (one, two)):
            planes[arc] = GIVEN_UP


@kernel
def next_attachment(
    memory: Int32, planes: Int32, rivals: Rivals, kind: KeptClass, rules: RootRules, roots: Int8
) -> tuple[int, int]:
    """The next arc to a word that the root does not reach, as head and dependent; −1 when it reaches all."""
    nodes = memory[WORDS] + 1
    reached = reached_from_root(memory, planes, rules.in_label, roots)
    headed = headed_words(memory, planes)
    unrooted = reached[1:].max() == 0 and (rules.attached or rules.present)
    if unrooted or (rules.attached and not kind.root and roots.max() == 0 and headed[1:].min() == 0):
        return 0, choose_root(memory, planes, headed, kind)
    if not rules.attached or reached.min() == 1:
        return -1, -1
    if not kind.root and not rules.single:
        for word in range(1, nodes):
            if not headed[word] and not reached[word]:
                return 0, word
    headless = np.zeros(nodes, np.int8)
    for word in range(1, nodes):
        headless[word] = not headed[word] and not reached[word]
    head, word = best_rival(memory, planes, headless, rivals, kind, not rules.single)
    if word > 0:
        return head, word
    source = source_of(memory, planes, reached)
    members = linked(memory, planes, source, False)
    below_root = dependents_of_root(memory, planes, roots)
    for word in range(1, nodes):
        if members[word]:
            possible = possible_heads(memory, planes, word, kind)
            for other in range(1, nodes):
                if possible[other] and below_root[other]:
                    return other, word
            head = nearest_head(possible, reached, word)
            if head >= 0:
                return head, word
    for distance in range(nodes if kind.root or not kind.no_directed_cycles else 0):
        for word in (source - distance, source + distance):
            if 0 < word < nodes and not reached[word]:
                possible = possible_heads(memory, planes, word, kind)
                for other in (word - 1, word + 1):
                    if 0 <= other < nodes and reached[other] and possible[other]:
                        return other, word
    if not kind.root:
        return 0, source
    word = source
    while not reached[word - 1]:
        word -= 1
    give_up_arcs(memory, planes, word, word - 1, kind)
    return word - 1, word


@inlined
def attach_unreached(
    system: CompiledSystem,
    scorer: TransitionScorer,
    state: ParserState,
    planes: Int32,
    rivals: Rivals,
    kind: KeptClass,
    rules: RootRules,
    roots: Int8,
) -> None:
    """Give heads to the words that the root does not reach; those that depend on it are marked in ``roots``."""
    head, word = 0, 0
    while word >= 0:
        head, word = next_attachment(state.memory, planes, rivals, kind, rules, roots)
        if word > 0 and head == 0 and not kind.root:
            roots[word - 1] = 1
        elif word > 0:
            scorer.score_labels(state, head, word)
            label = best_label(scorer, system.label_count)
            planes[state.memory[ARCS]] = plane_for(state.memory, planes, head, word)
            add_arc(state.memory, as_number(head), as_number(word), True, as_number(label))
