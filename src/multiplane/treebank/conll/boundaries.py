"""Sentence boundaries in unscanned bytes: a sentence begins after blank lines, and has at most 64 MB."""

from __future__ import annotations

import re

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MAX_SENTENCE_LENGTH = 64 << 20
"""In bytes: room for a million words; whatever is longer is no sentence, and would only fill the memory."""

BLANK_LINES = re.compile(rb"\n(?:\r?\n)+")
_LEADING = re.compile(rb"(?:\xef\xbb\xbf)?(?:\r?\n)*")


def first_line_start(data: bytes, begin: int = 0) -> int:
    """The start of the first line that is not blank, after a byte-order mark and blank lines.

    >>> first_line_start(b"\\xef\\xbb\\xbf\\n\\n1\\tHens")
    5
    """
    found = _LEADING.match(data, begin)
    return found.end() if found else begin


def next_sentence_start(data: bytes, position: int) -> int:
    """The start of the sentence after the one at ``position``, or the end of the data.

    >>> next_sentence_start(b"1\\tHens\\n\\n1\\tlay", 2)
    8
    """
    found = BLANK_LINES.search(data, position)
    return found.end() if found else len(data)


def last_sentence_start(data: bytes) -> int:
    """The start of the last sentence, complete or not, that has another before it; 0 if there is none.

    >>> [last_sentence_start(data) for data in (b"1\\tHens\\n\\n1\\tlay", b"1\\tHens\\n\\n", b"\\n\\n1\\tlay")]
    [8, 0, 0]
    """
    text = len(data.rstrip(b"\r\n"))
    blank = data.rfind(b"\n\n", 0, text)
    start = max(blank + 2, data.rfind(b"\n\r\n", max(blank, 0), text) + 3)
    return start if start > max(3, first_line_start(data)) else 0


def blank_line_after(data: bytes) -> bytes:
    r"""What must follow a file that ends with these sentences before the next begins.

    >>> blank_line_after(b"c\t_\n"), blank_line_after(b"c\t_"), blank_line_after(b"_\n\n")
    (b'\n', b'\n\n', b'')
    """
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    if data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return newline if data.endswith(b"\n") else newline + newline
