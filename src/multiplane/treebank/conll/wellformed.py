"""Whether bytes are UTF-8 without NUL, and where they are not."""

from __future__ import annotations

from multiplane.kernels.arrays import UInt8
from multiplane.kernels.jit import kernel


@kernel
def character_length(data: UInt8, position: int) -> int:
    """The length in bytes of the character at ``position``; 0 for NUL and for bytes that are not UTF-8."""
    lead = data[position]
    left = len(data) - position
    if lead < 0x80:
        return 1 if lead > 0 else 0
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
def first_malformed(data: UInt8, start: int, end: int) -> int:
    """The position of the first malformed character in data[start:end]; -1 if there is none.

    >>> import numpy as np
    >>> int(first_malformed(np.frombuffer(b"d\\xe6g", np.uint8), 0, 3))
    1
    """
    position = start
    while position < end:
        length = character_length(data, position)
        if length == 0:
            return position
        position += length
    return -1


def well_formed(data: UInt8) -> bool:
    """Whether all bytes are UTF-8 without NUL.

    >>> import numpy as np
    >>> [well_formed(np.frombuffer(text, np.uint8)) for text in ("dæg".encode(), b"d\\xe6g", b"d\\0g")]
    [True, False, False]
    """
    try:
        return "\0" not in str(data.tobytes(), "utf-8")
    except UnicodeDecodeError:
        return False
