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


@given(graph=graphs_on_planes(3, most=7, first=0))
def test_what_is_named_is_what_the_definitions_name(graph: Graph) -> None:
    """The largest clique, the shortest arc over each covered root, the first arc that joins connected words."""
    crossing = set(graph_crossings(graph))
    involved = sorted({arc for pair in crossing for arc in pair})
    size = len(graph_planes(graph).clique)
    assert bool(size) == bool(crossing)
    assert not any(crossing.issuperset(combinations(arcs, 2)) for arcs in combinations(involved, size + 1) if size)
    inner = [(head, dependent) for head, dependent in graph.arcs if head]
    roots = [word for word in range(1, graph.words + 1) if word not in {dependent for _, dependent in inner}]
    over = {root: [arc for arc in inner if min(arc) < root < max(arc)] for root in roots}
    found = covered_roots(graph)
    assert [root for root, _ in found] == [root for root in roots if over[root]]
    assert all(arc in over[root] and len(range(*sorted(arc))) == shortest(over[root]) for root, arc in found)
    before = [number for number in range(len(graph.arcs)) if not is_forest(graph.arcs[: number + 1], graph.words)]
    assert undirected_cycle(graph) == (graph.arcs[before[0]] if before else None)
    left_out = graph_planes(graph, root_arcs=False)
    assert [plane < 0 for plane in left_out.of_arc.tolist()] == [head == 0 for head, _ in graph.arcs]
    heads = {
        word: tuple(head for head, dependent in graph.arcs if dependent == word) for word in range(graph.words + 1)
    }
    assert several_heads(graph) == [(word, found) for word, found in heads.items() if len(found) > 1]


def test_the_largest_clique_of_arcs() -> None:
    graph = Graph.from_arcs(9, [(1, 3), (2, 4), (5, 3), (2, 6), (7, 4), (5, 8), (9, 6)])
    assert [graph.arcs[arc] for arc in graph_planes(graph).clique] == [(7, 4), (5, 8), (9, 6)]


def shortest(arcs: list[tuple[int, int]]) -> int:
    return min(abs(one - two) for one, two in arcs)


def is_forest(arcs: tuple[tuple[int, int], ...], words: int) -> bool:
    return graph_classes.has_no_undirected_cycles(frozenset(arcs), words) and len({*map(frozenset, arcs)}) == len(arcs)


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
