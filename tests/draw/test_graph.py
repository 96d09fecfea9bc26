"""Graphs drawn: every arc once, words with several heads, two arcs between the same words, empty nodes, the root."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from tests.transition.oracles.graph_judge import graphs_on_planes

from multiplane import draw
from multiplane.draw.graph import diagram_of_deps, graph_diagram, node_forms
from multiplane.treebank import Treebank
from multiplane.treebank.graph import Graph

ELLIPSIS = """\
# sent_id = ellipsis
# text_en = translated
1 Ann _ _ _ _ 2 nsubj 2:nsubj _
2 won _ _ _ _ 0 root 0:root|4.1:ref _
3 and _ _ _ _ 4 cc 4.1:cc _
4 Bob _ _ _ _ 2 conj 4.1:nsubj _
4.1 won _ _ _ _ _ _ 2:conj _
"""


def ellipsis() -> Treebank:
    lines = (line if line[0] == "#" else line.replace(" ", "\t") for line in ELLIPSIS.splitlines())
    return Treebank.from_text("\n".join(lines) + "\n")


def test_arcs_between_the_same_words_do_not_cross() -> None:
    found = draw.text(diagram_of_deps(ellipsis()[0]))
    assert found.splitlines()[-1] == "Ann      won   and Bob    won/4.1"
    assert "┼" not in found and found.count("▼") == 6


def test_name_and_translation_go_with_the_graph() -> None:
    drawn = diagram_of_deps(ellipsis()[0])
    assert (drawn.name, drawn.translation) == ("ellipsis", "translated")
    assert node_forms(ellipsis()[0])[-1] == "won/4.1"
    assert ">ellipsis</a>" in draw.html([drawn])


@given(graph=graphs_on_planes(3, most=9, first=0))
def test_every_arc_is_drawn_once_in_every_format(graph: Graph) -> None:
    drawn = graph_diagram(graph)
    picture = ElementTree.fromstring(draw.svg(drawn))
    groups = [group.attrib for group in picture.iter() if "data-head" in group.attrib]
    assert sorted((int(g["data-head"]), int(g["data-dependent"])) for g in groups) == sorted(graph.arcs)
    assert draw.text(drawn).count("▼") + draw.text(drawn).count("▲") <= len(graph.arcs)
    assert draw.tikz(drawn).count(r"\draw") >= len(graph.arcs)
    assert draw.text(drawn, width=40) and draw.svg(drawn, width=300)


def test_planes_labels_and_highlights() -> None:
    graph = Graph.from_arcs(4, [(0, 1), (1, 3), (1, 3), (4, 2)], ["root", "a", "b", "c"])
    drawn = graph_diagram(graph, ["w", "x", "y", "z"], highlight=[(4, 2)])
    assert [(arc.key, arc.label, arc.crossing, arc.highlighted) for arc in drawn.arcs] == [
        ((0, 1), "root", False, False),
        ((4, 2), "c", True, True),
        ((1, 3), "a|b", True, False),
    ]
    assert {arc.plane for arc in drawn.arcs} == {0, 1}
    assert {arc.plane for arc in graph_diagram(graph, planes=False).arcs} == {0}
    assert len(graph_diagram(graph, root_arcs=False).arcs) == 2
    assert "┏" in draw.text(graph_diagram(graph)) or "┗" in draw.text(graph_diagram(graph))
