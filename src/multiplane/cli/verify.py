"""``multiplane verify``: all sequences of a transition system on a few words, and the class of the derived graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.tables import percent, print_json, print_table

if TYPE_CHECKING:
    from multiplane.transition import Verification

HEADINGS = ["system", "n", "derived", "class", "verdict", "longest", "sequences each", "at most"]


def verify(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A system, such as 2-planar+rba; all systems by default."),
    ] = None,
    words: Annotated[int, typer.Option("--n", min=1, max=7, metavar="N", help="Number of words.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table of all systems.")] = False,
) -> None:
    """Run all sequences of a system on N words: the graphs derived, their class, the lengths and the ambiguity."""
    from multiplane.transition import get, names
    from multiplane.transition import verify as verify_system
    from multiplane.transition.analysis.verify import feasible_words

    if markdown and (name is not None or as_json):
        raise WrongUsage("--markdown cannot be combined with NAME or --json")
    if name is not None:
        found = verify_system(name, words)
        print_json(found.as_data()) if as_json else print(found)
        return
    systems = [get(each) for each in names()]
    every = (verify_system(system, feasible_words(system, words)) for system in systems)
    if as_json:
        print_json([each.as_data() for each in every])
    elif markdown:
        print("\n".join(markdown_lines([table_row(each) for each in every])))
    else:
        print_table(HEADINGS, [table_row(each) for each in every])


def markdown_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The table in Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def table_row(found: Verification) -> list[str]:
    """One system in a row: its own class, or the first one that it is correct or sound for."""
    order = sorted(found.classes, key=lambda each: (each.name != found.own_class, not each.correct, not each.sound))
    first = order[0]
    verdict = "correct" if first.correct else f"sound, {percent(first.derived, first.size)}"
    counted = bool(found.sequences)
    return [
        found.system,
        str(found.words),
        f"{len(found.graphs):,} {found.kind}",
        first.name,
        verdict,
        f"{found.longest} of {found.bound}" if counted else "–",
        f"{sum(found.sequences) / len(found.graphs):,.1f}" if counted else "–",
        f"{max(found.sequences):,}" if counted else "–",
    ]
