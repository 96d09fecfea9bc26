"""What each transition costs when a graph is built, in any configuration: the gold arcs that it puts out of reach.

For systems whose transitions are single operations (planar-graph, k-planar-graph, dag-arc-eager). Every gold arc has a
plane, given by the static oracle. On its plane it can be built as long as its left end is on that stack and its right
end in the buffer. SHIFT loses the arcs from the stacks to the first word, REDUCE those from the top of the active stack
to the buffer; an arc that is not in the gold graph costs one, and so does a SWITCH unless the first word has arcs on
another plane and none on this one. Arcs on one plane do not cross, so that all that can be built each can be built
together. When a mistake removes the left end of an arc, the arc moves to a plane where it is still on the stack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int8, Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import as_number
from multiplane.learn.graphs.examples import LOST, GraphExamples
from multiplane.learn.transition.actions import NO_TRANSITION, CompiledSystem
from multiplane.learn.transition.examples import AT_END
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.machine.execution import node_at
from multiplane.transition.machine.memory import ACTIVE

KIND_SHIFT, KIND_REDUCE, KIND_ARC, KIND_SWITCH = range(4)


class GoldState(NamedTuple):
    """A gold graph while it is built: whether each arc is built, the plane on which it is to be built, and whether each
    node is gone from each stack. Arcs are counted from the first of the sentence.
    """

    built: Int8
    planes: Int32
    gone: Int8


def new_gold_state(arcs: int, words: int, stacks: int) -> GoldState:
    """A state for sentences of up to this many arcs and words."""
    return GoldState(np.zeros(arcs, np.int8), np.zeros(arcs, np.int32), np.zeros((stacks, words + 1), np.int8))


@inlined
def begin_gold(gold: GoldState, examples: GraphExamples, sentence: int, words: int) -> None:
    """Reset the state: nothing is built or removed."""
    first = examples.starts[sentence]
    for arc in range(examples.starts[sentence + 1] - first):
        gold.built[arc] = 0
        gold.planes[arc] = examples.planes[first + arc]
    for stack in range(len(gold.gone)):
        for node in range(words + 1):
            gold.gone[stack, node] = 0


@kernel
def find_arc(examples: GraphExamples, sentence: int, head: int, dependent: int) -> int:
    """The gold arc between two nodes, counted from the first of the sentence; −1 if there is none."""
    place = examples.offsets[sentence] + sentence + dependent
    for arc in range(examples.into[place], examples.into[place + 1]):
        if examples.heads[arc] == head:
            return int(arc - examples.starts[sentence])
    return -1


@kernel
def pending_at(examples: GraphExamples, gold: GoldState, sentence: int, node: int, plane: int) -> int:
    """How many arcs from the stacks to the first buffer node can still be built, on one plane or (−1) on any."""
    place = examples.offsets[sentence] + sentence + node
    any_plane = plane == LOST
    count = 0
    for index in range(examples.right_starts[place], examples.right_starts[place + 1]):
        arc = examples.by_right[index] - examples.starts[sentence]
        on = gold.planes[arc]
        if gold.built[arc] == 0 and on != LOST and (any_plane or plane == on):
            other = min(examples.heads[examples.by_right[index]], examples.dependents[examples.by_right[index]])
            count += gold.gone[on, other] == 0
    return count


@kernel
def pending_from(examples: GraphExamples, gold: GoldState, sentence: int, node: int, plane: int, front: int) -> int:
    """How many arcs from a node on the stack of a plane to the buffer, which begins with ``front``, can be built."""
    place = examples.offsets[sentence] + sentence + node
    count = 0
    for index in range(examples.left_starts[place], examples.left_starts[place + 1]):
        arc = examples.by_left[index] - examples.starts[sentence]
        other = max(examples.heads[examples.by_left[index]], examples.dependents[examples.by_left[index]])
        count += gold.built[arc] == 0 and gold.planes[arc] == plane and other >= front
    return count


@kernel
def graph_costs(
    examples: GraphExamples, gold: GoldState, sentence: int, memory: Int32, kinds: Int32, places: Int32, cost: Int32
) -> None:
    """Write the cost of every applicable transition; other entries are undefined."""
    front, top, active = node_at(memory, BUFFER, 1), node_at(memory, STACK, 1), as_number(memory[ACTIVE])
    total, here = 0, 0
    if front >= 0:
        total = pending_at(examples, gold, sentence, front, as_number(LOST))
        here = pending_at(examples, gold, sentence, front, active)
    for transition in range(len(kinds)):
        kind = kinds[transition]
        if kind == KIND_SHIFT:
            cost[transition] = total
        elif kind == KIND_REDUCE:
            cost[transition] = pending_from(examples, gold, sentence, top, active, front) if top >= 0 else 0
        elif kind == KIND_SWITCH:
            cost[transition] = 0 if here == 0 and total > 0 else 1
        elif front >= 0 and top >= 0:
            from_stack = places[transition, 0] == STACK
            head, dependent = (top, front) if from_stack else (front, top)
            arc = find_arc(examples, sentence, head, dependent)
            cost[transition] = 0 if arc >= 0 and gold.planes[arc] != LOST else 1


@kernel
def follow_gold(
    examples: GraphExamples, gold: GoldState, sentence: int, memory: Int32, kind: int, head: int, dependent: int
) -> None:
    """Update the state for a transition about to be applied; head and dependent are those of its arc, if any."""
    if kind == KIND_ARC:
        arc = find_arc(examples, sentence, head, dependent)
        if arc >= 0:
            gold.built[arc] = 1
    elif kind == KIND_REDUCE:
        top, active = node_at(memory, STACK, 1), memory[ACTIVE]
        gold.gone[active, top] = 1
        place = examples.offsets[sentence] + sentence + top
        for index in range(examples.left_starts[place], examples.left_starts[place + 1]):
            arc = examples.by_left[index] - examples.starts[sentence]
            if gold.built[arc] == 0 and gold.planes[arc] == active:
                gold.planes[arc] = LOST
                for plane in range(len(gold.gone) - 1, -1, -1):
                    if gold.gone[plane, top] == 0:
                        gold.planes[arc] = plane


class GraphGold(NamedTuple):
    """What is right in the examples: what each transition does, the gold graph while it is built, the most arcs for a
    word, and whether costs are known or the static oracle's sequences alone.
    """

    examples: GraphExamples
    kinds: Int32
    state: GoldState
    arcs_per_word: int
    dynamic: bool

    @inlined
    def begin(self, sentence: int, words: int) -> None:
        """Reset the gold graph: nothing is built."""
        begin_gold(self.state, self.examples, sentence, words)

    @inlined
    def arc_capacity(self, words: int) -> int:
        """As many arcs as the system can build."""
        return self.arcs_per_word * words + 1

    @inlined
    def next_transition(self, sentence: int, step: int) -> int:
        """The static oracle's transition, unless costs are known."""
        place, examples = self.examples.sequences[sentence] + step, self.examples
        if self.dynamic:
            return NO_TRANSITION
        return int(examples.transitions[place]) if place < examples.sequences[sentence + 1] else AT_END

    @inlined
    def is_certain(self, system: CompiledSystem, memory: Int32, sentence: int, transition: int) -> bool:
        """Never: costs have no shortcut."""
        return False

    @inlined
    def costs(self, system: CompiledSystem, memory: Int32, sentence: int, cost: Int32) -> None:
        """Write the number of arcs that each transition loses."""
        graph_costs(self.examples, self.state, sentence, memory, self.kinds, system.places, cost)

    @inlined
    def arc_label(self, sentence: int, head: int, dependent: int) -> int:
        """The label of the gold arc; −1 if there is none."""
        arc = find_arc(self.examples, sentence, head, dependent)
        return int(self.examples.labels[self.examples.starts[sentence] + arc]) if arc >= 0 else -1

    @inlined
    def follow(self, memory: Int32, sentence: int, transition: int, head: int, dependent: int) -> None:
        """Mark the arc as built, or what the transition removes as gone."""
        if self.dynamic:
            follow_gold(self.examples, self.state, sentence, memory, self.kinds[transition], head, dependent)
