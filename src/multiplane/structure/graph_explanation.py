"""Why a graph is outside a class (DTS Def. 2, §4): the arcs that cross, a word with two heads, a cycle, a covered root.

The classes of graphs: ``planar`` and ``K-planar``, ``single-head``, ``acyclic`` (no directed cycles),
``no-undirected-cycles``, ``no-covered-roots``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from multiplane.errors import MultiplaneError
from multiplane.structure.graphs import covered_roots, directed_cycle, graph_planes, several_heads, undirected_cycle
from multiplane.treebank.graph import Arc, Graph

GRAPH_CLASSES = ("planar", "K-planar", "single-head", "acyclic", "no-undirected-cycles", "no-covered-roots")


@dataclass(frozen=True, slots=True)
class GraphExplanation:
    """The reason in words, and the arcs that it is about."""

    text: str
    arcs: tuple[Arc, ...]


def explain_graph(
    graph: Graph, graph_class: str, names: Sequence[str] | None = None, root_arcs: bool = True
) -> GraphExplanation | None:
    """Why a graph is outside a class; None if it is inside. ``names[node]`` is what a node is called, the root first.

    >>> graph = Graph.from_arcs(4, [(1, 3), (4, 2)])
    >>> explain_graph(graph, "planar").text, explain_graph(graph, "2-planar")
    ('1 → 3 and 4 → 2 cross', None)
    """
    called = names or [graph.id_of(node) for node in range(graph.words + 1)]
    if graph_class == "planar":
        return _crossing(graph, 1, called, root_arcs)
    if found := re.fullmatch(r"([1-9][0-9]?)-planar", graph_class):
        return _crossing(graph, int(found[1]), called, root_arcs)
    test = {
        "single-head": _second_head,
        "acyclic": _cycle,
        "no-undirected-cycles": _undirected_cycle,
        "no-covered-roots": _covered_root,
    }.get(graph_class)
    if test is None:
        raise MultiplaneError(f"no class of graphs {graph_class!r}; expected one of {', '.join(GRAPH_CLASSES)}")
    return test(graph, called)


def _crossing(graph: Graph, planes: int, called: Sequence[str], root_arcs: bool) -> GraphExplanation | None:
    found = graph_planes(graph, root_arcs)
    if found.at_least <= planes:
        return None
    if len(found.clique) > planes:
        arcs = tuple(graph.arcs[arc] for arc in found.clique[: planes + 1])
        all_cross = "cross" if planes == 1 else "all cross one another"
        return GraphExplanation(f"{_listed(arcs, called)} {all_cross}", arcs)
    if planes == 2 and found.odd_cycle:
        arcs = tuple(graph.arcs[arc] for arc in found.odd_cycle)
        return GraphExplanation(f"of {_listed(arcs, called)} each crosses the next, an odd number of them", arcs)
    arcs = tuple(graph.arcs[arc] for arc in found.clique)
    return GraphExplanation(f"its arcs need {found.count} planes", arcs)


def _second_head(graph: Graph, called: Sequence[str]) -> GraphExplanation | None:
    for word, heads in several_heads(graph):
        both = " and ".join(called[head] for head in heads[:2])
        return GraphExplanation(f"{called[word]} has heads {both}", tuple((head, word) for head in heads[:2]))
    return None


def _cycle(graph: Graph, called: Sequence[str]) -> GraphExplanation | None:
    words = directed_cycle(graph)
    arcs = tuple(zip(words, words[1:] + words[:1], strict=True))
    return GraphExplanation(f"{_listed(arcs, called)} form a cycle", arcs) if words else None


def _undirected_cycle(graph: Graph, called: Sequence[str]) -> GraphExplanation | None:
    arc = undirected_cycle(graph)
    return (
        GraphExplanation(f"{_listed((arc,), called)} joins words that are connected already", (arc,)) if arc else None
    )


def _covered_root(graph: Graph, called: Sequence[str]) -> GraphExplanation | None:
    for root, over in covered_roots(graph):
        return GraphExplanation(f"{_listed((over,), called)} covers {called[root]}, which has no head", (over,))
    return None


def _listed(arcs: Sequence[Arc], called: Sequence[str]) -> str:
    *others, last = [f"{called[head]} → {called[dependent]}" for head, dependent in arcs]
    return f"{', '.join(others)} and {last}" if others else last
