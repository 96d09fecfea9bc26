"""``multiplane replicate``: a paper's tables again, on treebanks that you have, the printed figures beside ours."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.tables import print_json, print_tables, table_style

Paper = StrEnum(
    "Paper", ["two-planar", "buffer-transitions", "undirected", "divisible", "one-endpoint-crossing", "schemata"]
)


def replicate(
    paper: Annotated[Paper, typer.Argument(help="Paper whose tables to reproduce.")],
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
        typer.Option("--model", help="Learner: the perceptron, or support vector machines as in the papers."),
    ] = "transition",
    features: Annotated[
        Literal["default", "malt"], typer.Option("--features", help="Default features of multiplane or of MaltParser.")
    ] = "default",
    words: Annotated[
        int | None, typer.Option("--words", min=1, help="Train on about this many words of each treebank.")
    ] = None,
    oracle: Annotated[
        Literal["dynamic", "static"],
        typer.Option("--oracle", help="Oracle of the perceptron: dynamic, or static as in the papers."),
    ] = "dynamic",
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Number of epochs.")] = 10,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed for shuffling.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> None:
    """Reproduce a paper's tables; a run that was interrupted is resumed."""
    if as_json and markdown:
        raise WrongUsage("--json cannot be combined with --markdown")
    from multiplane.papers import replicate as tables_of
    from multiplane.papers.runs import RunSettings

    settings = RunSettings(model, epochs, seed, features, words, oracle)
    with ProgressLine() as line:
        tables = tables_of(paper.value, treebanks, output, settings, line.show)
    if as_json:
        print_json([table.as_data() for table in tables])
        return
    print_tables([part for table in tables for part in table.tables()], table_style(markdown, latex=False))
