"""The loss of 2-planar (Fernández-González & Gómez-Rodríguez 2018), made exact: arcs, planes and cycles together.

An arc is reachable while its right end is in the buffer and its left end is on some stack or in the buffer; if the left
end is on one stack only, the arc needs that plane. Arcs that cross need different planes. So in every component of the
crossings graph the planes of all arcs follow from that of one, by parity, and arcs that need planes of different parity
must be separated: the fewest arcs to lose are a smallest vertex cut between them (Menger 1927: as many as there are
disjoint paths). Each cycle with arcs already built costs one arc; which one is tried out together with the cuts.
Right after a SWITCH another SWITCH is not applicable, so there the loss is that after the best other transition.
Exact for 2-planar gold trees while the cycles leave at most ``MAX_CHOICES`` choices.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.cycles import find_cycles
from multiplane.transition.machine.execution import apply_to_copy, is_applicable
from multiplane.transition.machine.memory import END, FRONT, SWITCHES, WORDS, head_of, stack_node, stack_size
from multiplane.transition.oracles.dynamic.reachability import count_wrong_heads
from multiplane.transition.oracles.gold import NODES, all_crossings, all_heads, first_crossings
from multiplane.transition.oracles.profile import SWITCH_NUMBER, TRANSITION_COUNT

MAX_CHOICES = 4096
BOTH_PLANES = 3
SOURCE, SINK = -3, -4


@kernel
def node_planes(memory: Int32) -> Int32:
    """On which of two stacks each node is: 1 the first, 2 the second, 3 both, as with all nodes in the buffer."""
    planes = np.zeros(memory[WORDS] + 1, np.int32)
    for stack in range(2):
        for depth in range(stack_size(memory, stack)):
            planes[stack_node(memory, stack, depth)] |= 1 << stack
    for place in range(memory[FRONT], memory[END]):
        planes[memory[place]] = BOTH_PLANES
    return planes


@kernel
def find_reachable(memory: Int32, head: Int32, parent: Int32, allowed: Int32) -> int:
    """Write the planes on which each word's gold arc is reachable (0: none), and the heads if all these are built.

    Gives the number of unreachable arcs.
    """
    planes = node_planes(memory)
    in_buffer = np.zeros(len(planes), np.bool_)
    for place in range(memory[FRONT], memory[END]):
        in_buffer[memory[place]] = True
    lost = 0
    for word in range(1, memory[WORDS] + 1):
        parent[word] = head_of(memory, word)
        if parent[word] < 0 and head[word] > 0:
            low, high = min(word, head[word]), max(word, head[word])
            allowed[word] = planes[low] if in_buffer[high] else 0
            lost += allowed[word] == 0
            if allowed[word] > 0:
                parent[word] = head[word]
    return lost


@kernel
def parities(start: Int32, crossing: Int32, allowed: Int32) -> Int32:
    """For every arc the parity of the plane it needs: 0 or 1, −1 if either will do, −2 if the arc is unreachable."""
    need = np.full(len(allowed), -2, np.int32)
    parity = np.full(len(allowed), -1, np.int32)
    queue = np.empty(len(allowed), np.int32)
    for source in range(len(allowed)):
        if allowed[source] == 0 or parity[source] >= 0:
            continue
        parity[source] = 0
        queue[0] = source
        length, done = 1, 0
        while done < length:
            arc = queue[done]
            done += 1
            need[arc] = -1 if allowed[arc] == BOTH_PLANES else (allowed[arc] - 1) ^ parity[arc]
            for index in range(start[arc], start[arc + 1]):
                other = crossing[index]
                if allowed[other] > 0 and parity[other] < 0:
                    parity[other] = 1 - parity[arc]
                    queue[length] = other
                    length += 1
    return need


@kernel
def augmenting_path(
    start: Int32, crossing: Int32, need: Int32, before: Int32, after: Int32, used: Int32, path: Int32
) -> int:
    """A path from an arc of parity 0 to one of parity 1 around those already found; its length, 0 if there is none.

    Each arc is entered at 2·arc and left at 2·arc + 1; one that is used can only be entered to undo what is there.
    """
    came_from = np.full(2 * len(need), -2, np.int32)
    queue = np.empty(2 * len(need), np.int32)
    length, done, end = 0, 0, -1
    for arc in range(len(need)):
        if need[arc] == 0 and not (used[arc] == 1 and before[arc] == SOURCE):
            came_from[2 * arc] = -1
            queue[length] = 2 * arc
            length += 1
    while done < length and end < 0:
        place = queue[done]
        done += 1
        arc = place // 2
        if place % 2 == 0:
            following = 2 * arc + 1 if used[arc] == 0 else 2 * before[arc] + 1
            if following > 0 and came_from[following] == -2:
                came_from[following] = place
                queue[length] = following
                length += 1
            continue
        if need[arc] == 1 and not (used[arc] == 1 and after[arc] == SINK):
            end = place
            break
        if used[arc] == 1 and came_from[2 * arc] == -2:
            came_from[2 * arc] = place
            queue[length] = 2 * arc
            length += 1
        for index in range(start[arc], start[arc + 1]):
            other = crossing[index]
            if need[other] > -2 and came_from[2 * other] == -2 and not (used[arc] == 1 and after[arc] == other):
                came_from[2 * other] = place
                queue[length] = 2 * other
                length += 1
    steps = 0
    while end >= 0:
        path[steps] = end
        steps += 1
        end = came_from[end]
    return steps


@kernel
def smallest_cut(start: Int32, crossing: Int32, allowed: Int32) -> int:
    """How many arcs must go so that no chain of crossings joins arcs that need different parities."""
    need = parities(start, crossing, allowed)
    before = np.full(len(need), -1, np.int32)
    after = np.full(len(need), -1, np.int32)
    used = np.zeros(len(need), np.int32)
    path = np.empty(2 * len(need), np.int32)
    paths = 0
    steps = augmenting_path(start, crossing, need, before, after, used, path)
    while steps > 0:
        paths += 1
        before[path[steps - 1] // 2] = SOURCE
        for step in range(steps - 1, 0, -1):
            here, there = path[step] // 2, path[step - 1] // 2
            if here == there:
                used[here] = path[step] % 2 == 0
            elif path[step] % 2 == 1:
                after[here], before[there] = there, here
            else:
                after[there] = -1
        after[path[0] // 2] = SINK
        used[path[0] // 2] = 1
        steps = augmenting_path(start, crossing, need, before, after, used, path)
    return paths


@kernel
def loss_before_any_transition(memory: Int32, gold: Int32) -> int:
    """The loss where the next transition may be any: unreachable arcs, one arc for each cycle, the smallest cut."""
    nodes = gold[NODES]
    head, start, crossing = all_heads(gold), first_crossings(gold), all_crossings(gold)
    parent, allowed = np.full(nodes, -1, np.int32), np.zeros(nodes, np.int32)
    lost = count_wrong_heads(memory, head) + find_reachable(memory, head, parent, allowed)
    cycle, cycles = find_cycles(parent)
    if cycles == 0:
        return lost + smallest_cut(start, crossing, allowed)
    choice = np.zeros(cycles, np.int32)
    fewest, tried, more = int(nodes), 0, True
    while more and tried < MAX_CHOICES and fewest > 0:
        tried += 1
        kept = allowed.copy()
        seen = np.zeros(cycles, np.int32)
        for word in range(1, nodes):
            if cycle[word] > 0 and allowed[word] > 0:
                number = cycle[word] - 1
                if seen[number] == choice[number]:
                    kept[word] = 0
                seen[number] += 1
        fewest = min(fewest, smallest_cut(start, crossing, kept))
        turning = 0
        while turning < cycles and choice[turning] + 1 == seen[turning]:
            choice[turning] = 0
            turning += 1
        more = turning < cycles
        if more:
            choice[turning] += 1
    return lost + cycles + fewest


@kernel
def loss_two_planar(profile: Int32, program: Int32, memory: Int32, gold: Int32, scratch: Int32) -> int:
    """The loss of a configuration; right after a SWITCH, that after the best transition other than SWITCH."""
    if memory[SWITCHES] == 0 or memory[FRONT] == memory[END]:
        return loss_before_any_transition(memory, gold)
    fewest = int(gold[NODES])
    for transition in range(profile[TRANSITION_COUNT]):
        if transition != profile[SWITCH_NUMBER] and is_applicable(memory, program, transition):
            apply_to_copy(memory, program, transition, scratch)
            fewest = min(fewest, loss_before_any_transition(scratch, gold))
    return fewest
