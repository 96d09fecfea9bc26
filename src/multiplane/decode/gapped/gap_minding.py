"""The best gap-minding tree, O(n⁵): well-nested, at most one gap a word, no child in two blocks of its parent.

Pitler, Kannan & Marcus (2012) define the class; the program is our own. In such a tree the blocks of a word c are
filled independently: each by children of c that stay in it, one also by c. A gap of c is filled by its parent v,
with v's other children or v itself. So every item is one word and one interval:

- ``covers[v, i, j]``: subtrees of children of v cover i..j, all but v itself if it stands there;
- a child with one block adds ``covers[c, i, j]`` with c in i..j, a child with two blocks i..l-1 and r+1..j adds
  ``covers[c, i, l-1] + covers[c, r+1, j]`` with c in one of the two and leaves ``covers[v, l, r]`` to its parent.

The second case takes two steps, first l and then r, by ``open_gap[v, c, r]``: the left block and the filled gap up to
r. Left ends run down and right ends up, and every score is passed on to a whole row of longer intervals at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.charts import check_chart_size, raised
from multiplane.decode.projective.eisner import raise_row
from multiplane.decode.pruning import spanning_tree_first
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import FORBIDDEN, Decoded, decoded, labelled_arc_scores
from multiplane.deduce.schemata.well_nested_unambiguous import gap_minding as gap_minding_schema
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.classes import GAP_MINDING, TreeClass

CLASS = TreeClass(GAP_MINDING)


@kernel
def fill_gaps(open_gap: Float64, arcs: Float64, covers: Float64, i: int, j: int) -> None:
    """Take i..j as the left block of c and let v fill the gap after it, up to every r."""
    nodes = len(arcs)
    for c in range(i, nodes):
        block = covers[c, i, j]
        if block == FORBIDDEN:
            continue
        for v in range(nodes):
            if arcs[v, c] == FORBIDDEN or i <= v <= j:
                continue
            for r in range(j + 1, nodes if c <= j else c):
                open_gap[v, c, r] = raised(open_gap[v, c, r], block + covers[v, j + 1, r])


@kernel
def close_gaps(two_blocks: Float64, open_gap: Float64, arcs: Float64, covers: Float64, i: int, r: int) -> None:
    """Put the right block of c, from r+1 up to every j, behind a gap that ends at r."""
    nodes = len(arcs)
    for v in range(nodes):
        end = v if v > r else nodes
        for c in range(i, end):
            before = open_gap[v, c, r] + arcs[v, c]
            if before == FORBIDDEN:
                continue
            for j in range(max(r + 1, c), end):
                two_blocks[v, i, j] = raised(two_blocks[v, i, j], before + covers[c, r + 1, j])


@kernel
def fill_covers(arcs: Float64) -> tuple[Float64, Float64, Float64]:
    """covers, and the best child of v over an interval: with one block, or with two and the gap between them filled."""
    nodes = len(arcs)
    covers = np.full((nodes, nodes + 1, nodes), FORBIDDEN)
    one_block = np.full((nodes, nodes + 1, nodes), FORBIDDEN)
    two_blocks = np.full((nodes, nodes + 1, nodes), FORBIDDEN)
    open_gap = np.empty((nodes, nodes, nodes))
    for v in range(nodes):
        for i in range(1, nodes + 1):
            covers[v, i, i - 1] = 0.0
    for i in range(nodes - 1, 0, -1):
        open_gap[:] = FORBIDDEN
        for j in range(i, nodes):
            covers[i, i, j] = covers[i, i + 1, j]
        for j in range(i, nodes):
            for v in range(i + 1, j + 1):
                raise_row(covers[v, i], covers[v, j + 1], j, two_blocks[v, i, j])
            for v in range(nodes):
                if v < i or v > j:
                    for c in range(i, j + 1):
                        one_block[v, i, j] = max(one_block[v, i, j], arcs[v, c] + covers[c, i, j])
                    child = max(one_block[v, i, j], two_blocks[v, i, j])
                    raise_row(covers[v, i], covers[v, j + 1], j, child)
            fill_gaps(open_gap, arcs, covers, i, j)
            close_gaps(two_blocks, open_gap, arcs, covers, i, j)
    return covers, one_block, two_blocks


@kernel
def find_blocks(arcs: Float64, covers: Float64, v: int, i: int, j: int) -> tuple[int, int, int]:
    """The child of v with blocks i..l-1 and r+1..j that is best, as (child, l, r)."""
    best, child, gap_begin, gap_end = FORBIDDEN, 0, 0, 0
    for c in range(i, j + 1):
        if arcs[v, c] == FORBIDDEN:
            continue
        for gap in range(i + 1, j):
            for r in range(gap, j):
                if gap <= c <= r or (i <= v <= j and not gap <= v <= r):
                    continue
                score = covers[c, i, gap - 1] + covers[v, gap, r] + arcs[v, c] + covers[c, r + 1, j]
                if score > best:
                    best, child, gap_begin, gap_end = score, c, gap, r
    return child, gap_begin, gap_end


@kernel(steps=lambda arcs, *_: len(arcs) ** 5)
def gap_minding_heads(arcs: Float64, single_root: bool) -> Int32:
    """The heads of the best gap-minding tree; the first is -1 where there is none."""
    n = len(arcs) - 1
    heads = np.full(n, -1, np.int32)
    if n == 0:
        return heads
    covers, one_block, two_blocks = fill_covers(arcs)
    stack = [(0, 1, n)]
    if (one_block if single_root else covers)[0, 1, n] == FORBIDDEN:
        return heads
    while len(stack) > 0:
        v, i, j = stack.pop()
        if v == i:
            i += 1
        if i > j:
            continue
        best, end = FORBIDDEN, j
        for k in range(i, j + 1):
            score = max(one_block[v, i, k], two_blocks[v, i, k]) + covers[v, k + 1, j]
            if score > best:
                best, end = score, k
        if single_root and v == 0:
            end = j
        else:
            stack.append((v, end + 1, j))
        if one_block[v, i, end] >= two_blocks[v, i, end] or (single_root and v == 0):
            best, child = FORBIDDEN, 0
            for c in range(i, end + 1):
                if arcs[v, c] + covers[c, i, end] > best:
                    best, child = arcs[v, c] + covers[c, i, end], c
            stack.append((child, i, end))
        else:
            child, gap_begin, gap_end = find_blocks(arcs, covers, v, i, end)
            stack.append((child, i, gap_begin - 1))
            stack.append((child, gap_end + 1, end))
            stack.append((v, gap_begin, gap_end))
        heads[child - 1] = v
    return heads


def gap_minding_search(arcs: Float64, single_root: bool) -> Int32:
    """The best gap-minding tree, the chart only where the best of all trees is not one."""
    words = len(arcs) - 1
    check_chart_size(words, 32 * words**3, lambda n: 32 * n**3, "gap-minding trees")
    return spanning_tree_first(arcs, single_root, CLASS.is_member, gap_minding_heads)


def gap_minding(scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best gap-minding tree, in O(n⁵).

    ``scores`` and ``labels`` are as in `spanning_tree`. Ties: the tree that `spanning_tree` finds, if it is
    gap-minding; otherwise the leftmost block, child and gap.

    >>> best = gap_minding([[0, 1, 1, 9, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 9, 1, 0, 9], [0, 1, 9, 1, 0]])
    >>> best.heads.tolist(), best.score
    ([3, 4, 0, 3], 36.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, gap_minding_search(arcs, single_root), which, "gap-minding tree", single_root)


DECODER = Decoder(
    lambda k: gap_minding_search,
    time=lambda k: 5,
    longest=80,
    fallback="projective",
    chart=lambda k: gap_minding_heads,
    once=lambda k: gap_minding_schema,
)
