"""The classes read literally off the papers' definitions: slow, short, and the judge of the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from tests.enumeration import Heads


def subtree(heads: Heads, v: int) -> frozenset[int]:
    children = [d for d, h in enumerate(heads, 1) if h == v]
    return frozenset([v]).union(*(subtree(heads, child) for child in children))


def arcs(heads: Heads, root_arcs: bool) -> list[int]:
    return [d for d, h in enumerate(heads, 1) if root_arcs or h]


def ends(heads: Heads, d: int) -> tuple[int, int]:
    return min(d, heads[d - 1]), max(d, heads[d - 1])


def cross(heads: Heads, d: int, e: int) -> bool:
    (a, b), (c, f) = sorted((ends(heads, d), ends(heads, e)))
    return a < c < b < f


def crossing_pairs(heads: Heads, root_arcs: bool) -> list[tuple[int, int]]:
    return [(d, e) for d, e in combinations(arcs(heads, root_arcs), 2) if cross(heads, d, e)]


def is_interval(positions: frozenset[int]) -> bool:
    return max(positions) - min(positions) + 1 == len(positions)


def projective(heads: Heads) -> bool:
    return all(is_interval(subtree(heads, v)) for v in range(1, len(heads) + 1))


def planes(heads: Heads, root_arcs: bool) -> int:
    pairs = crossing_pairs(heads, root_arcs)
    crossed = sorted({d for pair in pairs for d in pair})
    for k in range(1, len(heads) + 2):
        for colours in product(range(k), repeat=len(crossed)):
            of = dict(zip(crossed, colours, strict=True))
            if all(of[d] != of[e] for d, e in pairs):
                return k
    raise AssertionError


def blocks(positions: frozenset[int]) -> int:
    return sum(p - 1 not in positions for p in positions)


def gap_degree(heads: Heads) -> int:
    return max(blocks(subtree(heads, v)) for v in range(1, len(heads) + 1)) - 1


def interleave(one: frozenset[int], other: frozenset[int]) -> bool:
    return any(
        l1 < l2 < r1 < r2
        for a, b in ((one, other), (other, one))
        for l1, r1 in combinations(sorted(a), 2)
        for l2, r2 in combinations(sorted(b), 2)
    )


def well_nested(heads: Heads) -> bool:
    subtrees = [subtree(heads, v) for v in range(1, len(heads) + 1)]
    return not any(not a & b and interleave(a, b) for a, b in combinations(subtrees, 2))


def gap_minding(heads: Heads) -> bool:
    if gap_degree(heads) > 1 or not well_nested(heads):
        return False
    for child, parent in enumerate(heads, 1):
        inside = subtree(heads, parent) if parent else frozenset(range(len(heads) + 1))
        below = sorted(subtree(heads, child))
        for low, high in combinations(below, 2):
            if any(p not in inside for p in range(low, high)):
                return False
    return True


def one_inherit(heads: Heads) -> bool:
    """Well-nested, block degree at most 2, and at most one child of each node with words on both sides of its gap."""
    if gap_degree(heads) > 1 or not well_nested(heads):
        return False
    for parent in range(1, len(heads) + 1):
        inside = subtree(heads, parent)
        gap = set(range(min(inside), max(inside))) - inside
        children = [subtree(heads, child) for child, head in enumerate(heads, 1) if head == parent]
        if sum(bool(gap) and min(below) < min(gap) and max(below) > max(gap) for below in children) > 1:
            return False
    return True


def one_endpoint_crossing(heads: Heads, root_arcs: bool) -> bool:
    counted = arcs(heads, root_arcs)
    for d in counted:
        crossers = [{*ends(heads, e)} for e in counted if cross(heads, d, e)]
        if crossers and not set.intersection(*crossers):
            return False
    return True


def mildly_ill_nested_gap(heads: Heads, count_head: bool = False) -> int:
    """The least gap degree of any binarization: every way to join a head's subtrees two at a time.

    With ``count_head``, Definitions 7 and 8 to the letter: a node labelled with a head has at most two children, and
    the unlabelled nodes below it join subtrees of its dependents; the projections of all nodes count.
    """
    needed = gap_degree(heads)
    for h in range(len(heads) + 1):
        children = frozenset(subtree(heads, d) for d, head in enumerate(heads, 1) if head == h)
        if count_head and len(children) > 1:
            needed = max(needed, min(max(least_join(a, None), least_join(b, None)) for a, b in halves(children)))
        elif children:
            needed = max(needed, least_join(children, None if count_head else h))
    return needed


@cache
def least_join(parts: frozenset[frozenset[int]], free: int | None) -> int:
    whole = frozenset().union(*parts)
    if free is None:
        here = blocks(whole) - 1
    else:
        here = min(blocks(whole), blocks(whole | {free})) - 1
    if len(parts) == 1:
        return here
    return max(here, min(max(least_join(one, free), least_join(other, free)) for one, other in halves(parts)))


def halves(parts: frozenset[frozenset[int]]) -> Iterator[tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]]:
    """All ways to split a set in two."""
    for size in range(1, len(parts)):
        for half in combinations(sorted(parts, key=sorted), size):
            yield frozenset(half), parts - frozenset(half)


def multi_headed(heads: Heads, k: int) -> bool:
    """Deduction with MH_k over the tree's own arcs, to a fixed point."""
    return (0, len(heads) + 1) in deduce(heads, lambda item: len(item) <= k, len(heads))


def attardi(heads: Heads, d: int) -> bool:
    return (0, len(heads) + 1) in deduce(heads, lambda item: True, d)


def deduce(heads: Heads, allowed: object, reach: int) -> set[tuple[int, ...]]:
    items: set[tuple[int, ...]] = set()
    agenda = [(i, i + 1) for i in range(len(heads) + 1)]
    while agenda:
        item = agenda.pop()
        if item in items or not allowed(item):  # type: ignore[operator]
            continue
        items.add(item)
        for i in range(1, len(item) - 1):
            if any(heads[item[i] - 1] == h for h in item[max(0, i - reach) : i + reach + 1]):
                agenda.append(item[:i] + item[i + 1 :])
        for other in list(items):
            if item[-1] == other[0]:
                agenda.append(item + other[1:])
            if other[-1] == item[0]:
                agenda.append(other + item[1:])
    return items


def edge_degree(heads: Heads, d: int) -> int:
    """Components of the forest strictly inside the arc whose root the arc's head does not dominate."""
    low, high = ends(heads, d)
    inside = range(low + 1, high)
    head = heads[d - 1]
    below = subtree(heads, head) if head else frozenset(range(len(heads) + 1))
    return sum(heads[j - 1] not in inside and j not in below for j in inside)


def non_projective(heads: Heads, d: int) -> bool:
    low, high = ends(heads, d)
    head = heads[d - 1]
    return bool(head) and any(j not in subtree(heads, head) for j in range(low + 1, high))
