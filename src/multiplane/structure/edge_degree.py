"""Non-projective arcs and edge degree (Nivre 2006).

An arc is non-projective iff a word strictly inside it is not dominated by its head; its degree is the number of
components of the forest strictly inside it whose roots the head does not dominate. Arcs from the root 0 have
degree 0, as 0 dominates every word.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import block_index, blocks_of, node_heads, preorder


@kernel
def degrees(head: Int32, enter: Int32, leave: Int32, first: Int32, left: Int32) -> Int32:
    """The edge degree of every arc, by its dependent: only arcs out of a node with a gap can have one above 0."""
    found = np.zeros(len(head), np.int32)
    for d in range(1, len(head)):
        h = head[d]
        if first[h + 1] - first[h] == 1 or block_index(first, left, h, d) == block_index(first, left, h, h):
            continue
        low, high = min(h, d), max(h, d)
        for j in range(low + 1, high):
            inside = low < head[j] < high
            if not inside and not enter[h] <= enter[j] < leave[h]:
                found[d] += 1
    return found


def edge_degrees(heads: ArrayLike) -> list[int]:
    """The degree of the arc into each word.

    >>> edge_degrees([3, 4, 0, 3])
    [0, 1, 0, 0]
    """
    head = node_heads(heads)
    enter, leave = preorder(head)
    first, left, _ = blocks_of(head, enter, leave)
    return [int(degree) for degree in degrees(head, enter, leave, first, left)[1:]]


def undominated_components(heads: ArrayLike) -> dict[int, list[int]]:
    """The certificate of the degrees: for each non-projective arc, by its dependent, the roots of those components.

    >>> undominated_components([3, 4, 0, 3])
    {2: [3]}
    """
    head = node_heads(heads)
    enter, leave = preorder(head)
    found = {}
    for d in range(1, len(head)):
        h = int(head[d])
        low, high = min(h, d), max(h, d)
        above, entered = head[low + 1 : high], enter[low + 1 : high]
        is_root = ((above <= low) | (above >= high)) & ((entered < enter[h]) | (entered >= leave[h]))
        roots = np.flatnonzero(is_root)
        if len(roots):
            found[d] = (roots + low + 1).tolist()
    return found


def non_projective_arcs(heads: ArrayLike) -> list[int]:
    """The dependents of the non-projective arcs.

    >>> non_projective_arcs([3, 4, 0, 3])
    [2]
    """
    return [word for word, degree in enumerate(edge_degrees(heads), 1) if degree]
