"""``multiplane replicate``: a paper's tables again, on treebanks that you have, the printed figures beside ours."""

from __future__ import annotations

from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.tables import TableStyle, console, print_json, print_table_as

if TYPE_CHECKING:
    from multiplane.learn.experiments.papers import AccuracyTable, CoverageTable, Table
    from multiplane.learn.experiments.runs import RunSettings
    from multiplane.learn.experiments.tables import FilledRow
    from multiplane.learn.experiments.treebanks import TreebankFiles

Paper = StrEnum(
    "Paper", ["two-planar", "buffer-transitions", "undirected", "divisible", "one-endpoint-crossing", "schemata"]
)


def replicate(
    paper: Annotated[Paper, typer.Argument(help="Paper whose tables are made again.")],
    treebanks: Annotated[
        list[str],
        typer.Option(
            "--treebanks",
            metavar="DIR",
            help="Folder of treebanks (DIR/*/train.conllu, dev.conllu), one such folder, or a file; may be repeated.",
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for models, parses and figures.")
    ] = "replicated",
    model: Annotated[
        Literal["transition", "liblinear", "libsvm"],
        typer.Option("--model", help="Learner: perceptron, or support vector machines as in the papers."),
    ] = "transition",
    features: Annotated[
        Literal["default", "malt"], typer.Option("--features", help="Default features of multiplane or of MaltParser.")
    ] = "default",
    words: Annotated[
        int | None, typer.Option("--words", min=1, help="Learn from about this many words of each treebank.")
    ] = None,
    oracle: Annotated[
        Literal["dynamic", "static"],
        typer.Option("--oracle", help="Oracle of the perceptron: dynamic, or static as in the papers."),
    ] = "dynamic",
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Passes over the training part.")] = 10,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed for shuffling.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> None:
    """Make a paper's tables again; a run that was stopped goes on where it was."""
    if as_json and markdown:
        raise WrongUsage("--json cannot be combined with --markdown")
    from multiplane.learn.experiments.papers import PAPERS
    from multiplane.learn.experiments.runs import RunSettings
    from multiplane.learn.experiments.treebanks import find_treebanks

    tables = PAPERS[paper.value]
    settings = RunSettings(model, epochs, seed, features, words, oracle)
    filled = fill_tables(tables, find_treebanks(treebanks), Path(output), settings)
    if as_json:
        print_json([as_object(paper.value, table, rows) for table, rows in zip(tables, filled, strict=True)])
        return
    for table, rows in zip(tables, filled, strict=True):
        print_filled(table, rows, TableStyle.markdown if markdown else TableStyle.text)


def fill_tables(
    tables: tuple[Table, ...], treebanks: list[TreebankFiles], output: Path, settings: RunSettings
) -> list[list[FilledRow]]:
    """The rows of every table, treebank after treebank."""
    from multiplane.learn.experiments.papers import AccuracyTable, CoverageTable, systems_of
    from multiplane.learn.experiments.runs import kept_run
    from multiplane.learn.experiments.tables import accuracy_rows, coverage_row, mean_rows
    from multiplane.treebank import read

    filled: list[list[FilledRow]] = [[] for _ in tables]
    systems = systems_of(tables)
    with ProgressLine() as line:
        for files in treebanks:
            whole = read(files.train)
            printed_as = files.printed_as(whole)
            runs = {}
            if systems:
                train, development = files.read(settings.words)
                for system in systems:
                    line.show(f"{files.name}, {system}")
                    folder = output / files.name.replace(":", "_")
                    runs[system] = kept_run(folder, system, train, development, settings)
            for table, rows in zip(tables, filled, strict=True):
                if isinstance(table, CoverageTable):
                    rows.append(coverage_row(table, files.name, whole, printed_as))
                else:
                    rows += accuracy_rows(table, files.name, runs, development, printed_as)
    return [
        mean_rows(rows) if isinstance(table, AccuracyTable) and table.is_mean else rows
        for table, rows in zip(tables, filled, strict=True)
    ]


def print_filled(table: Table, rows: list[FilledRow], style: TableStyle) -> None:
    """Print a table; the paper's figures stand in a row below ours, or in columns beside the scores."""
    from multiplane.learn.experiments.papers import CoverageTable

    if isinstance(table, CoverageTable):
        headings, cells = coverage_cells(table, rows)
        title = f"{table.title}: {table.meaning}"
    else:
        headings, cells = accuracy_cells(table, rows)
        compared = "" if table.reference is None else f"; difference in LAS from {table.reference}"
        title = f"{table.title}: {table.meaning}{compared}"
    if style == TableStyle.text:
        console().print(title, style="bold", markup=False)
        print_table_as(style, headings, cells)
    else:
        print_table_as(style, headings, cells, title)


def coverage_cells(table: CoverageTable, rows: list[FilledRow]) -> tuple[list[str], list[list[str]]]:
    """A row for each treebank, and one below it for the paper's figures where there are any."""
    cells = []
    for row in rows:
        cells.append([row.treebank, *(shown(row.ours[name], name) for name in table.columns)])
        if row.printed:
            cells.append(["as printed", *(shown(row.printed[name], name) for name in table.columns)])
    return ["treebank", *table.columns], cells


def accuracy_cells(table: AccuracyTable, rows: list[FilledRow]) -> tuple[list[str], list[list[str]]]:
    """A row for each treebank and parser: ours, the paper's where there are any, and the difference from one parser."""
    printed = [name for name in table.columns if any(row.printed for row in rows)]
    compared = [] if table.reference is None else ["difference", "p (shuffling)", "p (McNemar)"]
    cells = []
    for row in rows:
        found = [row.treebank, row.name, row.system, *(shown(row.ours[name]) for name in table.columns)]
        found += [shown(row.printed.get(name, float("nan"))) for name in printed]
        if compared:
            found += [signed(row.difference), probability(row.shuffling_p), probability(row.mcnemar_p)]
        cells.append(found)
    names = ["treebank", "parser", "system", *table.columns]
    return [*names, *(f"printed: {name}" for name in printed), *compared], cells


def shown(figure: float, heading: str = "") -> str:
    """A figure with two decimals; a number of sentences with none.

    >>> shown(84.9), shown(float("nan")), shown(5190, "sentences")
    ('84.90', '–', '5,190')
    """
    return "–" if isnan(figure) else f"{figure:,.0f}" if heading == "sentences" else f"{figure:.2f}"


def signed(figure: float) -> str:
    return "" if isnan(figure) else f"{figure:+.2f}"


def probability(p: float) -> str:
    return "" if isnan(p) else "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def as_object(paper: str, table: Table, rows: list[FilledRow]) -> dict[str, Any]:
    """A table for JSON, which has no NaN."""

    def figure(value: float) -> float | None:
        return None if isnan(value) else value

    return {
        "paper": paper,
        "table": table.title,
        "meaning": table.meaning,
        "rows": [
            {
                "treebank": row.treebank,
                "name": row.name,
                "system": row.system,
                "ours": {name: figure(value) for name, value in row.ours.items()},
                "paper": {name: figure(value) for name, value in row.printed.items()},
                "difference": figure(row.difference),
                "shuffling_p": figure(row.shuffling_p),
                "mcnemar_p": figure(row.mcnemar_p),
            }
            for row in rows
        ],
    }
