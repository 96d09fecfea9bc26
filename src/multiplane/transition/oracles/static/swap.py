"""The oracles of swap: eager (Nivre 2009) and lazy (Nivre, Kuhlmann & Hall 2009).

Words are sorted into the projective order of the gold tree, its inorder traversal: every word between its left and its
right children. The eager oracle swaps two words as soon as they meet in the wrong order. The lazy oracle waits while
the upper one and the first word of the buffer belong to one maximal projective component; these are the subtrees that
arc-standard builds without swapping.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.transition.algebra.guards import BUFFER, STACK
from multiplane.transition.machine.execution import NONE, is_applicable, node_at
from multiplane.transition.oracles.gold import component_of, projective_place
from multiplane.transition.oracles.profile import ARC_TRANSITIONS, LAZY_SWAPS, SHIFT_NUMBER, SWAP_NUMBER
from multiplane.transition.oracles.static.greedy import arc_transition


@kernel
def projective_order(head: Int32) -> Int32:
    """The place of every node in the inorder traversal of the tree; ``head[0]`` is −1."""
    nodes = len(head)
    first_child = np.full(nodes, -1, np.int32)
    next_child = np.full(nodes, -1, np.int32)
    for word in range(nodes - 1, 0, -1):
        next_child[word] = first_child[head[word]]
        first_child[head[word]] = word
    order = np.empty(nodes, np.int32)
    placed = np.zeros(nodes, np.bool_)
    place, node = 0, 0
    while node >= 0:
        child = first_child[node]
        if not placed[node] and (child < 0 or child > node):
            order[node] = place
            placed[node] = True
            place += 1
        if child >= 0:
            first_child[node] = next_child[child]
            node = child
        else:
            node = head[node]
    return order


@kernel
def maximal_projective_components(head: Int32) -> Int32:
    """The component of every word, named by its topmost word: the subtrees that arc-standard builds without swapping.

    Words are pushed one by one; a word that has all its children is attached to its head once the two are neighbours.
    """
    nodes = len(head)
    children = np.zeros(nodes, np.int32)
    component = np.zeros(nodes, np.int32)
    for word in range(1, nodes):
        children[head[word]] += 1
        component[word] = word
    stack = np.empty(nodes, np.int32)
    height = 0
    for word in range(1, nodes):
        stack[height] = word
        height += 1
        while height > 1:
            lower, upper = stack[height - 2], stack[height - 1]
            if head[lower] == upper and children[lower] == 0:
                stack[height - 2] = upper
                component[lower] = upper
                children[upper] -= 1
            elif head[upper] == lower and children[upper] == 0:
                component[upper] = lower
                children[lower] -= 1
            else:
                break
            height -= 1
    for word in range(1, nodes):
        top = word
        while component[top] != top:
            top = component[top]
        node = word
        while component[node] != top:
            following = component[node]
            component[node] = top
            node = following
    return component


@kernel
def next_swap(profile: Int32, program: Int32, memory: Int32, gold: Int32, longest_buffer_arc: int) -> int:
    """The next transition, or −1 at the end."""
    arc = arc_transition(profile, program, memory, gold, profile[ARC_TRANSITIONS], longest_buffer_arc)
    if arc >= 0:
        return arc
    upper, lower, first = node_at(memory, STACK, 1), node_at(memory, STACK, 2), node_at(memory, BUFFER, 1)
    if lower > 0 and projective_place(gold, upper) < projective_place(gold, lower):
        one_component = first >= 0 and component_of(gold, upper) == component_of(gold, first)
        if not (profile[LAZY_SWAPS] == 1 and one_component) and is_applicable(memory, program, profile[SWAP_NUMBER]):
            return int(profile[SWAP_NUMBER])
    return int(profile[SHIFT_NUMBER]) if first >= 0 else NONE
