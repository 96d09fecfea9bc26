"""Read a treebank at once, or stream it in constant memory in blocks of whole sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np

from multiplane.errors import FormatError
from multiplane.treebank.conll.boundaries import first_line_start, last_sentence_start
from multiplane.treebank.conll.columns import Format, check_format
from multiplane.treebank.conll.detect import detect_format
from multiplane.treebank.conll.scan import count_lines
from multiplane.treebank.conll.source import open_source, source_name
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
    Graphs in SDP 2015 become CoNLL-U (`treebank.sdp`).

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
        data = stream.read()
    if not data[first_line_start(data) :]:
        raise FormatError(name, 1, "an empty file", "at least one sentence")
    if known is None and is_sdp(data):
        data, known, heads_required = sdp_to_conllu(data, name), "conllu", False
    return Treebank.from_text(
        data,
        known or detect_format(data, name),
        source=name,
        skip_bad=skip_bad,
        heads_required=heads_required,
    )


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
    known: Format | None = check_format(format) if format is not None else None
    line, is_empty, semantic = 1, True, False
    with open_source(path) as stream:
        for block in _blocks(stream, block_size):
            semantic = semantic or (is_empty and known is None and is_sdp(block))
            is_empty = False
            lines = int(count_lines(np.frombuffer(block, np.uint8)))
            if semantic:
                block, heads_required = sdp_to_conllu(block, name, line), False
            known = known or detect_format(block, "" if semantic else name)
            yield Treebank.from_text(
                block, known, source=name, skip_bad=skip_bad, heads_required=heads_required, first_line=line
            )
            line += lines
    if is_empty:
        raise FormatError(name, 1, "an empty file", "at least one sentence")


def _blocks(stream: IO[bytes], size: int) -> Iterator[bytes]:
    """The bytes in blocks of whole sentences, of about ``size`` bytes or a single sentence."""
    buffer = b""
    while fresh := stream.read(max(size, len(buffer))):
        buffer += fresh
        cut = last_sentence_start(buffer)
        if cut:
            yield buffer[:cut]
            buffer = buffer[cut:]
    if buffer[first_line_start(buffer) :]:
        yield buffer
