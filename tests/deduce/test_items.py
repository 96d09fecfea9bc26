"""The validity of every item: what the projective schemata derive for an item is what it stands for (§5)."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from multiplane.deduce import deduce, problem, schema
from multiplane.deduce.chart import Node
from multiplane.deduce.semirings import TREES

N = 4
Arcs = frozenset[tuple[int, int]]


@cache
def forests(i: int, j: int, roots: tuple[int, ...]) -> frozenset[Arcs]:
    """All projective forests over i..j with these roots: no arc over a root, every yield an interval."""
    words = [word for word in range(i, j + 1) if word not in roots]
    found = set()
    for heads in product(*([h for h in range(i, j + 1) if h != word] for word in words)):
        parent = dict(zip(words, heads, strict=True))
        yields: dict[int, set[int]] = {}
        for word in range(i, j + 1):
            node, path = word, [word]
            while node in parent and len(path) <= j - i + 1:
                node = parent[node]
                path.append(node)
            if node in parent:
                break
            for above in path:
                yields.setdefault(above, set()).add(word)
        else:
            if all(max(y) - min(y) + 1 == len(y) for y in yields.values()):
                found.add(frozenset(parent.items()))
    return frozenset(a for a in found if all(d != 0 and h <= N and d <= N for d, h in a))


def meaning(name: str, node: Node) -> frozenset[Arcs]:
    """The forests that an item stands for, by the definitions of the article."""
    v = node.values
    if node.type == "Word":
        return frozenset([frozenset()])
    if node.type == "Tree":
        return forests(v[0], v[1], (v[2],))  # type: ignore[arg-type]
    if node.type == "Pair":
        return forests(v[0], v[1], (v[0], v[1]))  # type: ignore[arg-type]
    i, j, b, c = v
    roots = tuple(end for end, headed in ((i, b), (j, c)) if not headed)
    return forests(i, j, roots)  # type: ignore[arg-type]


PROJECTIVE = ("collins-1996", "eisner-1996", "eisner-satta-1999", "eisner-satta-generalized", "yamada-matsumoto-2003")


@pytest.mark.parametrize("name", PROJECTIVE)
def test_every_item_holds_exactly_the_forests_that_it_stands_for(name: str) -> None:
    chart = deduce(schema(name), problem(N))
    for node in chart.inferences:
        if node.type != "Goal":
            derived = {tree.arcs for tree in chart.value(TREES, node)}
            assert derived == meaning(name, node), (name, chart.show(node))


@pytest.mark.parametrize("name", PROJECTIVE)
def test_every_item_that_stands_for_a_forest_is_derived(name: str) -> None:
    chart = deduce(schema(name), problem(N))
    types = {node.type for node in chart.inferences} - {"Goal", "Word"}
    for type_ in types:
        for i, j in product(range(N + 2), repeat=2):
            if i >= j:
                continue
            ends = {"Tree": [(h,) for h in range(i, j + 1)], "Pair": [()]}.get(
                type_, [(False, False), (True, False), (False, True)]
            )
            for more in ends:
                node = Node(type_, (i, j, *more))
                last = N + 1 if name.startswith("yamada") else N
                first = 1 if name in ("collins-1996", "eisner-satta-generalized") else 0
                allowed = first <= i and j <= last
                if name == "eisner-satta-1999" and more[0] not in (i, j):
                    allowed = False
                assert (node in chart) == (allowed and bool(meaning(name, node))), (name, node)
