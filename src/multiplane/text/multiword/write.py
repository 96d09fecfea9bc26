"""Rows for the words of multiword tokens: the token becomes a range, its words follow, and IDs are counted anew."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.treebank.conll.rewrite import write_number
from multiplane.treebank.strings import copy, pack
from multiplane.treebank.treebank import Treebank

_EMPTY = "\t_" * 8 + "\n"
_TAB, _MINUS = 9, 45
_ROOM_OF_ID = 24


@kernel
def write_words(
    data: UInt8,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    entries: Int32,
    firsts: Int64,
    blob: UInt8,
    ends: Int64,
    empty: UInt8,
    out: UInt8,
) -> int:
    """Write the treebank with the words of entry ``entries[w]`` for word w, if it has some; the bytes written."""
    position = 0
    for sentence in range(len(offsets) - 1):
        base = spans[sentence]
        copied, id = base, 1
        for row in range(offsets[sentence], offsets[sentence + 1]):
            position = copy(data, copied, base + columns[row, 0], out, position)
            first, last = firsts[entries[row]], firsts[entries[row] + 1]
            position = write_number(out, position, id)
            copied = base + columns[row, 1] - 1
            if last == first:
                id += 1
                continue
            out[position] = _MINUS
            position = write_number(out, position + 1, id + last - first - 1)
            end = base + columns[row, 10]
            position = copy(data, copied, end, out, position)
            copied = end
            for word in range(first, last):
                position = write_number(out, position, id)
                out[position] = _TAB
                position = copy(blob, ends[word], ends[word + 1], out, position + 1)
                position = copy(empty, 0, len(empty), out, position)
                id += 1
        position = copy(data, copied, spans[sentence + 1], out, position)
    return position


def with_words(treebank: Treebank, entries: Int32, words: Sequence[Sequence[str]]) -> Treebank:
    """The treebank with the words ``words[entries[w]]`` in rows of their own for word w, where these are any.

    Every row must end with a newline, and there must be neither ranges nor heads yet.

    >>> rows = "1\\tdunno\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n\\n"
    >>> treebank = Treebank.from_text(rows, heads_required=False)
    >>> split = with_words(treebank, np.zeros(1, np.int32), [["du", "n", "no"]])
    >>> [(row.id, row.form) for row in split[0].rows]
    [('1-3', 'dunno'), (1, 'du'), (2, 'n'), (3, 'no')]
    """
    layout = treebank.layout
    counts = np.array([len(group) for group in words], np.int64)
    firsts = np.concatenate([[0], np.cumsum(counts)])
    blob, ends = pack([word for group in words for word in group])
    empty, _ = pack([_EMPTY])
    sizes = np.array([sum(len(word.encode("utf-8")) + _ROOM_OF_ID + len(_EMPTY) for word in group) for group in words])
    room = len(layout.data) + int(sizes[entries].sum()) + _ROOM_OF_ID * len(entries)
    out = np.empty(room, np.uint8)
    size = write_words(
        layout.data, layout.spans, layout.offsets, layout.columns, entries, firsts, blob, ends, empty, out
    )
    return Treebank.from_text(out[:size].tobytes(), "conllu", source=treebank.source, heads_required=False)
