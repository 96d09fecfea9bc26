"""What is unknown to the English pipeline: words of its own treebank's development part, of other treebanks, of texts.

python benchmarks/unknown_words.py --treebanks DIR
python benchmarks/unknown_words.py TEXT ...

The share of words with letters that are unknown in the whole file, and at least and at most in pieces of 500 words; the
share of frequent ones; and how many of these pieces, and of the sentences of six words or more, are taken for text in
another language (`multiplane.text.pipeline.unknown_words`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import multiplane
from multiplane import Pipeline, Treebank
from multiplane.text.pipeline.unknown_words import MAX_WORDS, count_known, is_unfamiliar
from tables import print_table
from treebanks import TREEBANKS, parts_of

COLUMNS = ["words", "unknown", "least", "most", "frequent", "pieces", "sentences"]
MIN_WORDS = 6


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("texts", type=Path, nargs="*", help="files of text, instead of treebanks")
    arguments.add_argument("--treebanks", type=Path, default=TREEBANKS)
    arguments.add_argument("--markdown", action="store_true")
    given = arguments.parse_args()
    nlp = multiplane.load()
    assert isinstance(nlp, Pipeline)
    if given.texts:
        found = {path.stem: nlp.tokenizer.tokenize(path.read_text("utf-8")) for path in given.texts}
    else:
        folders = sorted(path for path in given.treebanks.iterdir() if path.is_dir())
        found = {folder.name: parts_of(folder)[1] for folder in folders}
    rows = {name: row_of(treebank, nlp) for name, treebank in found.items()}
    print_table("words that are unknown to the English pipeline", COLUMNS, rows, given.markdown)


def row_of(treebank: Treebank, nlp: Pipeline) -> list[str]:
    """The cells of a treebank."""
    dictionary = nlp.tagger.dictionary
    pieces = list(pieces_of(treebank))
    counts = [count_known(piece, dictionary) for piece in pieces]
    words, known, frequent = (sum(column) for column in zip(*counts, strict=True))
    unknown = [1 - some / max(count, 1) for count, some, _ in counts]
    shares = [1 - known / words, min(unknown), max(unknown), frequent / words]
    sentences = [treebank[at : at + 1] for at in range(len(treebank)) if len(treebank[at]) >= MIN_WORDS]
    taken = [
        f"{sum(is_unfamiliar(part, dictionary) for part in parts):,} of {len(parts):,}" for parts in (pieces, sentences)
    ]
    return [f"{words:,}", *(f"{100 * share:.1f} %" for share in shares), *taken]


def pieces_of(treebank: Treebank) -> Iterable[Treebank]:
    """Whole sentences with 500 words or a few less; what is left at the end is a piece only if it is all there is."""
    start, offsets = 0, treebank.offsets
    for at in range(len(treebank)):
        if offsets[at + 1] - offsets[start] > MAX_WORDS and at > start:
            yield treebank[start:at]
            start = at
    if start == 0:
        yield treebank


if __name__ == "__main__":
    main()
