"""What the graphs of a treebank hold (DTS §4): planes, crossings, words with several heads, covered roots, cycles.

The counts of a part are added to those of the next, so that files of any size are surveyed in constant memory.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.kernels.interpret import steps_of_sentences
from multiplane.kernels.jit import kernel
from multiplane.kernels.views import as_number
from multiplane.notebook import html_table
from multiplane.parallel import cores, even_pieces, in_threads
from multiplane.structure.crossing import crossings_of_arcs
from multiplane.structure.planes import STEP_BUDGET, minimal_planes
from multiplane.treebank.graph import Graph
from multiplane.treebank.graph_arrays import GraphArrays, graph_arrays

PLANES, AT_LEAST, CROSSINGS, CROSSING_ARCS, SEVERAL_HEADS, COVERED_ROOTS, ROOTS, CYCLIC, FIGURES = range(9)


@dataclass(slots=True)
class GraphSurvey:
    """Counts over the graphs of a treebank.

    ``planes`` counts graphs by the planes that they need, ``bounded`` those where that is an upper bound only.
    ``crossing_arcs`` cross some other arc. ``several_heads`` are words with more than one head, the root counted;
    ``roots`` words without a head among the words, ``covered_roots`` those of them that lie under an arc.
    """

    root_arcs: bool
    graphs: int = 0
    words: int = 0
    empty_nodes: int = 0
    arcs: int = 0
    crossings: int = 0
    crossing_arcs: int = 0
    several_heads: int = 0
    graphs_with_several_heads: int = 0
    roots: int = 0
    covered_roots: int = 0
    graphs_with_covered_roots: int = 0
    cyclic_graphs: int = 0
    bounded: int = 0
    planes: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: GraphSurvey) -> GraphSurvey:
        counts = (getattr(self, name) + getattr(other, name) for name in self.__slots__[1:])
        return GraphSurvey(self.root_arcs, *counts)

    def __repr__(self) -> str:
        return f"<GraphSurvey of {self.graphs:,} graphs, {self.words:,} words, {self.arcs:,} arcs>"

    def _repr_html_(self) -> str:
        title = f"{self.graphs:,} graphs, {self.words:,} words, {self.arcs:,} arcs"
        figures = self.as_data()
        rows = [
            (name.replace("_", " "), value) for name, value in figures.items() if name not in ("planes", "root_arcs")
        ]
        planes = " · ".join(f"{value}: {count:,}" for value, count in figures["planes"].items())
        return html_table(title, ["figure", "count"], rows, [f"planes: {planes}"])

    def as_data(self) -> dict[str, Any]:
        """All figures as an object that JSON can hold. The keys are stable."""
        return {
            "graphs": self.graphs,
            "words": self.words,
            "empty_nodes": self.empty_nodes,
            "arcs": self.arcs,
            "root_arcs": self.root_arcs,
            "planes": {str(planes): count for planes, count in sorted(self.planes.items())},
            "bounded": self.bounded,
            "crossings": self.crossings,
            "crossing_arcs": self.crossing_arcs,
            "words_with_several_heads": self.several_heads,
            "graphs_with_several_heads": self.graphs_with_several_heads,
            "roots": self.roots,
            "covered_roots": self.covered_roots,
            "graphs_with_covered_roots": self.graphs_with_covered_roots,
            "cyclic_graphs": self.cyclic_graphs,
        }

    def to_json(self) -> str:
        """All figures as JSON, with the keys of ``multiplane analyze --deps --json``."""
        return json.dumps(self.as_data())

    def in_planes(self, k: int) -> int:
        """How many graphs fit in k planes."""
        return sum(count for planes, count in self.planes.items() if planes <= k)


@kernel
def has_directed_cycle(words: int, heads: Int32, dependents: Int32) -> bool:
    """Whether words remain when those without a remaining head are taken away again and again."""
    first = np.zeros(words + 2, np.int32)
    waiting = np.zeros(words + 1, np.int32)
    for arc in range(len(heads)):
        first[heads[arc] + 1] += 1
        waiting[dependents[arc]] += 1
    for node in range(words + 1):
        first[node + 1] += first[node]
    outgoing, filled = np.empty(len(heads), np.int32), first.copy()
    for arc in range(len(heads)):
        outgoing[filled[heads[arc]]] = dependents[arc]
        filled[heads[arc]] += 1
    free = np.empty(words + 1, np.int32)
    count, done = 0, 0
    for node in range(words + 1):
        if waiting[node] == 0:
            free[count] = node
            count += 1
    while done < count:
        for place in range(first[free[done]], first[free[done] + 1]):
            waiting[outgoing[place]] -= 1
            if waiting[outgoing[place]] == 0:
                free[count] = outgoing[place]
                count += 1
        done += 1
    return count <= words


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
        row[CYCLIC] = has_directed_cycle(as_number(words[graph]), head, dependent)


def graph_figures(graphs: GraphArrays, root_arcs: bool = True, workers: int | None = None) -> Int32:
    """A row of figures for every graph, in the columns ``PLANES``, ``AT_LEAST`` and so on.

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


def survey_graphs(graphs: Sequence[Graph], root_arcs: bool = True, workers: int | None = None) -> GraphSurvey:
    """Count everything in these graphs.

    >>> found = survey_graphs([Graph.from_arcs(4, [(1, 3), (4, 2)]), Graph.from_arcs(2, [(0, 1), (1, 2)])])
    >>> found.graphs, found.in_planes(1), found.in_planes(2), found.covered_roots
    (2, 1, 2, 0)
    """
    table = graph_figures(graph_arrays(graphs), root_arcs, workers)
    planes, counts = np.unique(table[:, PLANES], return_counts=True)
    empty = sum(len(graph.ids) - sum("." not in node for node in graph.ids) for graph in graphs)
    return GraphSurvey(
        root_arcs,
        graphs=len(graphs),
        words=sum(graph.words for graph in graphs) - empty,
        empty_nodes=empty,
        arcs=sum(len(graph.arcs) for graph in graphs),
        crossings=int(table[:, CROSSINGS].sum()),
        crossing_arcs=int(table[:, CROSSING_ARCS].sum()),
        several_heads=int(table[:, SEVERAL_HEADS].sum()),
        graphs_with_several_heads=int((table[:, SEVERAL_HEADS] > 0).sum()),
        roots=int(table[:, ROOTS].sum()),
        covered_roots=int(table[:, COVERED_ROOTS].sum()),
        graphs_with_covered_roots=int((table[:, COVERED_ROOTS] > 0).sum()),
        cyclic_graphs=int(table[:, CYCLIC].sum()),
        bounded=int((table[:, PLANES] > table[:, AT_LEAST]).sum()),
        planes=Counter(dict(zip(planes.tolist(), counts.tolist(), strict=True))),
    )
