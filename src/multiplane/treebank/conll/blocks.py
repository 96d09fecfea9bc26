"""A stream of bytes in blocks of whole sentences, in memory for a few of them.

A sentence longer than `MAX_SENTENCE_LENGTH` is refused as soon as that many of its bytes have been read, however long
it goes on: a small compressed file can hold one that would fill any memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple

from multiplane.treebank.conll.boundaries import (
    BLANK_LINES,
    MAX_SENTENCE_LENGTH,
    first_line_start,
    last_sentence_start,
)

OVERLAP = 4


class Block(NamedTuple):
    """Bytes of whole sentences; or the first bytes of one that is too long, and how many line ends it has in all."""

    data: bytes
    too_long: bool = False
    lines: int = 0


def blocks(
    stream: IO[bytes], size: int, *, skip_bad: bool = False, longest: int = MAX_SENTENCE_LENGTH
) -> Iterator[Block]:
    r"""Blocks of about ``size`` bytes, or of a single sentence; a sentence that is too long ends the stream.

    With ``skip_bad``, the stream goes on after it.

    >>> from io import BytesIO
    >>> [block.data for block in blocks(BytesIO(b"a\nb\n\nc\n\nd\n"), size=5)]
    [b'a\nb\n\nc\n\n', b'd\n']
    >>> stream = BytesIO(b"a\n" * 100 + b"\nb\n\nc\n")
    >>> [(block.too_long, block.lines) for block in blocks(stream, size=4, skip_bad=True, longest=50)]
    [(True, 101), (False, 0)]
    """
    buffer = b""
    while fresh := stream.read(max(size, min(len(buffer), longest))):
        buffer += fresh
        cut = last_sentence_start(buffer)
        if cut:
            yield Block(buffer[:cut])
            buffer = buffer[cut:]
        if len(buffer) > longest:
            start = buffer[:size]
            lines, buffer = _skip(stream, buffer, size) if skip_bad else (0, b"")
            yield Block(start, True, lines)
            if not skip_bad:
                return
    if buffer[first_line_start(buffer) :]:
        yield Block(buffer)


def _skip(stream: IO[bytes], buffer: bytes, size: int) -> tuple[int, bytes]:
    """Read on to the next sentence: the number of line ends before it, and what has been read from there on."""
    lines, position = 0, first_line_start(buffer)
    while not (found := BLANK_LINES.search(buffer, position)):
        fresh = stream.read(size)
        if not fresh:
            return lines, b""
        lines += buffer.count(b"\n", 0, len(buffer) - OVERLAP)
        buffer, position = buffer[-OVERLAP:] + fresh, 0
    return lines + buffer.count(b"\n", 0, found.end()), buffer[found.end() :]
