"""Why a graph is outside a class: an explanation exactly where it is, about arcs that are there."""

from __future__ import annotations

import pytest
from tests.transition.oracles.graph_judge import all_graphs_of

from multiplane.errors import MultiplaneError
from multiplane.structure import explain
from multiplane.transition.analysis import graph_classes
from multiplane.treebank.graph import Graph

TESTS = {
    "single-head": graph_classes.is_single_head,
    "acyclic": graph_classes.has_no_cycles,
    "no-undirected-cycles": graph_classes.has_no_undirected_cycles,
    "no-covered-roots": graph_classes.has_no_covered_roots,
    "planar": lambda arcs, words: graph_classes.fits_in_planes(arcs, 1),
}


@pytest.mark.parametrize("name", TESTS)
def test_an_explanation_exactly_where_the_graph_is_outside(name: str) -> None:
    for graph in all_graphs_of(4, 2)[::7]:
        why = explain(graph, name)
        assert (why is None) == TESTS[name](frozenset(graph.arcs), 4)
        assert why is None or set(why.arcs) <= set(graph.arcs)


def test_an_odd_cycle_and_names() -> None:
    """Five arcs, each crossing the next and no three all crossing."""
    arcs = [(4, 1), (9, 2), (6, 3), (8, 5), (10, 7)]
    why = explain(Graph.from_arcs(10, arcs), "2-planar", forms="abcdefghij")
    assert why is not None and why.text.startswith("of d (4) → a (1), ") and why.text.endswith("an odd number of them")
    assert explain(Graph.from_arcs(10, arcs), "3-planar") is None


def test_an_unknown_class() -> None:
    with pytest.raises(MultiplaneError, match="no class of graphs 'projective'; expected one of planar"):
        explain(Graph.from_arcs(1, []), "projective")
