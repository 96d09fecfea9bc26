"""Letter n-grams of a form, which unknown words share with known ones: each is hashed to a row of embeddings.

A form in small letters, between a mark for its beginning and one for its end, is cut into all groups of `LENGTHS`
letters (Bojanowski et al. 2017); there is no vocabulary of them, and different groups may share a row.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.learn.features.attributes import FORM
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.strings import hash_bytes

ABSENT, FIRST = -1, 2
"""Marks a value without a row of embeddings; the first row of known values, after unknown ones and the root."""

LENGTHS = (3, 4)
BEGIN, END = 2, 3
MAX_FORM_BYTES = 120
"""How many bytes of a form are looked at."""


def letter_rows(layout: Layout, groups: int, rows: int) -> Int32:
    """``[w, g]``: the row of group g of word w, −1 beyond its last; at most so many groups, from so many rows.

    >>> import multiplane
    >>> rows = letter_rows(multiplane.read("sample:dutch-2").layout, 12, 100)
    >>> rows.shape, int(rows.min()), int(rows.max()) < 100
    ((11, 12), -1, True)
    """
    out = np.full((len(layout.columns), groups), ABSENT, np.int32)
    if groups:
        find_groups(layout.data, layout.spans, layout.offsets, layout.columns, rows, out)
    return out


@kernel
def find_groups(data: UInt8, spans: Int64, offsets: Int64, columns: Int32, rows: int, out: Int32) -> None:
    """The rows of all groups of all words: see `letter_rows`."""
    text = np.empty(MAX_FORM_BYTES + 2, np.uint8)
    starts = np.empty(MAX_FORM_BYTES + 3, np.int64)
    for sentence in range(len(offsets) - 1):
        for word in range(offsets[sentence], offsets[sentence + 1]):
            begin, end = spans[sentence] + columns[word, FORM], spans[sentence] + columns[word, FORM + 1] - 1
            letters = marked_letters(data, begin, min(end, begin + MAX_FORM_BYTES), text, starts)
            group = 0
            for length in LENGTHS:
                for first in range(letters - length + 1):
                    if group < out.shape[1]:
                        value = hash_bytes(text, starts[first], starts[first + length])
                        out[word, group] = FIRST + value % (rows - FIRST)
                        group += 1


@kernel
def marked_letters(data: UInt8, begin: int, end: int, text: UInt8, starts: Int64) -> int:
    """The number of letters of a form between its marks; ``starts[i]`` is where letter i begins in ``text``."""
    text[0] = BEGIN
    starts[0] = 0
    size, letters = 1, 1
    for position in range(begin, end):
        letter = data[position]
        if letter & 0xC0 != 0x80:
            starts[letters] = size
            letters += 1
        text[size] = letter + 32 if 65 <= letter <= 90 else letter
        size += 1
    text[size] = END
    starts[letters] = size
    starts[letters + 1] = size + 1
    return letters + 1
