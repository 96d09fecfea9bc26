"""1-endpoint-crossing trees: all arcs that cross one arc share an endpoint (Pitler, Kannan & Marcus 2013, §2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.typing import ArrayLike

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.structure.blocks import node_heads
from multiplane.structure.crossing import crossings_graph


@dataclass(frozen=True, slots=True)
class Pencil:
    """The arcs that cross one arc, by their dependents, and the point that they all share.

    Where a single arc crosses, both of its ends would do; the point is its head.
    """

    point: int
    arcs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndpointCrossing:
    """The certificate: a pencil for every crossed arc, or an arc and two that cross it without a common end.

    Arcs are named by their dependents.
    """

    pencils: dict[int, Pencil] = field(default_factory=dict)
    violation: tuple[int, int, int] | None = None

    @property
    def holds(self) -> bool:
        return self.violation is None


@kernel
def disjoint_crossers(head: Int32, start: Int64, neighbours: Int32) -> tuple[int, int, int]:
    """An arc and two that cross it without a common end; zeros where there is none.

    Arcs that cross one arc have an end inside it and an end outside, so three of them never form a triangle:
    if no two are disjoint, all share one end.
    """
    for d in range(1, len(head)):
        if start[d + 1] - start[d] < 2:
            continue
        a = neighbours[start[d]]
        point, spare = head[a], a
        for e in range(start[d] + 1, start[d + 1]):
            b = neighbours[e]
            has_point = b == point or head[b] == point
            has_spare = spare >= 0 and (b == spare or head[b] == spare)
            if has_point:
                if not has_spare:
                    spare = -1
            elif has_spare:
                point, spare = spare, -1
            else:
                for f in range(start[d], e):
                    c = neighbours[f]
                    if c != b and c != head[b] and head[c] != b and head[c] != head[b]:
                        return d, c, b
    return 0, 0, 0


def one_endpoint_crossing(heads: ArrayLike, root_arcs: bool = True) -> EndpointCrossing:
    """The pencil and point of every crossed arc, or the three arcs that break the class.

    >>> one_endpoint_crossing([3, 4, 0, 3], root_arcs=False).pencils
    {1: Pencil(point=4, arcs=(2,)), 2: Pencil(point=3, arcs=(1,))}
    >>> one_endpoint_crossing([3, 4, 0, 3, 1, 2]).violation
    (3, 5, 6)
    """
    head = node_heads(heads)
    start, neighbours = crossings_graph(head, root_arcs)
    d, one, other = disjoint_crossers(head, start, neighbours)
    if d:
        return EndpointCrossing(violation=(int(d), min(int(one), int(other)), max(int(one), int(other))))
    pencils = {}
    for d in range(1, len(head)):
        arcs = sorted(int(w) for w in neighbours[start[d] : start[d + 1]])
        if arcs:
            shared = set.intersection(*({w, int(head[w])} for w in arcs))
            point = int(head[arcs[0]]) if int(head[arcs[0]]) in shared else min(shared)
            pencils[d] = Pencil(point, tuple(arcs))
    return EndpointCrossing(pencils)


def is_one_endpoint_crossing(heads: ArrayLike, root_arcs: bool = True) -> bool:
    """Whether all arcs that cross one arc share an endpoint, for every arc.

    >>> is_one_endpoint_crossing([3, 4, 0, 3]), is_one_endpoint_crossing([3, 4, 0, 3, 1, 2])
    (True, False)
    """
    return one_endpoint_crossing(heads, root_arcs).holds
