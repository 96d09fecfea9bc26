"""``multiplane sample``: a generated treebank, of an artificial language or of uniform random trees."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from multiplane.cli.shared.command import FileOption, WrongUsage
from multiplane.cli.shared.progress import ProgressLine

LONGEST = 100_000


def sample(
    size: Annotated[int, typer.Option("--size", min=1, help="Number of sentences.")] = 100,
    trees: Annotated[
        str, typer.Option("--class", metavar="CLASS", help="Class of trees: two-planar, gap-minding, any, …")
    ] = "any",
    seed: Annotated[int, typer.Option("--seed", help="Random seed; the language does not depend on it.")] = 0,
    output: FileOption = "-",
    exactly: Annotated[bool, typer.Option("--exactly", help="Only trees outside the next smaller class.")] = False,
    crossing_rate: Annotated[
        float | None,
        typer.Option(
            "--crossing-rate",
            min=0,
            max=1,
            help="Proportion of non-projective sentences (default: 0.3 if the class has any).",
        ),
    ] = None,
    uniform: Annotated[
        bool, typer.Option("--uniform", help="Generate uniform random trees of the class, without a language.")
    ] = False,
    length: Annotated[
        str | None,
        typer.Option("--length", metavar="N|M-N", help="Number of words per sentence, with --uniform (default: 10)."),
    ] = None,
    root_arcs: Annotated[
        bool, typer.Option("--root-arcs/--no-root-arcs", help="Count crossings with arcs from the root.")
    ] = True,
) -> None:
    """Generate a treebank of any class: sentences of an artificial language, or random trees."""
    if uniform and crossing_rate is not None:
        raise WrongUsage("--crossing-rate cannot be combined with --uniform")
    if length is not None and not uniform:
        raise WrongUsage("--length requires --uniform")
    lengths = _lengths(length or "10")
    from multiplane.generate import class_sentences, random_tree_sentences
    from multiplane.output import open_output

    if uniform:
        sentences = random_tree_sentences(size, trees, seed, lengths=lengths, exactly=exactly, root_arcs=root_arcs)
    else:
        sentences = class_sentences(
            size,
            trees,
            seed,
            exactly=exactly,
            root_arcs=root_arcs,
            crossing_rate=crossing_rate,
        )
    with open_output(output) as out, ProgressLine() as line:
        for number, sentence in enumerate(sentences, 1):
            out.write(sentence.encode("utf-8"))
            line.show(f"{number:,} of {size:,} sentences")


def _lengths(text: str) -> tuple[int, int]:
    """The smallest and the largest length in ``10`` or ``5-20``."""
    shortest, _, longest = text.partition("-")
    parts = (shortest, longest or shortest)
    numbers = [int(number) for number in parts if re.fullmatch("[0-9]{1,9}", number)]
    if len(numbers) < 2 or not 1 <= numbers[0] <= numbers[1] <= LONGEST:
        expected = f"a number from 1 to {LONGEST:,}, or two as in 5-20"
        raise typer.BadParameter(f"found {text!r}; expected {expected}", param_hint="--length")
    return numbers[0], numbers[1]
