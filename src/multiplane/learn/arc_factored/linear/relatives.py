"""The words around every arc of a tree, as label templates name them: head, grandparent, siblings, dependents."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import kernel
from multiplane.learn.features.arcs import RELATIVES

ABSENT = -1
KINDS = len(RELATIVES)
HEAD, DEPENDENT, GRANDPARENT, LEFT, RIGHT, FIRST, LAST, HEAD_FIRST, HEAD_LAST = range(KINDS)


@kernel
def relatives_of(heads: Int32) -> tuple[Int32, Int32]:
    """``[d, r]``: relative r of node d, -1 where there is none; and the number of dependents of each node.

    >>> relatives, dependents = relatives_of(np.array([2, 0, 2], np.int32))
    >>> relatives[3].tolist(), dependents.tolist()
    ([2, 3, 0, 1, -1, -1, -1, 1, 3], [1, 0, 2, 0])
    """
    nodes = len(heads) + 1
    relatives = np.full((nodes, KINDS), ABSENT, np.int32)
    dependents = np.zeros(nodes, np.int32)
    for d in range(1, nodes):
        h = heads[d - 1]
        relatives[d, HEAD], relatives[d, DEPENDENT] = h, d
        relatives[d, GRANDPARENT] = heads[h - 1] if h > 0 else ABSENT
        before = relatives[h, LAST]
        relatives[d, LEFT] = before
        if before == ABSENT:
            relatives[h, FIRST] = d
        else:
            relatives[before, RIGHT] = d
        relatives[h, LAST] = d
        dependents[h] += 1
    for d in range(1, nodes):
        h = heads[d - 1]
        relatives[d, HEAD_FIRST], relatives[d, HEAD_LAST] = relatives[h, FIRST], relatives[h, LAST]
    return relatives, dependents
