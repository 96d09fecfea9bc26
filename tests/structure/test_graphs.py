"""Planes, crossings, covered roots and cycles of graphs, against the definitions on all small graphs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from tests.structure.trees import trees
from tests.transition.oracles.graph_judge import all_graphs_of, graphs_on_planes

from multiplane.structure import crossings, planes
from multiplane.structure.graphs import (
    covered_roots,
    directed_cycle,
    graph_crossings,
    graph_planes,
    is_k_planar_graph,
    several_heads,
    undirected_cycle,
)
from multiplane.transition.analysis import graph_classes
from multiplane.treebank.graph import Graph


def test_crossings_planes_and_cycles_of_all_graphs_of_four_words() -> None:
    for graph in all_graphs_of(4, 2)[::3]:
        arcs = frozenset(graph.arcs)
        pairs = [
            (one, two)
            for one, two in combinations(range(len(graph.arcs)), 2)
            if graph_classes.cross(graph.arcs[one], graph.arcs[two])
        ]
        assert graph_crossings(graph) == pairs
        assert (graph_planes(graph).count == 1) == (not pairs)
        assert (not directed_cycle(graph)) == graph_classes.has_no_cycles(arcs, 4)
        assert (undirected_cycle(graph) is None) == graph_classes.has_no_undirected_cycles(arcs, 4)
        assert (not covered_roots(graph)) == graph_classes.has_no_covered_roots(arcs, 4)
        assert (not several_heads(graph)) == graph_classes.is_single_head(arcs, 4)


@given(graph=graphs_on_planes(3, most=9, first=0))
def test_certificates(graph: Graph) -> None:
    """No two arcs of a plane cross; fewer planes would not do; cliques, odd cycles and cycles are what they say."""
    found, crossing = graph_planes(graph), set(graph_crossings(graph))
    assert found.exact and found.count <= 3
    assert all(found.of_arc[one] != found.of_arc[two] for one, two in crossing)
    assert graph_classes.fits_in_planes(frozenset(graph.arcs), found.count)
    assert found.count == 1 or not graph_classes.fits_in_planes(frozenset(graph.arcs), found.count - 1)
    assert all((min(pair), max(pair)) in crossing for pair in combinations(found.clique, 2))
    if found.odd_cycle:
        turned = (*found.odd_cycle[1:], found.odd_cycle[0])
        assert len(turned) % 2 == 1
        assert all((min(pair), max(pair)) in crossing for pair in zip(found.odd_cycle, turned, strict=True))
    else:
        assert found.count <= 2
    cycle = directed_cycle(graph)
    assert {*zip(cycle, cycle[1:] + cycle[:1], strict=True)} <= {*graph.arcs}
    assert is_k_planar_graph(graph, found.count)


@given(heads=trees(), root_arcs=st.booleans())
def test_a_tree_is_a_graph(heads: tuple[int, ...], root_arcs: bool) -> None:
    graph = Graph.from_arcs(len(heads), [(head, word) for word, head in enumerate(heads, 1)])
    assert graph_planes(graph, root_arcs).count == planes(heads, root_arcs).count
    assert [(a + 1, b + 1) for a, b in graph_crossings(graph, root_arcs)] == crossings(heads, root_arcs)


def test_a_root_with_another_head_is_no_root() -> None:
    """Word 2 depends on the artificial root alone, word 3 on word 1, too."""
    graph = Graph.from_arcs(4, [(0, 2), (0, 3), (1, 3), (1, 4)])
    assert covered_roots(graph) == [(2, (1, 3))]
    assert several_heads(graph) == [(3, (0, 1))]


def test_no_arcs_at_all() -> None:
    empty = Graph.from_arcs(3, [])
    assert graph_planes(empty).count == 1 and graph_planes(empty).clique == ()
    assert graph_crossings(empty) == [] and directed_cycle(empty) == ()
