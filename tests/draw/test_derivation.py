"""A derivation as an animated SVG and as a page."""

from __future__ import annotations

import pytest

from multiplane.draw.derivation import appearances, derivation_svg
from multiplane.draw.derivation_page import derivation_html
from multiplane.draw.graph import graph_diagram
from multiplane.draw.layout.diagram import diagram
from multiplane.transition import get
from multiplane.transition.analysis.trace import Trace
from multiplane.treebank.graph import Graph
from multiplane.treebank.tree import Tree


def test_arcs_appear_when_they_are_built() -> None:
    tree = Tree([3, 4, 0, 3], labels=["a", "b", "root", "c"], forms=["<w>", "x", "y", "z"])
    steps = get("2-planar").trace(tree, labelled=True)
    for ends, number in appearances(steps, diagram(tree)).items():
        built_there = any(arc[:2] == ends for arc in steps.steps[number].arcs)
        assert built_there or (ends[0] == 0 and number == len(steps))
    assert "&lt;w&gt;" in derivation_html(steps, tree) and "<w>" not in str(derivation_svg(steps, tree))


def test_every_arc_of_a_graph_appears_when_it_is_built() -> None:
    """Two heads of one word, and two words that are heads of each other, at their own steps."""
    graph = Graph.from_deps(["0:root|3:a", "1:b|3:c", "1:d|2:e"])
    steps = get("2-planar-graph+root").trace(graph, labelled=True, forms=["x", "y", "z"])
    drawn = graph_diagram(graph, ["x", "y", "z"])
    found = appearances(steps, drawn)
    assert set(found) == set(graph.arcs)
    for ends, number in found.items():
        assert any(arc[:2] == ends for arc in steps.steps[number].arcs)
    assert '.arc[data-head="3"][data-dependent="2"]' in str(derivation_svg(steps, drawn))
    assert '"3-2":' in derivation_html(steps, drawn)


def test_edges_of_an_undirected_system_appear_in_either_direction() -> None:
    tree = Tree([2, 0, 2])
    steps = get("undirected-planar").trace(tree)
    assert appearances(steps, diagram(tree)) == {(2, 1): 2, (0, 2): len(steps), (2, 3): 4}


def test_the_table_of_a_long_derivation_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree([0, *range(1, 300)])
    steps, table = get("arc-eager").trace(tree), Trace.table
    made: list[int] = []

    def counted(self: Trace, shown: int = 0) -> list[list[str]]:
        made.append(shown)
        return table(self, shown)

    monkeypatch.setattr(Trace, "table", counted)
    assert derivation_svg(steps, tree).count('<text class="frame') == len(steps.steps)
    assert len(made) == 1
