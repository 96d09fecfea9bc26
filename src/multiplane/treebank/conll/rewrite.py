"""The bytes of a treebank with other HEADs and DEPRELs, and not one other byte changed."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Bytes, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.treebank.conll.scan import FINE, HEAD_RANGE, check_tree

_HEAD, _DEPREL = 6, 7
_TAB, _ZERO = 9, 48


@kernel
def first_bad_head(offsets: Int64, heads: Int32) -> tuple[int, int, int]:
    """The first sentence whose heads are no tree, the fault and its word; FINE if there is none."""
    reached = np.empty(len(heads), np.int32)
    for sentence in range(len(offsets) - 1):
        first, count = offsets[sentence], offsets[sentence + 1] - offsets[sentence]
        for word in range(count):
            if heads[first + word] < 0:
                return sentence, HEAD_RANGE, word
        fault, word = check_tree(heads, first, count, reached)
        if fault != FINE:
            return sentence, fault, word
    return 0, FINE, 0


@kernel
def digits(number: int) -> int:
    """How many decimal digits a number has."""
    count = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


@kernel
def write_number(out: Bytes, position: int, number: int) -> int:
    """Write decimal digits; return the position after them."""
    end = position + digits(number)
    for place in range(end - 1, position - 1, -1):
        out[place] = _ZERO + number % 10
        number //= 10
    return end


@kernel
def copy_bytes(out: Bytes, position: int, source: Bytes, start: int, end: int) -> int:
    """Copy source[start:end] to ``position``; return the position after it."""
    for offset in range(end - start):
        out[position + offset] = source[start + offset]
    return position + end - start


@kernel
def rewritten(
    data: Bytes,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    heads: Int32,
    labels: Int32,
    blob: Bytes,
    ends: Int64,
) -> tuple[Bytes, Int64, Int32]:
    """The new bytes, spans and columns; a label below 0 leaves the DEPREL of its word."""
    size = len(data)
    for word in range(len(heads)):
        size += digits(heads[word]) - (columns[word, _DEPREL] - columns[word, _HEAD] - 1)
        if labels[word] >= 0:
            old = columns[word, _DEPREL + 1] - columns[word, _DEPREL] - 1
            size += ends[labels[word] + 1] - ends[labels[word]] - old
    out = np.empty(size, np.uint8)
    new_spans, new_columns = spans.copy(), columns.copy()
    position = 0
    for sentence in range(len(offsets) - 1):
        base, new_base = spans[sentence], position
        new_spans[sentence] = new_base
        copied = base
        for word in range(offsets[sentence], offsets[sentence + 1]):
            position = copy_bytes(out, position, data, copied, base + columns[word, _HEAD])
            moved = (position - new_base) - columns[word, _HEAD]
            for column in range(_HEAD + 1):
                new_columns[word, column] = columns[word, column] + moved
            position = write_number(out, position, heads[word])
            out[position] = _TAB
            position += 1
            new_columns[word, _DEPREL] = position - new_base
            copied = base + columns[word, _DEPREL]
            if labels[word] >= 0:
                position = copy_bytes(out, position, blob, ends[labels[word]], ends[labels[word] + 1])
                copied = base + columns[word, _DEPREL + 1] - 1
            moved = (position - new_base) - (copied - base)
            for column in range(_DEPREL + 1, 11):
                new_columns[word, column] = columns[word, column] + moved
        position = copy_bytes(out, position, data, copied, spans[sentence + 1])
    new_spans[len(offsets) - 1] = position
    return out, new_spans, new_columns
