"""``multiplane analyze``: the structures in a treebank, and why sentences are outside a class."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from multiplane.characters import visible
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.output import format_of, printing_to
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
    from collections.abc import Iterable, Iterator, Sequence

    from multiplane.structure import GraphSurvey, Survey
    from multiplane.transition.oracles import Coverage

LABELS_SHOWN = 12
TITLE_WIDTHS = {"sentences": 12, "graphs": 15}
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
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Output file: .html is a report, whose numbers lead to sentences, or with --explain a page to browse; "
            ".json, .csv, .txt; with --table .md and .tex; with --explain of one sentence .svg and .tex.",
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
    from multiplane.cli.shared.tables import columns_given

    columns = columns_given(width)
    given: list[str | None] = [*paths] if paths else [None]
    paths = [source_of(path, tree, heads, words) for path in given]
    picture = None
    with ExitStack() as files:
        if output is not None and output != "-":
            if html is not None or as_json or as_csv or markdown or latex:
                raise WrongUsage("--output decides the format: it cannot be combined with another")
            known = ["html", "json", "txt"]
            known += ["svg", "tex"] if explain else [] if deps or systems else ["csv"]
            suffix = format_of(output, [*known, "md", "tex"] if table else known)
            html = output if suffix == "html" else None
            picture = output if explain is not None and suffix in ("svg", "tex") else None
            as_json, as_csv, markdown = suffix == "json", suffix == "csv", suffix == "md"
            latex = suffix == "tex" and picture is None
            if html is None and picture is None:
                files.enter_context(printing_to(output))
        check_options(
            explain,
            deps,
            systems,
            bool(classes),
            table,
            markdown,
            latex,
            root_arcs,
            as_json,
            as_csv,
            html,
            pictures,
            limit,
        )
        if explain is not None:
            from multiplane.cli.analyze_explain import Outsiders

            found = Outsiders(paths, explain, root_arcs, deps, limit, format, skip_bad)
            if html is not None:
                found.write_page(html)
            elif picture is not None:
                found.draw_one(picture)
            else:
                found.show(as_json, pictures, columns)
        elif systems:
            print_coverage(paths, as_json, format, skip_bad, columns)
        elif deps:
            print_surveys(list(survey_graphs(paths, root_arcs, format, skip_bad)), as_json, columns)
        else:
            if paths.count("-") > 1:
                raise WrongUsage("Only one FILE can be standard input")
            survey_trees(
                paths, classes, root_arcs, as_json, as_csv, html, (table, markdown, latex), format, skip_bad, columns
            )


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
    as_json: bool,
    as_csv: bool,
    html: str | None,
    table: tuple[bool, bool, bool],
    format: str | None,
    skip_bad: bool,
    columns: int | None,
) -> None:
    """Survey the trees of each file, and print or write what was found."""
    from multiplane.draw.listing import Listing
    from multiplane.structure import CLASSES, Survey, survey, tree_class

    counted = {found.name: found for found in map(tree_class, classes)} if classes else CLASSES
    listing = Listing(root_arcs) if html is not None else None
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
    if as_csv:
        print_csv(surveys, counted)
    elif table[0] and not as_json:
        from multiplane.cli.shared.tables import print_table_as, table_style
        from multiplane.structure.survey import side_by_side

        headings, rows = side_by_side(surveys, counted)
        print_table_as(table_style(*table[1:]), headings, rows, width=columns)
    elif html is None or as_json:
        print_surveys(surveys, as_json, columns, counted)


def survey_graphs(
    paths: list[str], root_arcs: bool, format: str | None, skip_bad: bool
) -> Iterator[tuple[str, GraphSurvey]]:
    """The survey of the graphs of each file."""
    from multiplane.structure import GraphSurvey, survey

    for path in paths:
        found = GraphSurvey(root_arcs)
        for some in stream_graphs(path, format, skip_bad=skip_bad):
            found += survey([graph for _, graph in some], root_arcs)
        yield path, found


def print_surveys(
    surveys: Sequence[tuple[str, Any]], as_json: bool, width: int | None, classes: Iterable[str] | None = None
) -> None:
    """Print the survey of each file, and of all together; or a JSON list."""
    if as_json:
        from multiplane.cli.shared.tables import print_json

        print_json([{"file": path, **found.as_data(classes)} for path, found in surveys])
        return
    if len(surveys) > 1:
        surveys = [*surveys, ("total", sum((found for _, found in surveys[1:]), surveys[0][1]))]
    for path, found in surveys:
        print_survey(path, found, width, classes)


def print_survey(name: str, found: Survey | GraphSurvey, width: int | None, classes: Iterable[str] | None) -> None:
    """Print the figures of one file as tables and lines."""
    from multiplane.cli.shared.tables import console, percent, print_table

    out = console(width)
    counted = "root arcs count" if found.root_arcs else "root arcs do not count"
    out.print(name, style="bold", end="")
    out.print(f"  {found.headline}; {counted}")
    rows = [[key, f"{count:,}", percent(count, found.size)] for key, count, _ in found.rows(classes)]
    print_table(["class", found.things, "share"], rows, width=width)
    for title, text in found.lines():
        out.print(f"{title:<{TITLE_WIDTHS[found.things]}}{text}")
    labels = found.label_rows(LABELS_SHOWN)
    if labels:
        shown = [[label, f"{count:,}", percent(count, whole)] for label, count, whole in labels]
        print_table(["non-projective arcs", "count", "of all with that label"], shown, width=width)
    else:
        out.print()


def print_csv(surveys: Sequence[tuple[str, Survey]], classes: Iterable[str]) -> None:
    """Print one line per file: sentences, words, then the count of each class."""
    import csv
    import sys

    out = csv.writer(sys.stdout, lineterminator="\n")
    others = ("non_projective_arcs", "crossings", "strongly_ill_nested")
    out.writerow(["file", "sentences", "words", "root_arcs", *classes, *others])
    for path, found in surveys:
        counts = [found.classes[name] for name in classes]
        figures = (getattr(found, name) for name in others)
        out.writerow([visible(path), found.sentences, found.words, str(found.root_arcs).lower(), *counts, *figures])


def print_coverage(
    paths: list[str], as_json: bool, format: str | None, skip_bad: bool, width: int | None = None
) -> None:
    """Print the sentences and arcs that each system can derive: a table per file, or a JSON list."""
    from dataclasses import asdict

    from multiplane.cli.shared.tables import percent, print_json, print_table
    from multiplane.transition.oracles import coverage

    results: list[tuple[str, list[Coverage]]] = []
    for path in paths:
        total: list[Coverage] = []
        for block in stream_treebank(path, format, skip_bad=skip_bad):
            here = coverage(block)
            total = [one + other for one, other in zip(total, here, strict=True)] if total else here
        results.append((path, total))
    if as_json:
        print_json([{"file": path, "systems": list(map(asdict, total))} for path, total in results])
        return
    for path, total in results:
        rows = []
        for found in total:
            counts = ((found.derived_sentences, found.sentences), (found.derived_arcs, found.arcs))
            rows.append([found.system, *(text for part, all in counts for text in (f"{part:,}", percent(part, all)))])
        print_table(["system", "sentences", "share", "arcs", "share"], rows, title=path, width=width)
