"""The test of each class on one tree, compiled, for heads that are known to be a tree.

These are the tests that exact search and sampling apply to tree after tree; `structure.classes` has one for every
class. The functions ``is_...`` of the other modules check first that the heads are a tree.
"""

from __future__ import annotations

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.attardi import least_depth
from multiplane.structure.binarization import is_mildly_ill_nested
from multiplane.structure.blocks import blocks_of, preorder, with_root
from multiplane.structure.crossing import crossings_graph, crossings_of_arcs, ends_of_tree_arcs
from multiplane.structure.edge_degree import degrees
from multiplane.structure.multi_headed import least_heads
from multiplane.structure.nesting import find_interleaving, find_split_child, gapped_nodes, most_heirs
from multiplane.structure.one_endpoint_crossing import disjoint_crossers
from multiplane.structure.planes import STEP_BUDGET, minimal_planes, two_colouring

ANY_GAP_DEGREE = 2**31 - 1


def in_k_planar(heads: Int32, root_arcs: bool, k: int) -> bool:
    """Whether k planes suffice: for one or two, without the search for more, which takes long to compile."""
    return fits_two_planes(heads, root_arcs, k) if k <= 2 else fits_planes(heads, root_arcs, k)


@kernel
def fits_two_planes(heads: Int32, root_arcs: bool, k: int) -> bool:
    """Whether one plane suffices, or two."""
    head = with_root(heads)
    left, right = ends_of_tree_arcs(head, root_arcs)
    start, neighbours = crossings_of_arcs(len(head), left, right)
    return len(neighbours) == 0 or (k == 2 and two_colouring(start, neighbours)[2] < 0)


@kernel
def fits_planes(heads: Int32, root_arcs: bool, k: int) -> bool:
    """Whether k planes suffice."""
    head = with_root(heads)
    left, right = ends_of_tree_arcs(head, root_arcs)
    start, neighbours = crossings_of_arcs(len(head), left, right)
    return minimal_planes(left, right, start, neighbours, STEP_BUDGET)[1] <= k


@kernel
def most_gaps(first: Int32) -> int:
    """The largest number of gaps of any node, from where the blocks of each begin."""
    most = 0
    for node in range(len(first) - 1):
        most = max(most, first[node + 1] - first[node] - 1)
    return int(most)


@kernel
def in_gap_degree(heads: Int32, k: int) -> bool:
    """Whether no word has more than k gaps."""
    head = with_root(heads)
    enter, leave = preorder(head)
    return most_gaps(blocks_of(head, enter, leave)[0]) <= k


@kernel
def in_well_nested(heads: Int32, k: int) -> bool:
    """Whether no two disjoint subtrees interleave and no word has more than k gaps."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, _ = blocks_of(head, enter, leave)
    if most_gaps(first) > k:
        return False
    return find_interleaving(head, first, left, gapped_nodes(first))[0] == 0


@kernel
def in_gap_minding(heads: Int32) -> bool:
    """Whether a tree is well-nested, with at most one gap a word, and no child is in two blocks of its parent."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, right = blocks_of(head, enter, leave)
    return in_well_nested(heads, 1) and find_split_child(head, first, left, right, gapped_nodes(first)) == 0


@kernel
def in_one_inherit(heads: Int32) -> bool:
    """Whether a tree is well-nested, with at most one gap a word, and at most one child a word in two of its blocks."""
    return in_well_nested(heads, 1) and most_heirs(with_root(heads)) <= 1


@kernel
def in_one_endpoint_crossing(heads: Int32, root_arcs: bool) -> bool:
    """Whether all arcs that cross one arc share an endpoint."""
    head = with_root(heads)
    start, neighbours = crossings_graph(head, root_arcs)
    return disjoint_crossers(head, start, neighbours)[0] == 0


def in_mildly_ill_nested(heads: Int32, k: int) -> bool:
    """Whether some binarization has at most k gaps, the head's own position not counted."""
    return in_well_nested(heads, k) or (in_gap_degree(heads, k) and is_mildly_ill_nested(heads, k))


@kernel
def in_edge_degree(heads: Int32, k: int) -> bool:
    """Whether no arc has an edge degree above k."""
    head = with_root(heads)
    enter, leave = preorder(head)
    first, left, _ = blocks_of(head, enter, leave)
    return bool(degrees(head, enter, leave, first, left).max() <= k)


@kernel
def in_multi_headed(heads: Int32, k: int) -> bool:
    """Whether the schema MH_k derives the tree."""
    return least_heads(with_root(heads)) <= k


@kernel
def in_attardi(heads: Int32, d: int) -> bool:
    """Whether the schema Att_d derives the tree."""
    return least_depth(with_root(heads)) <= d
