"""``multiplane link``: the linkages of a sentence by a link grammar, counted, or drawn cheapest first."""

from __future__ import annotations

import json
import shutil
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from multiplane.characters import as_json_text
from multiplane.cli.shared.command import WrongUsage

if TYPE_CHECKING:
    from multiplane.deduce.link import Linkage

PIPE_COLUMNS = 100
SHOWN = 10


def link(
    sentence: Annotated[str, typer.Argument(metavar="SENTENCE", help="The words, separated by blanks.")],
    dictionary: Annotated[
        str | None, typer.Option("--dictionary", "-d", metavar="FILE", help="Dictionary; built-in unless given.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only print the number of linkages.")] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", min=1, max=10**9, metavar="N", help=f"Show at most N linkages ({SHOWN})."),
    ] = None,
    format: Annotated[
        Literal["text", "svg", "html", "json"], typer.Option("--format", "-f", help="Output format.")
    ] = "text",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="Output file, or a folder for one SVG per linkage.")
    ] = "-",
    schema: Annotated[
        str, typer.Option("--schema", metavar="NAME", help="Parsing schema; all four find the same linkages.")
    ] = "link-eisner-satta-1999",
    cycles: Annotated[bool, typer.Option("--cycles/--no-cycles", help="Whether links may form cycles.")] = True,
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
    from multiplane.deduce.link import count_of, example_dictionary, link_chart, linkages_of, read_dictionary
    from multiplane.errors import MultiplaneError
    from multiplane.output import write_text

    words = example_dictionary() if dictionary is None else read_dictionary(dictionary)
    chart = link_chart(sentence, words, schema, cycles)
    total = count_of(chart)
    if count:
        write_text(output, f"{total}\n")
        return
    to_folder = output.endswith("/") or Path(output).is_dir()
    if format == "svg" and not to_folder and (limit or 1) > 1:
        raise WrongUsage("--format svg draws one linkage: give --limit 1, or a folder, as in -o pictures/")
    shown = limit or (1 if format == "svg" and not to_folder else SHOWN)
    found = list(islice(linkages_of(chart), shown))
    if format == "json":
        content = {"sentence": sentence, "schema": schema, "count": total, "linkages": [as_data(one) for one in found]}
        write_text(output, as_json_text(json.dumps(content, ensure_ascii=False, indent=1)) + "\n")
        return
    if not found:
        raise MultiplaneError(f"no linkage of {sentence!r} with the dictionary {words.name}")
    if format == "svg":
        write_svgs(found, output, to_folder, width)
    elif format == "html":
        write_text(output, page(found, sentence, total, width))
    else:
        write_text(output, drawn(found, total, width))


def summary(linkage: Linkage, number: int, total: int) -> str:
    """Where a linkage stands in the order, and why."""
    return f"{number} of {total}: cost {linkage.cost:g}, length {linkage.length}"


def drawn(found: list[Linkage], total: int, width: int | None) -> str:
    """The linkages as text, one below the other."""
    from multiplane import draw

    columns = shutil.get_terminal_size((PIPE_COLUMNS, 24)).columns if width is None else width or None
    return (
        "\n\n".join(
            f"# {summary(one, number, total)}\n{draw.text(draw.linkage_diagram(one), width=columns)}"
            for number, one in enumerate(found, 1)
        )
        + "\n"
    )


def page(found: list[Linkage], sentence: str, total: int, width: int | None) -> str:
    """The linkages as one HTML page."""
    from multiplane import draw
    from multiplane.draw.formats.page import PAGE_WIDTH

    title = f"{sentence} ({total} {'linkage' if total == 1 else 'linkages'})"
    pictures = [draw.linkage_diagram(one) for one in found]
    return draw.html(pictures, title=title, width=PAGE_WIDTH if width is None else width or None)


def write_svgs(found: list[Linkage], output: str, to_folder: bool, width: int | None) -> None:
    """One picture, or in a folder a picture for each linkage under its number."""
    from multiplane import draw
    from multiplane.output import write_text

    if to_folder:
        Path(output).mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(found, 1):
        picture = draw.svg(draw.linkage_diagram(one), width=width or None)
        write_text(Path(output) / f"linkage-{number}.svg" if to_folder else output, picture)


def as_data(linkage: Linkage) -> dict[str, Any]:
    """A linkage for programs: words and links by number, the left wall 0 and the first word 1."""
    return {
        "cost": linkage.cost,
        "length": linkage.length,
        "words": [
            {"number": number, "word": word, "disjunct": str(disjunct), "cost": disjunct.cost}
            for number, (word, disjunct) in enumerate(zip(linkage.words, linkage.disjuncts, strict=True), linkage.first)
        ],
        "links": [
            {
                "left": each.left,
                "right": each.right,
                "label": each.label,
                "connectors": list(each.connectors),
                "head": each.head,
            }
            for each in linkage.links
        ],
    }
