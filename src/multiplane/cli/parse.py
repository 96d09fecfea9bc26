"""``multiplane parse``: trees for text or sentences, from a file to a file, in constant memory and on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from time import monotonic
from typing import IO, TYPE_CHECKING, Annotated

import typer

from multiplane.cli.shared.command import FileOption, WrongUsage
from multiplane.cli.shared.helper import offer_helper
from multiplane.cli.shared.messages import note, say
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import SkipBadOption, as_pipeline, report_skipped
from multiplane.errors import FormatError, MultiplaneError
from multiplane.notices import notice_once

if TYPE_CHECKING:
    from multiplane.learn import Parser
    from multiplane.text import Pipeline, Tokenizer
    from multiplane.treebank import Treebank
    from multiplane.treebank.conll.columns import Format

PLAIN_TEXT = ("1 column", "1 column in a last line that is cut off", "columns separated by spaces")
Input = StrEnum("Input", ["text", "horizontal", "vertical", "conllu", "conllx"])
OF_COLUMNS = (None, Input.conllu, Input.conllx)
Output = StrEnum("Output", ["conll", "json"])
Layer = StrEnum("Layer", ["tags", "lemmas"])


def parse(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Files to parse; - for standard input, sample: for the built-in sample."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            "-m",
            metavar="MODEL",
            help="Model file, from multiplane train; or english (the default), english-fast.",
        ),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="The input is text: the same as --from text.")] = False,
    output: FileOption = "-",
    to: Annotated[
        Output | None,
        typer.Option("--to", help="Output: conll, or a line of json a sentence; by default from the name of OUT."),
    ] = None,
    beam: Annotated[
        int | None, typer.Option("--beam", min=1, help="Beam width, overriding the model's; 1 is greedy.")
    ] = None,
    trees: Annotated[
        str | None,
        typer.Option(
            "--trees",
            metavar="CLASS",
            help="Class of trees, or schema:NAME, instead of that of an arc-factored or neural model.",
        ),
    ] = None,
    decoder: Annotated[str | None, typer.Option("--decoder", hidden=True, help="Old name of --trees.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Number of cores to use (default: all).")
    ] = None,
    deps: Annotated[bool, typer.Option("--deps", help="Require a model that writes graphs into DEPS.")] = False,
    transitions: Annotated[
        bool, typer.Option("--transitions", help="Record in MISC (CoNLL-X: PDEPREL) which transition built each arc.")
    ] = False,
    format: Annotated[
        Input | None,
        typer.Option(
            "--from",
            "--input",
            help="Input: text; tokens, a sentence on each line (horizontal) or a token (vertical); CoNLL; "
            "by default CoNLL-U or CoNLL-X, as it is.",
        ),
    ] = None,
    ranges: Annotated[
        bool, typer.Option("--ranges", help="Record in MISC where each token stands in the text, with --text.")
    ] = False,
    overwrite: Annotated[
        list[Layer] | None,
        typer.Option("--overwrite", help="Predict tags or lemmas even if the input has them; may be repeated."),
    ] = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Parse text or sentences: missing tags and lemmas are predicted, then trees, or graphs if the model has them."""
    files = paths or ["-"]
    if files.count("-") > 1:
        raise WrongUsage("Only one FILE can be standard input")
    if text and format not in (None, Input.text):
        raise WrongUsage(f"--text cannot be combined with --from {format.value}")
    format = Input.text if text else format
    if ranges and format != Input.text:
        raise WrongUsage("--ranges requires --text")
    if skip_bad and format not in OF_COLUMNS:
        raise WrongUsage("--skip-bad requires CoNLL-U or CoNLL-X")
    from multiplane.learn.model.streaming import parse_blocks
    from multiplane.output import open_output
    from multiplane.treebank.conll.detect import is_json

    to = to or (Output.json if is_json(output) else Output.conll)
    few = "sample:english-1" if format in OF_COLUMNS else "-"
    offer_helper(context, ["parse", few, "--workers", "1"], ("output", "workers", "skip_bad"), b"Hens lay eggs.")
    parser = load_parser(model)
    name = model or "the model of the package"
    if deps and not parser.builds_graphs:
        raise MultiplaneError(f"{name}: found a model of trees; expected one of graphs, from train --deps")
    parser = parser if beam is None else parser.with_beam(beam)
    if decoder is not None:
        notice_once("--decoder", "--decoder is now called --trees")
        trees = trees or decoder
    parser = parser if trees is None else parser.with_decoder(trees)
    if overwrite:
        parser = as_pipeline(parser, name).overwriting([layer.value for layer in overwrite])
    starts: set[int] = set()
    if format in OF_COLUMNS:
        found = read_blocks(files, format, skip_bad, starts, parser)
    else:
        tokenizer = as_pipeline(parser, name).tokenizer if format == Input.text else None
        found = read_words(tokenizer, files, format, ranges or to == Output.json, starts)
    blocks = with_warnings(parser, found)
    with open_output(output) as out:
        write_blocks(parse_blocks(parser, blocks, workers=workers, transitions=transitions), to, starts, out)


def load_parser(path: str | None) -> Parser | Pipeline:
    """The pipeline or parser in a file, or one inside the package."""
    from multiplane.text import load

    if path is None:
        say("No model given; using the built-in English model.")
    return load() if path is None else load(path)


def with_warnings(parser: Parser | Pipeline, blocks: Iterable[Treebank]) -> Iterator[Treebank]:
    """The blocks; one line on standard error about each file that lacks columns which the model was trained with."""
    warned: set[str] = set()
    for block in blocks:
        text = "" if block.source in warned else parser.warning_about(block)
        if text:
            warned.add(block.source)
            note(f"warning: {text}")
        yield block


def read_words(
    tokenizer: Tokenizer | None, paths: list[str], kind: Input, ranges: bool, starts: set[int]
) -> Iterator[Treebank]:
    """All files of text or tokens, block by block; the numbers of the first blocks of files go to ``starts``."""
    from multiplane.text.pipeline.inputs import text_blocks, token_blocks

    count = 0
    for path in paths:
        starts.add(count)
        for block in token_blocks(path, kind) if tokenizer is None else text_blocks(tokenizer, path, ranges=ranges):
            count += 1
            yield block


def read_blocks(
    paths: list[str], format: str | None, skip_bad: bool, starts: set[int], parser: Parser | Pipeline
) -> Iterator[Treebank]:
    """All files of one format, block by block; the numbers of the blocks with which a file starts go to ``starts``."""
    from multiplane import learn
    from multiplane.learn.model.streaming import block_size
    from multiplane.treebank import stream_blocks
    from multiplane.treebank.conll.columns import TITLES

    first: Format | None = None
    skipped: list[FormatError] = []
    count = 0
    for path in paths:
        starts.add(count)
        try:
            size = block_size(path)
            for block in stream_blocks(path, format=format, skip_bad=skip_bad, heads_required=False, block_size=size):
                first = first or block.format
                if block.format != first:
                    raise MultiplaneError(
                        f"{path}: found {TITLES[block.format]}; expected {TITLES[first]}, as in the files before it"
                    )
                skipped += block.skipped
                count += 1
                yield block
        except FormatError as error:
            if error.found in PLAIN_TEXT:
                alone = isinstance(parser, learn.Parser)
                other = "for text, a pipeline, from train --pipeline" if alone else "for text, the option --text"
                raise MultiplaneError(
                    f"{error.file}:{error.line}: found plain text; expected CoNLL-U with words in columns, or {other}"
                ) from None
            raise
    report_skipped(skipped)


def write_blocks(blocks: Iterable[Treebank], to: Output, starts: set[int], out: IO[bytes]) -> None:
    """The bytes of all blocks, with progress on a terminal."""
    from multiplane.treebank.as_json import json_lines
    from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK, blank_line_after

    started, words, before = monotonic(), 0, b""
    with ProgressLine() as line:
        for number, block in enumerate(blocks):
            data = bytes(block) if to == Output.conll else json_lines(block)
            if to == Output.conll and number and number in starts:
                out.write(blank_line_after(before))
                data = data.removeprefix(BYTE_ORDER_MARK)
            out.write(data)
            before = data
            words += block.word_count
            line.show(f"{words:,} words, {words / max(monotonic() - started, 1e-9):,.0f} a second")
