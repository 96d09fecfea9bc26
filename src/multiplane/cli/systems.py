"""``multiplane systems``: the transition systems, their definitions and their proved properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from multiplane.cli.shared.tables import print_json

if TYPE_CHECKING:
    from multiplane.transition import System

HEADINGS = ("system", "builds", "transitions", "divisible", "planes", "source")
MODIFIERS = (
    "lba, rba, lnba, rnba; single-head, acyclic, directed-acyclic, no-covered-roots; root; "
    "naive, label-a, label-b; pp:SCHEME"
)


def systems(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A system, such as 2-planar+rba or undirected-planar.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the transition systems, or show one: its transitions, what it builds, its length bound, its properties."""
    from multiplane.transition import get, names

    if name is not None:
        show_one(get(name), as_json)
    elif as_json:
        print_json([get(each).description() for each in names()])
    else:
        print_columns([HEADINGS, *(row(get(each)) for each in names())])
        print(f"\nModifiers, after a +: {MODIFIERS}.\nK-planar, K-planar-graph and attardi-D go on to 64.")


def print_columns(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    """Print rows in aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print((indent + "  ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))).rstrip())


def row(system: System) -> list[str]:
    proved = system.properties
    return [
        system.name,
        system.builds,
        "–" if proved.most_transitions is None else f"≤ {proved.most_transitions}",
        "yes" if proved.divisible.holds else "no",
        "–" if proved.planes is None else str(proved.planes),
        system.source,
    ]


def show_one(system: System, as_json: bool) -> None:
    if as_json:
        print_json(system.description())
        return
    stacks = "1 stack" if system.stacks == 1 else f"{system.stacks} stacks"
    root = ", the root 0 on the stack" if system.root else ""
    print(f"{system.name}: {system.builds} ({stacks}{root})" + (f"\n{system.source}" if system.source else ""))
    if system.warning:
        print(f"Warning: {system.warning}.")
    print()
    print_columns([[name, f"= {text}"] for name, text in system.definition()], indent="  ")
    if system.has_families:
        print("  … and so on for every position")
    print()
    proved = [
        [each.name, "holds" if each.holds else "not implied", each.proposition, each.reason]
        for each in system.properties
    ]
    print_columns(proved, indent="  ")
