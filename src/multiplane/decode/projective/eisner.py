"""The best projective tree, O(n³): Eisner (1996), spans without crossing, each headed at one of its ends.

``open_right[i, j]`` holds the arc i → j, ``open_left[i, j]`` the arc j → i; ``right[i, j]`` is all that i governs up to
j, ``left[i, j]`` all that j governs back to i. Left ends run down, so that every span passes its score on to a whole
row of longer ones at once. The splits of the best tree are found again on the way back, not stored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.decode.charts import larger
from multiplane.decode.projective.inside_outside import projective_arc_probabilities
from multiplane.decode.registry import Decoder
from multiplane.decode.scores import FORBIDDEN, Decoded, decoded, labelled_arc_scores
from multiplane.deduce.schemata.projective import split_head
from multiplane.kernels.arrays import Float64, Int32
from multiplane.kernels.jit import kernel


@kernel
def raise_row(row: Float64, other: Float64, begin: int, extra: float) -> None:
    """row[j] = max(row[j], other[j] + extra) from ``begin`` on."""
    for j in range(begin, len(row)):
        row[j] = larger(row[j], other[j] + extra)


@kernel
def fill_spans(arcs: Float64, first: int) -> tuple[Float64, Float64, Float64, Float64]:
    """The four tables over the nodes from ``first`` on."""
    nodes = len(arcs)
    open_right = np.full((nodes, nodes), FORBIDDEN)
    open_left = np.full((nodes, nodes), FORBIDDEN)
    right = np.full((nodes, nodes), FORBIDDEN)
    left = np.full((nodes, nodes), FORBIDDEN)
    joined = np.empty(nodes)
    for i in range(nodes - 1, first - 1, -1):
        right[i, i] = 0.0
        left[i, i] = 0.0
        joined[:] = FORBIDDEN
        for j in range(i + 1, nodes):
            raise_row(joined, left[j], j, right[i, j - 1])
            open_right[i, j] = joined[j] + arcs[i, j]
            open_left[i, j] = joined[j] + arcs[j, i]
            raise_row(right[i], right[j], j, open_right[i, j])
            left[i, j] = max(left[i, j], open_left[i, j])
            raise_row(left[i], open_left[j], j + 1, left[i, j])
    return open_right, open_left, right, left


@kernel
def follow(spans: tuple[Float64, Float64, Float64, Float64], begin: int, end: int, heads: Int32) -> None:
    """Write the heads of all words that the span from ``begin`` to ``end``, headed at ``begin``, governs."""
    open_right, open_left, right, left = spans
    stack = [(begin, end)]
    while len(stack) > 0:
        head, far = stack.pop()
        if head == far:
            continue
        i, j = min(head, far), max(head, far)
        best = FORBIDDEN
        dependent = far
        for k in range(i, j + 1):
            if head < far:
                score = open_right[i, k] + right[k, j]
            else:
                score = left[i, k] + open_left[k, j]
            if score > best and k != head:
                best = score
                dependent = k
        heads[dependent - 1] = head
        stack.append((dependent, far))
        i, j = min(head, dependent), max(head, dependent)
        best = FORBIDDEN
        split = i
        for k in range(i, j):
            score = right[i, k] + left[k + 1, j]
            if score > best:
                best = score
                split = k
        stack.append((i, split))
        stack.append((j, split + 1))


@kernel
def projective_heads(arcs: Float64, single_root: bool) -> Int32:
    """The heads of the best projective tree; the first is -1 where there is none."""
    n = len(arcs) - 1
    heads = np.full(n, -1, np.int32)
    if n == 0:
        return heads
    spans = fill_spans(arcs, 1 if single_root else 0)
    right, left = spans[2], spans[3]
    if single_root:
        root = 1
        best = FORBIDDEN
        for r in range(1, n + 1):
            score = arcs[0, r] + left[1, r] + right[r, n]
            if score > best:
                best = score
                root = r
        if best > FORBIDDEN:
            heads[root - 1] = 0
            follow(spans, root, 1, heads)
            follow(spans, root, n, heads)
    elif right[0, n] > FORBIDDEN:
        follow(spans, 0, n, heads)
    return heads


def projective(scores: ArrayLike, single_root: bool = True, labels: ArrayLike | None = None) -> Decoded:
    """The best projective tree, in O(n³).

    ``scores`` and ``labels`` are as in `spanning_tree`. Ties: the leftmost root, dependent and split.

    >>> best = projective([[0, 1, 1, 1, 9], [0, 0, 1, 1, 1], [0, 1, 0, 9, 1], [0, 9, 1, 0, 1], [0, 1, 5, 4, 0]])
    >>> best.heads.tolist(), best.score
    ([4, 4, 2, 0], 24.0)
    """
    arcs, which = labelled_arc_scores(scores, labels)
    return decoded(arcs, projective_heads(arcs, single_root), which, "projective tree", single_root)


DECODER = Decoder(
    lambda k: projective_heads,
    time=lambda k: 3,
    chart=lambda k: projective_heads,
    once=lambda k: split_head,
    sums=lambda k: projective_arc_probabilities,
)
