"""The oracles of swap: eager (Nivre 2009) and lazy (Nivre, Kuhlmann & Hall 2009).

Words are sorted into the projective order of the gold tree: that of its traversal in which every word stands between
its left and its right children. Eager swaps two words as soon as they meet in the wrong order. Lazy waits while the
upper one and the next word of the buffer are parts of one maximal projective component, which are the pieces that
arc-standard builds without swapping.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.gold import ARRANGED, COMPONENT
from multiplane.transition.oracles.places import first_of_buffer, second_of_stack, top_of_stack
from multiplane.transition.oracles.profile import ARC_TRANSITIONS, LAZY, SHIFT_NUMBER, SWAP_NUMBER
from multiplane.transition.oracles.static.greedy import NONE, arc_transition, is_permitted


@kernel
def projective_order(head: Ints) -> Ints:
    """The place of every node in the traversal of the tree; ``head[0]`` is −1."""
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
def maximal_projective_components(head: Ints) -> Ints:
    """A number for every word's component: the pieces that arc-standard builds when it never swaps.

    Words are pushed one by one; a word whose children are all there joins the head that it stands next to.
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
def next_swap(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> int:
    """The next transition, or −1 at the end."""
    arc = arc_transition(plan, program, memory, gold, plan[ARC_TRANSITIONS], longest)
    if arc >= 0:
        return arc
    upper, lower, first = top_of_stack(memory), second_of_stack(memory), first_of_buffer(memory)
    if lower > 0 and gold[gold[ARRANGED] + upper] < gold[gold[ARRANGED] + lower]:
        same = first >= 0 and gold[gold[COMPONENT] + upper] == gold[gold[COMPONENT] + first]
        if not (plan[LAZY] == 1 and same) and is_permitted(memory, program, plan[SWAP_NUMBER]):
            return int(plan[SWAP_NUMBER])
    return int(plan[SHIFT_NUMBER]) if first >= 0 else NONE
