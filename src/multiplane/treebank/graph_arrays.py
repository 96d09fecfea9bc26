"""Many graphs in flat int32 arrays, as kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from multiplane.kernels.arrays import Int32, Int64
from multiplane.treebank.graph import Graph


@dataclass(frozen=True, slots=True, eq=False)
class GraphArrays:
    """The arcs of many graphs in flat arrays: those of graph g are ``heads[offsets[g] : offsets[g + 1]]`` and so on.

    ``words[g]`` counts the words of graph g. The arcs of a graph are sorted by dependent.
    """

    words: Int32
    heads: Int32
    dependents: Int32
    offsets: Int64


def graph_arrays(graphs: Sequence[Graph]) -> GraphArrays:
    """The arcs of graphs in flat arrays.

    >>> arrays = graph_arrays([Graph.from_arcs(3, [(1, 2), (3, 2)]), Graph.from_arcs(2, [(2, 1)])])
    >>> arrays.words.tolist(), arrays.heads.tolist(), arrays.dependents.tolist(), arrays.offsets.tolist()
    ([3, 2], [1, 3, 2], [2, 2, 1], [0, 2, 3])
    """
    arcs = [arc for graph in graphs for arc in graph.arcs]
    heads, dependents = np.array(arcs, np.int32).reshape(-1, 2).T.copy()
    offsets = np.cumsum([0, *(len(graph.arcs) for graph in graphs)])
    return GraphArrays(np.array([graph.words for graph in graphs], np.int32), heads, dependents, offsets)
