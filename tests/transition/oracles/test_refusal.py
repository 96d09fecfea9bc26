"""A reason is given only for graphs that no sequence builds."""

from __future__ import annotations

import pytest
from tests.transition.oracles.graph_judge import all_graphs_of, derivable_graphs

from multiplane.transition import get
from multiplane.transition.oracles.refusal import refusal_of_graph

COMPLETE = ["planar-graph", "dag-arc-eager", "planar-graph+directed-acyclic", "planar-graph+acyclic", "planar"]


@pytest.mark.parametrize("name", [*COMPLETE, "dag-arc-standard", "2-planar+no-covered-roots", "arc-eager"])
def test_refused_graphs_are_not_derivable(name: str) -> None:
    system, derivable = get(name), {graph.arcs for graph in derivable_graphs(name, 3)}
    for graph in all_graphs_of(3, 1):
        refused = refusal_of_graph(system, graph) != ""
        assert not (refused and graph.arcs in derivable)
        if name in COMPLETE:
            assert refused == (graph.arcs not in derivable)
