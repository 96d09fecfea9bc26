"""``multiplane eval --raw``: scores of analyses of raw text, whose tokens and sentences may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.cli.evaluate_deps import shown
from multiplane.cli.shared.tables import TableStyle, print_heading, print_json, print_table_as

if TYPE_CHECKING:
    from multiplane.evaluate import RawTextScores
    from multiplane.treebank import Treebank

SIDES = ("precision", "recall", "f1")


def is_retokenized(gold: Treebank, predicted: Treebank) -> bool:
    """Whether a prediction has other words or sentences than the gold treebank, but the same text."""
    import numpy as np

    from multiplane.evaluate.alignment import aligned_forms
    from multiplane.evaluate.tokenization import tokenized

    if np.array_equal(gold.offsets, predicted.offsets) and np.array_equal(*aligned_forms(gold, predicted)):
        return False
    return tokenized(gold).characters == tokenized(predicted).characters


def evaluate_raw(gold: Treebank, predicted: list[Treebank], files: list[str], as_json: bool, style: TableStyle) -> None:
    """Print the scores of CoNLL 2018 of all predictions: F1 side by side, then precision and recall of each."""
    from multiplane.evaluate.raw_text import score_text
    from multiplane.evaluate.tokenization import tokenized

    text = tokenized(gold)
    scores = [score_text(text, tokenized(one)) for one in predicted]
    if as_json:
        print_json([{"file": file, **found.as_data()} for file, found in zip(files, scores, strict=True)])
        return
    counted = f"{len(text.sentences):,} sentences, {len(text.tokens):,} tokens, {len(text.words):,} words"
    print_heading(style, gold.source, f"  {counted}; CoNLL 2018, raw text: by aligned words, F1")
    names = list(scores[0].metrics)
    rows = [[file, *(shown(found[name].f1) for name in names)] for file, found in zip(files, scores, strict=True)]
    print_table_as(style, ["", *names], rows)
    for file, found in zip(files, scores, strict=True):
        print_sides(file, found, style)


def print_sides(file: str, scores: RawTextScores, style: TableStyle) -> None:
    """Print precision and recall of one prediction, a row for each score."""
    print_heading(style, f"{file}: precision and recall")
    rows = [[name, *(shown(getattr(found, side)) for side in SIDES)] for name, found in scores.metrics.items()]
    print_table_as(style, ["", "precision", "recall", "F1"], rows)
