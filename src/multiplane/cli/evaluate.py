"""``multiplane eval``: scores of predicted trees, and whether the differences between predictions are significant."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.cli.evaluate_deps import evaluate_deps
from multiplane.cli.evaluate_raw import evaluate_raw, is_retokenized
from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import FormatOption
from multiplane.cli.shared.tables import TableStyle, print_heading, print_json, print_table_as, table_style

if TYPE_CHECKING:
    from multiplane.evaluate import Attachment, Difference, Group, PairedComparison, Scores

Breakdown = StrEnum("Breakdown", ["direction", "length", "sentence-length", "label", "transition", "all"])
BREAKDOWNS = tuple(name for name in Breakdown if name != "all")
ATTACHMENT = ("uas", "las", "label_accuracy", "clas")
BOTH_SIDES = ("gold", "predicted", "precision", "recall", "unlabelled_precision", "unlabelled_recall")
HEADINGS = {column: column.replace("_", " ") for column in BOTH_SIDES}
HEADINGS_OF = {
    "sentence-length": {"gold": "words", "unlabelled_precision": "UAS", "precision": "LAS"},
    "transition": {column: HEADINGS[column] for column in ("predicted", "precision", "unlabelled_precision")},
}


def evaluate(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="Gold treebank; - is standard input.")],
    predictions: Annotated[list[str], typer.Argument(metavar="PRED...", help="Predicted treebanks of the same text.")],
    convention: Annotated[
        Literal["conll-x", "conll-2018"] | None,
        typer.Option("--convention", help="Scoring convention; by default that of GOLD's format."),
    ] = None,
    punctuation: Annotated[
        bool | None, typer.Option("--punctuation/--no-punctuation", help="Whether punctuation counts.")
    ] = None,
    subtypes: Annotated[
        bool | None,
        typer.Option("--subtypes/--no-subtypes", help="Whether nsubj:pass and nsubj are different labels."),
    ] = None,
    by: Annotated[
        list[Breakdown] | None,
        typer.Option("--by", help="Show scores by this criterion too; may be repeated."),
    ] = None,
    shuffles: Annotated[
        int, typer.Option("--shuffles", min=1, max=10_000_000, help="Shuffles in the paired significance test.")
    ] = 10_000,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**32 - 1, help="Random seed of the paired significance test.")
    ] = 0,
    deps: Annotated[
        bool, typer.Option("--deps", help="Score the graphs in DEPS instead of the trees: ELAS, EULAS, F1 of arcs.")
    ] = False,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Score analyses of raw text, whose tokens may differ: tokens, words, tags, trees."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    format: FormatOption = None,
) -> None:
    """Score predicted trees against gold trees, and test the differences between predictions; with --deps, graphs.

    Where tokens or sentences differ, or with --raw, the scores are those of CoNLL 2018 for raw text.
    """
    if [gold, *predictions].count("-") > 1:
        raise WrongUsage("Only one of GOLD and PRED can be standard input")
    if as_json + markdown + latex > 1:
        raise WrongUsage("--json, --markdown and --latex cannot be combined")
    style = table_style(markdown, latex)
    given = {"--convention": convention, "--by": by}
    settings = {"--punctuation": punctuation is not None, "--subtypes": subtypes is not None}
    of_trees = {name: value for name, value in (given | settings).items() if value}
    if deps and raw:
        raise WrongUsage("--deps cannot be combined with --raw")
    if deps:
        evaluate_deps(gold, predictions, as_json, style, {**of_trees, "--from": format == "conllx"})
        return
    if raw and of_trees:
        raise WrongUsage(f"{next(iter(of_trees))} cannot be combined with --raw")
    from multiplane.evaluate.alignment import align
    from multiplane.evaluate.conventions import choose_convention
    from multiplane.evaluate.scores import recorded, score
    from multiplane.evaluate.significance import compare_aligned
    from multiplane.treebank import read

    gold_trees = read(gold, format=format, heads_required=not raw)
    chosen = choose_convention(gold_trees.format, convention, punctuation, subtypes)
    alignments, scores = [], []
    numbers = range(len(predictions))
    with ProgressLine() as line:
        others = [read(path, format=format, heads_required=not raw) for path in predictions]
        if raw or (not of_trees and any(is_retokenized(gold_trees, other) for other in others)):
            evaluate_raw(gold_trees, others, predictions, as_json, style)
            return
        for number, predicted in enumerate(others, 1):
            alignments.append(align(gold_trees, predicted, chosen))
            scores.append(score(alignments[-1], recorded(alignments[-1], predicted)))
            line.show(f"{number:,} of {len(predictions):,} predictions")
    comparisons = {
        pair: compare_aligned(alignments[pair[0]], alignments[pair[1]], shuffles, seed)
        for pair in combinations(numbers, 2)
    }
    if as_json:
        print_json([as_object(number, predictions, scores[number], comparisons) for number in numbers])
        return
    print_scores(gold, predictions, scores, style)
    wanted = BREAKDOWNS if by and "all" in by else by or ()
    for name in wanted:
        print_breakdown(name, predictions, scores, style)
    if comparisons:
        print_comparisons(predictions, comparisons, shuffles, seed, style)


def attribute(breakdown: str) -> str:
    """The name of a breakdown in Python and JSON."""
    return breakdown.replace("-", "_")


def groups(scores: Scores, breakdown: str) -> dict[str, Group]:
    """The groups of a breakdown by name."""
    found: dict[str, Group] = getattr(scores, f"by_{attribute(breakdown)}")
    return found


def print_scores(gold: str, files: list[str], scores: list[Scores], style: TableStyle) -> None:
    """Print the main scores of all predictions, with and without punctuation."""
    first = scores[0]
    name = {"conll-x": "CoNLL-X", "conll-2018": "CoNLL 2018"}[first.convention.name]
    counted = "all words count" if first.convention.punctuation else "punctuation does not count"
    labels = "whole labels" if first.convention.subtypes else "main relations"
    found = f"  {first.sentences:,} sentences, {first.words:,} words; {name}: {counted}, {labels}"
    print_heading(style, gold, found)
    headings = ["", "UAS", "LAS", "label accuracy", "CLAS"]
    print_table_as(
        style,
        [*headings, "projective: precision", "recall", "non-projective: precision", "recall"],
        [
            [file, *attachment_cells(found.counted), *both_sides(found.projective), *both_sides(found.non_projective)]
            for file, found in zip(files, scores, strict=True)
        ],
    )
    if first.convention.punctuation:
        others = [found.without_punctuation for found in scores]
        title = f"without punctuation: {others[0].words:,} words"
    else:
        others = [found.with_punctuation for found in scores]
        title = f"with punctuation: {others[0].words:,} words"
    rows = [[file, *attachment_cells(other)] for file, other in zip(files, others, strict=True)]
    print_heading(style, title)
    print_table_as(style, headings, rows)


def both_sides(group: Group) -> list[str]:
    return [shown(group.precision), shown(group.recall)]


def attachment_cells(found: Attachment) -> list[str]:
    return [shown(getattr(found, name)) for name in ATTACHMENT]


def shown(value: float) -> str:
    """A figure in a table: integers with commas, others with two decimals.

    >>> shown(87.125), shown(12345), shown(float("nan"))
    ('87.12', '12,345', '–')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return "–" if isnan(value) else f"{value:.2f}"


def print_breakdown(name: str, files: list[str], scores: list[Scores], style: TableStyle) -> None:
    """Print one table for each prediction; its rows are the groups that have arcs."""
    headings = HEADINGS_OF.get(name, HEADINGS)
    title = name.replace("-", " ")
    for file, found in zip(files, scores, strict=True):
        rows = [
            [key, *(shown(getattr(group, column)) for column in headings)]
            for key, group in groups(found, name).items()
            if group.gold or group.predicted
        ]
        if rows:
            print_heading(style, f"{file}: by {title}")
            print_table_as(style, [title, *headings.values()], rows)
        else:
            print_heading(style, "", f"{file}: no transitions are recorded in MISC or PDEPREL (Transition=...)")


def print_comparisons(
    files: list[str],
    comparisons: dict[tuple[int, int], PairedComparison],
    shuffles: int,
    seed: int,
    style: TableStyle,
) -> None:
    """Print the differences between all pairs with their p-values."""
    tests = f"stratified shuffling of sentences, {shuffles:,} times, seed {seed}; McNemar's test on words"
    print_heading(style, f"significance: {tests}")
    rows = [
        [
            f"{files[one]} – {files[other]}",
            title,
            "–" if isnan(difference.difference) else f"{difference.difference:+.2f}",
            probability(difference.shuffling_p),
            f"{difference.only_one:,}",
            f"{difference.only_other:,}",
            probability(difference.mcnemar_p),
        ]
        for (one, other), found in comparisons.items()
        for title, difference in (("UAS", found.uas), ("LAS", found.las))
    ]
    headings = ["difference", "", "", "p (shuffling)", "only first right", "only second right", "p (McNemar)"]
    print_table_as(style, headings, rows)


def probability(p: float) -> str:
    """A p-value with four decimals.

    >>> probability(0.0312), probability(1e-9)
    ('0.0312', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def as_object(
    number: int, files: list[str], scores: Scores, comparisons: dict[tuple[int, int], PairedComparison]
) -> dict[str, Any]:
    """The figures of one prediction for JSON; the keys are part of the interface."""
    return {
        "file": files[number],
        **scores.as_data(),
        "comparisons": [
            {
                "file": files[other],
                "shuffles": found.shuffles,
                "seed": found.seed,
                "uas": difference_object(found.uas, turned),
                "las": difference_object(found.las, turned),
            }
            for (one, another), found in sorted(comparisons.items())
            for other, turned in ((another, False), (one, True))
            if number == (another if turned else one)
        ],
    }


def difference_object(found: Difference, turned: bool) -> dict[str, float | None]:
    """The difference, first minus second prediction, or ``turned`` round."""
    from multiplane.evaluate.groups import figure

    ahead, behind = (found.only_other, found.only_one) if turned else (found.only_one, found.only_other)
    return {
        "difference": figure(0 - found.difference if turned else found.difference),
        "only_this": ahead,
        "only_other": behind,
        "shuffling_p": found.shuffling_p,
        "mcnemar_p": found.mcnemar_p,
    }
