"""What the oracles of graphs are judged by: all small graphs, random graphs on planes, and running the sequences."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st

from multiplane.transition import Graph, get, verify
from multiplane.transition.analysis.graph_classes import all_graphs, arcs_of, cross
from multiplane.transition.oracles import GraphDerivations


@cache
def derivable_graphs(name: str, words: int) -> tuple[Graph, ...]:
    """The graphs that some sequence of the system builds, by running all of them."""
    return tuple(Graph.from_arcs(words, arcs_of(np.array(row, np.uint8))) for row in verify(get(name), words).graphs)


@cache
def all_graphs_of(words: int, planes: int) -> tuple[Graph, ...]:
    """All graphs on this many words that fit in this many planes."""
    return tuple(Graph.from_arcs(words, arcs) for arcs in all_graphs(1, words, planes, directed=True))


def sequence_of(found: GraphDerivations, number: int) -> list[str]:
    """The names of the transitions of one graph."""
    here = found.transitions[found.offsets[number] : found.offsets[number + 1]]
    return [found.names[transition] for transition in here]


@st.composite
def graphs_on_planes(draw: st.DrawFn, planes: int, most: int = 14, first: int = 1) -> Graph:
    """A graph whose arcs were put one by one on planes where they cross no other; ``first`` 0 gives root arcs, too."""
    words = draw(st.integers(2, most))
    on_plane: list[set[tuple[int, int]]] = [set() for _ in range(planes)]
    for _ in range(draw(st.integers(0, 3 * words))):
        head, dependent = draw(st.integers(first, words)), draw(st.integers(1, words))
        plane = draw(st.integers(0, planes - 1))
        if head != dependent and not any(cross((head, dependent), other) for other in on_plane[plane]):
            on_plane[plane].add((head, dependent))
    return Graph.from_arcs(words, set().union(*on_plane))
