"""The scores of several predictions side by side, and the differences between all pairs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from multiplane.characters import plural
from multiplane.evaluate.alignment import align, aligned_forms
from multiplane.evaluate.conventions import choose_convention
from multiplane.evaluate.graphs import GraphScores, evaluate_graphs
from multiplane.evaluate.raw_text import RawTextScores, score_text
from multiplane.evaluate.scores import BREAKDOWNS, Scores, recorded, score_aligned
from multiplane.evaluate.significance import SEED, SHUFFLES, PairedComparison, compare_aligned, comparison_table
from multiplane.evaluate.tokenization import tokenized
from multiplane.results import Result
from multiplane.tables import FigureTable
from multiplane.treebank import Treebank, read

TREES, GRAPHS, RAW_TEXT = "trees", "graphs", "raw text"


@dataclass(frozen=True, slots=True)
class Evaluation(Result):
    """The scores of predictions, all of one kind, and the comparisons of pairs of them by their places.

    >>> found = evaluate_files("sample:dutch", ["sample:dutch"])
    >>> found
    <Evaluation of 1 prediction of sample:dutch>
    >>> found.as_data()[0]["las"]
    100.0
    """

    gold: str
    files: Sequence[str]
    scores: Sequence[Scores] | Sequence[GraphScores] | Sequence[RawTextScores]
    comparisons: Mapping[tuple[int, int], PairedComparison] = field(default_factory=dict)
    breakdowns: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"<Evaluation of {plural(len(self.files), 'prediction')} of {self.gold}>"

    def as_data(self) -> list[dict[str, Any]]:
        """An object for each prediction, with its file and all figures. The keys are stable."""
        found = [{"file": file, **one.as_data()} for file, one in zip(self.files, self.scores, strict=True)]
        for number, one in enumerate(found):
            if isinstance(self.scores[number], Scores):
                one["comparisons"] = [
                    {"file": self.files[there], **(comparison if pair[0] == number else comparison.turned()).as_data()}
                    for pair, comparison in sorted(self.comparisons.items())
                    if number in pair
                    for there in [pair[1] if pair[0] == number else pair[0]]
                ]
        return found

    def tables(self) -> list[FigureTable]:
        """The main scores, the breakdowns wanted, and the comparisons."""
        tables: list[FigureTable] = self.scores[0].side_by_side(self.files, self.scores, self.gold)  # type: ignore[arg-type]
        tables += [
            one.breakdown(by, file)
            for by in self.breakdowns
            for file, one in zip(self.files, self.scores, strict=True)
            if isinstance(one, Scores)
        ]
        if self.comparisons:
            files = self.files
            tables.append(
                comparison_table([(f"{files[i]} – {files[j]}", found) for (i, j), found in self.comparisons.items()])
            )
        return tables


def evaluate_files(
    gold: str,
    predictions: Sequence[str],
    *,
    what: str | None = None,
    format: str | None = None,
    convention: str | None = None,
    punctuation: bool | None = None,
    subtypes: bool | None = None,
    breakdowns: Sequence[str] = (),
    shuffles: int = SHUFFLES,
    seed: int = SEED,
    progress: Callable[[str], None] = lambda text: None,
) -> Evaluation:
    """Score predictions against a gold treebank, and test the differences between them.

    What is scored are ``"trees"``, ``"graphs"`` in DEPS or ``"raw text"``; by default trees, or the analyses of raw
    text where tokens or sentences differ and none of the settings of trees is given.
    """
    own_settings = bool(convention or breakdowns) or punctuation is not None or subtypes is not None
    gold_trees = read(gold, format=format, heads_required=what not in (GRAPHS, RAW_TEXT))
    read_all = [read(path, format=format, heads_required=what not in (GRAPHS, RAW_TEXT)) for path in predictions]

    def counted(number: int) -> None:
        progress(f"{number:,} of {plural(len(predictions), 'prediction')}")

    if what == GRAPHS:
        graphs = []
        for number, predicted in enumerate(read_all, 1):
            graphs.append(evaluate_graphs(gold_trees, predicted))
            counted(number)
        return Evaluation(gold, predictions, graphs)
    if what == RAW_TEXT or (what is None and not own_settings and any(is_retokenized(gold_trees, p) for p in read_all)):
        text = tokenized(gold_trees)
        return Evaluation(gold, predictions, [score_text(text, tokenized(predicted)) for predicted in read_all])
    chosen = choose_convention(gold_trees.format, convention, punctuation, subtypes)
    alignments, scores = [], []
    for number, predicted in enumerate(read_all, 1):
        alignments.append(align(gold_trees, predicted, chosen))
        scores.append(score_aligned(alignments[-1], recorded(alignments[-1], predicted)))
        counted(number)
    comparisons = {
        (one, other): compare_aligned(alignments[one], alignments[other], shuffles, seed)
        for one, other in combinations(range(len(predictions)), 2)
    }
    return Evaluation(gold, predictions, scores, comparisons, BREAKDOWNS if "all" in breakdowns else breakdowns)


def is_retokenized(gold: Treebank, predicted: Treebank) -> bool:
    """Whether a prediction has other words or sentences than the gold treebank, but the same text."""
    if np.array_equal(gold.offsets, predicted.offsets) and np.array_equal(*aligned_forms(gold, predicted)):
        return False
    return tokenized(gold).characters == tokenized(predicted).characters
