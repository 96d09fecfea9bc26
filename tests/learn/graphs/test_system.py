"""Systems of graphs without parallel arcs."""

from __future__ import annotations

import pytest

from multiplane.learn.graphs.system import arcs_per_word, check_builds_graphs, without_parallel_arcs
from multiplane.transition import Graph, System, get

SYSTEMS = ("planar-graph", "2-planar-graph", "3-planar-graph", "dag-arc-eager", "dag-arc-standard")


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_variant_builds_what_the_system_builds(name: str) -> None:
    system = get(name)
    check_builds_graphs(system)
    guarded = without_parallel_arcs(system)
    check_builds_graphs(guarded)
    assert guarded.name == name and arcs_per_word(guarded) == 4 * system.stacks
    graph = Graph.from_arcs(4, [(1, 2), (3, 2), (1, 3), (3, 4)])
    sequence = system.derive_graph(graph)
    assert guarded.derive_graph(graph) == sequence
    again = System.from_data(guarded.as_data())
    assert again.definition() == guarded.definition()
