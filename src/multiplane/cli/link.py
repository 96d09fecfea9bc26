"""``multiplane link``: the linkages of a sentence by a link grammar, counted, or drawn cheapest first."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated, Literal

import typer

from multiplane.cli.shared.command import WrongUsage

PIPE_COLUMNS = 100
SHOWN = 10


def link(
    sentence: Annotated[str, typer.Argument(metavar="SENTENCE", help="The words, separated by spaces.")],
    dictionary: Annotated[
        str | None, typer.Option("--dictionary", "-d", metavar="FILE", help="Dictionary file (default: built in).")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print only the number of linkages.")] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", min=1, max=10**9, metavar="N", help=f"Show at most N linkages ({SHOWN})."),
    ] = None,
    format: Annotated[
        Literal["text", "svg", "html", "tikz", "json"] | None,
        typer.Option("--format", "-f", help="Output format.", show_default="by the name of OUT, else text"),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Output file: .txt, .svg, .html, .tex, .json; or a folder, for an SVG per linkage.",
        ),
    ] = "-",
    schema: Annotated[
        str, typer.Option("--schema", metavar="NAME", help="Parsing schema; all four find the same linkages.")
    ] = "link-eisner-satta-1999",
    cycles: Annotated[bool, typer.Option("--cycles/--no-cycles", help="Allow links to form cycles.")] = True,
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            "-w",
            min=0,
            max=1_000_000,
            metavar="W",
            help="Break wider linkages into pieces: columns for text, pixels otherwise; 0 for never.",
        ),
    ] = None,
) -> None:
    """Parse a sentence with a link grammar: connected words, links that do not cross, every connector satisfied."""
    from multiplane.deduce.link import count_linkages, example_dictionary, first_linkages, read_dictionary
    from multiplane.draw import linkage_diagram, svg
    from multiplane.draw.linkage import linkage_forms
    from multiplane.draw.pictures import FORMATS, format_of_name, is_folder
    from multiplane.errors import MultiplaneError
    from multiplane.output import write_text
    from multiplane.results import json_text

    words = example_dictionary() if dictionary is None else read_dictionary(dictionary)
    if count:
        write_text(output, f"{count_linkages(sentence, words, schema, cycles)}\n")
        return
    kind: str = format or format_of_name(output)
    to_folder = kind == "svg" and is_folder(output)
    one = kind == "svg" and not to_folder
    if one and (limit or 1) > 1:
        raise WrongUsage("--format svg draws one linkage: give --limit 1, or a folder, as in -o pictures/")
    found = first_linkages(sentence, words, limit or (1 if one else SHOWN), schema, cycles)
    if kind == "json":
        write_text(output, json_text(found.as_data()))
        return
    if not found.linkages:
        raise MultiplaneError(f"no linkage of {sentence!r} with the dictionary {words.name}")
    if to_folder:
        Path(output).mkdir(parents=True, exist_ok=True)
        for number, each in enumerate(found.linkages, 1):
            picture = svg(linkage_diagram(each), width=width or None)
            write_text(Path(output) / f"linkage-{number}.svg", str(picture))
        return
    if kind == "text" and width is None:
        width = shutil.get_terminal_size((PIPE_COLUMNS, 24)).columns
    suffix = next(suffix for suffix, name in FORMATS.items() if name == kind)
    write_text(output, linkage_forms(found, width)[suffix]())
