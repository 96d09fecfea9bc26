"""Counts over graphs: the sums of what the tests of single graphs say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.transition.oracles.graph_judge import graphs_on_planes

from multiplane.structure.graph_survey import GraphSurvey, survey_graphs
from multiplane.structure.graphs import covered_roots, directed_cycle, graph_crossings, graph_planes, several_heads
from multiplane.treebank.graph import Graph


@given(graphs=st.lists(graphs_on_planes(3, most=8, first=0), max_size=4), root_arcs=st.booleans())
def test_counts_are_sums(graphs: list[Graph], root_arcs: bool) -> None:
    found = survey_graphs(graphs, root_arcs, workers=1)
    crossing = [graph_crossings(graph, root_arcs) for graph in graphs]
    assert found.graphs == len(graphs) and found.arcs == sum(len(graph.arcs) for graph in graphs)
    assert found.crossings == sum(map(len, crossing))
    assert found.crossing_arcs == sum(len({arc for pair in pairs for arc in pair}) for pairs in crossing)
    assert found.several_heads == sum(len(several_heads(graph)) for graph in graphs)
    assert found.covered_roots == sum(len(covered_roots(graph)) for graph in graphs)
    assert found.cyclic_graphs == sum(directed_cycle(graph) != () for graph in graphs)
    for k in (1, 2, 3):
        assert found.in_planes(k) == sum(graph_planes(graph, root_arcs).count <= k for graph in graphs)


def test_surveys_add_up() -> None:
    one = Graph.from_arcs(4, [(1, 3), (4, 2)])
    two = Graph.from_deps(["0:root", "1:a", "1.1:b"], ["1", "1.1", "2"])
    together = survey_graphs([one, two])
    assert survey_graphs([one]) + survey_graphs([two]) == together
    assert (together.words, together.empty_nodes) == (6, 1)
    assert survey_graphs([]) == GraphSurvey(True)


def test_the_same_on_any_number_of_cores() -> None:
    graphs = [Graph.from_arcs(6, [(1, 4), (2, 5), (3, 6), (6, 1)])] * 9
    assert survey_graphs(graphs, workers=1) == survey_graphs(graphs, workers=3)
    assert survey_graphs(graphs).planes == {3: 9}
