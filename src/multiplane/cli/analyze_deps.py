"""``multiplane analyze --deps``: the structures of the graphs in the DEPS column, and why some are outside a class."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from multiplane.cli.shared.pictures import PictureFolder
from multiplane.cli.shared.reading import stream_treebank
from multiplane.cli.shared.tables import console, percent, print_json, print_table
from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.structure import GraphExplanation, GraphSurvey
    from multiplane.treebank import Sentence
    from multiplane.treebank.graph import Graph

GRAPHS_AT_ONCE = 2000
GRAPHS = "\tgraphs"
"""The key of the number of graphs among the counts of labels; no label has a tab."""


def sentences_with_graphs(path: str, format: str | None, skip_bad: bool) -> Iterator[tuple[Sentence, Graph]]:
    """The sentences of a file that have a graph; an error if none has."""
    found = False
    for block in stream_treebank(path, format, skip_bad=skip_bad, heads_required=False):
        for sentence in block:
            if any(node.deps != "_" for node in sentence.nodes) and sentence.format == "conllu":
                found = True
                yield sentence, sentence.graph
    if not found:
        raise MultiplaneError(f"{path}: found no DEPS; expected graphs in the ninth column of CoNLL-U")


def print_graph_surveys(
    paths: list[str], root_arcs: bool, as_json: bool, format: str | None, skip_bad: bool, width: int | None = None
) -> None:
    """Survey the graphs of each file, and of all together."""
    from multiplane.structure import GraphSurvey, survey_graphs

    surveys: list[tuple[str, GraphSurvey]] = []
    for path in paths:
        found = GraphSurvey(root_arcs)
        graphs = (graph for _, graph in sentences_with_graphs(path, format, skip_bad))
        while some := list(islice(graphs, GRAPHS_AT_ONCE)):
            found += survey_graphs(some, root_arcs)
        surveys.append((path, found))
    if as_json:
        print_json([as_object(path, found) for path, found in surveys])
        return
    if len(surveys) > 1:
        surveys.append(("total", sum((found for _, found in surveys), GraphSurvey(root_arcs))))
    for path, found in surveys:
        print_graph_survey(path, found, width)


def as_object(path: str, found: GraphSurvey) -> dict[str, Any]:
    """The figures of one file for JSON; the keys are part of the interface."""
    return {"file": path, **found.as_data()}


def print_graph_survey(name: str, found: GraphSurvey, width: int | None) -> None:
    """Print the figures of one file as a table and lines."""
    out = console(width)
    counted = "root arcs count" if found.root_arcs else "root arcs do not count"
    empty = f", {found.empty_nodes:,} empty node{'s' * (found.empty_nodes > 1)}" if found.empty_nodes else ""
    out.print(name, style="bold", end="")
    out.print(f"  {found.graphs:,} graphs, {found.words:,} words{empty}, {found.arcs:,} arcs; {counted}")
    classes = {
        "planar" if k == 1 else f"{k}-planar": found.in_planes(k) for k in range(1, max(found.planes, default=1) + 1)
    }
    classes |= {
        "single-head": found.graphs - found.graphs_with_several_heads,
        "acyclic": found.graphs - found.cyclic_graphs,
        "no-covered-roots": found.graphs - found.graphs_with_covered_roots,
    }
    print_table(
        ["class", "graphs", "share"],
        [[key, f"{count:,}", percent(count, found.graphs)] for key, count in classes.items()],
        width=width,
    )
    planes = " · ".join(f"{planes}: {count:,}" for planes, count in sorted(found.planes.items()))
    out.print(f"{'planes':<15}{planes}")
    nodes = found.words + found.empty_nodes
    out.print(
        f"{'crossing arcs':<15}{found.crossing_arcs:,} ({percent(found.crossing_arcs, found.arcs)}), "
        f"{found.crossings:,} crossings"
    )
    out.print(f"{'several heads':<15}{found.several_heads:,} words ({percent(found.several_heads, nodes)})")
    out.print(f"{'covered roots':<15}{found.covered_roots:,} of {found.roots:,} roots")
    if found.bounded:
        out.print(f"{'bounded':<15}{found.bounded:,} graphs too entangled for exact planes")
    out.print()


def explain_graphs(
    paths: list[str],
    graph_class: str,
    root_arcs: bool,
    as_json: bool,
    pictures: str | None,
    limit: int | None,
    format: str | None,
    skip_bad: bool,
    width: int | None = None,
) -> None:
    """Explain the graphs that are outside a class: text as they are found, or a JSON list at the end."""
    folder = PictureFolder(pictures) if pictures is not None else None
    objects, explained = [], 0
    counts: Counter[str] = Counter()
    for path, sentence, graph, why in islice(outsiders(paths, graph_class, root_arcs, format, skip_bad, counts), limit):
        explained += 1
        if folder is not None:
            draw_into(folder, sentence, graph, why, root_arcs)
        if as_json:
            objects.append(explanation_as_object(path, sentence, graph_class, why))
        else:
            print_explanation(path, sentence, graph, why, root_arcs, width)
    from multiplane.structure.classes import outside

    if as_json:
        print_json(objects)
    elif limit is not None and explained == limit:
        print(f"stopped after {explained:,} graphs that are {outside(graph_class)}")
    else:
        print(f"{explained:,} of {counts[GRAPHS]:,} graphs are {outside(graph_class)}")


def write_graph_page(
    output: str,
    paths: list[str],
    graph_class: str,
    root_arcs: bool,
    limit: int | None,
    format: str | None,
    skip_bad: bool,
) -> None:
    """Write a page with all graphs outside a class, the most suspicious first; with a limit only so many of them."""
    from multiplane.draw.graph_explanations import ExplainedGraph, graph_explanations_page
    from multiplane.output import write_text

    counts: Counter[str] = Counter()
    found = outsiders(paths, graph_class, root_arcs, format, skip_bad, counts)
    explained = [ExplainedGraph(*one) for one in islice(found, limit)]
    graphs = counts.pop(GRAPHS, 0)
    write_text(output, graph_explanations_page(graph_class, explained, graphs, counts, root_arcs, output))


def outsiders(
    paths: list[str], graph_class: str, root_arcs: bool, format: str | None, skip_bad: bool, counts: Counter[str]
) -> Iterator[tuple[str, Sentence, Graph, GraphExplanation]]:
    """The graphs outside a class, explained; ``counts`` gets the number of all, and of arcs with each label."""
    from multiplane.structure.graph_explanation import explain_graph
    from multiplane.treebank.graph import Graph

    explain_graph(Graph.from_arcs(1, []), graph_class)
    for path in paths:
        for sentence, graph in sentences_with_graphs(path, format, skip_bad):
            counts[GRAPHS] += 1
            counts.update(graph.labels)
            why = explain_graph(graph, graph_class, names_of(sentence, graph), root_arcs)
            if why is not None:
                yield path, sentence, graph, why


def names_of(sentence: Sentence, graph: Graph) -> list[str]:
    """What the nodes are called in explanations: form and ID."""
    ids = [graph.id_of(node) for node in range(1, graph.words + 1)]
    return ["root", *(f"{node.form} ({name})" for node, name in zip(sentence.nodes, ids, strict=True))]


def explanation_as_object(path: str, sentence: Sentence, graph_class: str, why: GraphExplanation) -> dict[str, Any]:
    """One explanation for JSON."""
    return {
        "file": path,
        "line": sentence.line,
        "sent_id": sentence.sent_id,
        "class": graph_class,
        "arcs": [{"head": head, "dependent": dependent} for head, dependent in why.arcs],
        "explanation": why.text,
    }


def print_explanation(
    path: str, sentence: Sentence, graph: Graph, why: GraphExplanation, root_arcs: bool, width: int | None
) -> None:
    """Print where a sentence is, why its graph is outside the class, and the graph."""
    from multiplane.draw import graph_diagram, text
    from multiplane.draw.graph import node_forms

    out = console(width)
    out.print(f"{path}:{sentence.line}", style="bold", end="")
    out.print(f"  {sentence.sent_id}" if sentence.sent_id else "")
    out.print(f"  {why.text}")
    drawn = graph_diagram(graph, node_forms(sentence), root_arcs=root_arcs, highlight=why.arcs)
    print(text(drawn, width=width or (out.width if sys.stdout.isatty() else None), color=sys.stdout.isatty()))
    print()


def draw_into(folder: PictureFolder, sentence: Sentence, graph: Graph, why: GraphExplanation, root_arcs: bool) -> None:
    """Write an SVG named after the sent_id or the line, with the arcs responsible highlighted."""
    from multiplane.draw import graph_diagram, svg
    from multiplane.draw.graph import node_forms
    from multiplane.output import write_text

    drawn = graph_diagram(graph, node_forms(sentence), root_arcs=root_arcs, highlight=why.arcs)
    write_text(folder.file_for(sentence.sent_id or f"line-{sentence.line}"), str(svg(drawn, caption=why.text)))
