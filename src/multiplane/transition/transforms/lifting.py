"""The kernels of pseudo-projective parsing (Nivre & Nilsson 2005): lifting heads, and putting them back.

They know labels as numbers. ``lift_heads`` runs over a whole treebank; a lift takes O(n · arc length). ``put_back``
searches breadth-first, every level from left to right.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import preorder

Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]
HEAD, PATH, HEAD_AND_PATH = range(3)


@kernel
def shortest_non_projective(head: Ints) -> int:
    """The dependent of the shortest arc that covers a word its head does not dominate, leftmost of several; or 0."""
    enter, leave = preorder(head)
    best, length = 0, len(head)
    for word in range(1, len(head)):
        above = head[word]
        if above == 0 or abs(above - word) >= length:
            continue
        for between in range(min(above, word) + 1, max(above, word)):
            if not enter[above] <= enter[between] < leave[above]:
                best, length = word, abs(above - word)
                break
    return best


@kernel
def lift_heads(heads: Ints, offsets: Offsets, path: Ints) -> None:
    """Make the heads of all sentences projective in place; mark the words along the ways of lifted arcs."""
    for sentence in range(len(offsets) - 1):
        begin, end = offsets[sentence], offsets[sentence + 1]
        head = np.full(end - begin + 1, -1, np.int32)
        for place in range(begin, end):
            head[place - begin + 1] = heads[place]
        word = shortest_non_projective(head)
        while word > 0:
            path[begin + head[word] - 1] = 1
            head[word] = head[head[word]]
            heads[begin + word - 1] = head[word]
            word = shortest_non_projective(head)


@kernel
def has_child_on_path(head: Ints, path: Ints, node: int, word: int) -> bool:
    """Whether the path goes on below this node, leaving out the word that is put back."""
    found = False
    for child in range(1, len(head)):
        found = found or (head[child] == node and child != word and path[child] == 1)
    return found


@kernel
def true_head(head: Ints, label: Ints, target: int, path: Ints, word: int, scheme: int) -> int:
    """The first node below the word's present head, in breadth-first order, that its mark describes; or −1.

    The path schemes follow marked words only, and *path* alone wants the one where the path ends.
    """
    nodes = len(head)
    level = np.zeros(nodes, np.bool_)
    level[head[word]] = True
    more = True
    while more:
        more = False
        below = np.zeros(nodes, np.bool_)
        for node in range(1, nodes):
            if node == word or not level[head[node]] or (scheme != HEAD and path[node] == 0):
                continue
            if scheme == PATH and not has_child_on_path(head, path, node, word):
                return node
            if scheme != PATH and label[node] == target:
                return node
            below[node] = True
            more = True
        level = below
    return -1


@kernel
def from_the_top(head: Ints) -> Ints:
    """All words, level by level from the root down, each level from left to right."""
    nodes = len(head)
    order = np.zeros(nodes, np.int32)
    level_of = np.full(nodes, -1, np.int32)
    level_of[0] = 0
    count, level = 1, 0
    while count < nodes:
        for word in range(1, nodes):
            if level_of[word] < 0 and level_of[head[word]] == level:
                level_of[word] = level + 1
                order[count] = word
                count += 1
        level += 1
    return order[1:]


@kernel
def put_back(heads: Ints, offsets: Offsets, labels: Ints, lifted: Ints, targets: Ints, path: Ints, scheme: int) -> None:
    """Put lifted arcs of all sentences back in place, from the top down, again and again while any is found."""
    for sentence in range(len(offsets) - 1):
        begin, end = offsets[sentence], offsets[sentence + 1]
        nodes = end - begin + 1
        head, label = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32)
        marked, away = np.zeros(nodes, np.int32), 0
        for place in range(begin, end):
            node = place - begin + 1
            head[node], label[node], marked[node] = heads[place], labels[place], path[place]
            away += lifted[place]
        progress = away > 0
        while progress:
            progress = False
            for word in from_the_top(head):
                place = begin + word - 1
                if lifted[place] == 1:
                    found = true_head(head, label, targets[place], marked, word, scheme)
                    if found >= 0:
                        head[word] = found
                        heads[place] = found
                        lifted[place] = 0
                        progress = True
