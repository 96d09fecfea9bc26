"""``multiplane trace``: the derivation of a sentence by a transition system, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from multiplane.transition import System
    from multiplane.transition.analysis.trace import Trace
    from multiplane.treebank import Sentence

SHOWN_ON_A_LINE = 5
DEFAULT_SYSTEM, DEFAULT_GRAPH_SYSTEM = "2-planar", "2-planar-graph+root"


def trace(
    path: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A treebank; - is standard input, sample: the built-in sample."),
    ] = None,
    tree: TreeOption = None,
    heads: HeadsOption = None,
    words: WordsOption = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="Transition system; given twice, two side by side. multiplane systems lists them.",
            show_default=f"{DEFAULT_SYSTEM}; with --deps {DEFAULT_GRAPH_SYSTEM}",
        ),
    ] = None,
    deps: Annotated[
        bool, typer.Option("--deps", help="Derive the graph in the DEPS column, where words may have several heads.")
    ] = False,
    sentence: Annotated[
        str, typer.Option("--sentence", "-s", metavar="N|ID", help="The sentence, by sent_id or by number from 1.")
    ] = "1",
    best_effort: Annotated[
        bool, typer.Option("--best-effort", help="Derive what the system can where it cannot derive the whole.")
    ] = False,
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
    from multiplane.output import write_text
    from multiplane.transition import get

    names = systems or [DEFAULT_GRAPH_SYSTEM if deps else DEFAULT_SYSTEM]
    if len(names) > 2:
        raise WrongUsage("--system can be given once or twice")
    if len(names) == 2 and svg is not None:
        raise WrongUsage("--svg can only show one --system; --html shows two side by side")
    path = source_of(path, tree, heads, words)
    wanted = [get(name) for name in names]
    every = (
        one for block in stream_treebank(path, format, skip_bad=skip_bad, heads_required=not deps) for one in block
    )
    found = find_sentence(every, sentence, path)[1]
    traces = [traced(one, found, deps, labels, best_effort) for one in wanted]
    if svg is not None:
        write_text(svg, traces[0].forms()[".svg"]())
    if html is not None:
        from multiplane.draw.derivation_page import derivation_html

        write_text(html, derivation_html(traces))
    if as_json:
        from multiplane.cli.shared.tables import print_json

        objects = [one.as_data() for one in traces]
        print_json(objects[0] if len(objects) == 1 else objects)
    elif svg is None and html is None:
        for number, one in enumerate(traces):
            if len(traces) > 1:
                print(f"{'' if number == 0 else chr(10)}{one.system}")
            print(one.text(0 if whole else SHOWN_ON_A_LINE))
            print(f"{len(one)} transitions{lost_in_words(one)}")


def traced(system: System, sentence: Sentence, deps: bool, labels: bool, best_effort: bool) -> Trace:
    """The derivation of a sentence's tree or graph."""
    from multiplane.draw.graph import node_forms

    if deps:
        return system.trace(sentence.graph, labels, best_effort, node_forms(sentence))
    return system.trace(sentence, labels, best_effort)


def lost_in_words(trace: Trace) -> str:
    """The arcs that a best effort does not build."""
    arcs = [trace.arc(*arc, "") for arc in trace.not_built]
    return f"; {len(arcs)} of the arcs not built: {', '.join(arcs)}" if arcs else ""
