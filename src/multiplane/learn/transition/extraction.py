"""From a configuration to the rows of its features in a weight table: the templates hashed over what they look at."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt64
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.features.configurations import (
    ARC_END,
    BUFFER,
    DEPREL,
    DISTANCE,
    EDGE,
    HEAD,
    HEAD_COUNT,
    HISTORY,
    IS_LINKED,
    JOINED,
    LABEL_SET,
    LAST_DEPREL,
    LAST_HEAD,
    LINK,
    MAX_ITEMS,
    NEIGHBOUR,
    OUTER,
    PLANE,
    STACK,
    VALENCY,
    WORD,
    CompiledTemplates,
)
from multiplane.learn.transition.context import (
    EDGE_LABELS,
    LABEL_RANGE,
    LABEL_SETS,
    LINKED,
    MARKED_HEAD,
    MARKED_LABEL,
    OUTERMOST,
    PAST,
    SECOND_OUTERMOST,
    VALENCIES,
    ParserState,
    are_linked,
)
from multiplane.transition.machine.execution import node_at
from multiplane.transition.machine.memory import (
    ACTIVE,
    STACK_COUNT,
    WORDS,
    arc_before,
    arc_head,
    arc_label,
    head_of,
    label_of,
    last_arc,
)

ROOT_VALUE = 77
LONG_DISTANCE, VERY_LONG_DISTANCE = 5, 10
MAX_HEADS = 3
TRANSITION_SEED, LEFT_ARC_SEED, RIGHT_ARC_SEED = 1, 1, 2
NO_NODE = -1
SPREAD = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(0xC4CEB9FE1A85EC53)
TURN, REST = np.uint64(13), np.uint64(51)
HALF = np.uint64(32)


class FeatureWorkspace(NamedTuple):
    """The nodes and values that templates look at in one configuration, and the row of every template."""

    nodes: Int32
    values: UInt64
    hashes: UInt64
    rows: Int64


def new_feature_workspace(templates: CompiledTemplates) -> FeatureWorkspace:
    """A workspace for these templates."""
    count = templates.templates.shape[1]
    return FeatureWorkspace(
        np.empty(len(templates.addresses), np.int32),
        np.empty(len(templates.items), np.uint64),
        np.empty(count, np.uint64),
        np.empty(count, np.int64),
    )


@kernel
def find_nodes(memory: Int32, context: Int32, addresses: Int32, head: int, dependent: int, nodes: Int32) -> None:
    """The node at every address, −1 where there is none; head and dependent are those of the new arc, if any."""
    for a in range(len(addresses)):
        kind, argument, base = addresses[a, 0], addresses[a, 1], addresses[a, 2]
        if kind == STACK:
            nodes[a] = node_at(memory, argument, base) if argument <= memory[STACK_COUNT] else -1
        elif kind == BUFFER:
            nodes[a] = node_at(memory, 0, base)
        elif kind == ARC_END:
            nodes[a] = head if argument == 0 else dependent
        else:
            node = nodes[base]
            if node < 0:
                nodes[a] = -1
            elif kind == HEAD:
                head_so_far = head_of(memory, node)
                nodes[a] = head_so_far if head_so_far >= 0 else context[MARKED_HEAD, node]
            elif kind == LAST_HEAD:
                arc = last_arc(memory, node)
                nodes[a] = arc_head(memory, arc) if arc >= 0 else -1
            elif kind == NEIGHBOUR:
                other = node + argument
                nodes[a] = other if node > 0 and 0 < other <= memory[WORDS] else -1
            else:
                kept = OUTERMOST if kind == OUTER else LINKED if kind == LINK else SECOND_OUTERMOST
                nodes[a] = context[kept + argument, node]


@kernel
def count_heads(memory: Int32, node: int) -> int:
    """The number of arcs into a node."""
    count, arc = 0, last_arc(memory, node)
    while arc >= 0:
        count += 1
        arc = arc_before(memory, arc)
    return count


@kernel
def label_between(memory: Int32, head: int, dependent: int) -> int:
    """One more than the label of the arc between two nodes, 0 if there is none."""
    arc = last_arc(memory, dependent)
    while arc >= 0:
        if arc_head(memory, arc) == head:
            return int(arc_label(memory, arc)) + 1
        arc = arc_before(memory, arc)
    return 0


@kernel
def find_values(
    memory: Int32, context: Int32, items: Int32, nodes: Int32, words: Int32, first: int, values: UInt64
) -> None:
    """The value of every item as a hash, that of 0 where there is nothing; ``first`` is the row of the first word."""
    for i in range(len(items)):
        kind, argument = items[i, 0], items[i, 2]
        value = np.int64(0)
        if kind == HISTORY:
            value = np.int64(context[PAST, argument])
        elif kind == PLANE:
            value = np.int64(memory[ACTIVE]) + 1
        else:
            node = nodes[items[i, 1]]
            if node >= 0:
                if kind == WORD:
                    value = np.int64(words[first + node - 1, argument]) if node > 0 else np.int64(ROOT_VALUE)
                elif kind == DEPREL:
                    marked = context[MARKED_LABEL, node] + 2 if context[MARKED_HEAD, node] >= 0 else 1
                    value = np.int64(label_of(memory, node) + 2 if head_of(memory, node) >= 0 else marked)
                elif kind == EDGE:
                    value = np.int64(context[EDGE_LABELS + argument, node]) + 1
                elif kind == VALENCY:
                    value = np.int64(context[VALENCIES + argument, node]) + 1
                elif kind == LABEL_SET:
                    value = np.int64(context[LABEL_SETS + argument, node]) + 1
                elif kind == IS_LINKED:
                    value = np.int64(2 if nodes[argument] >= 0 and are_linked(memory, node, nodes[argument]) else 1)
                elif kind == LAST_DEPREL:
                    arc = last_arc(memory, node)
                    value = np.int64(arc_label(memory, arc) + 2 if arc >= 0 else 1)
                elif kind == HEAD_COUNT:
                    value = np.int64(min(count_heads(memory, node), MAX_HEADS)) + 1
                elif kind == JOINED and nodes[argument] >= 0:
                    there = label_between(memory, node, nodes[argument])
                    back = label_between(memory, nodes[argument], node)
                    value = np.int64(there) * LABEL_RANGE + np.int64(back) + 1
                elif kind == DISTANCE and nodes[argument] >= 0:
                    distance = abs(nodes[argument] - node)
                    if distance > LONG_DISTANCE:
                        distance = LONG_DISTANCE if distance < VERY_LONG_DISTANCE else LONG_DISTANCE + 1
                    value = np.int64(distance) + 1
        mixed = (np.uint64(value) + np.uint64(i + 1)) * SPREAD
        mixed = (mixed ^ (mixed >> HALF)) * MIX
        values[i] = mixed ^ (mixed >> HALF)


@kernel
def hash_templates(
    templates: Int32, starts: Int32, values: UInt64, seed: int, mask: int, hashes: UInt64, rows: Int64
) -> None:
    """The row of every template in a table of mask + 1 rows, all templates a place at a time."""
    count = len(rows)
    for t in range(count):
        hashes[t] = np.uint64(2 * t + seed) * SPREAD
    for place in range(MAX_ITEMS):
        for t in range(starts[place], count):
            hashes[t] = ((hashes[t] << TURN) | (hashes[t] >> REST)) ^ values[templates[place, t]]
    for t in range(count):
        rows[t] = np.int64(((hashes[t] * MIX) >> HALF) & np.uint64(mask))


@inlined
def find_transition_rows(
    templates: CompiledTemplates, workspace: FeatureWorkspace, words: Int32, state: ParserState, mask: int
) -> None:
    """The rows of all templates for the choice of a transition; ``words`` are the attributes of all words."""
    memory, context = state.memory, state.context
    find_nodes(memory, context, templates.addresses, NO_NODE, NO_NODE, workspace.nodes)
    find_values(memory, context, templates.items, workspace.nodes, words, state.first, workspace.values)
    hash_templates(
        templates.templates,
        templates.starts,
        workspace.values,
        TRANSITION_SEED,
        mask,
        workspace.hashes,
        workspace.rows,
    )


@inlined
def find_label_rows(
    templates: CompiledTemplates,
    workspace: FeatureWorkspace,
    words: Int32,
    state: ParserState,
    head: int,
    dependent: int,
    mask: int,
) -> None:
    """The rows of all templates for the label of an arc about to be built; left and right arcs share no features."""
    memory, context = state.memory, state.context
    find_nodes(memory, context, templates.addresses, head, dependent, workspace.nodes)
    find_values(memory, context, templates.items, workspace.nodes, words, state.first, workspace.values)
    seed = LEFT_ARC_SEED if dependent < head else RIGHT_ARC_SEED
    hash_templates(
        templates.templates, templates.starts, workspace.values, seed, mask, workspace.hashes, workspace.rows
    )
