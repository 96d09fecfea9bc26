"""The classes that exhaustive checking compares with, as lists of all their graphs on a few words.

Forests are classified by :mod:`multiplane.structure`, without root arcs. Graphs with several heads for a
word, and undirected edges, are described by what all the derived ones have in common. A graph is a row of bytes, one
for each word: the set of its heads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from multiplane.generate.all_trees import all_trees
from multiplane.kernels.arrays import UInt8
from multiplane.structure import classify_all, tree_class
from multiplane.transition.system import System

Arcs = frozenset[tuple[int, int]]
FOREST_CLASSES = (
    "projective",
    "planar",
    "2-planar",
    "3-planar",
    "gap-minding",
    "well-nested-gap-1",
    "well-nested",
    "gap-degree-1",
    "one-endpoint-crossing",
    "all",
)


@dataclass(frozen=True, slots=True, eq=False)
class GraphClass:
    """A class by name, with all its graphs on a number of words."""

    name: str
    members: UInt8


def classes_of(graphs: UInt8, words: int, directed: bool, system: System) -> tuple[str, list[GraphClass]]:
    """What kind of graphs these are (forests, graphs, edges) and the classes to compare them with."""
    arcs = [arcs_of(row) for row in graphs]
    if not directed:
        return "edges", _common_classes(arcs, words, system, EDGE_PROPERTIES)
    if all(is_single_head(a, words) and has_no_cycles(a, words) for a in arcs):
        return "forests", list(forest_classes(words, system.graph_class))
    return "graphs", _common_classes(arcs, words, system, GRAPH_PROPERTIES)


def arcs_of(row: UInt8) -> Arcs:
    """The arcs (head, dependent) of a row.

    >>> sorted(arcs_of(np.array([0b100, 0], np.uint8)))
    [(2, 1)]
    """
    return frozenset(
        (head, word) for word, heads in enumerate(row.tolist(), 1) for head in range(8) if heads >> head & 1
    )


def row_of(arcs: Arcs, words: int) -> UInt8:
    """The row of a set of arcs."""
    row = np.zeros(words, np.uint8)
    for head, word in arcs:
        row[word - 1] |= 1 << head
    return row


@lru_cache(maxsize=32)
def forest_classes(words: int, own_class: str) -> tuple[GraphClass, ...]:
    """The classes of forests on this many words, among them the system's own."""
    heads = all_trees(words)
    offsets = np.arange(0, heads.size + 1, words, dtype=np.int64)
    classified = classify_all(heads.ravel(), offsets, root_arcs=False, workers=1)
    rows = np.where(heads > 0, 1 << heads, 0).astype(np.uint8)
    names = FOREST_CLASSES if own_class in ("", *FOREST_CLASSES) else (own_class, *FOREST_CLASSES)
    return tuple(GraphClass(name, rows[tree_class(name).holds(classified)]) for name in names)


def is_single_head(arcs: Arcs, words: int) -> bool:
    return len({word for _, word in arcs}) == len(arcs)


def has_no_cycles(arcs: Arcs, words: int) -> bool:
    """No directed cycles: words without heads can be taken away until none is left."""
    left = set(range(1, words + 1))
    while free := {word for word in left if not any(d == word and h in left for h, d in arcs)}:
        left -= free
    return not left


def has_no_undirected_cycles(arcs: Arcs, words: int) -> bool:
    component = list(range(words + 1))
    for head, word in arcs:
        one, two = component[head], component[word]
        if one == two:
            return False
        component = [one if c == two else c for c in component]
    return True


def has_no_covered_roots(arcs: Arcs, words: int) -> bool:
    roots = set(range(1, words + 1)) - {word for _, word in arcs}
    return not any(min(arc) < root < max(arc) for arc in arcs for root in roots)


def has_one_arc_for_two_words(arcs: Arcs, words: int) -> bool:
    return not any((word, head) in arcs for head, word in arcs)


def cross(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two arcs cross.

    >>> cross((1, 3), (4, 2)), cross((1, 3), (3, 2))
    (True, False)
    """
    (a, b), (c, d) = sorted((sorted(one), sorted(two)))
    return a < c < b < d


def fits_in_planes(arcs: Arcs, planes: int) -> bool:
    """Whether the arcs can be coloured with this many colours so that crossing ones differ; by trial."""
    pairs = sorted({(min(arc), max(arc)) for arc in arcs})
    colours: dict[tuple[int, int], int] = {}

    def colour(index: int) -> bool:
        if index == len(pairs):
            return True
        for choice in range(min(planes, len(set(colours.values())) + 1)):
            if not any(c == choice and cross(pairs[index], other) for other, c in colours.items()):
                colours[pairs[index]] = choice
                if colour(index + 1):
                    return True
                del colours[pairs[index]]
        return False

    return colour(0)


Predicate = Callable[[Arcs, int], bool]
GRAPH_PROPERTIES: dict[str, Predicate] = {
    "single-head": is_single_head,
    "no undirected cycles": has_no_undirected_cycles,
    "no directed cycles": has_no_cycles,
    "no covered roots": has_no_covered_roots,
    "one arc between two words": has_one_arc_for_two_words,
}
EDGE_PROPERTIES: dict[str, Predicate] = {"no cycles": has_no_undirected_cycles}


def _common_classes(
    graphs: list[Arcs], words: int, system: System, properties: dict[str, Predicate]
) -> list[GraphClass]:
    """The class of all graphs with the properties that all of these have, on the fewest planes that suffice for them;
    and, if some of them have directed cycles, the acyclic graphs of that class.
    """
    common = [name for name, test in properties.items() if all(test(arcs, words) for arcs in graphs)]
    if "no undirected cycles" in common:
        common = [name for name in common if name not in ("no directed cycles", "one arc between two words")]
    if "no directed cycles" in common:
        common = [name for name in common if name != "one arc between two words"]
    planes = next(k for k in range(1, words + 1) if all(fits_in_planes(arcs, k) for arcs in graphs))
    first, directed = 0 if system.root else 1, properties is GRAPH_PROPERTIES
    members = [
        arcs
        for arcs in all_graphs(first, words, planes, directed)
        if all(properties[name](arcs, words) for name in common)
    ]
    found = [_graph_class(planes, common, members, words)]
    if directed and not {"no directed cycles", "no undirected cycles"} & set(common):
        acyclic = [arcs for arcs in members if has_no_cycles(arcs, words)]
        others = [name for name in common if name != "one arc between two words"]
        found.append(_graph_class(planes, ["no directed cycles", *others], acyclic, words))
    return found


def _graph_class(planes: int, properties: list[str], members: list[Arcs], words: int) -> GraphClass:
    rows = np.array([row_of(arcs, words) for arcs in members], dtype=np.uint8).reshape(-1, words)
    return GraphClass(", ".join(["planar" if planes == 1 else f"{planes}-planar", *properties]), rows)


def all_graphs(first: int, last: int, planes: int, directed: bool) -> Iterator[Arcs]:
    """All graphs between these nodes that fit in this many planes: for each pair no arc, either arc, or both."""
    pairs = list(combinations(range(first, last + 1), 2))

    def extend(index: int, chosen: tuple[tuple[int, int], ...]) -> Iterator[Arcs]:
        if index == len(pairs):
            yield frozenset(chosen)
            return
        yield from extend(index + 1, chosen)
        low, high = pairs[index]
        crossed = any(cross((low, high), other) for other in chosen)
        if crossed and not fits_in_planes(frozenset((*chosen, (low, high))), planes):
            return
        forms: list[tuple[tuple[int, int], ...]] = [((low, high),)]
        if directed and low:
            forms += [((high, low),), ((low, high), (high, low))]
        for form in forms:
            yield from extend(index + 1, chosen + form)

    return extend(0, ())
