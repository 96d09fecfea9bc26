"""Well-nestedness and gap-minding: how subtrees with gaps lie in one another (SCH §7; 1EC §2; Kuhlmann & Nivre 2006).

Only two children of one node can be the outermost interleaving subtrees, and only if both have gaps, so the
test costs nothing on most trees.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import block_index, blocks_of, gap_degree, node_heads, preorder


@dataclass(frozen=True, slots=True)
class Interleaving:
    """Two disjoint subtrees that interleave: positions l1 < l2 < r1 < r2, l1 and r1 of one, l2 and r2 of the other."""

    one: int
    other: int
    positions: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SplitChild:
    """A child with descendants in more than one block of its parent: why a tree does not mind its gaps."""

    parent: int
    child: int
    in_blocks: tuple[tuple[int, int], tuple[int, int]]


@kernel
def gapped_nodes(first: Int32) -> Int32:
    """The nodes whose yield has a gap, in ascending order."""
    return np.flatnonzero(first[1:] - first[:-1] > 1).astype(np.int32)


@kernel
def alternation(first: Int32, left: Int32, u: int, v: int) -> tuple[int, int, int, int]:
    """Where the blocks of two disjoint nodes first alternate four times; zeros where they never do."""
    a, b = first[u], first[v]
    turns = np.zeros(4, np.int32)
    count = 0
    last = -1
    while count < 4 and (a < first[u + 1] or b < first[v + 1]):
        if b == first[v + 1] or (a < first[u + 1] and left[a] < left[b]):
            owner, position = u, left[a]
            a += 1
        else:
            owner, position = v, left[b]
            b += 1
        if owner != last:
            turns[count] = position
            count += 1
            last = owner
    if count < 4:
        return 0, 0, 0, 0
    return turns[0], turns[1], turns[2], turns[3]


@kernel
def find_interleaving(head: Int32, first: Int32, left: Int32, gapped: Int32) -> tuple[int, int]:
    """The first two siblings that interleave, or 0, 0."""
    for i in range(len(gapped)):
        for j in range(i + 1, len(gapped)):
            u, v = gapped[i], gapped[j]
            if head[u] == head[v] and alternation(first, left, u, v)[3] > 0:
                return u, v
    return 0, 0


@kernel
def find_split_child(head: Int32, first: Int32, left: Int32, right: Int32, gapped: Int32) -> int:
    """The first node that reaches into two blocks of its parent, or 0."""
    for v in gapped:
        parent = head[v]
        near = block_index(first, left, parent, left[first[v]])
        far = block_index(first, left, parent, right[first[v + 1] - 1])
        if near != far:
            return int(v)
    return 0


@kernel
def count_heirs(head: Int32, first: Int32, left: Int32, right: Int32, gapped: Int32) -> Int32:
    """For every node, how many of its children have descendants in two of its blocks."""
    heirs = np.zeros(len(head), np.int32)
    for v in gapped:
        parent = head[v]
        near = block_index(first, left, parent, left[first[v]])
        far = block_index(first, left, parent, right[first[v + 1] - 1])
        heirs[parent] += near != far
    return heirs


@kernel
def most_heirs(head: Int32) -> int:
    """The gap inheritance degree of a tree."""
    first, left, right = blocks_of(head, *preorder(head))
    return int(count_heirs(head, first, left, right, gapped_nodes(first)).max())


def interleaving(heads: ArrayLike) -> Interleaving | None:
    """Two disjoint subtrees that interleave, or None for a well-nested tree.

    >>> interleaving([3, 4, 0, 3, 1, 2])
    Interleaving(one=1, other=4, positions=(1, 2, 5, 6))
    """
    head = node_heads(heads)
    first, left, _ = blocks_of(head, *preorder(head))
    u, v = find_interleaving(head, first, left, gapped_nodes(first))
    if u == 0:
        return None
    l1, l2, r1, r2 = alternation(first, left, u, v)
    in_u = any(left[b] == l1 for b in range(first[u], first[u + 1]))
    return Interleaving(*((int(u), int(v)) if in_u else (int(v), int(u))), (int(l1), int(l2), int(r1), int(r2)))


def is_well_nested(heads: ArrayLike) -> bool:
    """Whether no two disjoint subtrees interleave.

    >>> is_well_nested([3, 4, 0, 3]), is_well_nested([3, 4, 0, 3, 1, 2])
    (True, False)
    """
    return interleaving(heads) is None


def split_child(heads: ArrayLike) -> SplitChild | None:
    """A child that reaches into two blocks of its parent (gap inheritance degree above 0), or None.

    >>> split_child([2, 4, 2, 0, 1])
    SplitChild(parent=2, child=1, in_blocks=((1, 3), (5, 5)))
    """
    head = node_heads(heads)
    first, left, right = blocks_of(head, *preorder(head))
    child = find_split_child(head, first, left, right, gapped_nodes(first))
    if child == 0:
        return None
    parent = head[child]
    near = block_index(first, left, parent, left[first[child]])
    far = block_index(first, left, parent, right[first[child + 1] - 1])
    block_pair = (int(left[near]), int(right[near])), (int(left[far]), int(right[far]))
    return SplitChild(int(parent), int(child), block_pair)


def gap_inheritance_degree(heads: ArrayLike) -> int:
    """The most children of a word that have descendants in two of its blocks.

    >>> gap_inheritance_degree([3, 4, 0, 3]), gap_inheritance_degree([2, 4, 2, 0, 1])
    (0, 1)
    """
    return int(most_heirs(node_heads(heads)))


def heirs(heads: ArrayLike) -> dict[int, list[SplitChild]]:
    """The children with descendants in two blocks of their parent, by parent: the certificate of that degree.

    >>> heirs([2, 4, 2, 0, 1])
    {2: [SplitChild(parent=2, child=1, in_blocks=((1, 3), (5, 5)))]}
    """
    head = node_heads(heads)
    first, left, right = blocks_of(head, *preorder(head))
    found: dict[int, list[SplitChild]] = {}
    for child in gapped_nodes(first).tolist():
        parent = int(head[child])
        near = block_index(first, left, parent, left[first[child]])
        far = block_index(first, left, parent, right[first[child + 1] - 1])
        if near != far:
            pair = (int(left[near]), int(right[near])), (int(left[far]), int(right[far]))
            found.setdefault(parent, []).append(SplitChild(parent, child, pair))
    return found


def is_one_inherit(heads: ArrayLike) -> bool:
    """Whether a tree is well-nested, of gap degree at most 1, and no word has two children in two of its blocks.

    >>> is_one_inherit([2, 4, 2, 0, 1]), is_one_inherit([2, 4, 2, 0, 2, 1, 3])
    (True, False)
    """
    return gap_degree(heads) <= 1 and interleaving(heads) is None and gap_inheritance_degree(heads) <= 1


def is_gap_minding(heads: ArrayLike) -> bool:
    """Whether a tree is well-nested, of gap degree at most 1, and no child reaches into two blocks of its parent.

    >>> is_gap_minding([3, 4, 0, 3]), is_gap_minding([2, 4, 2, 0, 1])
    (True, False)
    """
    return gap_degree(heads) <= 1 and interleaving(heads) is None and split_child(heads) is None
