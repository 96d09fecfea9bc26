"""What is wrong with graphs that a system is said to build, by the predicates of `multiplane.structure`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from multiplane.structure import covered_roots, directed_cycle, is_k_planar_graph
from multiplane.structure.graphs import undirected_cycle
from multiplane.transition import Graph, System, get
from multiplane.treebank import Treebank
from multiplane.treebank.deps import GraphArcs


def unreached(words: int, arcs: Iterable[tuple[int, int]]) -> set[int]:
    """The words to which no path leads from the root."""
    found, waiting = set(range(1, words + 1)), [0]
    while waiting:
        node = waiting.pop()
        below = {dependent for head, dependent in arcs if head == node} & found
        found -= below
        waiting += below
    return found


def faults(system: System, words: int, arcs: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Why the arcs are no graph of the system's class in which the root reaches every word."""
    found = set(arcs)
    graph = Graph.from_arcs(words, found)
    own = graph if system.root else Graph.from_arcs(words, {arc for arc in found if arc[0]})
    if unreached(words, found):
        yield "not reached"
    if not is_k_planar_graph(own, system.stacks):
        yield "planes"
    if "directed-acyclic" in system.name and directed_cycle(own):
        yield "directed cycle"
    elif "+acyclic" in system.name and undirected_cycle(own):
        yield "undirected cycle"
    is_dag_system = system.name.startswith("dag")
    if is_dag_system and any((dependent, head) in found for head, dependent in found):
        yield "joined twice"
    if (is_dag_system or "no-covered-roots" in system.name) and not system.root and covered_roots(own):
        yield "covered root"


def wrong_graphs(name: str, treebank: Treebank, arcs: GraphArcs) -> list[tuple[int, str]]:
    """The numbers of the sentences whose graphs the system should not build, each with what is wrong."""
    return [
        (number, fault)
        for number in range(len(treebank))
        for fault in faults(get(name), len(treebank[number]), {(h, d) for h, d, _ in arcs.sentence(number) if h != d})
    ]
