"""The loss of 2-planar (Fernández-González & Gómez-Rodríguez 2018), made exact: arcs, planes and cycles together.

An arc is within reach while its right end waits in the buffer and its left end is on some stack or in the buffer; if it
is on one stack only, the arc needs that plane. Arcs that cross need different planes. So in every component of the
crossings graph the planes of all arcs follow from that of one, up to parity, and arcs that need planes of both parities
must be cut apart: the fewest arcs to lose are a smallest vertex cut between them (Menger 1927: as many as there are
disjoint paths). Cycles with arcs already there cost one arc each; which one is tried out together with the cuts.
After a SWITCH something else must be done first, so there the loss is that of the best next transition.
Exact for 2-planar gold trees while the cycles leave at most ``MOST_CHOICES`` choices.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.transition.machine.execution import apply
from multiplane.transition.machine.memory import END, FRONT, HEADS, SWITCHES, WORDS, Ints
from multiplane.transition.oracles.dynamic.reach import count_wrong, planes_of
from multiplane.transition.oracles.gold import CROSSING, CROSSING_START, HEAD, NODES
from multiplane.transition.oracles.profile import SWITCH_NUMBER, TRANSITIONS
from multiplane.transition.oracles.static.greedy import NONE, is_permitted

MOST_CHOICES = 4096
EITHER = 3
SOURCE, SINK = -3, -4


@kernel
def within_reach(memory: Ints, head: Ints, parent: Ints, allowed: Ints) -> int:
    """The planes that each word's arc may still take (0: none), who would be whose head then, and how many are lost."""
    planes = planes_of(memory)
    waiting = np.zeros(len(planes), np.bool_)
    for index in range(memory[FRONT], memory[END]):
        waiting[memory[index]] = True
    lost = 0
    for word in range(1, memory[WORDS] + 1):
        parent[word] = memory[memory[HEADS] + word]
        if parent[word] < 0 and head[word] > 0:
            low, high = min(word, head[word]), max(word, head[word])
            allowed[word] = planes[low] if waiting[high] else 0
            lost += allowed[word] == 0
            if allowed[word] > 0:
                parent[word] = head[word]
    return lost


@kernel
def parities(start: Ints, crossing: Ints, allowed: Ints) -> Ints:
    """For every arc the parity of the plane it needs: 0 or 1, −1 where either will do, −2 where it is not asked for."""
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
            need[arc] = -1 if allowed[arc] == EITHER else (allowed[arc] - 1) ^ parity[arc]
            for index in range(start[arc], start[arc + 1]):
                other = crossing[index]
                if allowed[other] > 0 and parity[other] < 0:
                    parity[other] = 1 - parity[arc]
                    queue[length] = other
                    length += 1
    return need


@kernel
def augmenting_path(start: Ints, crossing: Ints, need: Ints, before: Ints, after: Ints, used: Ints, path: Ints) -> int:
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
def smallest_cut(start: Ints, crossing: Ints, allowed: Ints) -> int:
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
def cycle_numbers(parent: Ints) -> tuple[Ints, int]:
    """The number of the cycle that each node is on, −1 for none; and how many cycles there are."""
    cycle = np.full(len(parent), -1, np.int32)
    reached = np.zeros(len(parent), np.int32)
    count = 0
    for source in range(1, len(parent)):
        node = source
        while node > 0 and reached[node] == 0:
            reached[node] = source
            node = parent[node]
        if node > 0 and reached[node] == source:
            while cycle[node] < 0:
                cycle[node] = count
                node = parent[node]
            count += 1
    return cycle, count


@kernel
def loss_between_moves(memory: Ints, gold: Ints) -> int:
    """The loss where the next transition may be any: arcs out of reach, one arc for each cycle, the smallest cut."""
    nodes = gold[NODES]
    head = gold[gold[HEAD] : gold[HEAD] + nodes]
    start = gold[gold[CROSSING_START] : gold[CROSSING_START] + nodes + 1]
    crossing = gold[gold[CROSSING] : gold[CROSSING] + start[nodes]]
    parent, allowed = np.full(nodes, -1, np.int32), np.zeros(nodes, np.int32)
    lost = count_wrong(memory, head) + within_reach(memory, head, parent, allowed)
    cycle, cycles = cycle_numbers(parent)
    if cycles == 0:
        return lost + smallest_cut(start, crossing, allowed)
    choice = np.zeros(cycles, np.int32)
    best, tried, more = int(nodes), 0, True
    while more and tried < MOST_CHOICES and best > 0:
        tried += 1
        kept = allowed.copy()
        seen = np.zeros(cycles, np.int32)
        for word in range(1, nodes):
            if cycle[word] >= 0 and allowed[word] > 0:
                if seen[cycle[word]] == choice[cycle[word]]:
                    kept[word] = 0
                seen[cycle[word]] += 1
        best = min(best, smallest_cut(start, crossing, kept))
        turning = 0
        while turning < cycles and choice[turning] + 1 == seen[turning]:
            choice[turning] = 0
            turning += 1
        more = turning < cycles
        if more:
            choice[turning] += 1
    return lost + cycles + best


@kernel
def loss_two_planar(plan: Ints, program: Ints, memory: Ints, gold: Ints, spare: Ints) -> int:
    """The loss of a configuration; right after a SWITCH, that after the best transition that is none."""
    if memory[SWITCHES] == 0 or memory[FRONT] == memory[END]:
        return loss_between_moves(memory, gold)
    best = int(gold[NODES])
    for transition in range(plan[TRANSITIONS]):
        if transition != plan[SWITCH_NUMBER] and is_permitted(memory, program, transition):
            for index in range(len(memory)):
                spare[index] = memory[index]
            apply(spare, program, as_number(transition), as_number(NONE))
            best = min(best, loss_between_moves(spare, gold))
    return best
