"""Small letters for capitals, in UTF-8: of ASCII, Latin, Greek, Cyrillic, Armenian, whatever takes two bytes at most.

Letters whose small form takes another number of bytes stay as they are, as do all that take three bytes or four.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from multiplane.kernels.arrays import UInt8, UInt16
from multiplane.kernels.jit import kernel

MAX_BYTES = 256
"""Words are looked at up to this number of bytes."""

_TWO_BYTES = 0x800


@cache
def small_letters() -> UInt16:
    """The small letter of every character below U+0800, by code point.

    >>> letters = small_letters()
    >>> chr(letters[ord("Ž")]), chr(letters[ord("ž")])
    ('ž', 'ž')
    """
    table = np.arange(_TWO_BYTES, dtype=np.uint16)
    for code in range(_TWO_BYTES):
        small = chr(code).lower()
        if len(small) == 1 and len(small.encode("utf-8")) == len(chr(code).encode("utf-8")):
            table[code] = ord(small)
    return table


@cache
def capital_letters() -> UInt16:
    """The inverse: the capital letter of every character below U+0800.

    >>> chr(capital_letters()[ord("ž")])
    'Ž'
    """
    table = np.arange(_TWO_BYTES, dtype=np.uint16)
    for code, small in enumerate(small_letters().tolist()):
        if small != code and chr(small).upper() == chr(code):
            table[small] = code
    return table


@kernel
def change_case(data: UInt8, start: int, end: int, table: UInt16, out: UInt8, position: int) -> int:
    """Write the text with letters changed as the table says, as far as there is room; the position after it."""
    place = start
    while place < end and position + 1 < len(out):
        byte = int(data[place])
        if byte < 0x80:
            out[position] = table[byte]
        elif 0xC2 <= byte <= 0xDF and place + 1 < end:
            code = int(table[(byte & 0x1F) << 6 | (int(data[place + 1]) & 0x3F)])
            out[position] = 0xC0 | code >> 6
            out[position + 1] = 0x80 | (code & 0x3F)
            place += 1
            position += 1
        else:
            out[position] = byte
        place += 1
        position += 1
    return position
