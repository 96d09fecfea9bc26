"""From decisions to tokens and sentences, and these written as CoNLL-U.

FORM, ``# text``, ``SpaceAfter=No``, ``TokenRange`` on request; all else is ``_``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Bool, Int8, Int64, UInt8, UInt32
from multiplane.kernels.jit import kernel
from multiplane.text.tokenizer.boundaries import GOES_ON, SENTENCE_END
from multiplane.text.tokenizer.characters import PARAGRAPH, SPACE, Characters, is_gap
from multiplane.treebank.conll.rewrite import write_number
from multiplane.treebank.strings import copy, pack


class Spans(NamedTuple):
    """Token t is the characters ``starts[t]`` to ``ends[t]``; ``joined`` tells whether another follows without a space.

    Sentence s has tokens ``offsets[s]`` to ``offsets[s + 1]``; ``paragraphs`` tells whether one begins with it.
    """

    starts: Int64
    ends: Int64
    joined: Bool
    offsets: Int64
    paragraphs: Bool


@kernel(steps=lambda text, *_: 4 * len(text.classes))
def read_spans(text: Characters, decisions: Int8, begins_paragraph: bool) -> tuple[Int64, Int64, Bool, Int64, Bool]:
    """The tokens and sentences that decisions stand for; ``begins_paragraph`` is about the first sentence."""
    tokens, sentences = 0, 0
    for at in range(len(decisions)):
        tokens += decisions[at] != GOES_ON
        sentences += decisions[at] == SENTENCE_END
    starts, ends = np.empty(tokens, np.int64), np.empty(tokens, np.int64)
    joined, paragraphs = np.empty(tokens, np.bool_), np.empty(sentences, np.bool_)
    offsets = np.zeros(sentences + 1, np.int64)
    token, sentence = 0, 0
    inside, paragraph = False, begins_paragraph
    for at in range(len(decisions)):
        kind = text.classes[at]
        if kind <= SPACE:
            paragraph |= kind == PARAGRAPH
            continue
        if not inside:
            starts[token] = text.places[at]
            inside = True
            if token == offsets[sentence]:
                paragraphs[sentence] = paragraph
                paragraph = False
        if decisions[at] != GOES_ON:
            ends[token] = text.places[at] + 1
            joined[token] = text.classes[at + 1] > SPACE
            inside = False
            token += 1
            if decisions[at] == SENTENCE_END:
                sentence += 1
                offsets[sentence] = token
    return starts, ends, joined, offsets, paragraphs


def spans_of(text: Characters, decisions: Int8, begins_paragraph: bool = True) -> Spans:
    """The tokens and sentences of a text.

    >>> from multiplane.text.tokenizer.characters import characters_of, code_points
    >>> text = characters_of(code_points("Go on!  Run"))
    >>> found = spans_of(text, np.array([0, 1, 0, 0, 1, 2, 0, 0, 0, 2, 0], np.int8))
    >>> found.starts.tolist(), found.ends.tolist(), found.offsets.tolist()
    ([0, 3, 5, 8], [2, 5, 6, 11], [0, 3, 4])
    """
    return Spans(*read_spans(text, decisions, begins_paragraph))


_PIECES = ("# newpar\n", "# sent_id = ", "\n# text = ", "\t_" * 7 + "\t", "SpaceAfter=No", "TokenRange=")
_DOCUMENT, _PARAGRAPH, _SENTENCE, _TEXT, _EMPTY, _NO_SPACE, _RANGE = range(1 + len(_PIECES))
_TAB, _NEWLINE, _SPACE, _BAR, _COLON, _UNDERSCORE = 9, 10, 32, 124, 58, 95
_ROOM_OF_TOKEN, _ROOM_OF_SENTENCE, _ROOM_OF_CHARACTER = 110, 90, 4


@kernel
def write_character(out: UInt8, position: int, code: int) -> int:
    """Write a code point in UTF-8; the position after it."""
    if code < 0x80:
        out[position] = code
        return position + 1
    if code < 0x800:
        out[position] = 0xC0 | code >> 6
        out[position + 1] = 0x80 | code & 0x3F
        return position + 2
    if code < 0x10000:
        out[position] = 0xE0 | code >> 12
        out[position + 1] = 0x80 | code >> 6 & 0x3F
        out[position + 2] = 0x80 | code & 0x3F
        return position + 3
    out[position] = 0xF0 | code >> 18
    out[position + 1] = 0x80 | code >> 12 & 0x3F
    out[position + 2] = 0x80 | code >> 6 & 0x3F
    out[position + 3] = 0x80 | code & 0x3F
    return position + 4


@kernel
def write_text(codes: UInt32, classes: UInt8, start: int, end: int, out: UInt8, position: int) -> int:
    """Write codes[start:end] in UTF-8, every gap as one space; the position after it."""
    for place in range(start, end):
        if not is_gap(classes[place]):
            position = write_character(out, position, int(codes[place]))
        elif not is_gap(classes[place - 1]):
            out[position] = _SPACE
            position += 1
    return position


@kernel
def write_sentences(
    codes: UInt32,
    classes: UInt8,
    starts: Int64,
    ends: Int64,
    joined: Bool,
    offsets: Int64,
    paragraphs: Bool,
    number: int,
    ranges: bool,
    base: int,
    blob: UInt8,
    pieces: Int64,
    out: UInt8,
) -> int:
    """Write all sentences, numbered from ``number``; ``base`` is added to the places of tokens. The bytes written."""
    position = 0
    for sentence in range(len(paragraphs)):
        first, last = offsets[sentence], offsets[sentence + 1] - 1
        if sentence == 0:
            position = copy(blob, pieces[_DOCUMENT], pieces[_DOCUMENT + 1], out, position)
        if paragraphs[sentence]:
            position = copy(blob, pieces[_PARAGRAPH], pieces[_PARAGRAPH + 1], out, position)
        position = copy(blob, pieces[_SENTENCE], pieces[_SENTENCE + 1], out, position)
        position = write_number(out, position, number + sentence)
        position = copy(blob, pieces[_TEXT], pieces[_TEXT + 1], out, position)
        position = write_text(codes, classes, starts[first], ends[last], out, position)
        out[position] = _NEWLINE
        position += 1
        for token in range(first, last + 1):
            position = write_number(out, position, token - first + 1)
            out[position] = _TAB
            position = write_text(codes, classes, starts[token], ends[token], out, position + 1)
            position = copy(blob, pieces[_EMPTY], pieces[_EMPTY + 1], out, position)
            if joined[token]:
                position = copy(blob, pieces[_NO_SPACE], pieces[_NO_SPACE + 1], out, position)
            if ranges:
                if joined[token]:
                    out[position] = _BAR
                    position += 1
                position = copy(blob, pieces[_RANGE], pieces[_RANGE + 1], out, position)
                position = write_number(out, position, base + starts[token])
                out[position] = _COLON
                position = write_number(out, position + 1, base + ends[token])
            elif not joined[token]:
                out[position] = _UNDERSCORE
                position += 1
            out[position] = _NEWLINE
            position += 1
        out[position] = _NEWLINE
        position += 1
    return position


def newdoc(name: str) -> str:
    """The comment with which a document begins.

    >>> newdoc(""), newdoc("hens")
    ('# newdoc', '# newdoc id = hens')
    """
    return f"# newdoc id = {name}" if name else "# newdoc"


def conllu_of(
    codes: UInt32,
    classes: UInt8,
    spans: Spans,
    *,
    document: str | None = "",
    number: int = 1,
    ranges: bool = False,
    base: int = 0,
) -> bytes:
    """The sentences of a text as CoNLL-U, numbered from ``number``; ``base`` is the place of the text's beginning.

    A document of this name begins with them, or with None, none does.

    >>> from multiplane.text.tokenizer.characters import code_points
    >>> from multiplane.text.tokenizer.characters import look_up
    >>> one, true = np.ones(1, np.int64), np.ones(1, np.bool_)
    >>> spans = Spans(0 * one, 2 * one, ~true, np.array([0, 1]), ~true)
    >>> codes = code_points("Go")
    >>> conllu_of(codes, look_up(codes)[0], spans, document=None, ranges=True)
    b'# sent_id = 1\\n# text = Go\\n1\\tGo\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\tTokenRange=0:2\\n\\n'
    """
    if not len(spans.paragraphs):
        return b""
    characters = int(spans.ends[-1] - spans.starts[0])
    room = 2 * _ROOM_OF_CHARACTER * characters
    room += _ROOM_OF_TOKEN * len(spans.starts) + _ROOM_OF_SENTENCE * len(spans.paragraphs)
    blob, pieces = pack(("" if document is None else newdoc(document) + "\n", *_PIECES))
    out = np.empty(room + len(blob), np.uint8)
    size = write_sentences(codes, classes, *spans, number, ranges, base, blob, pieces, out)
    return out[:size].tobytes()
