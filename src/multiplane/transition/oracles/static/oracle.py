"""Static oracles as one kernel: the next transition on the way to the gold tree, for every system that has a profile.

``next_transition`` can be called inside other kernels: it takes the profile of the system, its program, the memory of a
configuration and the gold tree, all of them int32 arrays. ``follow`` repeats it up to the end, ``derive_sentence``
starts from the heads of a sentence.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number, borrowed
from multiplane.transition.machine.execution import NONE, apply
from multiplane.transition.machine.memory import ARCS, arc_dependent, arc_head, begin, head_of
from multiplane.transition.oracles.gold import (
    ARC_COUNT,
    HAS_PLANES,
    arc_between,
    gold_head,
    is_built,
    read_new_arcs,
)
from multiplane.transition.oracles.prepare import gold_tree
from multiplane.transition.oracles.profile import (
    BUFFER_ARC_TRANSITIONS,
    COVINGTON_ORACLE,
    IS_UNDIRECTED,
    NO_ROOT_ARCS,
    PREFERRED_LENGTH,
    REQUIRED_ROOT_ARCS,
    ROOT_ARCS,
    STATIC_ORACLE,
    SWAP_ORACLE,
)
from multiplane.transition.oracles.static.greedy import next_covington, next_greedy
from multiplane.transition.oracles.static.planes import next_planes
from multiplane.transition.oracles.static.swap import next_swap


@kernel
def next_transition(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The number of the next transition, or −1 at the end.

    LBA and RBA build arcs up to ``longest_buffer_arc``: 1 is the policy of BUF §3.1, −1 builds no buffer arcs at all.
    """
    read_new_arcs(gold, memory)
    if gold[HAS_PLANES] == 1:
        return next_planes(profile, program, memory, gold, longest_buffer_arc)
    if profile[STATIC_ORACLE] == SWAP_ORACLE:
        return next_swap(profile, program, memory, gold, longest_buffer_arc)
    if profile[STATIC_ORACLE] == COVINGTON_ORACLE:
        return next_covington(profile, program, memory, gold, longest_buffer_arc)
    return next_greedy(profile, program, memory, gold, longest_buffer_arc)


@kernel
def follow(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> tuple[Int32, Int32]:
    """The transitions from this configuration to the end, and for each the gold arc that it builds, or −1.

    The labels of the arcs in the memory are their numbers: a graph may have the same arc under two labels.
    """
    transitions = np.empty(64, np.int32)
    arcs = np.empty(64, np.int32)
    count = 0
    while True:
        transition = next_transition(profile, program, memory, gold, longest_buffer_arc)
        if transition < 0:
            return transitions[:count], arcs[:count]
        if count == len(transitions):
            transitions = np.append(transitions, transitions)
            arcs = np.append(arcs, arcs)
        before = memory[ARCS]
        apply(memory, program, transition, as_number(before))
        transitions[count] = transition
        arcs[count] = NONE
        if memory[ARCS] > before:
            arcs[count] = arc_between(gold, arc_head(memory, before), arc_dependent(memory, before))
        count += 1


@kernel
def count_lost_arcs(profile: Int32, memory: Int32, gold: Int32) -> int:
    """How many words do not have their gold heads; in an undirected system, how many gold edges are missing."""
    read_new_arcs(gold, memory)
    lost = 0
    for word in range(1, gold[ARC_COUNT]):
        head = gold_head(gold, word)
        if profile[IS_UNDIRECTED] == 1:
            lost += not is_built(gold, word) and (head > 0 or profile[ROOT_ARCS] == REQUIRED_ROOT_ARCS)
        else:
            lost += max(head_of(memory, word), 0) != head
    return lost


@kernel
def derive_sentence(profile: Int32, program: Int32, memory: Int32, heads: Int32) -> tuple[Int32, Int32, int]:
    """The oracle's transitions, for each the word whose arc it builds (or −1), and how many arcs are lost.

    If the policy for buffer arcs loses arcs, buffer arcs of any length are tried next, and then none at all.
    """
    transitions, words, lost = np.empty(0, np.int32), np.empty(0, np.int32), len(heads) + 1
    for attempt in range(1 if profile[BUFFER_ARC_TRANSITIONS] == 0 else 3):
        longest = profile[PREFERRED_LENGTH] if attempt == 0 else len(heads) if attempt == 1 else NONE
        begin(memory, len(heads), profile[ROOT_ARCS] != NO_ROOT_ARCS)
        gold = gold_tree(profile, heads)
        found, built = follow(profile, program, memory, borrowed(gold), as_number(longest))
        missing = count_lost_arcs(profile, memory, gold)
        if missing < lost:
            transitions, words, lost = found, built, missing
        if lost == 0:
            break
    return transitions, words, lost
