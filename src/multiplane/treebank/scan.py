"""One pass over the bytes of a treebank: where sentences and columns lie, the heads, and the first fault.

A sentence is everything from its first comment or word to the next one's, blank lines included, so that the
spans of all sentences put together are the file. Time linear in the bytes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from multiplane.jit import kernel

Bytes = NDArray[np.uint8]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

FINE, COLUMN_COUNT, EMPTY_COLUMN, ID, UNFINISHED_RANGE, HEAD_VALUE = 0, 1, 2, 3, 4, 5
HEAD_RANGE, OWN_HEAD, CYCLE, NOT_UTF8, NUL, COMMENT, NO_WORDS, TOO_LONG = 6, 7, 8, 9, 10, 11, 12, 13

_TAB, _NEWLINE, _RETURN, _HASH, _MINUS, _POINT, _ZERO, _NINE, _UNDERSCORE = 9, 10, 13, 35, 45, 46, 48, 57, 95
_SPACE, _ASCII_END = 32, 128
_HEAD_COLUMN = 6
_LONGEST_SENTENCE = 2**31 - 64


@kernel
def character_length(data: Bytes, position: int) -> int:
    """How many bytes the non-ASCII character at ``position`` takes in UTF-8; 0 where it is not UTF-8."""
    lead = data[position]
    left = len(data) - position
    if lead < 0xC2 or left < 2:
        return 0
    second = data[position + 1]
    if lead < 0xE0:
        return 2 if 0x80 <= second <= 0xBF else 0
    if left < 3 or not 0x80 <= data[position + 2] <= 0xBF:
        return 0
    if lead < 0xF0:
        lowest = 0xA0 if lead == 0xE0 else 0x80
        highest = 0x9F if lead == 0xED else 0xBF
        return 3 if lowest <= second <= highest else 0
    if lead > 0xF4 or left < 4 or not 0x80 <= data[position + 3] <= 0xBF:
        return 0
    lowest = 0x90 if lead == 0xF0 else 0x80
    highest = 0x8F if lead == 0xF4 else 0xBF
    return 4 if lowest <= second <= highest else 0


@kernel
def integer(data: Bytes, start: int, end: int) -> int:
    """The value of decimal digits without leading zeros, at most nine of them; -1 for anything else."""
    if end <= start or end - start > 9 or (data[start] == _ZERO and end - start > 1):
        return -1
    value = 0
    for position in range(start, end):
        if data[position] < _ZERO or data[position] > _NINE:
            return -1
        value = 10 * value + (int(data[position]) - _ZERO)
    return value


@kernel
def blank(data: Bytes, position: int) -> bool:
    """Whether the line that starts here is empty."""
    if data[position] == _RETURN:
        return position + 1 == len(data) or data[position + 1] == _NEWLINE
    return bool(data[position] == _NEWLINE)


@kernel
def skip_blank_lines(data: Bytes, position: int) -> tuple[int, int]:
    """The start of the next line that is not blank, and how many were."""
    lines = 0
    while position < len(data) and blank(data, position):
        position += 1 if data[position] == _NEWLINE else 2
        lines += 1
    return min(position, len(data)), lines


@kernel
def split_line(data: Bytes, start: int, base: int, columns: Int32) -> tuple[int, int, int]:
    """Note where each column starts, relative to ``base``, and one past where the last ends plus one.

    Returns a fault or FINE, the position of the fault or of the line's end, and the number of columns.
    """
    size = len(data)
    found = 1
    columns[0] = start - base
    position = start
    while position < size:
        byte = data[position]
        if _SPACE <= byte < _ASCII_END:
            position += 1
        elif byte == _TAB:
            position += 1
            if found < 10:
                columns[found] = position - base
            found += 1
        elif byte == _NEWLINE:
            break
        elif byte >= _ASCII_END:
            length = character_length(data, position)
            if length == 0:
                return NOT_UTF8, position, found
            position += length
        elif byte == 0:
            return NUL, position, found
        else:
            position += 1
    end = position
    if end > start and data[end - 1] == _RETURN:
        end -= 1
    columns[10] = end + 1 - base
    return FINE, position, found


@kernel
def check_tree(heads: Int32, first: int, count: int, reached: Int32) -> tuple[int, int]:
    """The fault in heads[first:first + count] and its word, counted from 0; heads of -1 are not there yet."""
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
def check_id(
    data: Bytes, start: int, end: int, universal: bool, words: int, minor: int, covered: int
) -> tuple[bool, int, int, int]:
    """Whether an ID may stand after ``words`` words, and the counters with it.

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
def scan_sentence(
    data: Bytes,
    begin: int,
    position: int,
    first: int,
    universal: bool,
    heads_required: bool,
    columns: Int32,
    heads: Int32,
    reached: Int32,
) -> tuple[int, int, int, int]:
    """Lay out the sentence whose first line is at ``position``; its words go to rows ``first`` and on.

    Returns a fault or FINE, the position of the fault or of the next sentence, the lines passed, the words.
    """
    size = len(data)
    start = position
    lines = 0
    words, minor, covered, covered_from = 0, 0, 0, 0
    while position < size and not blank(data, position):
        if position - begin > _LONGEST_SENTENCE:
            return TOO_LONG, position, lines, words
        row = columns[first + words]
        fault, end, found = split_line(data, position, begin, row)
        if fault != FINE:
            return fault, end, lines, words
        if universal and data[position] == _HASH:
            if words + minor + covered > 0:
                return COMMENT, position, lines, words
        elif found != 10:
            return COLUMN_COUNT, position, lines, words
        else:
            for column in range(10):
                if row[column + 1] - row[column] < 2:
                    return EMPTY_COLUMN, position, lines, words
            before, before_covered = words, covered
            fits, words, minor, covered = check_id(
                data, position, begin + row[1] - 1, universal, words, minor, covered
            )
            if not fits:
                return ID, position, lines, before
            if covered != before_covered:
                covered_from = position
            if words > before:
                head_start, head_end = begin + row[_HEAD_COLUMN], begin + row[_HEAD_COLUMN + 1] - 1
                head = integer(data, head_start, head_end)
                absent = head_end - head_start == 1 and data[head_start] == _UNDERSCORE
                if head < 0 and (heads_required or not absent):
                    return HEAD_VALUE, position, lines, before
                heads[first + before] = head
        position = min(end + 1, size)
        lines += 1
    if words == 0:
        return NO_WORDS, start, lines, words
    if covered > words:
        return UNFINISHED_RANGE, covered_from, lines, words
    fault, word = check_tree(heads, first, words, reached)
    if fault != FINE:
        return fault, begin + columns[first + word, 0], lines, words
    position, blanks = skip_blank_lines(data, position)
    return FINE, position, lines + blanks, words


@kernel
def scan(
    data: Bytes,
    begin: int,
    position: int,
    line: int,
    sentence: int,
    word: int,
    universal: bool,
    heads_required: bool,
    starts: Int64,
    lines: Int64,
    offsets: Int64,
    columns: Int32,
    heads: Int32,
    reached: Int32,
) -> tuple[int, int, int, int, int, int]:
    """Lay out sentences from ``position`` on, up to the end or the first fault.

    ``begin`` differs from ``position`` where a byte-order mark comes first. Returns the fault or FINE, its
    position, the begin and the first line of the sentence that has it, and the sentences and words so far.
    """
    position, blanks = skip_blank_lines(data, position)
    line += blanks
    while position < len(data):
        fault, where, passed, words = scan_sentence(
            data, begin, position, word, universal, heads_required, columns, heads, reached
        )
        if fault != FINE:
            return fault, where, begin, line, sentence, word
        starts[sentence] = begin
        lines[sentence] = line
        sentence += 1
        word += words
        offsets[sentence] = word
        line += passed
        begin = position = where
    return FINE, position, begin, line, sentence, word
