"""``multiplane analyze``: the structures in a treebank, and why sentences are outside a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from multiplane.characters import visible
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.reading import (
    FormatOption,
    HeadsOption,
    SkipBadOption,
    TreeOption,
    WordsOption,
    source_of,
    stream_treebank,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from multiplane.structure.survey import Survey

LABELS_SHOWN = 12
ALONE = "--html cannot be combined with --json and --pictures"


def analyze(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="Treebanks; - is standard input, sample: the built-in sample."),
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
            "gap-degree-k, well-nested, well-nested-gap-k, gap-minding, mildly-ill-nested-k, edge-degree-k, "
            "multi-headed-k or attardi-d; may be repeated.",
        ),
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Print one table for all files, a column each.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="With --table: print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="With --table: print LaTeX.")] = False,
    root_arcs: Annotated[
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Whether crossings with arcs from the root count.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line per file.")] = False,
    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="OUT",
            help="Write an HTML report, whose numbers lead to sentences; with --explain, a page of those to browse.",
        ),
    ] = None,
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
    from multiplane.cli.shared.tables import columns_given

    columns = columns_given(width)
    given: list[str | None] = [*paths] if paths else [None]
    paths = [source_of(path, tree, heads, words) for path in given]
    if deps:
        others = systems or as_csv or table or classes or markdown or latex
        if others or (explain is None and (pictures is not None or html is not None or limit is not None)):
            known = "--json, --root-arcs and --explain (--pictures, --html, --limit)"
            raise WrongUsage(f"--deps can only be combined with {known}")
        if html is not None and (as_json or pictures is not None):
            raise WrongUsage(ALONE)
        from multiplane.cli.analyze_deps import explain_graphs, print_graph_surveys, write_graph_page

        if explain is not None and html is not None:
            write_graph_page(html, paths, explain, root_arcs, limit, format, skip_bad)
        elif explain is not None:
            explain_graphs(paths, explain, root_arcs, as_json, pictures, limit, format, skip_bad, columns)
        else:
            print_graph_surveys(paths, root_arcs, as_json, format, skip_bad, columns)
        return
    if (markdown or latex) and not table:
        raise WrongUsage("--markdown and --latex require --table")
    if (table or classes) and (systems or explain is not None or html is not None):
        raise WrongUsage("--table and --class cannot be combined with --systems, --explain and --html")
    if systems:
        if as_csv or not root_arcs or any(other is not None for other in (explain, html, pictures, limit)):
            raise WrongUsage("--systems can only be combined with --json")
        from multiplane.cli.analyze_systems import print_coverage

        print_coverage(paths, as_json, format, skip_bad, columns)
        return
    if explain is not None:
        if as_csv:
            raise WrongUsage("--csv cannot be combined with --explain")
        if html is not None and (as_json or pictures is not None):
            raise WrongUsage(ALONE)
        from multiplane.cli.analyze_explain import explain_files, write_page

        if html is not None:
            write_page(html, paths, explain, root_arcs, limit, format, skip_bad)
            return
        explain_files(paths, explain, root_arcs, as_json, pictures, limit, format, skip_bad, columns)
        return
    if pictures is not None or limit is not None:
        raise WrongUsage("--pictures and --limit require --explain")
    if as_json + as_csv + (html == "-") > 1:
        raise WrongUsage("--json, --csv and --html - cannot be combined")
    if table and as_json + as_csv + markdown + latex > 1:
        raise WrongUsage("--json, --csv, --markdown and --latex cannot be combined")
    if paths.count("-") > 1:
        raise WrongUsage("Only one FILE can be standard input")
    from multiplane.structure import CLASSES, tree_class
    from multiplane.structure.survey import Survey, survey

    counted = {found.name: found for found in map(tree_class, classes)} if classes else CLASSES
    surveys: list[tuple[str, Survey]] = []
    listing = None
    if html is not None:
        from multiplane.draw.listing import Listing

        listing = Listing(root_arcs)
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
    if as_json:
        from multiplane.cli.shared.tables import print_json

        print_json([as_object(path, found, counted) for path, found in surveys])
    elif as_csv:
        print_csv(surveys, counted)
    elif table:
        from multiplane.cli.analyze_table import print_surveys
        from multiplane.cli.shared.tables import table_style

        print_surveys(surveys, counted, table_style(markdown, latex), columns)
    elif html is None:
        for path, found in surveys:
            print_survey(path, found, counted, columns)
        if len(surveys) > 1:
            print_survey("total", sum((found for _, found in surveys), Survey(root_arcs)), counted, columns)


def as_object(path: str, found: Survey, classes: Iterable[str]) -> dict[str, Any]:
    """The figures of one file for JSON; the keys are part of the interface."""
    return {"file": path, **found.as_data(classes)}


def print_csv(surveys: list[tuple[str, Survey]], classes: Iterable[str]) -> None:
    """Print one line per file: sentences, words, then the count of each class."""
    import csv
    import sys

    out = csv.writer(sys.stdout, lineterminator="\n")
    others = ("non_projective_arcs", "crossings", "strongly_ill_nested")
    out.writerow(["file", "sentences", "words", "root_arcs", *classes, *others])
    for path, found in surveys:
        counts = [found.classes[name] for name in classes]
        flag = str(found.root_arcs).lower()
        out.writerow(
            [visible(path), found.sentences, found.words, flag, *counts, *(getattr(found, name) for name in others)],
        )


def print_survey(name: str, found: Survey, classes: Iterable[str], width: int | None = None) -> None:
    """Print the figures of one file as tables."""
    from multiplane.cli.shared.tables import console, percent, print_table
    from multiplane.structure.survey import most_frequent_first

    out = console(width)
    counted = "root arcs count" if found.root_arcs else "root arcs do not count"
    out.print(name, style="bold", end="")
    out.print(f"  {found.sentences:,} sentences, {found.words:,} words; {counted}")
    print_table(
        ["class", "sentences", "share"],
        [[key, f"{found.classes[key]:,}", percent(found.classes[key], found.sentences)] for key in classes],
        width=width,
    )
    for title, counts in (
        ("gap degree", found.gap_degrees),
        ("planes", found.planes),
        ("edge degree", found.edge_degrees),
        ("MH degree", found.multi_headed_degrees),
    ):
        out.print(f"{title:<12}" + " · ".join(f"{value}: {count:,}" for value, count in sorted(counts.items())))
    out.print(f"{'nesting':<12}{found.strongly_ill_nested:,} trees strongly ill-nested for their gap degree")
    arcs = found.arcs
    total = arcs["left"] + arcs["right"]
    out.print(
        f"{'arcs':<12}leftward {percent(arcs['left'], total)} (of length one {percent(arcs['left_adjacent'], total)})"
        f" · rightward {percent(arcs['right'], total)} (of length one {percent(arcs['right_adjacent'], total)})"
    )
    if found.bounded:
        out.print(f"{'bounded':<12}{found.bounded:,} sentences too entangled for exact planes or gap degrees")
    if found.non_projective_arcs:
        shown = most_frequent_first(found.non_projective_labels)[:LABELS_SHOWN]
        print_table(
            ["non-projective arcs", "count", "of all with that label"],
            [
                *([label, f"{count:,}", percent(count, found.labels[label])] for label, count in shown),
                ["all labels", f"{found.non_projective_arcs:,}", percent(found.non_projective_arcs, found.words)],
            ],
            width=width,
        )
    else:
        out.print()
