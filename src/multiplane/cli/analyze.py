"""``multiplane analyze``: the structures in a treebank, and why sentences are outside a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.reading import (
    FormatOption,
    HeadsOption,
    SkipBadOption,
    TreeOption,
    WordsOption,
    source_of,
    stream_graphs,
    stream_treebank,
)

if TYPE_CHECKING:
    from multiplane.structure import Surveys
    from multiplane.transition.oracles import Coverage

ALONE = "--html cannot be combined with --json and --pictures"


def analyze(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...", help="Treebanks to read; - for standard input, sample: for the built-in sample."
        ),
    ] = None,
    tree: TreeOption = None,
    heads: HeadsOption = None,
    words: WordsOption = None,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain", metavar="CLASS", help="Show the sentences outside this class (projective, …), and why."
        ),
    ] = None,
    deps: Annotated[
        bool,
        typer.Option("--deps", help="Analyze the graphs in the DEPS column, where words may have several heads."),
    ] = False,
    systems: Annotated[
        bool, typer.Option("--systems", help="Count the sentences and arcs that each transition system can derive.")
    ] = False,
    classes: Annotated[
        list[str] | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help="Count the sentences of this class: all, projective, planar, k-planar, one-endpoint-crossing, "
            "gap-degree-k, well-nested, well-nested-gap-k, gap-minding, 1-inherit, mildly-ill-nested-k, edge-degree-k, "
            "multi-headed-k or attardi-d; may be repeated.",
        ),
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Print one table for all files, a column each.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="With --table: print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="With --table: print LaTeX.")] = False,
    root_arcs: Annotated[
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Count crossings with arcs from the root.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line per file.")] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Output file: .html is a report, whose numbers lead to sentences, or with --explain a page to browse; "
            ".json, .csv, .txt, .md, .tex; with --explain of one sentence a picture, .svg or .tex.",
        ),
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="OUT", help="The same as --output OUT.html.")] = None,
    pictures: Annotated[
        str | None,
        typer.Option("--pictures", metavar="DIR", help="With --explain: write an SVG of each sentence to this folder."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, max=10**9, metavar="N", help="With --explain: stop after N sentences."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", "-w", min=40, metavar="W", help="Columns of the output; by default COLUMNS."),
    ] = None,
    format: FormatOption = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Count the sentences in each class of trees, or derivable by each system; or explain those outside a class."""
    from multiplane.cli.shared.tables import columns_given, print_result, print_tables, table_style

    columns = columns_given(width)
    given: list[str | None] = [*paths] if paths else [None]
    paths = [source_of(path, tree, heads, words) for path in given]
    if output == "-":
        output = None
    if output is not None:
        if html is not None or as_json or as_csv or markdown or latex:
            raise WrongUsage("--output cannot be combined with --html, --json, --csv, --markdown and --latex")
        if output.lower().endswith(".html"):
            output, html = None, output
    check_options(
        explain, deps, systems, bool(classes), table, markdown, latex, root_arcs, as_json, as_csv, html, pictures, limit
    )
    if explain is not None:
        from multiplane.cli.analyze_explain import Outsiders

        Outsiders(paths, explain, root_arcs, deps, limit, format, skip_bad).show(
            as_json, html, output, pictures, columns
        )
        return
    if systems:
        print_coverage(paths, as_json, output, format, skip_bad, columns)
        return
    if deps:
        print_result(survey_graphs(paths, root_arcs, format, skip_bad), as_json, output=output, width=columns)
        return
    if paths.count("-") > 1:
        raise WrongUsage("Only one FILE can be standard input")
    found = survey_trees(paths, classes, root_arcs, html, format, skip_bad)
    if as_csv or (output is not None and Path(output).suffix.lower() == ".csv"):
        from multiplane.output import write_text

        write_text(output or "-", found.as_csv())
    elif table and not as_json:
        from multiplane.results import save_as
        from multiplane.structure.survey import forms_of_table

        if output is None:
            print_tables([found.side_by_side()], table_style(markdown, latex), columns)
        else:
            save_as(output, forms_of_table(found.side_by_side()))
    elif html is None or as_json:
        print_result(found, as_json, output=output, width=columns)


def check_options(
    explain: str | None,
    deps: bool,
    systems: bool,
    classes: bool,
    table: bool,
    markdown: bool,
    latex: bool,
    root_arcs: bool,
    as_json: bool,
    as_csv: bool,
    html: str | None,
    pictures: str | None,
    limit: int | None,
) -> None:
    """Raise where options cannot be combined."""
    of_explain = pictures is not None or limit is not None
    wrong = {}
    if deps:
        others = systems or as_csv or table or classes or markdown or latex
        known = "--json, --root-arcs and --explain (--pictures, --html, --limit)"
        others = others or (explain is None and (of_explain or html is not None))
        wrong[f"--deps can only be combined with {known}"] = others
    wrong["--markdown and --latex require --table"] = (markdown or latex) and not table
    wrong["--table and --class cannot be combined with --systems, --explain and --html"] = (table or classes) and (
        systems or explain is not None or html is not None
    )
    wrong["--systems can only be combined with --json"] = systems and (
        as_csv or not root_arcs or explain is not None or html is not None or of_explain
    )
    wrong["--csv cannot be combined with --explain"] = as_csv and explain is not None
    wrong[ALONE] = explain is not None and html is not None and (as_json or pictures is not None)
    wrong["--pictures and --limit require --explain"] = of_explain and explain is None
    wrong["--json, --csv and --html - cannot be combined"] = explain is None and as_json + as_csv + (html == "-") > 1
    wrong["--json, --csv, --markdown and --latex cannot be combined"] = as_json + as_csv + markdown + latex > 1
    for message, holds in wrong.items():
        if holds:
            raise WrongUsage(message)


def survey_trees(
    paths: list[str],
    classes: list[str] | None,
    root_arcs: bool,
    html: str | None,
    format: str | None,
    skip_bad: bool,
) -> Surveys:
    """Survey the trees of each file; with ``html``, write the report."""
    from multiplane.structure import CLASSES, Survey, Surveys, survey, tree_class

    counted = {found.name: found for found in map(tree_class, classes)} if classes else CLASSES
    listing = None
    if html is not None:
        from multiplane.draw.listing import Listing

        listing = Listing(root_arcs)
    surveys = []
    for path in paths:
        found = Survey(root_arcs)
        for block in stream_treebank(path, format, skip_bad=skip_bad):
            found += survey(block, root_arcs, classes=counted)
            if listing is not None:
                listing.look_at(path, block)
        surveys.append((path, found))
    if html is not None and listing is not None:
        from multiplane.draw.report import report
        from multiplane.output import write_text

        write_text(html, report(surveys, listing.sentences(), listing.left_out, html))
    return Surveys(surveys, list(counted))


def survey_graphs(paths: list[str], root_arcs: bool, format: str | None, skip_bad: bool) -> Surveys:
    """Survey the graphs of each file."""
    from multiplane.structure import GraphSurvey, Surveys, survey

    surveys = []
    for path in paths:
        found = GraphSurvey(root_arcs)
        for some in stream_graphs(path, format, skip_bad=skip_bad):
            found += survey([graph for _, graph in some], root_arcs)
        surveys.append((path, found))
    return Surveys(surveys)


def print_coverage(
    paths: list[str], as_json: bool, output: str | None, format: str | None, skip_bad: bool, width: int | None
) -> None:
    """Print the sentences and arcs that each system can derive: a table per file, or a JSON list."""
    from multiplane.cli.shared.tables import print_result
    from multiplane.transition.oracles.coverage import Coverages, coverage

    results: list[tuple[str, list[Coverage]]] = []
    for path in paths:
        total: list[Coverage] = []
        for block in stream_treebank(path, format, skip_bad=skip_bad):
            here = coverage(block)
            total = [one + other for one, other in zip(total, here, strict=True)] if total else here
        results.append((path, total))
    print_result(Coverages(results), as_json, output=output, width=width)
