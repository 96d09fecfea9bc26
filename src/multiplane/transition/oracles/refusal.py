"""Why a system cannot build a graph: what its definition proves of all graphs that it builds (DTS §3.2), and an arc
or word of this graph that contradicts it.
"""

from __future__ import annotations

from multiplane.structure.explanation import explain
from multiplane.structure.graphs import several_heads
from multiplane.transition.system import System
from multiplane.treebank.graph import Graph


def refusal_of_graph(system: System, graph: Graph) -> str:
    """The reason in one line; empty if the system's properties do not exclude the graph.

    >>> from multiplane.transition import get
    >>> refusal_of_graph(get("planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    '1 → 3 and 4 → 2 cross'
    >>> refusal_of_graph(get("2-planar-graph"), Graph.from_arcs(4, [(1, 3), (4, 2)]))
    ''
    """
    for word, heads in several_heads(graph) if not system.root else ():
        if 0 in heads:
            return (
                f"word {word} depends on the root and on {heads[1]}; "
                f"a system with the root on the stack builds both ({system.name}+root)"
            )
    arcs = graph if system.root else _between_words(graph)
    proved = system.properties
    classes = {
        f"{proved.planes}-planar": proved.planes is not None,
        "single-head": proved.single_head.holds,
        "no-undirected-cycles": proved.no_undirected_cycles.holds,
        "acyclic": proved.no_directed_cycles.holds,
    }
    for graph_class in (name for name, holds in classes.items() if holds):
        if why := explain(arcs, graph_class):
            return why.text
    for head, dependent in arcs.arcs if proved.one_arc_between_words.holds else ():
        if (dependent, head) in arcs.arcs:
            return f"{head} → {dependent} and {dependent} → {head} join the same words"
    why = explain(arcs, "no-covered-roots") if proved.no_covered_roots.holds else None
    return why.text if why else ""


def _between_words(graph: Graph) -> Graph:
    arcs = [(arc, label) for arc, label in zip(graph.arcs, graph.labels, strict=True) if arc[0]]
    return Graph(graph.words, tuple(arc for arc, _ in arcs), tuple(label for _, label in arcs), graph.ids)
