"""What the tagger sees of a word: its form in small letters and as it is, its ends, its shape, hashed from bytes."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import kernel
from multiplane.learn.features.attributes import cluster_of, letters_from_end, letters_from_start
from multiplane.learn.features.clusters import Clusters
from multiplane.text.letters import MAX_BYTES, change_case, small_letters
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.strings import hash_bytes

ATTRIBUTES = (
    "form",
    "exact",
    *(f"suffix{letters}" for letters in range(1, 8)),
    *(f"prefix{letters}" for letters in range(1, 6)),
    "shape",
    "signs",
    "length",
    "class",
    "usual",
    "cluster",
    "cluster4",
    "cluster6",
)
FORM, EXACT, SUFFIX, PREFIX, SHAPE, SIGNS, LENGTH, CLASS, USUAL, CLUSTER = 0, 1, 2, 9, 14, 15, 16, 17, 18, 19
MAX_SUFFIX_LENGTH, MAX_PREFIX_LENGTH, MAX_LENGTH = 7, 5, 15
KNOWN = (FORM, EXACT, CLASS, USUAL)
"""What tells something of a word only if it is known from training."""
CLUSTER_LETTERS = (0, 4, 6)
CAPITAL, DIGIT, HYPHEN, ALL_CAPITALS, LETTER = 1, 2, 4, 8, 16
MAX_SHAPE_LENGTH = 16

_FORM_COLUMN = 1


@kernel
def describe(data: UInt8, start: int, end: int, small: UInt8, length: int, shape: UInt8) -> tuple[int, int]:
    """The hash of a word's shape, and its signs as bits, given the same word in small letters.

    The shape is A for a capital, a for another letter, 0 for a digit, no more than two of one kind in a row.
    """
    signs, written, others = 0, 0, 0
    position = 0
    while position < length:
        letter = data[start + position]
        changed = letter != small[position]
        if letter >= 0xC0 and position + 1 < length:
            changed |= data[start + position + 1] != small[position + 1]
        if changed:
            kind = np.uint8(65)
            signs |= LETTER
            if position == 0:
                signs |= CAPITAL
        elif 97 <= letter <= 122 or letter >= 0x80:
            kind = np.uint8(97)
            signs |= LETTER
            others += 1
        elif 48 <= letter <= 57:
            kind = np.uint8(48)
            signs |= DIGIT
        else:
            kind = letter
            if letter == 45 and position > 0:
                signs |= HYPHEN
        position += 1
        while position < length and data[start + position] & 0xC0 == 0x80:
            position += 1
        repeated = written >= 2 and shape[written - 1] == kind and shape[written - 2] == kind
        if not repeated and written < MAX_SHAPE_LENGTH:
            shape[written] = kind
            written += 1
    if signs & LETTER and others == 0 and length > 1:
        signs |= ALL_CAPITALS
    return hash_bytes(shape, 0, written), signs


@kernel
def hash_words(
    data: UInt8,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    table: UInt16,
    cluster_words: Int32,
    cluster_values: Int32,
    out: Int32,
) -> None:
    """All attributes of all words but their classes and usual tags, a row a word; lengths are in bytes."""
    small, shape = np.empty(MAX_BYTES, np.uint8), np.empty(MAX_SHAPE_LENGTH, np.uint8)
    for sentence in range(len(offsets) - 1):
        base = spans[sentence]
        for word in range(offsets[sentence], offsets[sentence + 1]):
            start, end = base + columns[word, _FORM_COLUMN], base + columns[word, _FORM_COLUMN + 1] - 1
            length = change_case(data, start, end, table, small, 0)
            out[word, FORM] = hash_bytes(small, 0, length)
            out[word, EXACT] = hash_bytes(data, start, end)
            for letters in range(1, MAX_SUFFIX_LENGTH + 1):
                out[word, SUFFIX + letters - 1] = hash_bytes(small, letters_from_end(small, 0, length, letters), length)
            for letters in range(1, MAX_PREFIX_LENGTH + 1):
                out[word, PREFIX + letters - 1] = hash_bytes(small, 0, letters_from_start(small, 0, length, letters))
            out[word, SHAPE], out[word, SIGNS] = describe(data, start, end, small, length, shape)
            out[word, LENGTH] = min(length, MAX_LENGTH)
            out[word, CLASS], out[word, USUAL] = 0, 0
            for row in range(len(cluster_values)):
                value = cluster_of(data, start, end, cluster_words, cluster_values[row], small)
                out[word, CLUSTER + row] = value


def word_attributes(layout: Layout, clusters: Clusters | None = None) -> Int32:
    """``[w, a]`` is attribute ``ATTRIBUTES[a]`` of word w; classes and usual tags are 0, clusters if there are none.

    >>> import multiplane
    >>> values = word_attributes(multiplane.read("sample:german").layout)
    >>> values.shape[1] == len(ATTRIBUTES)
    True
    """
    out = np.zeros((len(layout.columns), len(ATTRIBUTES)), np.int32)
    words = np.empty(0, np.int32) if clusters is None else clusters.words
    rows = [] if clusters is None else [clusters.values(letters) for letters in CLUSTER_LETTERS]
    values = np.array(rows, np.int32).reshape(len(rows), len(words))
    hash_words(layout.data, layout.spans, layout.offsets, layout.columns, small_letters(), words, values, out)
    return out
