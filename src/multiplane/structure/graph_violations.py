"""Why a graph is outside each class (DTS Def. 2, §4): arcs that cross, a word with two heads, a cycle, a covered root.

Each function takes a graph, the class's number where it has one, whether arcs from the root count, and the name of
every node; None says that the graph is inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from multiplane.structure.graphs import covered_roots, directed_cycle, graph_planes, several_heads, undirected_cycle
from multiplane.treebank.graph import Arc, Graph


class GraphViolation(NamedTuple):
    """The arcs responsible, and the reason in words."""

    arcs: tuple[Arc, ...]
    text: str


FindGraphViolation = Callable[[Graph, int, bool, Sequence[str]], GraphViolation | None]


def crossing_arcs(graph: Graph, k: int, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
    """More arcs that all cross one another than there are planes, or an odd cycle, or what the search has proved."""
    found = graph_planes(graph, root_arcs)
    if found.at_least <= k:
        return None
    if len(found.clique) > k:
        arcs = tuple(graph.arcs[arc] for arc in found.clique[: k + 1])
        return GraphViolation(arcs, f"{_listed(arcs, names)} {'cross' if k == 1 else 'all cross one another'}")
    if k == 2 and found.odd_cycle:
        arcs = tuple(graph.arcs[arc] for arc in found.odd_cycle)
        return GraphViolation(arcs, f"of {_listed(arcs, names)} each crosses the next, an odd number of them")
    arcs = tuple(graph.arcs[arc] for arc in found.clique)
    return GraphViolation(arcs, f"its arcs need {found.count} planes")


def second_head(graph: Graph, k: int, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
    """The first word with two heads, and these."""
    for word, heads in several_heads(graph):
        both = " and ".join(names[head] for head in heads[:2])
        return GraphViolation(tuple((head, word) for head in heads[:2]), f"{names[word]} has heads {both}")
    return None


def cycle(graph: Graph, k: int, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
    """The arcs of a directed cycle."""
    words = directed_cycle(graph)
    arcs = tuple(zip(words, words[1:] + words[:1], strict=True))
    return GraphViolation(arcs, f"{_listed(arcs, names)} form a cycle") if words else None


def joined_twice(graph: Graph, k: int, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
    """An arc that closes an undirected cycle."""
    arc = undirected_cycle(graph)
    return GraphViolation((arc,), f"{_listed((arc,), names)} joins words that are connected already") if arc else None


def covered_root(graph: Graph, k: int, root_arcs: bool, names: Sequence[str]) -> GraphViolation | None:
    """The first root that an arc covers, and the arc."""
    for root, over in covered_roots(graph):
        return GraphViolation((over,), f"{_listed((over,), names)} covers {names[root]}, which has no head")
    return None


def _listed(arcs: Sequence[Arc], names: Sequence[str]) -> str:
    *others, last = [f"{names[head]} → {names[dependent]}" for head, dependent in arcs]
    return f"{', '.join(others)} and {last}" if others else last
