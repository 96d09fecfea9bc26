"""``multiplane eval``: scores of predicted trees, and whether the differences between predictions are significant."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import typer

from multiplane.cli.shared.command import WrongUsage, at_most_one, not_with
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import FormatOption
from multiplane.cli.shared.tables import JsonOption, OutputOption, print_result, table_style

Breakdown = StrEnum("Breakdown", ["direction", "length", "sentence-length", "label", "transition", "all"])


def evaluate(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="Gold treebank; - for standard input.")],
    predictions: Annotated[list[str], typer.Argument(metavar="PRED...", help="Predicted treebanks of the same text.")],
    convention: Annotated[
        Literal["conll-x", "conll-2018"] | None,
        typer.Option("--convention", help="Scoring convention (default: that of GOLD's format)."),
    ] = None,
    punctuation: Annotated[
        bool | None, typer.Option("--punctuation/--no-punctuation", help="Count punctuation.")
    ] = None,
    subtypes: Annotated[
        bool | None,
        typer.Option("--subtypes/--no-subtypes", help="Treat nsubj:pass and nsubj as different labels."),
    ] = None,
    by: Annotated[
        list[Breakdown] | None,
        typer.Option("--by", help="Also break scores down by this criterion; may be repeated."),
    ] = None,
    shuffles: Annotated[
        int,
        typer.Option("--shuffles", min=1, max=10_000_000, help="Number of shuffles in the paired significance test."),
    ] = 10_000,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**32 - 1, help="Random seed of the paired significance test.")
    ] = 0,
    deps: Annotated[
        bool, typer.Option("--deps", help="Score the graphs in DEPS instead of trees: ELAS, EULAS, F1 of arcs.")
    ] = False,
    raw: Annotated[
        bool,
        typer.Option(
            "--raw", help="Score analyses of raw text, in which tokens may differ: tokens, words, tags, trees."
        ),
    ] = False,
    output: OutputOption = None,
    as_json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    format: FormatOption = None,
) -> None:
    """Score predicted trees against gold trees, and test the differences between predictions; with --deps, graphs.

    Where tokens or sentences differ, or with --raw, the scores are those of CoNLL 2018 for raw text.
    """
    if [gold, *predictions].count("-") > 1:
        raise WrongUsage("Only one of GOLD and PRED can be standard input")
    at_most_one({"--json": as_json, "--markdown": markdown, "--latex": latex})
    settings = {"--punctuation": punctuation is not None, "--subtypes": subtypes is not None}
    of_trees = {"--convention": convention, "--by": by, **settings}
    if deps:
        not_with("--deps", {"--raw": raw, **of_trees, "--from": format == "conllx"})
    if raw:
        not_with("--raw", of_trees)
    from multiplane.evaluate.evaluation import evaluate_files

    with ProgressLine() as line:
        found = evaluate_files(
            gold,
            predictions,
            what="graphs" if deps else "raw text" if raw else None,
            format=format,
            convention=convention,
            punctuation=punctuation,
            subtypes=subtypes,
            breakdowns=[one.value for one in by or ()],
            shuffles=shuffles,
            seed=seed,
            progress=line.show,
        )
    print_result(found, as_json, table_style(markdown, latex), output)
