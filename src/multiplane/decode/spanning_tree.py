"""The best of all trees, O(n²): Chu–Liu–Edmonds as Tarjan (1977) has it for dense graphs.

Every cluster of contracted words keeps one row of incoming arcs. Contracting a cycle takes the best entry of its rows,
less what each member pays for leaving its place in the cycle, so all contractions together cost O(n²).

With a single root, no cluster takes an arc from 0 while it has another one to take. Arcs from 0 thus count first and
the score second, without any large constant, and only the last cluster, out of reach for all others, hangs from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from multiplane.decode.scores import FORBIDDEN, Decoded, Heads, Matrix, decoded, labelled_arc_scores
from multiplane.jit import kernel

Array = NDArray[np.int32]
UNSEEN, ON_PATH, DONE = 0, 1, 2


@kernel
def best_head(row: Matrix, first: int) -> int:
    """The lowest index from ``first`` on of the largest score in a row."""
    best = first
    for h in range(first + 1, len(row)):
        if row[h] > row[best]:
            best = h
    return best


@kernel
def contract(cycle: Array, kept: int, incoming: Matrix, enters: Array, paid: Matrix, cluster: Array) -> None:
    """Merge the rows of a cycle into the kept one; arcs inside the new cluster are forbidden."""
    row, entry = incoming[kept], enters[kept]
    for h in range(len(row)):
        row[h] -= paid[kept]
    for member in cycle:
        if member == kept:
            continue
        other, other_entry, price = incoming[member], enters[member], paid[member]
        for h in range(len(row)):
            better = other[h] - price > row[h]
            row[h] = other[h] - price if better else row[h]
            entry[h] = other_entry[h] if better else entry[h]
    for member in cycle:
        for h in range(len(row)):
            if cluster[h] == member:
                cluster[h] = kept
    for h in range(len(row)):
        row[h] = FORBIDDEN if cluster[h] == kept else row[h]


@kernel
def expand(heads: Heads, count: int, parent: Array, chosen_head: Array, chosen_entry: Array) -> None:
    """Undo the contractions, last first: an arc into a cluster replaces the chosen arcs of all that it enters."""
    replaced = np.zeros(count, np.bool_)
    for node in range(count - 1, 0, -1):
        if not replaced[node]:
            inner = chosen_entry[node]
            heads[inner - 1] = chosen_head[node]
            while inner != node:
                replaced[inner] = True
                inner = parent[inner]


@kernel
def spanning_heads(arcs: Matrix, single_root: bool) -> Heads:
    """The heads of the best tree; the first is -1 where there is no tree."""
    nodes = len(arcs)
    heads = np.full(nodes - 1, -1, np.int32)
    incoming = np.empty((nodes, nodes))
    enters = np.empty((nodes, nodes), np.int32)
    for d in range(1, nodes):
        for h in range(nodes):
            incoming[d, h] = arcs[h, d]
            enters[d, h] = d
    cluster = np.arange(nodes).astype(np.int32)
    state = np.zeros(nodes, np.int8)
    state[0] = DONE
    paid = np.empty(nodes)
    node_of = np.arange(nodes).astype(np.int32)
    parent = np.zeros(2 * nodes, np.int32)
    chosen_head = np.empty(2 * nodes, np.int32)
    chosen_entry = np.empty(2 * nodes, np.int32)
    count = nodes
    rooted = False
    path = np.empty(nodes, np.int32)
    for start in range(1, nodes):
        here = cluster[start]
        if state[here] == DONE:
            continue
        path[0] = here
        length = 1
        state[here] = ON_PATH
        while True:
            row = incoming[here]
            h = best_head(row, 1 if single_root else 0)
            if single_root and row[h] == FORBIDDEN:
                if rooted:
                    return heads
                rooted = True
                h = 0
            if row[h] == FORBIDDEN:
                return heads
            chosen_head[node_of[here]] = h
            chosen_entry[node_of[here]] = enters[here, h]
            paid[here] = row[h]
            there = cluster[h]
            if state[there] == DONE:
                break
            if state[there] == UNSEEN:
                state[there] = ON_PATH
                path[length] = there
                length += 1
                here = there
                continue
            begin = length - 1
            while path[begin] != there:
                begin -= 1
            for i in range(begin, length):
                parent[node_of[path[i]]] = count
            contract(path[begin:length], there, incoming, enters, paid, cluster)
            node_of[there] = count
            count += 1
            length = begin + 1
            here = there
        for i in range(length):
            state[path[i]] = DONE
    expand(heads, count, parent, chosen_head, chosen_entry)
    return heads


def spanning_tree(scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best tree of all, in O(n²), exactly one child of the root included.

    ``scores[h, d]`` is the score of head h for word d, row 0 the root; -inf forbids an arc. ``labels[h, d, l]``,
    if given, is the score of label l on that arc: the best one is added to the arc's score and returned.
    Ties: each word or cluster of words takes its best arc with the lowest head.

    >>> best = spanning_tree([[0, 9, 10, 9], [0, 0, 20, 3], [0, 30, 0, 30], [0, 11, 0, 0]])
    >>> best.heads.tolist(), best.score
    ([2, 0, 2], 70.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, spanning_heads(arcs, single_root), which, "tree", single_root)
