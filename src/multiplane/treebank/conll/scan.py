"""One pass over a treebank: where sentences and columns begin, the heads, and the first fault.

The marks (tabs and line ends) are collected first, in a loop without branches; the scan then goes from mark to mark.
A sentence extends from its first comment or word to that of the next one, blank lines included, so that the spans of
all sentences together are the file. Time linear in the number of bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.treebank.conll.boundaries import MAX_SENTENCE_LENGTH
from multiplane.treebank.conll.faults import (
    COLUMN_COUNT,
    COMMENT,
    CYCLE,
    EMPTY_COLUMN,
    FINE,
    HEAD_RANGE,
    HEAD_VALUE,
    ID,
    MALFORMED,
    NO_WORDS,
    OWN_HEAD,
    TOO_LONG,
    UNFINISHED_RANGE,
)
from multiplane.treebank.conll.wellformed import first_malformed

_TAB, _NEWLINE, _RETURN, _HASH, _MINUS, _POINT, _ZERO, _NINE, _UNDERSCORE = 9, 10, 13, 35, 45, 46, 48, 57, 95
_HEAD = 6


class ScanRules(NamedTuple):
    """What to accept. ``universal`` is CoNLL-U; ``careful`` looks for the malformed bytes that the data contain."""

    universal: bool
    heads_required: bool
    careful: bool


class ScanOutput(NamedTuple):
    """Arrays that the scan fills, by sentence and by word, large enough for as many as there are lines.

    ``reached`` is the workspace of the cycle check.
    """

    starts: Int64
    lines: Int64
    offsets: Int64
    columns: Int32
    heads: Int32
    reached: Int32


def count_lines(data: UInt8) -> int:
    """The number of line ends."""
    return int(np.count_nonzero(data == _NEWLINE))


def find_marks(data: UInt8, start: int) -> Int64:
    """The positions of tabs and line ends from ``start`` on, and of the end of the data."""
    piece = data[start:]
    marks = np.flatnonzero((piece == _TAB) | (piece == _NEWLINE))
    marks += start
    return np.append(marks, len(data))


@kernel
def line_end(data: UInt8, marks: Int64, mark: int) -> int:
    """The mark that ends the line of ``mark``."""
    while marks[mark] < len(data) and data[marks[mark]] != _NEWLINE:
        mark += 1
    return mark


@kernel
def content_end(data: UInt8, start: int, end: int) -> int:
    """The end of a line without its carriage return."""
    return end - 1 if end > start and data[end - 1] == _RETURN else end


@kernel
def skip_blank_lines(data: UInt8, marks: Int64, mark: int, position: int) -> tuple[int, int, int]:
    """The position and the mark of the next line that is not blank, and the number of blank lines."""
    lines = 0
    while position < len(data):
        end = line_end(data, marks, mark)
        if content_end(data, position, marks[end]) > position:
            break
        position, mark = min(marks[end] + 1, len(data)), end + 1
        lines += 1
    return position, mark, lines


@kernel
def integer(data: UInt8, start: int, end: int) -> int:
    """The value of at most nine decimal digits without leading zeros; -1 for anything else."""
    if end <= start or end - start > 9 or (data[start] == _ZERO and end - start > 1):
        return -1
    value = 0
    for position in range(start, end):
        if data[position] < _ZERO or data[position] > _NINE:
            return -1
        value = 10 * value + (int(data[position]) - _ZERO)
    return value


@kernel
def check_id(
    data: UInt8, start: int, end: int, universal: bool, words: int, minor: int, covered: int
) -> tuple[bool, int, int, int]:
    """Whether an ID is valid after ``words`` words, and the counters updated.

    ``minor`` is the number of empty nodes since the last word, ``covered`` the end of the last range.
    """
    if integer(data, start, end) == words + 1:
        return True, words + 1, 0, covered
    for position in range(start + 1, end - 1 if universal else start):
        if data[position] == _MINUS:
            last = integer(data, position + 1, end)
            fits = integer(data, start, position) == words + 1 and last > words and covered <= words
            return fits, words, minor, last
        if data[position] == _POINT:
            fits = integer(data, start, position) == words and integer(data, position + 1, end) == minor + 1
            return fits, words, minor + 1, covered
    return False, words, minor, covered


@kernel
def check_tree(heads: Int32, first: int, count: int, reached: Int32) -> tuple[int, int]:
    """The fault in heads[first:first + count] and its word, counted from 0; a head of -1 is a missing one."""
    for word in range(count):
        head = heads[first + word]
        if head > count or head < -1:
            return HEAD_RANGE, word
        if head == word + 1:
            return OWN_HEAD, word
    for word in range(count):
        reached[word] = 0
    for start in range(1, count + 1):
        node = start
        while node > 0 and reached[node - 1] == 0:
            reached[node - 1] = start
            node = heads[first + node - 1]
        if node > 0 and reached[node - 1] == start:
            return CYCLE, node - 1
    return FINE, 0


@kernel
def scan_sentence(
    data: UInt8,
    marks: Int64,
    mark: int,
    begin: int,
    position: int,
    first: int,
    rules: ScanRules,
    output: ScanOutput,
) -> tuple[int, int, int, int, int]:
    """Lay out the sentence whose first line is at ``position``; its words go to rows ``first`` and after.

    Returns a fault or FINE, the position of the fault or of the next sentence, its mark, and the numbers of lines and
    words.
    """
    columns, heads = output.columns, output.heads
    start = position
    lines, words, minor, covered, covered_from = 0, 0, 0, 0, 0
    while position < len(data):
        end_mark = line_end(data, marks, mark)
        next_position = min(marks[end_mark] + 1, len(data))
        end = content_end(data, position, marks[end_mark])
        if end == position:
            break
        if rules.careful:
            malformed = first_malformed(data, position, end)
            if malformed >= 0:
                return MALFORMED, malformed, mark, lines, words
        if end - begin > MAX_SENTENCE_LENGTH:
            return TOO_LONG, position, mark, lines, words
        if rules.universal and data[position] == _HASH:
            if words + minor + covered > 0:
                return COMMENT, position, mark, lines, words
        else:
            if end_mark - mark != 9:
                return COLUMN_COUNT, position, mark, lines, words
            word = first + words
            columns[word, 0] = position - begin
            for column in range(9):
                columns[word, column + 1] = marks[mark + column] + 1 - begin
            columns[word, 10] = end + 1 - begin
            for column in range(10):
                if columns[word, column + 1] - columns[word, column] < 2:
                    return EMPTY_COLUMN, position, mark, lines, words
            before = covered
            fits, words, minor, covered = check_id(data, position, marks[mark], rules.universal, words, minor, covered)
            if not fits:
                return ID, position, mark, lines, words
            if covered > before:
                covered_from = position
            head_start, head_end = marks[mark + _HEAD - 1] + 1, marks[mark + _HEAD]
            head = integer(data, head_start, head_end)
            if head < 0:
                absent = head_end - head_start == 1 and data[head_start] == _UNDERSCORE
                is_word = word < first + words
                if not absent or (is_word and rules.heads_required):
                    return HEAD_VALUE, position, mark, lines, words
            heads[word] = head
        position, mark = next_position, end_mark + 1
        lines += 1
    if words == 0:
        return NO_WORDS, start, mark, lines, words
    if covered > words:
        return UNFINISHED_RANGE, covered_from, mark, lines, words
    fault, word = check_tree(heads, first, words, output.reached)
    if fault != FINE:
        return fault, begin + columns[first + word, 0], mark, lines, words
    position, mark, blanks = skip_blank_lines(data, marks, mark, position)
    return FINE, position, mark, lines + blanks, words


@kernel(steps=lambda data, marks, mark, *_: len(marks) - mark)
def scan(
    data: UInt8,
    marks: Int64,
    mark: int,
    begin: int,
    position: int,
    line: int,
    sentence: int,
    word: int,
    rules: ScanRules,
    output: ScanOutput,
) -> tuple[int, int, int, int, int, int]:
    """Lay out sentences from ``begin``, which is on line ``line``, up to the end or the first fault.

    ``position`` differs from ``begin`` after a byte-order mark. Returns the fault or FINE, its position, the begin of
    its sentence and the line there, and the numbers of sentences and words so far.
    """
    while True:
        position, mark, blanks = skip_blank_lines(data, marks, mark, position)
        if position == len(data):
            return FINE, position, begin, line, sentence, word
        fault, where, mark, passed, words = scan_sentence(data, marks, mark, begin, position, word, rules, output)
        if fault != FINE:
            return fault, where, begin, line, sentence, word
        output.starts[sentence] = begin
        output.lines[sentence] = line + blanks
        sentence += 1
        word += words
        output.offsets[sentence] = word
        line += blanks + passed
        begin = position = where
