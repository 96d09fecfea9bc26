"""``multiplane eval --deps``: scores of predicted graphs."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.tables import TableStyle, print_heading, print_json, print_table_as

if TYPE_CHECKING:
    from multiplane.evaluate import GraphScores, Group

SIDES = ("precision", "recall", "f1")


def evaluate_deps(
    gold: str, predictions: list[str], as_json: bool, style: TableStyle, others: dict[str, object]
) -> None:
    """Print the scores of all predictions; ``others`` are options that go with trees only."""
    for name, value in others.items():
        if value:
            raise WrongUsage(f"{name} cannot be combined with --deps")
    from multiplane.evaluate import evaluate_graphs
    from multiplane.treebank import read

    gold_graphs = read(gold, heads_required=False)
    scores: list[GraphScores] = []
    with ProgressLine() as line:
        for number, path in enumerate(predictions, 1):
            scores.append(evaluate_graphs(gold_graphs, read(path, heads_required=False)))
            line.show(f"{number:,} of {len(predictions):,} predictions")
    if as_json:
        print_json([{"file": path, **found.as_data()} for path, found in zip(predictions, scores, strict=True)])
    else:
        print_scores(gold, predictions, scores, style)


def print_scores(gold: str, files: list[str], scores: list[GraphScores], style: TableStyle) -> None:
    """Print ELAS and EULAS of all predictions, then precision and recall of all arcs and of crossing arcs."""
    first = scores[0]
    counted = f"{first.sentences:,} sentences, {first.words:,} words, {first.enhanced.gold:,} arcs"
    print_heading(style, gold, f"  {counted}; IWPT 2020/2021: empty nodes collapsed, all words count")
    rows = [[file, shown(found.elas), shown(found.eulas)] for file, found in zip(files, scores, strict=True)]
    print_table_as(style, ["", "ELAS", "EULAS"], rows)
    for title, part in (("all arcs", "arcs"), ("crossing arcs", "crossing")):
        groups: list[Group] = [getattr(found, part) for found in scores]
        print_heading(style, f"{title}: {groups[0].gold:,} in {gold}")
        headings = ["", "predicted", *SIDES, *(f"unlabelled {side}" for side in SIDES)]
        names = (*SIDES, *(f"unlabelled_{side}" for side in SIDES))
        print_table_as(
            style,
            headings,
            [
                [file, f"{group.predicted:,}", *(shown(getattr(group, name)) for name in names)]
                for file, group in zip(files, groups, strict=True)
            ],
        )


def shown(value: float) -> str:
    """A figure in a table.

    >>> shown(87.125), shown(float("nan"))
    ('87.12', '–')
    """
    return "–" if isnan(value) else f"{value:.2f}"
