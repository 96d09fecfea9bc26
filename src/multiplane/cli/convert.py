"""``multiplane convert``: a treebank in the other format, with a report of what is lost."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from multiplane.cli.shared.command import FileOption
from multiplane.cli.shared.messages import note
from multiplane.cli.shared.reading import SkipBadOption, stream_treebank

FormatName = Literal["conllu", "conllx"]
TargetName = Literal["conllu", "conllx", "sdp", "json"]


def convert(
    path: Annotated[str, typer.Argument(metavar="IN", help="Treebank to read; - for standard input.")],
    output: FileOption = "-",
    to: Annotated[
        TargetName | None,
        typer.Option("--to", help="Output format; by default from the name of OUT, else the other format."),
    ] = None,
    source_format: Annotated[
        FormatName | None, typer.Option("--from", help="Input format (default: detected).")
    ] = None,
    skip_bad: SkipBadOption = False,
    unannotated: Annotated[
        bool, typer.Option("--unannotated", help="Accept words without a head, as in text that has not been parsed.")
    ] = False,
) -> None:
    """Convert a treebank to CoNLL-U, CoNLL-X or JSON, or its graphs to SDP 2015, and report what is lost."""
    from collections import Counter

    from multiplane.output import open_output
    from multiplane.treebank.conll.columns import TITLES
    from multiplane.treebank.conll.convert import TREATMENT
    from multiplane.treebank.conll.convert import convert as converted
    from multiplane.treebank.conll.detect import format_of_name, is_json

    if to is None:
        to = "sdp" if output.endswith(".sdp") else "json" if is_json(output) else format_of_name(output)
    if to == "sdp" or to == "json":
        from multiplane.treebank.as_json import json_lines
        from multiplane.treebank.sdp import conllu_to_sdp

        blocks = stream_treebank(
            path, source_format, skip_bad=skip_bad, heads_required=to == "json" and not unannotated
        )
        with open_output(output) as out:
            for number, block in enumerate(blocks):
                out.write(json_lines(block) if to == "json" else conllu_to_sdp(block, header=number == 0))
        return
    title = ""
    lost: Counter[str] = Counter()
    with open_output(output) as out:
        for block in stream_treebank(path, source_format, skip_bad=skip_bad, heads_required=not unannotated):
            to = to or ("conllx" if block.format == "conllu" else "conllu")
            result, lost_here = converted(block, to)
            lost += lost_here
            title = TITLES[result.format]
            out.write(bytes(result))
    for thing, count in lost.items():
        note(f"{title} has no {thing}: {count:,} {TREATMENT.get(thing, 'left out')}")
