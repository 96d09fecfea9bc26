"""``multiplane verify``: all sequences of a transition system on a few words, and the class of the derived graphs."""

from __future__ import annotations

from typing import Annotated

import typer

from multiplane.cli.shared.command import WrongUsage
from multiplane.cli.shared.tables import JsonOption, OutputOption, print_result, table_style


def verify(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="System to verify, such as 2-planar+rba (default: all)."),
    ] = None,
    words: Annotated[int, typer.Option("--n", min=1, max=7, metavar="N", help="Number of words.")] = 5,
    output: OutputOption = None,
    as_json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table of all systems.")] = False,
) -> None:
    """Run all sequences of a system on N words: the graphs derived, their class, the lengths and the ambiguity."""
    if markdown and (name is not None or as_json):
        raise WrongUsage("--markdown cannot be combined with NAME or --json")
    from multiplane.transition import get
    from multiplane.transition.analysis.verify import verify as verify_system
    from multiplane.transition.analysis.verify import verify_all

    found = verify_all(words) if name is None else verify_system(get(name), words)
    print_result(found, as_json, table_style(markdown, latex=False), output)
