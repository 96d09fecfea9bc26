"""Whether a tree that a search found is in a class: the class tests of `multiplane.structure`, without their checks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.decode.scores import Heads
from multiplane.kernels.jit import kernel
from multiplane.structure import is_mildly_ill_nested
from multiplane.structure.blocks import blocks_of, preorder
from multiplane.structure.crossing import crossings_graph
from multiplane.structure.multi_headed import least_heads
from multiplane.structure.nesting import find_interleaving, find_split_child, gapped_nodes
from multiplane.structure.one_endpoint_crossing import disjoint_crossers


@kernel
def with_root(heads: Heads) -> Heads:
    """The heads by node, -1 for the root."""
    head = np.empty(len(heads) + 1, np.int32)
    head[0] = -1
    for d in range(1, len(head)):
        head[d] = heads[d - 1]
    return head


@kernel
def is_one_endpoint_crossing(heads: Heads) -> bool:
    """Whether all arcs that cross one arc share an endpoint, arcs from 0 included."""
    head = with_root(heads)
    start, neighbours = crossings_graph(head, True)
    return disjoint_crossers(head, start, neighbours)[0] == 0


@kernel
def most_gaps(first: NDArray[np.int32]) -> int:
    """The largest number of gaps of any node, from where the blocks of each begin."""
    most = 0
    for node in range(len(first) - 1):
        most = max(most, first[node + 1] - first[node] - 1)
    return int(most)


@kernel
def gap_degree(heads: Heads) -> int:
    """The largest number of gaps of any word."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first = blocks_of(head, enter, leave)[0]
    return most_gaps(first)


@kernel
def is_well_nested(heads: Heads, gaps: int) -> bool:
    """Whether no two disjoint subtrees interleave and no word has more gaps than that."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, _ = blocks_of(head, enter, leave)
    if most_gaps(first) > gaps:
        return False
    return find_interleaving(head, first, left, gapped_nodes(first))[0] == 0


@kernel
def is_gap_minding(heads: Heads) -> bool:
    """Whether a tree is well-nested, with at most one gap a word, and no child is in two blocks of its parent."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, right = blocks_of(head, enter, leave)
    return is_well_nested(heads, 1) and find_split_child(head, first, left, right, gapped_nodes(first)) == 0


def is_mildly_nested(heads: Heads, gaps: int) -> bool:
    """Whether some binarization has at most that many gaps (the parser's reading: the head's own place is none)."""
    return is_well_nested(heads, gaps) or (gap_degree(heads) <= gaps and is_mildly_ill_nested(heads, gaps))


@kernel
def is_multi_headed(heads: Heads, k: int) -> bool:
    """Whether MH_k derives the tree."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, right = blocks_of(head, enter, leave)
    return least_heads(head, first, left, right) <= k
