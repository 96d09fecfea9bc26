"""What ``multiplane eval`` prints for people: scores, breakdowns, significance."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiplane.evaluate import Attachment, Comparison, Group, Scores

ATTACHMENT = ("uas", "las", "label_accuracy", "clas")
BOTH_SIDES = ("gold", "predicted", "precision", "recall", "unlabelled_precision", "unlabelled_recall")
HEADINGS = {column: column.replace("_", " ") for column in BOTH_SIDES}
HEADINGS_OF = {
    "sentence-length": {"gold": "words", "unlabelled_precision": "UAS", "precision": "LAS"},
    "transition": {column: HEADINGS[column] for column in ("predicted", "precision", "unlabelled_precision")},
}


def attribute(breakdown: str) -> str:
    """What Python and JSON call a breakdown."""
    return breakdown.replace("-", "_")


def groups(scores: Scores, breakdown: str) -> dict[str, Group]:
    """The groups of a breakdown by name."""
    found: dict[str, Group] = getattr(scores, f"by_{attribute(breakdown)}")
    return found


def print_scores(gold: str, files: list[str], scores: list[Scores]) -> None:
    """The main scores of all predictions, with punctuation and without it."""
    from multiplane.cli.tables import console, print_table

    first = scores[0]
    name = {"conll-x": "CoNLL-X", "conll-2018": "CoNLL 2018"}[first.convention.name]
    counted = "all words count" if first.convention.punctuation else "punctuation does not count"
    labels = "whole labels" if first.convention.subtypes else "main relations"
    out = console()
    out.print(gold, style="bold", markup=False, end="")
    out.print(f"  {first.sentences:,} sentences, {first.words:,} words; {name}: {counted}, {labels}")
    sides = ("precision", "recall")
    headings = ["", "UAS", "LAS", "label accuracy", "CLAS"]
    print_table(
        [*headings, "non-projective: precision", "recall"],
        [
            [file, *attachment_cells(found.counted), *(shown(getattr(found.non_projective, side)) for side in sides)]
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
    out.print(title, style="bold")
    print_table(headings, rows)


def attachment_cells(found: Attachment) -> list[str]:
    return [shown(getattr(found, name)) for name in ATTACHMENT]


def shown(value: float) -> str:
    """A figure for people: two decimals, whole numbers with commas.

    >>> shown(87.125), shown(12345), shown(float("nan"))
    ('87.12', '12,345', '–')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return "–" if isnan(value) else f"{value:.2f}"


def print_breakdown(name: str, files: list[str], scores: list[Scores]) -> None:
    """One table for each prediction; its rows are the groups that have arcs."""
    from multiplane.cli.tables import console, print_table

    headings = HEADINGS_OF.get(name, HEADINGS)
    title = name.replace("-", " ")
    out = console()
    for file, found in zip(files, scores, strict=True):
        rows = [
            [key, *(shown(getattr(group, column)) for column in headings)]
            for key, group in groups(found, name).items()
            if group.gold or group.predicted
        ]
        if rows:
            out.print(f"{file}: by {title}", style="bold", markup=False)
            print_table([title, *headings.values()], rows)
        else:
            out.print(f"{file}: records no transitions in MISC (Transition=...)", markup=False)


def print_comparisons(
    files: list[str], comparisons: dict[tuple[int, int], Comparison], shuffles: int, seed: int
) -> None:
    """The differences of all pairs and how likely chance alone makes them."""
    from multiplane.cli.tables import console, print_table

    tests = f"stratified shuffling of sentences, {shuffles:,} times, seed {seed}; McNemar's test on words"
    console().print(f"significance: {tests}", style="bold")
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
    print_table(["difference", "", "", "p (shuffling)", "only first right", "only second right", "p (McNemar)"], rows)


def probability(p: float) -> str:
    """A p-value with four decimals.

    >>> probability(0.0312), probability(1e-9)
    ('0.0312', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"
