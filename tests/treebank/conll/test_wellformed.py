"""UTF-8 as Python sees it."""

from __future__ import annotations

import numpy as np
import pytest

from multiplane.treebank.conll.wellformed import first_malformed, well_formed


def characters() -> list[bytes]:
    """Sequences of up to four bytes that decide every case of UTF-8."""
    edges = [0x00, 0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED]
    edges += [0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
    tails = [0x41, 0x7F, 0x80, 0x9F, 0xBF, 0xC2]
    ends = [bytes([c]) for c in tails] + [bytes([c, d]) for c in tails for d in tails]
    pairs = [bytes([a, b]) for a in edges for b in edges]
    return [bytes([a]) for a in edges] + pairs + [p + t for p in pairs for t in ends]


@pytest.mark.parametrize("after", [0, 1, 3, 40])
@pytest.mark.parametrize("before", [0, 3, 40])
def test_well_formed_agrees_with_python(before: int, after: int) -> None:
    for character in characters():
        data = b"a" * before + character + b"b" * after
        array = np.frombuffer(data, np.uint8)
        try:
            wrong = -1 if "\0" not in data.decode() else data.index(0)
        except UnicodeDecodeError as error:
            wrong = min(error.start, data.index(0) if 0 in data else error.start)
        assert well_formed(array) == (wrong < 0), data
        assert first_malformed(array, 0, len(data)) == wrong, data
