"""All graphs outside a class on one page: the arcs responsible, the reason; suspicious ones first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from multiplane.characters import visible
from multiplane.draw.browse import BrowsedSentence, drawing_of
from multiplane.draw.explanations import outsiders_page, told_suspicion, with_progress
from multiplane.draw.graph import graph_diagram, node_forms
from multiplane.draw.layout.measure import isolated
from multiplane.structure.classes import titled
from multiplane.structure.graph_explanation import GRAPH_CLASSES, GraphExplanation, explain_graph
from multiplane.structure.suspicion import Suspicion, suspicions
from multiplane.treebank.graph import Graph

if TYPE_CHECKING:
    from multiplane.treebank import Sentence


FILTERS = ("planar", "2-planar", "3-planar", *(name for name in GRAPH_CLASSES if not name.endswith("planar")))
"""The classes that the page can be filtered by."""


class ExplainedGraph(NamedTuple):
    """A sentence whose graph is outside a class, its file, and why."""

    file: str
    sentence: Sentence
    graph: Graph
    why: GraphExplanation


def graph_explanations_page(
    class_name: str,
    explained: Sequence[ExplainedGraph],
    graphs: int,
    arcs: Mapping[str, int],
    root_arcs: bool = True,
    page: str = "-",
) -> str:
    """The page; ``graphs`` counts all that were looked at, ``arcs`` their arcs by label.

    >>> import multiplane
    >>> rows = ["1 a _ _ _ _ 0 root 0:root|3:x _", "2 b _ _ _ _ 1 x 1:x|4:y _", "3 c _ _ _ _ 1 x 1:x _"]
    >>> text = "\\n".join([*rows, "4 d _ _ _ _ 1 x 1:x _"]).replace(" ", "\\t")
    >>> sentence = multiplane.Treebank.from_text(text, "conllu")[0]
    >>> why = explain_graph(sentence.graph, "planar")
    >>> one = ExplainedGraph("a.conllu", sentence, sentence.graph, why)
    >>> graph_explanations_page("planar", [one], 1, {}).count("<figure>")
    1
    """
    labels = [responsible_labels(one.graph, one.why) for one in explained]
    suspicious = suspicions(labels, arcs)
    order = sorted(range(len(explained)), key=lambda at: (-suspicious[at].bits, explained[at].graph.words, at))
    browsed = with_progress(
        (_browsed(explained[at], labels[at], suspicious[at], root_arcs) for at in order), len(order)
    )
    count = f"{len(explained):,} of {graphs:,} graphs"
    return outsiders_page(titled(class_name, "graphs"), browsed, count, FILTERS, root_arcs, page)


def responsible_labels(graph: Graph, why: GraphExplanation) -> tuple[str, ...]:
    """The labels of the arcs that keep a graph outside a class.

    >>> graph = Graph.from_arcs(4, [(1, 3), (4, 2), (4, 3)], ["a", "b", "c"])
    >>> responsible_labels(graph, explain_graph(graph, "planar"))
    ('a', 'b')
    """
    known = dict(zip(graph.arcs, graph.labels, strict=True))
    return tuple(known[arc] for arc in why.arcs if arc in known)


def _browsed(one: ExplainedGraph, labels: Sequence[str], found: Suspicion, root_arcs: bool) -> BrowsedSentence:
    drawn = graph_diagram(one.graph, node_forms(one.sentence), root_arcs=root_arcs, highlight=one.why.arcs)
    outside = (name for name in FILTERS if explain_graph(one.graph, name, root_arcs=root_arcs) is not None)
    return BrowsedSentence(
        one.file,
        one.sentence,
        outside=tuple(outside),
        labels=tuple(sorted(set(labels))),
        about=(f"{one.graph.words} nodes", told_suspicion(found)),
        why=(isolated(visible(one.why.text)),),
        drawing=drawing_of(drawn, root_arcs),
    )
