"""All class tests at once, for one tree or for a whole treebank on all cores.

A projective tree, recognised in O(n), is in every class; only the others are looked at further. Root arcs take part
in crossings (planarity, planes, 1-endpoint-crossing) only with ``root_arcs``. The other classes do not depend on them,
since 0 stands left of all words and dominates them all. MH_k and Attardi degrees cost more than all the rest together
and are computed on first use, as is the gap inheritance degree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from multiplane.errors import TreeError
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.structure.attardi import least_depth
from multiplane.structure.binarization import binarization
from multiplane.structure.blocks import blocks_of, node_heads, preorder, with_root
from multiplane.structure.crossing import crossings_of_arcs, ends_of_tree_arcs
from multiplane.structure.edge_degree import degrees
from multiplane.structure.multi_headed import least_heads
from multiplane.structure.nesting import find_interleaving, find_split_child, gapped_nodes, most_heirs
from multiplane.structure.one_endpoint_crossing import disjoint_crossers
from multiplane.structure.planes import STEP_BUDGET, minimal_planes


@dataclass(frozen=True)
class Classification:
    """Where a tree stands in every class of the six papers.

    ``planes`` and ``mildly_ill_nested_gap`` are least values; in the rare cases where an exact search would take too
    long they are upper bounds, and ``planes_at_least`` and ``mildly_ill_nested_gap_at_least`` are proved lower ones.
    """

    projective: bool
    planar: bool
    planes: int
    planes_at_least: int
    gap_degree: int
    well_nested: bool
    gap_minding: bool
    one_endpoint_crossing: bool
    mildly_ill_nested_gap: int
    mildly_ill_nested_gap_at_least: int
    edge_degree: int
    crossings: int
    non_projective_arcs: int
    head: Int32 = field(repr=False, compare=False)

    @property
    def block_degree(self) -> int:
        return self.gap_degree + 1

    @cached_property
    def multi_headed_degree(self) -> int:
        """The least k for which the schema MH_k derives the tree."""
        return int(least_heads(self.head))

    @cached_property
    def gap_inheritance_degree(self) -> int:
        """The most children of a word that have descendants in two of its blocks."""
        return int(most_heirs(self.head))

    @cached_property
    def attardi_degree(self) -> int:
        """The least d for which the schema Att_d derives the tree."""
        return int(least_depth(self.head))


@dataclass(frozen=True)
class Classifications:
    """The same for many trees: one array per property, one entry per tree.

    >>> both = classify_all(np.array([2, 0, 3, 4, 0, 3], np.int32), np.array([0, 2, 6]))
    >>> both.planes.tolist(), both[1].crossings, both.multi_headed_degree.tolist()
    ([1, 2], 2, [3, 4])
    """

    projective: Bool
    planar: Bool
    planes: Int32
    planes_at_least: Int32
    gap_degree: Int32
    well_nested: Bool
    gap_minding: Bool
    one_endpoint_crossing: Bool
    mildly_ill_nested_gap: Int32
    mildly_ill_nested_gap_at_least: Int32
    edge_degree: Int32
    crossings: Int32
    non_projective_arcs: Int32
    heads: Int32 = field(repr=False)
    offsets: Int64 = field(repr=False)

    def __repr__(self) -> str:
        return f"<Classifications of {len(self.planes):,} trees, {int(self.projective.sum()):,} projective>"

    def __len__(self) -> int:
        return len(self.projective)

    def __getitem__(self, index: int) -> Classification:
        values = {
            one.name: getattr(self, one.name)[index].item()
            for one in fields(self)
            if one.name not in ("heads", "offsets")
        }
        return Classification(**values, head=self._head(index))

    @cached_property
    def multi_headed_degree(self) -> Int32:
        """The least k for which the schema MH_k derives each tree."""
        return self._degrees(least_heads, PROJECTIVE_HEADS)

    @cached_property
    def gap_inheritance_degree(self) -> Int32:
        """The most children of a word that have descendants in two of its blocks, for each tree."""
        return self._degrees(most_heirs, 0)

    @cached_property
    def attardi_degree(self) -> Int32:
        """The least d for which the schema Att_d derives each tree."""
        return self._degrees(least_depth, PROJECTIVE_DEPTH)

    def _degrees(self, degree: Callable[[Int32], int], of_projective: int) -> Int32:
        found = np.full(len(self), of_projective, np.int32)
        for index in np.flatnonzero(~self.projective):
            try:
                found[index] = degree(self._head(int(index)))
            except MemoryError:
                words = int(self.offsets[index + 1] - self.offsets[index])
                raise TreeError(
                    f"sentence {index + 1}: found {words:,} words; expected fewer for this memory"
                ) from None
        return found

    def _head(self, index: int) -> Int32:
        """The heads of one tree by node, -1 for the root."""
        index %= len(self)
        words = self.heads[self.offsets[index] : self.offsets[index + 1]]
        return np.concatenate([np.array([-1], np.int32), words])


PROJECTIVE_HEADS, PROJECTIVE_DEPTH = 3, 1


(
    PLANES,
    PLANES_AT_LEAST,
    GAP_DEGREE,
    WELL_NESTED,
    GAP_MINDING,
    ENDPOINT,
    TO_BINARIZE,
    EDGE_DEGREE,
    CROSSINGS,
    ARCS,
) = range(10)
COLUMNS = 10


@kernel
def has_gapped_siblings(head: Int32, gapped: Int32) -> bool:
    """Whether two nodes with gaps have one head: only then can joining them in the wrong order add a gap."""
    for i in range(len(gapped)):
        for j in range(i):
            if head[gapped[i]] == head[gapped[j]]:
                return True
    return False


@kernel
def classify_tree(head: Int32, root_arcs: bool, budget: int, row: Int32) -> None:
    """All properties of one tree into a row of numbers."""
    row[PLANES] = row[PLANES_AT_LEAST] = 1
    row[WELL_NESTED] = row[GAP_MINDING] = row[ENDPOINT] = 1
    row[GAP_DEGREE] = row[EDGE_DEGREE] = row[CROSSINGS] = row[ARCS] = row[TO_BINARIZE] = 0
    enter, leave = preorder(head)
    first, left, right = blocks_of(head, enter, leave)
    if len(left) == len(head):
        return
    row[GAP_DEGREE] = (first[1:] - first[:-1]).max() - 1
    gapped = gapped_nodes(first)
    if has_gapped_siblings(head, gapped):
        row[TO_BINARIZE] = 1
        row[WELL_NESTED] = find_interleaving(head, first, left, gapped)[0] == 0
    if row[GAP_DEGREE] > 1 or not row[WELL_NESTED] or find_split_child(head, first, left, right, gapped) > 0:
        row[GAP_MINDING] = 0
    degree = degrees(head, enter, leave, first, left)
    row[EDGE_DEGREE] = degree.max()
    row[ARCS] = np.count_nonzero(degree)
    low, high = ends_of_tree_arcs(head, root_arcs)
    start, neighbours = crossings_of_arcs(len(head), low, high)
    row[CROSSINGS] = len(neighbours) // 2
    if len(neighbours) > 0:
        row[ENDPOINT] = disjoint_crossers(head, start, neighbours)[0] == 0
        _, row[PLANES], row[PLANES_AT_LEAST] = minimal_planes(low, high, start, neighbours, budget)


@kernel(steps=steps_of_sentences)
def classify_range(
    heads: Int32, offsets: Int64, first: int, last: int, root_arcs: bool, budget: int, table: Int32
) -> None:
    """The rows of the trees first .. last-1."""
    for sentence in range(first, last):
        begin, end = offsets[sentence], offsets[sentence + 1]
        classify_tree(with_root(heads[begin:end]), root_arcs, budget, table[sentence])


def classify_all(heads: Int32, offsets: Int64, root_arcs: bool = True, workers: int | None = None) -> Classifications:
    """Every tree of a treebank, from its flat heads and word offsets (``treebank.heads``, ``treebank.offsets``).

    The heads must be trees, as those of a treebank that was read are; `classify` checks a tree of unknown origin.
    """
    heads = np.require(heads, np.int32, ["C", "W"])
    offsets = np.require(offsets, np.int64, ["C", "W"])
    table = np.empty((len(offsets) - 1, COLUMNS), np.int32)
    pieces = even_pieces(offsets, 4 * (workers or cores()))
    in_threads(lambda piece: classify_range(heads, offsets, *piece, root_arcs, STEP_BUDGET, table), pieces, workers)
    gap, gap_at_least = table[:, GAP_DEGREE].copy(), table[:, GAP_DEGREE].copy()
    for sentence in np.flatnonzero(table[:, TO_BINARIZE]):
        joined = binarization(heads[offsets[sentence] : offsets[sentence + 1]])
        gap[sentence], gap_at_least[sentence] = joined.gap_degree, joined.at_least
    return Classifications(
        projective=table[:, GAP_DEGREE] == 0,
        planar=table[:, CROSSINGS] == 0,
        planes=table[:, PLANES],
        planes_at_least=table[:, PLANES_AT_LEAST],
        gap_degree=table[:, GAP_DEGREE],
        well_nested=table[:, WELL_NESTED] > 0,
        gap_minding=table[:, GAP_MINDING] > 0,
        one_endpoint_crossing=table[:, ENDPOINT] > 0,
        mildly_ill_nested_gap=gap,
        mildly_ill_nested_gap_at_least=gap_at_least,
        edge_degree=table[:, EDGE_DEGREE],
        crossings=table[:, CROSSINGS],
        non_projective_arcs=table[:, ARCS],
        heads=heads,
        offsets=offsets,
    )


def classify(heads: ArrayLike, root_arcs: bool = True) -> Classification:
    """Where one tree stands in every class; ``heads[i]`` is the head of word i+1, 0 the root.

    >>> tree = classify([3, 4, 0, 3])
    >>> tree.projective, tree.planes, tree.gap_degree, tree.one_endpoint_crossing, tree.crossings
    (False, 2, 1, True, 2)
    >>> classify([2, 1])
    Traceback (most recent call last):
      ...
    multiplane.errors.TreeError: found a cycle through words 1, 2; expected a tree
    """
    head = node_heads(heads)
    return classify_all(head[1:].copy(), np.array([0, len(head) - 1], np.int64), root_arcs, workers=1)[0]
