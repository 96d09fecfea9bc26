"""A text of any length, in constant memory: sentences are given out as soon as nothing that follows can change them.

What a decision looks at ends `FARTHEST` entries further on, or with the paragraph, and begins with its sentence; and
sentences have a greatest length. So the result is the same for any size of blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

import numpy as np

from multiplane.kernels.arrays import Int8
from multiplane.text.tokenizer.boundaries import REACH, SENTENCE_END, TOKEN_END
from multiplane.text.tokenizer.characters import (
    MAX_GAP,
    PARAGRAPH,
    Characters,
    code_points,
    join_gaps,
    look_up,
    read_gap,
)
from multiplane.text.tokenizer.features import LOOK_AHEAD
from multiplane.text.tokenizer.model import Tokenizer, decoded
from multiplane.text.tokenizer.write import conllu_of, spans_of
from multiplane.treebank.conll.scan import count_lines
from multiplane.treebank.treebank import Treebank

BLOCK_SIZE = 128 << 10
LINES_IN_BLOCK = 1_000
FARTHEST = max(LOOK_AHEAD, REACH)
_MAX_CHARACTER_LENGTH = 4


def tokenize_blocks(
    tokenizer: Tokenizer,
    stream: IO[bytes],
    *,
    ranges: bool = False,
    source: str = "<text>",
    document: str = "",
    block_size: int = BLOCK_SIZE,
) -> Iterator[Treebank]:
    """The sentences of a stream of UTF-8, in treebanks of about ``block_size`` bytes of text each.

    ``document`` is what is called so in its ``# newdoc id``.

    >>> from io import BytesIO
    >>> import multiplane
    >>> tokenizer = multiplane.load().tokenizer
    >>> text = "Hens lay eggs.\\n\\nThey hatch.\\n\\n" * 2
    >>> blocks = list(tokenize_blocks(tokenizer, BytesIO(text.encode()), block_size=40))
    >>> len(blocks) > 1, b"".join(map(bytes, blocks)) == bytes(tokenizer.tokenize(text))
    (True, True)
    """
    rest, base, number, line, begins_paragraph = "", 0, 1, 1, True
    for fresh, is_last in _texts(stream, block_size, source):
        rest += fresh
        codes = code_points(rest)
        classes, small = look_up(codes)
        text = Characters(*join_gaps(codes, classes, small))
        leading, ends_paragraph = read_gap(codes, classes, 0)
        begins_paragraph |= ends_paragraph
        decisions = tokenizer.decide(text)
        if not is_last:
            trailing_gap_ends_paragraph = len(text.places) > 0 and read_gap(codes, classes, text.places[-1])[1]
            decisions = decisions[: certain_until(text, decisions, trailing_gap_ends_paragraph)]
        spans = spans_of(text, decisions, begins_paragraph)
        if len(spans.paragraphs):
            begins = document if number == 1 else None
            data = conllu_of(codes, classes, spans, document=begins, number=number, ranges=ranges, base=base)
            block = tokenizer.splitter.split(Treebank.from_text(data, "conllu", source=source, heads_required=False))
            yield block.from_line(line)
            line += count_lines(block.layout.data)
            number += len(spans.paragraphs)
            begins_paragraph = False
            cut = int(spans.ends[-1])
        else:
            cut = leading if leading > MAX_GAP else 0
        rest, base = rest[cut:], base + cut


def tokenize_lines(
    tokenizer: Tokenizer, text: str, *, ranges: bool = False, source: str = "<text>", lines: int = LINES_IN_BLOCK
) -> Iterator[Treebank]:
    """The sentences of a text that has one on each line, in treebanks of so many of them.

    >>> import multiplane
    >>> (block,) = tokenize_lines(multiplane.load().tokenizer, "Hens lay. They hatch.\\n\\nNo end")
    >>> [sentence.text for sentence in block]
    ['Hens lay. They hatch.', 'No end']
    """
    found: list[bytes] = []
    number, base, first_line = 1, 0, 1
    for line in text.splitlines(keepends=True):
        codes = code_points(line)
        classes, small = look_up(codes)
        characters = Characters(*join_gaps(codes, classes, small))
        decisions = tokenizer.decide(characters)
        ends = np.flatnonzero(decisions == SENTENCE_END)
        if len(ends):
            decisions[ends[:-1]] = TOKEN_END
            spans = spans_of(characters, decisions, number == 1)
            document = "" if number == 1 else None
            found.append(conllu_of(codes, classes, spans, document=document, number=number, ranges=ranges, base=base))
            number += 1
        base += len(line)
        if len(found) == lines:
            yield from _block(tokenizer, found, source, first_line)
            first_line += sum(data.count(b"\n") for data in found)
            found = []
    yield from _block(tokenizer, found, source, first_line)


def _block(tokenizer: Tokenizer, found: list[bytes], source: str, line: int) -> Iterator[Treebank]:
    if found:
        block = Treebank.from_text(b"".join(found), "conllu", source=source, heads_required=False)
        yield tokenizer.splitter.split(block).from_line(line)


def certain_until(text: Characters, decisions: Int8, ends_paragraph: bool) -> int:
    """The number of entries whose decisions no further text can change, up to the end of a sentence.

    The last entry stands for white space that may go on, or is not there yet; ``ends_paragraph`` tells whether it ends
    a paragraph already.
    """
    entries = len(decisions)
    if ends_paragraph:
        return entries
    paragraphs = np.flatnonzero(text.classes[:-1] == PARAGRAPH)
    sentences = np.flatnonzero(decisions[: max(entries - 1 - FARTHEST, 0)] == SENTENCE_END)
    return max(0, *(int(place) + 1 for places in (paragraphs, sentences) for place in places[-1:]), 0)


def _texts(stream: IO[bytes], block_size: int, source: str) -> Iterator[tuple[str, bool]]:
    """The text of a stream block by block, and whether it is the last; no character is split."""
    pending, base = b"", 0
    while fresh := stream.read(block_size):
        data = pending + fresh
        end = len(data) - _cut_off(data)
        yield decoded(data[:end], source, base), False
        pending, base = data[end:], base + end
    yield decoded(pending, source, base), True


def _cut_off(data: bytes) -> int:
    """How many of the last bytes may begin a character that continues after them."""
    for count in range(1, min(_MAX_CHARACTER_LENGTH, len(data) + 1)):
        lead = data[-count]
        if lead & 0xC0 != 0x80:
            length = 4 if lead >= 0xF0 else 3 if lead >= 0xE0 else 2 if lead >= 0xC0 else 1
            return count if length > count else 0
    return 0
