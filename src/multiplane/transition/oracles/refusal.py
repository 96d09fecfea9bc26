"""Why a system cannot build a graph: what its definition proves of all graphs that it builds (DTS §3.2), and an arc
or word of this graph that contradicts it.
"""

from __future__ import annotations

from multiplane.structure.graphs import covered_roots, graph_planes, several_heads, undirected_cycle
from multiplane.transition.system import System
from multiplane.treebank.graph import Arc, Graph


def refusal_of_graph(system: System, graph: Graph) -> str:
    """The reason in one line; empty if the system's properties do not exclude the graph.

    >>> from multiplane.transition import get
    >>> refusal_of_graph(get("planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    '1 → 3 and 4 → 2 cross'
    >>> refusal_of_graph(get("2-planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    ''
    """
    properties = system.properties
    if not system.root:
        for word, heads in several_heads(graph):
            if 0 in heads:
                return (
                    f"word {word} depends on the root and on {heads[1]}; "
                    f"a system with the root on the stack builds both ({system.name}+root)"
                )
    arcs = graph if system.root else _between_words(graph)
    if properties.planes is not None:
        found = graph_planes(arcs)
        if found.at_least > properties.planes:
            if len(found.clique) > properties.planes:
                all_cross = "cross" if properties.planes == 1 else "all cross one another"
                return f"{_listed([arcs.arcs[arc] for arc in found.clique[: properties.planes + 1]])} {all_cross}"
            if properties.planes == 2 and found.odd_cycle:
                cycle = _listed([arcs.arcs[arc] for arc in found.odd_cycle])
                return f"of {cycle} each crosses the next, an odd number of them"
            return f"its arcs need {found.count} planes"
    if properties.single_head.holds and (several := several_heads(arcs)):
        word, heads = several[0]
        return f"word {word} has heads {' and '.join(map(str, heads[:2]))}"
    if properties.no_undirected_cycles.holds and (arc := undirected_cycle(arcs)):
        return f"{_listed([arc])} joins words that are connected already"
    if properties.no_covered_roots.holds and (roots := covered_roots(arcs)):
        root, over = roots[0]
        return f"{_listed([over])} covers {root}, which has no head"
    return ""


def _between_words(graph: Graph) -> Graph:
    arcs = [(arc, label) for arc, label in zip(graph.arcs, graph.labels, strict=True) if arc[0]]
    return Graph(graph.words, tuple(arc for arc, _ in arcs), tuple(label for _, label in arcs), graph.ids)


def _listed(arcs: list[Arc]) -> str:
    *others, last = [f"{head} → {dependent}" for head, dependent in arcs]
    return f"{', '.join(others)} and {last}" if others else last
