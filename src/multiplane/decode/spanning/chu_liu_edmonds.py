"""The best of all trees, O(n²): Chu–Liu–Edmonds as Tarjan (1977) has it for dense graphs.

Every word in a cycle and every cluster of contracted words gets one row of incoming arcs. Contracting a cycle takes the
best entry of its rows, less what each member pays for leaving its place in the cycle, so all contractions together
cost O(n²).

With a single root, no cluster takes an arc from 0 while it has another one to take. Arcs from 0 thus count first and
the score second, without any large constant, and only the last cluster, out of reach for all others, hangs from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.charts import raised
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import FORBIDDEN, Decoded, copy_arcs, decoded, labelled_arc_scores, sum_of_arcs
from multiplane.decode.spanning.matrix_tree import arc_probabilities, drawn_trees
from multiplane.kernels.arrays import Float64, Int32, as_array
from multiplane.kernels.jit import kernel

UNSEEN, ON_PATH, DONE = 0, 1, 2


@kernel
def best_heads(arcs: Float64, first: int, head: Int32, score: Float64) -> None:
    """The best head of every word among the nodes from ``first`` on, the lowest of equals, and its score."""
    nodes = len(arcs)
    for d in range(nodes):
        head[d] = first
        score[d] = arcs[first, d] if first < nodes else FORBIDDEN
    for h in range(first + 1, nodes):
        for d in range(nodes):
            better = arcs[h, d] > score[d]
            score[d] = arcs[h, d] if better else score[d]
            head[d] = np.int32(h) if better else head[d]


@kernel
def contract(
    path: Int32,
    begin: int,
    end: int,
    node_of: Int32,
    new: int,
    arcs: Float64,
    incoming: Float64,
    paid: Float64,
    parent: Int32,
) -> None:
    """The row of a new cluster: the best of the rows of path[begin..end-1], less what each pays."""
    for i in range(begin, end):
        node = node_of[path[i]]
        parent[node] = new
        price = paid[node]
        if node < len(arcs):
            for h in range(len(arcs)):
                incoming[node, h] = arcs[h, node]
        for h in range(incoming.shape[1]):
            score = incoming[node, h] - price
            incoming[new, h] = score if i == begin else raised(incoming[new, h], score)


@kernel
def enclose(row: Float64, cluster: Int32, node_of: Int32, parent: Int32, new: int, kept: int, lowest: int) -> int:
    """Forbid the arcs inside a new cluster; the best head left."""
    best = lowest
    for h in range(len(row)):
        if parent[node_of[cluster[h]]] == new:
            cluster[h] = kept
            row[h] = FORBIDDEN
        elif h > lowest and row[h] > row[best]:
            best = h
    return best


@kernel
def expand(
    heads: Int32,
    count: int,
    parent: Int32,
    chosen: Int32,
    first_member: Int32,
    next_member: Int32,
    incoming: Float64,
    paid: Float64,
) -> None:
    """Undo the contractions, last first: an arc into a cluster replaces the choice of the member that it enters."""
    nodes = incoming.shape[1]
    for node in range(count - 1, 0, -1):
        next_member[node] = first_member[parent[node]]
        first_member[parent[node]] = node
    for node in range(count - 1, nodes - 1, -1):
        h = chosen[node]
        member = first_member[node]
        while incoming[member, h] - paid[member] != incoming[node, h]:
            member = next_member[member]
        chosen[member] = h
    for d in range(1, nodes):
        heads[d - 1] = chosen[d]


@kernel
def spanning_heads(arcs: Float64, single_root: bool) -> Int32:
    """The heads of the best tree; the first is -1 where there is no tree."""
    nodes = len(arcs)
    heads = np.full(nodes - 1, -1, np.int32)
    lowest = 1 if single_root else 0
    incoming = np.empty((2 * nodes, nodes))
    paid = np.empty(2 * nodes)
    numbers = np.zeros((8, 2 * nodes), np.int32)
    chosen, parent, cluster = numbers[0], numbers[1], numbers[2]
    node_of, state, path = numbers[3], numbers[4], numbers[5]
    best_heads(arcs, lowest, chosen, paid)
    for node in range(nodes):
        cluster[node] = node_of[node] = node
    state[0] = DONE
    count = nodes
    rooted = False
    for start in range(1, nodes):
        here = cluster[start]
        if state[here] == DONE:
            continue
        path[0] = here
        length = 1
        state[here] = ON_PATH
        while True:
            node = node_of[here]
            if paid[node] == FORBIDDEN:
                from_root = arcs[0, node] if node < nodes else incoming[node, 0]
                if rooted or not single_root or from_root == FORBIDDEN:
                    return heads
                rooted = True
                chosen[node] = 0
            there = cluster[chosen[node]]
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
            contract(path, begin, length, node_of, count, arcs, incoming, paid, parent)
            best = enclose(incoming[count], cluster, node_of, parent, count, there, lowest)
            chosen[count], paid[count] = best, incoming[count, best]
            node_of[there] = count
            count += 1
            length = begin + 1
            here = there
        for i in range(length):
            state[path[i]] = DONE
    expand(heads, count, parent, chosen, numbers[6], numbers[7], incoming, paid)
    return heads


@kernel
def spanning_tree_at_once(scores: Float64, single_root: bool) -> tuple[Int32, float]:
    """Check, search and sum in one call, which for short sentences takes half as long; -inf for anything amiss."""
    arcs = np.empty_like(scores)
    if not copy_arcs(scores, arcs):
        return np.full(len(scores) - 1, -1, np.int32), FORBIDDEN
    heads = spanning_heads(arcs, single_root)
    return heads, sum_of_arcs(arcs, heads)


def spanning_tree(scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best tree of all, in O(n²), exactly one child of the root included.

    ``scores[h, d]`` is the score of head h for word d, row 0 the root; -inf forbids an arc. ``labels[h, d, l]``,
    if given, is the score of label l on that arc: the best one is added to the arc's score and returned.
    Ties: each word or cluster of words takes its best arc with the lowest head.

    >>> best = spanning_tree([[0, 9, 10, 9], [0, 0, 20, 3], [0, 30, 0, 30], [0, 11, 0, 0]])
    >>> best.heads.tolist(), best.score
    ([2, 0, 2], 70.0)
    """
    if labels is None:
        given = as_array(scores)
        if given.ndim == 2 and given.shape[0] == given.shape[1] > 0:
            heads, score = spanning_tree_at_once(given, single_root)
            if score > FORBIDDEN:
                return Decoded(heads, score)
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, spanning_heads(arcs, single_root), which, "tree", single_root)


DECODER = Decoder(
    lambda k: spanning_heads, time=lambda k: 2, sums=lambda k: arc_probabilities, draw=lambda k: drawn_trees
)
