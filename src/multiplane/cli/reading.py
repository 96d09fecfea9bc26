"""What all commands that read treebanks share: the options, and what they tell on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.treebank import Sentence, Treebank

FormatOption = Annotated[
    Literal["conllu", "conllx"] | None,
    typer.Option("--format", help="The format of the input; detected unless given."),
]
SkipBadOption = Annotated[
    bool, typer.Option("--skip-bad", help="Leave bad sentences out and go on; say how many at the end.")
]

_SHOWN = 10
_PATIENCE = 2.0


def read_treebank(
    path: str | Path, format: str | None = None, *, skip_bad: bool = False, heads_required: bool = True
) -> Treebank:
    """Read a treebank whole; its warnings and skipped sentences go to standard error."""
    from multiplane.treebank import read

    treebank = read(path, format=format, skip_bad=skip_bad, heads_required=heads_required)
    tell(treebank.warnings, "warnings")
    tell_skipped(treebank.skipped)
    return treebank


def stream_treebank(
    path: str | Path, format: str | None = None, *, skip_bad: bool = False, heads_required: bool = True
) -> Iterator[Treebank]:
    """Read a treebank block by block; warnings and skipped sentences are told when the last has been worked on.

    On a terminal a count of words is shown when the work takes longer than two seconds.
    """
    from multiplane.treebank import stream_blocks

    warnings: list[str] = []
    skipped: list[Exception] = []
    words = 0
    started = monotonic()
    shown = False
    for block in stream_blocks(path, format=format, skip_bad=skip_bad, heads_required=heads_required):
        warnings += block.warnings
        skipped += block.skipped
        yield block
        words += block.word_count
        if sys.stderr.isatty() and monotonic() - started > _PATIENCE:
            shown = True
            print(f"\r{words:,} words", end="", file=sys.stderr, flush=True)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    tell(warnings, "warnings")
    tell_skipped(skipped)


def find_sentence(sentences: Iterable[Sentence], wanted: str, path: str) -> tuple[int, Sentence]:
    """The first sentence with this sent_id, or else the one with this number; its number and itself."""
    by_number: tuple[int, Sentence] | None = None
    count = 0
    for count, sentence in enumerate(sentences, 1):
        if sentence.sent_id == wanted:
            return count, sentence
        if wanted == str(count):
            by_number = count, sentence
    if by_number is None:
        raise MultiplaneError(f"{path}: found no sentence {wanted}; expected a sent_id or a number from 1 to {count:,}")
    return by_number


def tell(lines: Sequence[object], kind: str) -> None:
    """The first lines on standard error, and how many more there are."""
    for line in lines[:_SHOWN]:
        print(f"multiplane: {line}", file=sys.stderr)
    if len(lines) > _SHOWN:
        print(f"multiplane: and {len(lines) - _SHOWN:,} more {kind}", file=sys.stderr)


def tell_skipped(skipped: Sequence[Exception]) -> None:
    """What was wrong with the sentences that were left out, and their count."""
    tell(skipped, "bad sentences")
    if skipped:
        sentences = "sentence" if len(skipped) == 1 else "sentences"
        print(f"multiplane: skipped {len(skipped):,} bad {sentences}", file=sys.stderr)
