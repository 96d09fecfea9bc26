"""From a gold tree or graph to the array that the oracles of a system read."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import with_root
from multiplane.structure.crossing import crossings_of_arcs, ends_of_tree_arcs
from multiplane.transition.oracles.gold import (
    GOLD_ROOT_ARCS,
    NODES,
    UNDIRECTED,
    all_crossings,
    all_planes,
    count_pending,
    first_crossings,
    first_into,
    new_gold,
    set_built,
    set_component,
    set_first_into,
    set_gold_arc,
    set_projective_place,
    sort_leftward_arcs,
)
from multiplane.transition.oracles.profile import (
    IS_UNDIRECTED,
    NO_ROOT_ARCS,
    OPTIONAL_ROOT_ARCS,
    PLANES,
    PLANES_ORACLE,
    REQUIRED_ROOT_ARCS,
    ROOT_ARCS,
    STATIC_ORACLE,
    SWAP_ORACLE,
)
from multiplane.transition.oracles.static.assign_planes import assign_one_plane, assign_several_planes
from multiplane.transition.oracles.static.swap import maximal_projective_components, projective_order


@kernel
def gold_tree(profile: Int32, heads: Int32) -> Int32:
    """The gold tree for all oracles of a system; ``heads[i]`` is the head of word i+1."""
    head = with_root(heads)
    nodes = len(head)
    left, right = np.empty(0, np.int32), np.empty(0, np.int32)
    start, crossing = np.empty(0, np.int64), np.empty(0, np.int32)
    has_planes, has_order = profile[STATIC_ORACLE] == PLANES_ORACLE, profile[STATIC_ORACLE] == SWAP_ORACLE
    if has_planes:
        left, right = ends_of_tree_arcs(head, profile[ROOT_ARCS] != NO_ROOT_ARCS)
        start, crossing = crossings_of_arcs(nodes, left, right)
    gold = new_gold(nodes, nodes, len(crossing), has_planes, has_order)
    gold[UNDIRECTED] = profile[IS_UNDIRECTED]
    gold[GOLD_ROOT_ARCS] = profile[ROOT_ARCS]
    for node in range(nodes):
        set_gold_arc(gold, node, head[node], node)
        set_first_into(gold, node, node)
        set_built(gold, node, node == 0 or (profile[ROOT_ARCS] == NO_ROOT_ARCS and head[node] == 0))
    set_first_into(gold, nodes, nodes)
    sort_leftward_arcs(gold)
    count_pending(gold)
    if has_planes:
        optional = np.zeros(nodes, np.int32)
        for word in range(1, nodes):
            optional[word] = profile[ROOT_ARCS] == OPTIONAL_ROOT_ARCS and head[word] == 0
        assign_planes(profile, gold, left, right, start, crossing, optional)
    if has_order:
        order, component = projective_order(head), maximal_projective_components(head)
        for node in range(nodes):
            set_projective_place(gold, node, order[node])
            set_component(gold, node, component[node])
    return gold


@kernel
def gold_heads(profile: Int32, heads: Int32) -> Int32:
    """The gold tree for losses that look at nothing but the heads."""
    gold = new_gold(len(heads) + 1, len(heads) + 1, 0, False, False)
    gold[UNDIRECTED] = profile[IS_UNDIRECTED]
    gold[GOLD_ROOT_ARCS] = profile[ROOT_ARCS]
    set_gold_arc(gold, 0, -1, 0)
    for word in range(len(heads)):
        set_gold_arc(gold, word + 1, heads[word], word + 1)
    return gold


@kernel
def assign_planes(
    profile: Int32, gold: Int32, left: Int32, right: Int32, start: Int64, crossing: Int32, optional: Int32
) -> None:
    """Write the crossings graph, and a first plane for every arc; as few arcs as possible get none."""
    starts = first_crossings(gold)
    for arc in range(len(start)):
        starts[arc] = start[arc]
    crossings = all_crossings(gold)
    for index in range(len(crossing)):
        crossings[index] = crossing[index]
    if profile[PLANES] == 1:
        assign_one_plane(gold[NODES], left, right, start, optional, all_planes(gold))
    else:
        assign_several_planes(starts, crossing, optional, profile[PLANES], all_planes(gold))


@kernel
def gold_graph(profile: Int32, words: int, heads: Int32, dependents: Int32, wanted: Int32) -> Int32:
    """The gold graph for all oracles of a system: its arcs, sorted by dependent; 0 in ``wanted`` marks arcs to lose.

    Arcs from the root 0 are built by systems that have the root on the stack; for others they must not be wanted.
    """
    arcs = len(heads)
    left, right = np.empty(arcs, np.int32), np.empty(arcs, np.int32)
    for arc in range(arcs):
        left[arc] = min(heads[arc], dependents[arc]) if wanted[arc] else 0
        right[arc] = max(heads[arc], dependents[arc]) if wanted[arc] else 0
    start, crossing = np.empty(0, np.int64), np.empty(0, np.int32)
    has_planes = profile[STATIC_ORACLE] == PLANES_ORACLE
    if has_planes:
        start, crossing = crossings_of_arcs(words + 1, left, right)
    gold = new_gold(words + 1, arcs, len(crossing), has_planes, False)
    gold[UNDIRECTED] = profile[IS_UNDIRECTED]
    gold[GOLD_ROOT_ARCS] = REQUIRED_ROOT_ARCS
    for arc in range(arcs):
        set_gold_arc(gold, arc, heads[arc], dependents[arc])
        set_built(gold, arc, wanted[arc] == 0)
        set_first_into(gold, dependents[arc] + 1, first_into(gold, dependents[arc] + 1) + 1)
    for node in range(words + 1):
        set_first_into(gold, node + 1, first_into(gold, node + 1) + first_into(gold, node))
    sort_leftward_arcs(gold)
    count_pending(gold)
    if has_planes:
        assign_planes(profile, gold, left, right, start, crossing, np.zeros(arcs, np.int32))
    return gold
