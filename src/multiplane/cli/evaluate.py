"""``multiplane eval``: how good predicted trees are, and whether one prediction is better by more than chance."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import combinations
from math import isnan
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.cli.reading import FormatOption
from multiplane.cli.score_tables import (
    ATTACHMENT,
    BOTH_SIDES,
    attribute,
    groups,
    print_breakdown,
    print_comparisons,
    print_scores,
)

if TYPE_CHECKING:
    from multiplane.evaluate import Attachment, Comparison, Difference, Group, Scores

Breakdown = StrEnum("Breakdown", ["direction", "length", "sentence-length", "label", "transition", "all"])
PATIENCE = 2.0
BREAKDOWNS = tuple(name for name in Breakdown if name != "all")


def evaluate(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The gold standard; - is standard input.")],
    predictions: Annotated[list[str], typer.Argument(metavar="PRED...", help="Predictions for the same words.")],
    convention: Annotated[
        Literal["conll-x", "conll-2018"] | None,
        typer.Option("--convention", help="What counts; by the format of GOLD unless given (see the docs)."),
    ] = None,
    punctuation: Annotated[
        bool | None, typer.Option("--punctuation/--no-punctuation", help="Whether punctuation counts.")
    ] = None,
    subtypes: Annotated[
        bool | None, typer.Option("--subtypes/--no-subtypes", help="Whether nsubj:pass is another label than nsubj.")
    ] = None,
    by: Annotated[
        list[Breakdown] | None,
        typer.Option("--by", help="Show scores by this too; may be given several times."),
    ] = None,
    shuffles: Annotated[
        int, typer.Option("--shuffles", min=1, max=10_000_000, help="Of the randomized paired test.")
    ] = 10_000,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Of the randomized paired test.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    format: FormatOption = None,
) -> None:
    """Score predicted trees against gold ones, and test the differences of several predictions."""
    if [gold, *predictions].count("-") > 1:
        raise typer.BadParameter("only one of the files can be standard input", param_hint="GOLD PRED...")
    from multiplane.evaluate.alignment import align
    from multiplane.evaluate.conventions import choose_convention
    from multiplane.evaluate.scores import recorded, score
    from multiplane.evaluate.significance import compare_aligned
    from multiplane.treebank import read

    gold_trees = read(gold, format=format)
    chosen = choose_convention(gold_trees.format, convention, punctuation, subtypes)
    alignments, scores = [], []
    numbers = range(len(predictions))
    with progress(len(predictions)) as tell:
        for number, path in enumerate(predictions, 1):
            predicted = read(path, format=format)
            alignments.append(align(gold_trees, predicted, chosen))
            scores.append(score(alignments[-1], recorded(alignments[-1], predicted)))
            tell(number)
    comparisons = {
        pair: compare_aligned(alignments[pair[0]], alignments[pair[1]], shuffles, seed)
        for pair in combinations(numbers, 2)
    }
    if as_json:
        from multiplane.cli.tables import print_json

        print_json([as_object(number, predictions, scores[number], comparisons) for number in numbers])
        return
    print_scores(gold, predictions, scores)
    wanted = BREAKDOWNS if by and "all" in by else by or ()
    for name in wanted:
        print_breakdown(name, predictions, scores)
    if comparisons:
        print_comparisons(predictions, comparisons, shuffles, seed)


@contextmanager
def progress(count: int) -> Iterator[Callable[[int], None]]:
    """On a terminal, count the predictions that are done when the work takes longer than two seconds."""
    started = monotonic()

    def tell(done: int) -> None:
        if sys.stderr.isatty() and monotonic() - started > PATIENCE:
            print(f"\r\033[K{done:,} of {count:,} predictions", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def as_object(
    number: int, files: list[str], scores: Scores, comparisons: dict[tuple[int, int], Comparison]
) -> dict[str, Any]:
    """The figures of one prediction under names that other programs rely on."""
    return {
        "file": files[number],
        "convention": scores.convention.name,
        "punctuation": scores.convention.punctuation,
        "subtypes": scores.convention.subtypes,
        "sentences": scores.sentences,
        **attachment_object(scores.counted),
        "non_projective": group_object(scores.non_projective),
        "with_punctuation": attachment_object(scores.with_punctuation),
        "without_punctuation": attachment_object(scores.without_punctuation),
        **{
            f"by_{attribute(name)}": {key: group_object(group) for key, group in groups(scores, name).items()}
            for name in BREAKDOWNS
        },
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


def figure(value: float) -> float | None:
    """A figure for JSON, which has no way to say that something is not a number."""
    return None if isnan(value) else value


def attachment_object(found: Attachment) -> dict[str, float | None]:
    return {name: figure(getattr(found, name)) for name in ("words", *ATTACHMENT)}


def group_object(group: Group) -> dict[str, float | None]:
    return {name: figure(getattr(group, name)) for name in BOTH_SIDES}


def difference_object(found: Difference, turned: bool) -> dict[str, float | None]:
    """A difference as the first prediction sees it, or turned round as the second does."""
    ahead, behind = (found.only_other, found.only_one) if turned else (found.only_one, found.only_other)
    return {
        "difference": figure(0 - found.difference if turned else found.difference),
        "only_this": ahead,
        "only_other": behind,
        "shuffling_p": found.shuffling_p,
        "mcnemar_p": found.mcnemar_p,
    }
