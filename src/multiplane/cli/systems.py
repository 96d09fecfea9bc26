"""``multiplane systems``: the transition systems, their definitions and their proved properties."""

from __future__ import annotations

from typing import Annotated

import typer

from multiplane.cli.shared.tables import JsonOption, OutputOption, print_result


def systems(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="System to show, such as 2-planar+rba or undirected-planar.")
    ] = None,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the transition systems, or show one: its transitions, what it builds, its length bound, its properties."""
    from multiplane.transition import get, names
    from multiplane.transition.systems.overview import SystemOverview, SystemsOverview

    found = SystemsOverview(tuple(map(get, names()))) if name is None else SystemOverview(get(name))
    print_result(found, as_json, output=output)
