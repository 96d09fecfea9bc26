"""``multiplane trace``: the derivation of a sentence by a transition system, step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.reading import (
    FormatOption,
    HeadsOption,
    SkipBadOption,
    TreeOption,
    WordsOption,
    find_sentence,
    source_of,
    stream_treebank,
)
from multiplane.cli.shared.tables import JsonOption, print_json

SHOWN_ON_A_LINE = 5
DEFAULT_SYSTEM, DEFAULT_GRAPH_SYSTEM = "2-planar", "2-planar-graph+root"


def trace(
    path: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Treebank to read; - for standard input, sample: for the built-in sample."),
    ] = None,
    tree: TreeOption = None,
    heads: HeadsOption = None,
    words: WordsOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="Transition system, as listed by multiplane systems; given twice, two are shown side by side.",
            show_default=f"{DEFAULT_SYSTEM}; with --deps {DEFAULT_GRAPH_SYSTEM}",
        ),
    ] = None,
    deps: Annotated[
        bool, typer.Option("--deps", help="Derive the graph in the DEPS column, in which words may have several heads.")
    ] = False,
    sentence: Annotated[
        str,
        typer.Option(
            "--sentence", "-s", metavar="N|ID", help="Sentence to derive, given by sent_id or by number from 1."
        ),
    ] = "1",
    best_effort: Annotated[
        bool,
        typer.Option("--best-effort", help="Derive as much as possible where the system cannot derive the whole tree."),
    ] = False,
    labels: Annotated[bool, typer.Option("--labels/--no-labels", help="Label the arcs.")] = True,
    whole: Annotated[bool, typer.Option("--whole", help="Show stacks and buffer in full.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Write an animated SVG.")] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="OUT", help="Write an HTML page to step through.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Write slides (.tex), an animated picture (.svg), a page to step through (.html), .json or .txt.",
        ),
    ] = None,
    as_json: JsonOption = False,
    format: FormatOption = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Derive a sentence with a transition system, and show each transition with stacks, buffer and arc."""
    names = systems or [DEFAULT_GRAPH_SYSTEM if deps else DEFAULT_SYSTEM]
    if len(names) > 2:
        raise WrongUsage("--system can be given once or twice")
    outputs = ((".svg", svg), (".html", html), (None, output))
    if len(names) == 2 and (svg is not None or (output or "").endswith(".svg")):
        raise WrongUsage("--svg can only show one --system; --html shows two side by side")
    from multiplane.draw.graph import node_forms
    from multiplane.transition import get
    from multiplane.transition.analysis.trace import Traces

    path = source_of(path, tree, heads, words)
    wanted = [get(name) for name in names]
    every = (
        one for block in stream_treebank(path, format, skip_bad=skip_bad, heads_required=not deps) for one in block
    )
    found = find_sentence(every, sentence, path)[1]
    derived = (found.graph, labels, best_effort, node_forms(found)) if deps else (found.tree, labels, best_effort)
    traces = Traces(tuple(system.trace(*derived) for system in wanted))
    for suffix, place in outputs:
        if place is not None:
            traces.save(place, suffix)
    if as_json:
        print_json(traces.as_data())
    elif not any(place for _, place in outputs):
        print(traces.text(0 if whole else SHOWN_ON_A_LINE))
