"""``multiplane sample``: a treebank of an invented language, or of uniform random trees, of any size and class."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Annotated

import typer

_PATIENCE = 2.0


def sample(
    size: Annotated[int, typer.Option("--size", min=1, help="How many sentences.")] = 100,
    class_name: Annotated[
        str, typer.Option("--class", metavar="CLASS", help="The class of trees: two-planar, gap-minding, any, …")
    ] = "any",
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other sentences of the same language.")] = 0,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="Where to write; compressed by .gz, .bz2, .xz.")
    ] = "-",
    exactly: Annotated[
        bool, typer.Option("--exactly", help="Only trees that are not in the next smaller class.")
    ] = False,
    crossing_rate: Annotated[
        float | None,
        typer.Option(
            "--crossing-rate", min=0, max=1, help="The share of non-projective sentences; 0.3 where the class has any."
        ),
    ] = None,
    language: Annotated[
        int | None, typer.Option("--language", min=0, help="Which invented language: words, order, preferences.")
    ] = None,
    uniform: Annotated[
        bool, typer.Option("--uniform", help="Bare trees instead, each of the class as likely as the others.")
    ] = False,
    length: Annotated[
        str | None, typer.Option("--length", metavar="N|M-N", help="With --uniform: the number of words. [default: 10]")
    ] = None,
    root_arcs: Annotated[
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Whether arcs from the root count as crossing others.")
    ] = True,
) -> None:
    """Make a treebank: sentences of an invented language, or random trees, of any class."""
    if uniform and (crossing_rate is not None or language is not None):
        raise typer.BadParameter("goes without --uniform", param_hint="--crossing-rate / --language")
    if length is not None and not uniform:
        raise typer.BadParameter("goes with --uniform", param_hint="--length")
    lengths = _lengths(length or "10")
    from multiplane.generate import class_sentences, random_tree_sentences
    from multiplane.output import open_output

    if uniform:
        sentences = random_tree_sentences(size, class_name, seed, lengths=lengths, exactly=exactly, root_arcs=root_arcs)
    else:
        sentences = class_sentences(
            size,
            class_name,
            seed,
            exactly=exactly,
            root_arcs=root_arcs,
            crossing_rate=crossing_rate,
            language=language or 0,
        )
    with open_output(output) as out:
        for sentence in _counted(sentences, size):
            out.write(sentence.encode("utf-8"))


def _lengths(text: str) -> tuple[int, int]:
    """The shortest and the longest length of ``10`` or ``5-20``."""
    shortest, _, longest = text.partition("-")
    numbers = [int(number) for number in (shortest, longest or shortest) if number.isdecimal()]
    if len(numbers) < 2 or not 1 <= numbers[0] <= numbers[1]:
        raise typer.BadParameter(f"found {text!r}; expected a number, or two as in 5-20", param_hint="--length")
    return numbers[0], numbers[1]


def _counted(sentences: Iterable[str], size: int) -> Iterator[str]:
    """The sentences; on a terminal their count is shown when making them takes longer than two seconds."""
    started, shown = monotonic(), 0.0
    for number, sentence in enumerate(sentences, 1):
        yield sentence
        if sys.stderr.isatty() and monotonic() - max(started + _PATIENCE, shown) > 0:
            shown = monotonic() + 0.1
            print(f"\r{number:,} of {size:,} sentences", end="", file=sys.stderr, flush=True)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
