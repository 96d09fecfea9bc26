"""Read a treebank at once, or stream it in constant memory in blocks of whole sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from multiplane.errors import FormatError
from multiplane.treebank.conll.blocks import Block, blocks
from multiplane.treebank.conll.boundaries import first_line_start
from multiplane.treebank.conll.columns import Format, check_format
from multiplane.treebank.conll.detect import detect_format
from multiplane.treebank.conll.faults import TOO_LONG, format_error
from multiplane.treebank.conll.scan import count_lines
from multiplane.treebank.conll.source import open_source, source_name
from multiplane.treebank.conll.table import Header, header_of, table_to_conllu
from multiplane.treebank.sdp import is_sdp, sdp_to_conllu
from multiplane.treebank.sentence import Sentence
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 4 << 20


def read(
    path: str | Path, *, format: str | None = None, skip_bad: bool = False, heads_required: bool = True
) -> Treebank:
    """The treebank in a file, compressed or not; ``-`` is standard input.

    The first fault is raised as a ``FormatError``. With ``skip_bad``, bad sentences are left out and their errors are
    in ``treebank.skipped``. With ``heads_required=False``, HEAD may be ``_``, as in text that is not parsed yet.
    Graphs in SDP 2015 and tables with a header become CoNLL-U (`treebank.sdp`, `treebank.conll.table`).

    >>> import tempfile, multiplane
    >>> rows = ["1 Hens _ _ _ _ 2 nsubj _ _", "2 lay _ _ _ _ 0 root _ _"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "hens.conllu"
    ...     _ = path.write_text("\\n".join(rows).replace(" ", "\\t"))
    ...     treebank = multiplane.read(path)
    >>> treebank[0].tree.heads.tolist()
    [2, 0]
    """
    name = source_name(path)
    known = check_format(format) if format is not None else None
    with open_source(path) as stream:
        found = list(blocks(stream, BLOCK_SIZE, skip_bad=skip_bad))
    if any(block.too_long for block in found):
        return _joined(list(_treebanks(iter(found), name, known, skip_bad, heads_required)))
    whole = [Block(b"".join(block.data for block in found))] if found else []
    del found
    (treebank,) = _treebanks(iter(whole), name, known, skip_bad, heads_required)
    return treebank


def stream(
    path: str | Path, *, format: str | None = None, skip_bad: bool = False, heads_required: bool = True
) -> Iterator[Sentence]:
    """The sentences of a file of any size, in constant memory; see ``read`` for the options.

    >>> next(stream("no/such/file.conllu"))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/file.conllu: no such file
    """
    for block in stream_blocks(path, format=format, skip_bad=skip_bad, heads_required=heads_required):
        yield from block


def stream_blocks(
    path: str | Path,
    *,
    format: str | None = None,
    skip_bad: bool = False,
    heads_required: bool = True,
    block_size: int = BLOCK_SIZE,
) -> Iterator[Treebank]:
    """The treebank in blocks of about ``block_size`` bytes, each a treebank; line numbers are those of the file.

    >>> list(stream_blocks("no/such/file.conllu"))
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such/file.conllu: no such file
    """
    name = source_name(path)
    known = check_format(format) if format is not None else None
    with open_source(path) as stream:
        found = blocks(stream, block_size, skip_bad=skip_bad)
        yield from _treebanks(found, name, known, skip_bad, heads_required)


def _treebanks(
    found: Iterator[Block], name: str, known: Format | None, skip_bad: bool, heads_required: bool
) -> Iterator[Treebank]:
    """A treebank for each block, with the line numbers of the file."""
    line, is_first, is_empty, semantic = 1, True, True, False
    header: Header | None = None
    for data, too_long, lines in found:
        passed = lines if too_long else int(count_lines(np.frombuffer(data, np.uint8)))
        if is_first and known is None:
            semantic, header = is_sdp(data), header_of(data)
            if header is not None and not too_long:
                data, passed, line = data[header.size :], passed - header.lines, line + header.lines
        is_first = False
        if header is not None and not data.strip():
            line += passed
            continue
        is_empty = False
        if semantic and not too_long:
            data, heads_required = sdp_to_conllu(data, name, line), False
        elif header is not None and not too_long:
            data = table_to_conllu(data, header, name, line)
        known = known or ("conllu" if semantic or header is not None else detect_format(data, name))
        if too_long:
            error = format_error(data, TOO_LONG, first_line_start(data), 0, line, name, known)
            if not skip_bad:
                raise error
            yield replace(Treebank.from_text(b"", known, source=name), skipped=[error])
        else:
            yield Treebank.from_text(
                data, known, source=name, skip_bad=skip_bad, heads_required=heads_required, first_line=line
            )
        line += passed
    if is_empty:
        found_alone = "an empty file" if header is None else "a header alone"
        raise FormatError(name, 1, found_alone, "at least one sentence")


def _joined(parts: list[Treebank]) -> Treebank:
    """One treebank of all sentences, each with its line number."""
    return replace(
        Treebank.from_sentences(sentence for part in parts for sentence in part),
        format=parts[0].format,
        source=parts[0].source,
        warnings=[warning for part in parts for warning in part.warnings],
        skipped=[error for part in parts for error in part.skipped],
    )
