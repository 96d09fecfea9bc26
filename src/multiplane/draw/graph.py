"""Graphs as diagrams, which all formats draw: words with several heads, empty nodes, arcs from the root.

>>> from multiplane import draw
>>> from multiplane.treebank.graph import Graph
>>> graph = Graph.from_deps(["2:nsubj|4:nsubj:xsubj", "0:root", "4:mark", "2:xcomp"])
>>> print(draw.text(draw.graph_diagram(graph, ["they", "want", "to", "sing"])))
┏━━━━━━━nsubj:xsubj━━━━━━━┓
┃           ╭───xcomp───╮ ┃
┃ ╭─nsubj─╮ │  ╭─mark─╮ │ ┃
▼ ▼       │ │  ▼      │ ▼ ┃
they      want to     sing
           ▲
         root
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from multiplane.draw.layout.diagram import MAX_PLANES, UNSPECIFIED, Arc, Diagram, text_of, translation_of
from multiplane.draw.layout.measure import mostly_right_to_left, printable
from multiplane.structure.graphs import graph_crossings, graph_planes
from multiplane.treebank.graph import Arc as Ends
from multiplane.treebank.graph import Graph
from multiplane.treebank.sentence import Sentence


def graph_diagram(
    graph: Graph,
    forms: Sequence[str] | None = None,
    *,
    root_arcs: bool = True,
    planes: bool = True,
    highlight: Collection[Ends] = (),
) -> Diagram:
    """The nodes of a graph and its arcs, crossing arcs in different planes; the labels of equal arcs are joined.

    Without ``planes`` all arcs are in plane 0, above the words. The arcs of ``highlight`` stand out.
    """
    found = graph_planes(graph, root_arcs)
    crossing = {arc for pair in graph_crossings(graph, root_arcs) for arc in pair}
    labels: dict[Ends, list[str]] = {}
    arcs: dict[Ends, Arc] = {}
    for number, (ends, label) in enumerate(zip(graph.arcs, graph.labels, strict=True)):
        if ends[0] or root_arcs:
            plane = int(found.of_arc[number]) if planes and found.count <= MAX_PLANES else 0
            labels.setdefault(ends, []).append("" if label == UNSPECIFIED and ends[0] else printable(label))
            arcs[ends] = Arc(*ends, "|".join(labels[ends]), plane, number in crossing, ends in highlight)
    words = tuple(map(printable, forms or [graph.id_of(node) for node in range(1, graph.words + 1)]))
    return Diagram(words, tuple(arcs.values()), mostly_right_to_left(words))


def diagram_of_deps(sentence: Sentence, *, root_arcs: bool = True, planes: bool = True) -> Diagram:
    """The graph in the DEPS column of a sentence as a diagram, with its name, translation and text."""
    drawn = graph_diagram(sentence.graph, node_forms(sentence), root_arcs=root_arcs, planes=planes)
    text = text_of(sentence) if "text" in sentence.metadata else ""
    return replace(drawn, name=sentence.sent_id or "", translation=translation_of(sentence), text=text)


def node_forms(sentence: Sentence) -> list[str]:
    """The forms of the nodes of a sentence's graph; those of empty nodes with their IDs, as in ``won/8.1``.

    >>> from multiplane.treebank import Treebank
    >>> rows = ["1 I _ _ _ _ 0 root 0:root _", "1.1 won _ _ _ _ _ _ 1:conj _", "1.2 _ _ _ _ _ _ _ 1:conj _"]
    >>> node_forms(Treebank.from_text("\\n".join(rows).replace(" ", "\\t"))[0])
    ['I', 'won/1.1', '1.2']
    """
    forms = []
    for node in sentence.nodes:
        form = "" if node.form == UNSPECIFIED else node.form
        forms.append(form or str(node.id) if isinstance(node.id, int) else f"{form}/{node.id}".removeprefix("/"))
    return forms
