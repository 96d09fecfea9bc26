"""From a gold tree or graph to what the oracle of a system needs to know of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.structure.crossing import crossings_graph
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.gold import (
    ARRANGED,
    BUILT,
    COMPONENT,
    CROSSING,
    CROSSING_START,
    DEPENDENT,
    HEAD,
    INTO,
    PLANE,
    ROOT,
    UNDIRECTED,
    count_pending,
    new_gold,
    sort_arcs_to_the_left,
)
from multiplane.transition.oracles.profile import (
    BY_ORDER,
    BY_PLANES,
    FAMILY,
    IS_UNDIRECTED,
    NO_ROOT,
    OPTIONAL_ROOT,
    PLANES,
    ROOT_ARCS,
)
from multiplane.transition.oracles.static.fewest_lost import several_planes
from multiplane.transition.oracles.static.one_plane import one_plane
from multiplane.transition.oracles.static.swap import maximal_projective_components, projective_order

Offsets = NDArray[np.int64]


@kernel
def with_root(heads: Ints) -> Ints:
    """The heads by node, −1 for the root."""
    head = np.empty(len(heads) + 1, np.int32)
    head[0] = -1
    for word in range(len(heads)):
        head[word + 1] = heads[word]
    return head


@kernel
def gold_tree(plan: Ints, heads: Ints) -> Ints:
    """The goal that is a tree: ``heads[i]`` is the head of word i+1."""
    head = with_root(heads)
    nodes = len(head)
    start = np.empty(0, np.int64)
    crossing = np.empty(0, np.int32)
    by_planes, by_order = plan[FAMILY] == BY_PLANES, plan[FAMILY] == BY_ORDER
    if by_planes:
        start, crossing = crossings_graph(head, plan[ROOT_ARCS] != NO_ROOT)
    gold = new_gold(nodes, nodes, len(crossing), by_planes, by_order)
    gold[UNDIRECTED] = plan[IS_UNDIRECTED]
    gold[ROOT] = plan[ROOT_ARCS]
    for node in range(nodes):
        gold[gold[HEAD] + node] = head[node]
        gold[gold[DEPENDENT] + node] = node
        gold[gold[INTO] + node] = node
        gold[gold[BUILT] + node] = node == 0 or (plan[ROOT_ARCS] == NO_ROOT and head[node] == 0)
    gold[gold[INTO] + nodes] = nodes
    sort_arcs_to_the_left(gold)
    count_pending(gold)
    if by_planes:
        assign_planes(plan, gold, head, start, crossing)
    if by_order:
        order, component = projective_order(head), maximal_projective_components(head)
        for node in range(nodes):
            gold[gold[ARRANGED] + node] = order[node]
            gold[gold[COMPONENT] + node] = component[node]
    return gold


@kernel
def gold_heads(plan: Ints, heads: Ints) -> Ints:
    """The goal of which no more is asked than the heads."""
    gold = new_gold(len(heads) + 1, len(heads) + 1, 0, False, False)
    gold[UNDIRECTED] = plan[IS_UNDIRECTED]
    gold[ROOT] = plan[ROOT_ARCS]
    gold[gold[HEAD]] = -1
    for word in range(len(heads)):
        gold[gold[HEAD] + word + 1] = heads[word]
    return gold


@kernel
def assign_planes(plan: Ints, gold: Ints, head: Ints, start: Offsets, crossing: Ints) -> None:
    """The crossings graph, and a first plane for every arc; as few as possible are lost."""
    nodes = len(head)
    for index in range(len(crossing)):
        gold[gold[CROSSING] + index] = crossing[index]
    for node in range(nodes + 1):
        gold[gold[CROSSING_START] + node] = start[node]
    optional = np.zeros(nodes, np.int32)
    for word in range(1, nodes):
        optional[word] = plan[ROOT_ARCS] == OPTIONAL_ROOT and head[word] == 0
    starts = gold[gold[CROSSING_START] : gold[CROSSING_START] + nodes + 1]
    plane = gold[gold[PLANE] : gold[PLANE] + nodes]
    if plan[PLANES] == 1:
        one_plane(head, start, optional, plane)
    else:
        several_planes(starts, crossing, optional, plan[PLANES], plane)


@kernel
def gold_graph(plan: Ints, words: int, heads: Ints, dependents: Ints) -> Ints:
    """The goal that is a graph: its arcs sorted by dependent, none of them from the root."""
    arcs = len(heads)
    gold = new_gold(words + 1, arcs, 0, False, False)
    gold[UNDIRECTED] = plan[IS_UNDIRECTED]
    for arc in range(arcs):
        gold[gold[HEAD] + arc] = heads[arc]
        gold[gold[DEPENDENT] + arc] = dependents[arc]
        gold[gold[INTO] + dependents[arc] + 1] += 1
    for node in range(words + 1):
        gold[gold[INTO] + node + 1] += gold[gold[INTO] + node]
    sort_arcs_to_the_left(gold)
    count_pending(gold)
    return gold
