"""The structure of graphs, where words may have several heads (DTS §2, §4): planes, crossings, covered roots, cycles.

Arcs are named by their numbers in ``graph.arcs``. Planes are decided as for trees (`structure.planes`): the crossings
graph has a vertex for each arc, two colours are found by breadth-first search, more by exact search with a budget. The
artificial root 0 stands left of the first word; ``root_arcs=False`` leaves its arcs out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.structure.colouring import largest_clique
from multiplane.structure.crossing import crossings_of_arcs
from multiplane.structure.cycles import find_directed_cycle
from multiplane.structure.planes import STEP_BUDGET, minimal_planes, odd_cycle_of
from multiplane.treebank.graph import Arc, Graph
from multiplane.treebank.graph_arrays import GraphArrays

PLANES, AT_LEAST, CROSSINGS, CROSSING_ARCS, SEVERAL_HEADS, COVERED_ROOTS, ROOTS, CYCLIC, FIGURES = range(9)
"""The columns of `graph_figures`, and their number."""


@dataclass(frozen=True, slots=True)
class GraphPlanes:
    """A certificate of k-planarity of a graph.

    ``count`` planes suffice: ``of_arc[a]`` is the plane of arc a, −1 where a root arc is left out. ``at_least`` planes
    are needed: equal to ``count`` where ``exact``. ``odd_cycle`` names an odd number of arcs each of which crosses the
    next: why two planes are too few. ``clique`` names the most arcs that all cross one another.
    """

    count: int
    of_arc: Int32
    at_least: int
    odd_cycle: tuple[int, ...] | None
    clique: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<GraphPlanes: {self.count} for {len(self.of_arc)} arcs: {self.of_arc.tolist()}>"

    @property
    def exact(self) -> bool:
        return self.count == self.at_least


def arc_ends(graph: Graph, root_arcs: bool = True) -> tuple[Int32, Int32]:
    """The left and the right end of every arc; an arc that is left out has equal ends.

    >>> [ends.tolist() for ends in arc_ends(Graph.from_arcs(3, [(0, 1), (3, 1)]), root_arcs=False)]
    [[0, 1], [0, 3]]
    """
    arcs = np.array(graph.arcs, np.int32).reshape(-1, 2)
    if not root_arcs:
        arcs[arcs[:, 0] == 0] = 0
    return arcs.min(1, initial=graph.words + 1), arcs.max(1, initial=0)


def graph_crossings(graph: Graph, root_arcs: bool = True) -> list[tuple[int, int]]:
    """The pairs of arcs that cross, by their numbers, the lower first.

    >>> graph = Graph.from_arcs(4, [(1, 3), (4, 2), (3, 4), (2, 3)])
    >>> [(graph.arcs[one], graph.arcs[two]) for one, two in graph_crossings(graph)]
    [((4, 2), (1, 3))]
    """
    start, neighbours = crossings_of_arcs(graph.words + 1, *arc_ends(graph, root_arcs))
    return sorted(
        (arc, int(other))
        for arc in range(len(graph.arcs))
        for other in neighbours[start[arc] : start[arc + 1]]
        if arc < other
    )


def graph_planes(graph: Graph, root_arcs: bool = True) -> GraphPlanes:
    """The least number of planes, with the plane of every arc.

    >>> found = graph_planes(Graph.from_arcs(4, [(1, 3), (4, 2), (1, 2), (3, 2)]))
    >>> found.count, found.of_arc.tolist()
    (2, [0, 0, 0, 1])
    """
    left, right = arc_ends(graph, root_arcs)
    start, neighbours = crossings_of_arcs(graph.words + 1, left, right)
    plane, count, at_least = minimal_planes(left, right, start, neighbours, STEP_BUDGET)
    plane[left == right] = -1
    odd_cycle = odd_cycle_of(start, neighbours) if count > 2 else None
    clique = tuple(largest_clique(left, right, start, neighbours).tolist()) if len(neighbours) else ()
    return GraphPlanes(count, plane, at_least, odd_cycle, clique)


def is_k_planar_graph(graph: Graph, k: int, root_arcs: bool = True) -> bool:
    """Whether k planes suffice.

    >>> graph = Graph.from_arcs(4, [(1, 3), (4, 2)])
    >>> is_k_planar_graph(graph, 1), is_k_planar_graph(graph, 2)
    (False, True)
    """
    return graph_planes(graph, root_arcs).count <= k


def covered_roots(graph: Graph) -> list[tuple[int, Arc]]:
    """The roots that lie under an arc between words, each with one of these arcs, the shortest.

    A root is a word without a head among the words: it has none, or only the artificial root.

    >>> covered_roots(Graph.from_arcs(4, [(0, 2), (1, 3), (1, 4)]))
    [(2, (1, 3))]
    """
    arcs = sorted((arc for arc in graph.arcs if arc[0]), key=lambda arc: abs(arc[0] - arc[1]))
    dependents = {dependent for _, dependent in arcs}
    found = []
    for root in sorted(set(range(1, graph.words + 1)) - dependents):
        over = next((arc for arc in arcs if min(arc) < root < max(arc)), None)
        if over is not None:
            found.append((root, over))
    return found


def directed_cycle(graph: Graph) -> tuple[int, ...]:
    """The words of a directed cycle, each the head of the next and the last of the first; empty if there is none.

    >>> directed_cycle(Graph.from_arcs(4, [(1, 2), (2, 4), (4, 1)])), directed_cycle(Graph.from_arcs(2, [(1, 2)]))
    ((1, 2, 4), ())
    """
    arcs = np.array(graph.arcs, np.int32).reshape(-1, 2)
    heads, dependents = np.ascontiguousarray(arcs.T)
    return tuple(find_directed_cycle(graph.words + 1, heads, dependents).tolist())


def undirected_cycle(graph: Graph) -> Arc | None:
    """An arc that joins words which other arcs, before it in ``graph.arcs``, connect already; None if there is none.

    >>> undirected_cycle(Graph.from_arcs(3, [(1, 2), (1, 3), (2, 3)]))
    (2, 3)
    """
    component = list(range(graph.words + 1))
    for head, dependent in graph.arcs:
        one, two = component[head], component[dependent]
        if one == two:
            return head, dependent
        component = [one if part == two else part for part in component]
    return None


def several_heads(graph: Graph) -> list[tuple[int, tuple[int, ...]]]:
    """The words with several heads, each with its heads; the root counts.

    >>> several_heads(Graph.from_arcs(3, [(0, 1), (1, 2), (3, 2), (1, 3)]))
    [(2, (1, 3))]
    """
    heads: dict[int, list[int]] = {}
    for head, dependent in graph.arcs:
        heads.setdefault(dependent, []).append(head)
    return [(word, tuple(found)) for word, found in sorted(heads.items()) if len(found) > 1]


@kernel
def count_roots(words: int, heads: Int32, dependents: Int32) -> tuple[int, int, int]:
    """The words with several heads, those without a head among the words, and how many of these an arc covers."""
    found, among_words = np.zeros(words + 1, np.int32), np.zeros(words + 1, np.int32)
    opening = np.zeros(words + 2, np.int32)
    for arc in range(len(heads)):
        found[dependents[arc]] += 1
        if heads[arc] > 0:
            among_words[dependents[arc]] += 1
            opening[min(heads[arc], dependents[arc]) + 1] += 1
            opening[max(heads[arc], dependents[arc])] -= 1
    several, roots, covered, over = as_number(0), as_number(0), as_number(0), as_number(0)
    for word in range(1, words + 1):
        over += opening[word]
        several += found[word] > 1
        if among_words[word] == 0:
            roots += 1
            covered += over > 0
    return several, roots, covered


@kernel(
    steps=lambda words, heads, dependents, offsets, first, last, *_: steps_of_sentences(heads, offsets, first, last)
)
def survey_range(
    words: Int32, heads: Int32, dependents: Int32, offsets: Int64, first: int, last: int, root_arcs: bool, table: Int32
) -> None:
    """The figures of the graphs first .. last−1."""
    for graph in range(first, last):
        head = heads[offsets[graph] : offsets[graph + 1]]
        dependent = dependents[offsets[graph] : offsets[graph + 1]]
        left, right = np.zeros(len(head), np.int32), np.zeros(len(head), np.int32)
        for arc in range(len(head)):
            if root_arcs or head[arc] > 0:
                left[arc] = min(head[arc], dependent[arc])
                right[arc] = max(head[arc], dependent[arc])
        start, neighbours = crossings_of_arcs(words[graph] + 1, left, right)
        row = table[graph]
        _, row[PLANES], row[AT_LEAST] = minimal_planes(left, right, start, neighbours, STEP_BUDGET)
        row[CROSSINGS] = len(neighbours) // 2
        for arc in range(len(head)):
            row[CROSSING_ARCS] += start[arc + 1] > start[arc]
        row[SEVERAL_HEADS], row[ROOTS], row[COVERED_ROOTS] = count_roots(as_number(words[graph]), head, dependent)
        row[CYCLIC] = len(find_directed_cycle(words[graph] + 1, head, dependent)) > 0


def graph_figures(graphs: GraphArrays, root_arcs: bool = True, workers: int | None = None) -> Int32:
    """A row of figures for every graph, in the columns ``PLANES``, ``AT_LEAST`` and so on.

    >>> from multiplane.treebank.graph_arrays import graph_arrays
    >>> arrays = graph_arrays([Graph.from_arcs(4, [(1, 3), (4, 2), (2, 4)])])
    >>> figures = graph_figures(arrays)[0]
    >>> figures[[PLANES, CROSSINGS, CROSSING_ARCS, COVERED_ROOTS, CYCLIC]].tolist()
    [2, 2, 3, 0, 1]
    """
    table = np.zeros((len(graphs.words), FIGURES), np.int32)
    arrays = (graphs.words, graphs.heads, graphs.dependents, graphs.offsets)
    pieces = even_pieces(graphs.offsets, workers or cores())
    in_threads(lambda piece: survey_range(*arrays, *piece, root_arcs, table), pieces, workers)
    return table
