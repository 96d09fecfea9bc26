"""``multiplane parse``: trees for tagged sentences or for text, from a file to a file, in constant memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from time import monotonic
from typing import IO, TYPE_CHECKING, Annotated

import typer

from multiplane.cli.shared.messages import note
from multiplane.cli.shared.progress import ProgressLine
from multiplane.cli.shared.reading import FormatOption, SkipBadOption, report_skipped
from multiplane.errors import FormatError, MultiplaneError

if TYPE_CHECKING:
    from multiplane.learn import Parser
    from multiplane.text import Pipeline, Tokenizer
    from multiplane.treebank import Treebank
    from multiplane.treebank.conll.columns import Format

InputKind = StrEnum("InputKind", ["conllu", "text", "horizontal", "vertical"])
PLAIN_TEXT = ("1 column", "1 column in a last line that is cut off", "columns separated by spaces")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def parse(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Sentences or text; - is standard input, sample: the built-in sample."),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", "-m", metavar="MODEL", help="Model file, from multiplane train.")
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="Output file; compressed by suffix (.gz, .bz2, .xz).")
    ] = "-",
    beam: Annotated[
        int | None, typer.Option("--beam", min=1, help="Beam width instead of the model's; 1 is greedy.")
    ] = None,
    decoder: Annotated[
        str | None,
        typer.Option("--decoder", help="Class of trees or schema:NAME, for a graph model."),
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Number of cores; all by default.")] = None,
    deps: Annotated[
        bool, typer.Option("--deps", help="Write graphs into DEPS, with a model from train --deps.")
    ] = False,
    transitions: Annotated[
        bool, typer.Option("--transitions", help="Record in MISC which transition built each arc.")
    ] = False,
    input: Annotated[
        InputKind,
        typer.Option("--input", help="horizontal: a sentence a line, split at spaces; vertical: a word a line."),
    ] = InputKind.conllu,
    text: Annotated[bool, typer.Option("--text", help="The same as --input text.")] = False,
    ranges: Annotated[
        bool, typer.Option("--ranges", help="Record in MISC which characters of the text are the token: TokenRange.")
    ] = False,
    overwrite: Annotated[
        str, typer.Option("--overwrite", metavar="LAYERS", help="Predict these although they are given: tags,lemmas.")
    ] = "",
    format: FormatOption = None,
    skip_bad: SkipBadOption = False,
) -> None:
    """Parse sentences or text: HEAD and DEPREL are written, or DEPS with --deps; all that is given is kept."""
    files = paths or ["-"]
    if files.count("-") > 1:
        raise typer.BadParameter("only one of the files can be standard input", param_hint="FILE...")
    if text and input not in (InputKind.conllu, InputKind.text):
        raise typer.BadParameter("choose one of them", param_hint="--text / --input")
    kind = InputKind.text if text else input
    check_input(kind, {"--from": format, "--skip-bad": skip_bad}, ranges)
    from multiplane.learn.model.streaming import parse_blocks
    from multiplane.output import open_output
    from multiplane.text.pipeline import check_layers

    layers = [layer.strip() for layer in overwrite.split(",") if layer.strip()]
    check_layers(layers)
    name = model or "the model of the package"
    pipeline, parser = load_any(model)
    check_kind(parser, name, deps)
    parser = parser if beam is None else parser.with_beam(beam)
    parser = parser if decoder is None else parser.with_decoder(decoder)
    starts: set[int] = set()
    if kind == InputKind.conllu:
        blocks = read_blocks(files, format, skip_bad, starts)
    elif kind == InputKind.text:
        blocks = read_text(tokenizer_of(pipeline, name), files, ranges, starts)
    else:
        blocks = read_words(kind, files, starts)
    if pipeline is None or pipeline.tagger is None:
        blocks = with_warnings(parser, blocks)
    with open_output(output) as out:
        if pipeline is None or transitions:
            blocks = blocks if pipeline is None else without_parser(pipeline).annotate_blocks(blocks, overwrite=layers)
            parsed = parse_blocks(parser, blocks, workers=workers, transitions=transitions)
        else:
            parsed = replace(pipeline, parser=parser).annotate_blocks(blocks, overwrite=layers, workers=workers)
        write_blocks(parsed, starts, out)


def check_input(kind: InputKind, of_treebanks: dict[str, object], ranges: bool) -> None:
    """An error where an option goes with another kind of input."""
    for name, value in of_treebanks.items():
        if value and kind != InputKind.conllu:
            raise typer.BadParameter("goes with --input conllu", param_hint=name)
    if ranges and kind != InputKind.text:
        raise typer.BadParameter("goes with --text", param_hint="--ranges")


def load_any(path: str | None) -> tuple[Pipeline | None, Parser]:
    """The pipeline in a file or inside the package, if it is one, and the parser."""
    from multiplane.learn import embedded_model
    from multiplane.text.pipeline import Pipeline, load

    place = embedded_model() if path is None else path
    if place is None:
        raise MultiplaneError("no model: give one with -m MODEL, made by multiplane train")
    if path is None:
        note("no model given: parsing with the English one of the package")
    found = load(place)
    if not isinstance(found, Pipeline):
        return None, found
    if found.parser is None:
        raise MultiplaneError(f"{place}: found a pipeline without a parser; expected one with a parser")
    return found, found.parser


def without_parser(pipeline: Pipeline) -> Pipeline:
    """The same pipeline up to the parser."""
    return replace(pipeline, parser=None)


def tokenizer_of(pipeline: Pipeline | None, name: str) -> Tokenizer:
    """The tokenizer of a pipeline; an error if the model is a parser alone."""
    if pipeline is None:
        raise MultiplaneError(f"{name}: found a parser without a tokenizer; expected a pipeline, for text")
    return pipeline.tokenizer


def read_text(tokenizer: Tokenizer, paths: list[str], ranges: bool, starts: set[int]) -> Iterator[Treebank]:
    """The sentences of all texts, block by block."""
    from multiplane.text.tokenizer.stream import tokenize_blocks
    from multiplane.treebank.conll.source import open_source, source_name

    count = 0
    for path in paths:
        starts.add(count)
        with open_source(path) as stream:
            for block in tokenize_blocks(tokenizer, stream, ranges=ranges, source=source_name(path)):
                count += 1
                yield block


def read_words(kind: InputKind, paths: list[str], starts: set[int]) -> Iterator[Treebank]:
    """The sentences of all texts that are split into words already, block by block."""
    from multiplane.text.presegmented import horizontal_blocks, vertical_blocks
    from multiplane.treebank.conll.source import open_source, source_name

    read = horizontal_blocks if kind == InputKind.horizontal else vertical_blocks
    count = 0
    for path in paths:
        starts.add(count)
        with open_source(path) as stream:
            for block in read(stream, source_name(path)):
                count += 1
                yield block


def check_kind(parser: Parser, name: str, deps: bool) -> None:
    """An error where a model of trees meets --deps, or one of graphs comes without it."""
    if deps and not parser.builds_graphs:
        raise MultiplaneError(f"{name}: found a model of trees; expected one of graphs, from train --deps")
    if parser.builds_graphs and not deps:
        raise MultiplaneError(f"{name}: found a model of graphs; expected --deps, or a model of trees")


def load_parser(path: str | None) -> Parser:
    """The parser in a file, alone or in a pipeline, or the one inside the package."""
    return load_any(path)[1]


def with_warnings(parser: Parser, blocks: Iterable[Treebank]) -> Iterator[Treebank]:
    """The blocks; one line on standard error about each file that lacks columns which the model was trained with."""
    warned: set[str] = set()
    for block in blocks:
        text = "" if block.source in warned else parser.warning_about(block)
        if text:
            warned.add(block.source)
            note(f"warning: {text}")
        yield block


def read_blocks(paths: list[str], format: str | None, skip_bad: bool, starts: set[int]) -> Iterator[Treebank]:
    """All files of one format, block by block; the numbers of the blocks with which a file starts go to ``starts``."""
    from multiplane.learn.model.streaming import BLOCK_SIZE
    from multiplane.treebank import stream_blocks
    from multiplane.treebank.conll.columns import TITLES

    first: Format | None = None
    skipped: list[FormatError] = []
    count = 0
    for path in paths:
        starts.add(count)
        try:
            for block in stream_blocks(
                path, format=format, skip_bad=skip_bad, heads_required=False, block_size=BLOCK_SIZE
            ):
                first = first or block.format
                if block.format != first:
                    raise MultiplaneError(f"{path}: found {TITLES[block.format]}; expected {TITLES[first]} again")
                skipped += block.skipped
                count += 1
                yield block
        except FormatError as error:
            if error.found in PLAIN_TEXT:
                raise MultiplaneError(
                    f"{error.file}:{error.line}: found plain text; expected CoNLL-U with words and tags in columns, "
                    "or --text and a model with a tokenizer"
                ) from None
            raise
    report_skipped(skipped)


def write_blocks(blocks: Iterable[Treebank], starts: set[int], out: IO[bytes]) -> None:
    """The bytes of all blocks, with progress on a terminal."""
    started, words, before = monotonic(), 0, b""
    with ProgressLine() as line:
        for number, block in enumerate(blocks):
            data = bytes(block)
            if number and number in starts:
                out.write(blank_line_after(before))
                data = data.removeprefix(BYTE_ORDER_MARK)
            out.write(data)
            before = data
            words += block.word_count
            line.show(f"{words:,} words, {words / max(monotonic() - started, 1e-9):,.0f} a second")


def blank_line_after(data: bytes) -> bytes:
    r"""What must follow a file that ends with these sentences before the next begins.

    >>> blank_line_after(b"c\t_\n"), blank_line_after(b"c\t_"), blank_line_after(b"_\n\n")
    (b'\n', b'\n\n', b'')
    """
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    if data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return newline if data.endswith(b"\n") else newline + newline
