"""Systems that build graphs: every small graph of their class, with labels."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from multiplane.errors import MultiplaneError
from multiplane.transition import Graph, get, verify
from multiplane.transition.analysis.graph_classes import arcs_of


@pytest.mark.parametrize("name", ["dag-arc-eager", "dag-arc-standard", "planar-graph", "planar-graph+acyclic"])
def test_every_graph_of_three_words_is_derived(name: str) -> None:
    system = get(name)
    for row in verify(system, 3).graphs:
        graph = Graph.from_arcs(3, arcs_of(np.array(row, np.uint8)))
        assert system.run_graph(3, system.derive_graph(graph)) == graph


def test_labelled_graphs() -> None:
    graph = Graph.from_deps(["0:root", "1:obj|3:nsubj:xsubj", "1:xcomp"])
    system = get("dag-arc-eager")
    sequence = system.derive_graph(graph)
    assert "left:nsubj:xsubj" in sequence
    assert system.run_graph(3, sequence).with_roots() == graph


def test_one_arc_under_two_labels() -> None:
    """DTS §3: the same arc may be added again with another label, and not with the same."""
    here = get("planar-graph").start(2).apply("shift").apply("left:a").apply("left:b")
    assert here.arcs == [(2, 1), (2, 1)]
    with pytest.raises(MultiplaneError, match="left:a is not permitted"):
        here.apply("left:a")
    for number in range(40):
        here.apply(f"right:{number}")
    assert len(here.arcs) == 42
    graph = Graph.from_arcs(2, [(2, 1), (2, 1)], ["a", "b"])
    assert get("planar-graph").derive_graph(graph) == ["shift", "left:a", "left:b", "shift"]
    with pytest.raises(MultiplaneError, match="found two arcs with the same head and dependent"):
        get("dag-arc-eager").derive_graph(graph)


def test_a_second_head_is_no_tree() -> None:
    system = get("planar-graph")
    both = ["shift", "shift", "right", "reduce", "right", "shift"]
    with pytest.raises(MultiplaneError, match="word 3 has heads 2 and 1; see run_graph"):
        system.run(3, both)
    assert system.run_graph(3, both).arcs == ((1, 3), (2, 3))


def test_undirected_graphs() -> None:
    system = get("undirected-planar")
    for arcs in product([(1, 2), (2, 1)], [(2, 3), (3, 2)]):
        graph = Graph.from_arcs(3, arcs)
        assert system.run_graph(3, system.derive_graph(graph)).arcs == ((1, 2), (2, 3))
