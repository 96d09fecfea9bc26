"""``multiplane trace``: the derivation of a sentence by a transition system, step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from multiplane.cli.shared.reading import FormatOption, SkipBadOption, find_sentence, stream_treebank

SHOWN_ON_A_LINE = 5
DEFAULT_SYSTEM, DEFAULT_GRAPH_SYSTEM = "2-planar", "2-planar-graph+root"


def trace(
    path: Annotated[
        str, typer.Argument(metavar="FILE", help="A treebank; - is standard input, sample: the built-in sample.")
    ],
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="Transition system; multiplane systems lists them.",
            show_default=f"{DEFAULT_SYSTEM}; with --deps {DEFAULT_GRAPH_SYSTEM}",
        ),
    ] = None,
    deps: Annotated[
        bool, typer.Option("--deps", help="Derive the graph in the DEPS column, where words may have several heads.")
    ] = False,
    sentence: Annotated[
        str, typer.Option("--sentence", "-s", metavar="N|ID", help="The sentence, by sent_id or by number from 1.")
    ] = "1",
    labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Whether arcs are labelled.")] = True,
    whole: Annotated[bool, typer.Option("--whole", help="Show stacks and buffer in full.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Write an animated SVG.")] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="OUT", help="Write an HTML page to step through.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    format: FormatOption = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Derive a sentence with a transition system, and show each transition with stacks, buffer and arc."""
    from dataclasses import asdict

    from multiplane.draw.graph import graph_diagram, node_forms
    from multiplane.draw.layout.diagram import diagram
    from multiplane.output import write_text
    from multiplane.transition import get
    from multiplane.transition.analysis.trace import trace as traced
    from multiplane.transition.analysis.trace import trace_graph

    wanted = get(system or (DEFAULT_GRAPH_SYSTEM if deps else DEFAULT_SYSTEM))
    every = (
        one for block in stream_treebank(path, format, skip_bad=skip_bad, heads_required=not deps) for one in block
    )
    found = find_sentence(every, sentence, path)[1]
    if deps:
        steps = trace_graph(wanted, found.graph, node_forms(found), labels)
        drawn = graph_diagram(found.graph, node_forms(found))
    else:
        steps = traced(wanted, found.tree, labels)
        drawn = diagram(found.tree)
    if svg is not None or html is not None:
        from multiplane.draw.derivation import derivation_html, derivation_svg

        if svg is not None:
            write_text(svg, str(derivation_svg(steps, drawn)))
        if html is not None:
            write_text(html, derivation_html(steps, drawn))
    if as_json:
        from multiplane.cli.shared.tables import print_json

        print_json(asdict(steps))
    elif svg is None and html is None:
        print(steps.text(0 if whole else SHOWN_ON_A_LINE))
        print(f"{len(steps)} transitions")
