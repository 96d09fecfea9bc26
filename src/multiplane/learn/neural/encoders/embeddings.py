"""Embeddings of all columns in one array, their sums, which are the network's input, and their bytes in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from multiplane.kernels.arrays import Float16, Float32, Int8, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.neural.weights import MAX_WEIGHT
from multiplane.parallel import even_pieces

SPREAD = np.uint64(0x9E3779B97F4A7C15)
HIGH = np.uint64(32)
_STEPS = 127
ROOT_KIND = np.zeros(1, np.int32)

Found = TypeVar("Found")


class EmbeddingLayout(NamedTuple):
    """Where embeddings are stored.

    Row r of column c begins at ``starts[c] + r * widths[c]``, and is added to the input at ``inputs[c]``.

    Several columns may share a table. Those of table t are ``table_starts[t]`` to ``table_starts[t + 1]``, in rows of
    ``table_widths[t]``, which are numbered from ``table_rows[t]``; the first one of column c is ``first_rows[c]``.
    """

    starts: Int64
    widths: Int64
    inputs: Int64
    first_rows: Int64
    table_starts: Int64
    table_widths: Int64
    table_rows: Int64


def embedding_layout(
    slots: Sequence[str], widths: Mapping[str, int], row_counts: Int64, groups: int = 1
) -> EmbeddingLayout:
    """The layout of the tables of these slots. ``groups`` columns share the last table; others have one each.

    >>> layout = embedding_layout(["form", "feats", "feats"], {"form": 8, "feats": 4}, np.array([10, 5, 5]), 2)
    >>> layout.starts.tolist(), layout.inputs.tolist(), layout.table_rows.tolist()
    ([0, 80, 100, 100], [0, 8, 8, 8], [0, 10, 15, 20])
    """
    inputs: dict[str, int] = {}
    for slot in slots:
        inputs.setdefault(slot, sum(widths[other] for other in inputs))
    own = np.array([widths[slot] for slot in slots], np.int64)
    starts, rows = (np.concatenate([[0], np.cumsum(n)]).astype(np.int64) for n in (row_counts * own, row_counts))
    tables = np.concatenate([np.arange(len(slots) - 1), np.full(groups, len(slots) - 1)]).astype(np.int64)
    places = np.array([inputs[slot] for slot in slots], np.int64)
    return EmbeddingLayout(starts[tables], own[tables], places[tables], rows[tables], starts, own, rows)


def with_roots(rows: Int32, offsets: Int64, root: Int32) -> tuple[Int32, Int64]:
    """The rows of all words, with a row for the root before each sentence; and where sentences begin and end.

    >>> with_roots(np.array([[5], [6], [7]], np.int32), np.array([0, 2, 3]), np.array([1], np.int32))[0].T.tolist()
    [[1, 5, 6, 1, 7]]
    """
    starts = (offsets - offsets[0] + np.arange(len(offsets))).astype(np.int64)
    nodes = np.empty((int(starts[-1]), rows.shape[1]), np.int32)
    is_word = np.ones(len(nodes), np.bool_)
    is_word[starts[:-1]] = False
    nodes[is_word] = rows
    nodes[starts[:-1]] = root
    return nodes, starts


def by_kinds(
    rows: Int32,
    offsets: Int64,
    root: Int32,
    words_to_compare: int,
    words_at_a_time: int,
    find: Callable[[Int32], Found],
) -> Iterator[tuple[int, int, Int32, Int64, Found]]:
    """What depends on a word alone, found once for all words that are alike, among about ``words_to_compare``; then a
    few sentences at a time: the first, the one after the last, the kinds of their nodes, where they begin and end, and
    what ``find`` has found from the rows of each kind. Kind 0 is that of roots.

    >>> rows, offsets, root = np.array([[5], [6], [5]], np.int32), np.array([0, 2, 3]), np.array([1], np.int32)
    >>> for first, last, kinds, starts, found in by_kinds(rows, offsets, root, 9, 9, lambda rows: rows[:, 0].tolist()):
    ...     print(first, last, kinds.tolist(), starts.tolist(), found)
    0 2 [0, 1, 2, 0, 1] [0, 3, 5] [1, 5, 6]
    """
    own = offsets - offsets[0]
    for start, stop in even_pieces(own, 1 + int(own[-1]) // words_to_compare):
        block = own[start : stop + 1]
        words = rows[block[0] : block[-1]]
        examples, kinds = kinds_of(words)
        found = find(np.concatenate([root[None], words[examples]]))
        kinds += np.int32(1)
        block = block - block[0]
        for begin, end in even_pieces(block, 1 + int(block[-1]) // words_at_a_time):
            part = block[begin : end + 1]
            nodes, starts = with_roots(kinds[part[0] : part[-1], None], part, ROOT_KIND)
            yield start + begin, start + end, nodes[:, 0], starts, found
        del found


@kernel
def kinds_of(rows: Int32) -> tuple[Int64, Int32]:
    """The first word of each kind, and the kind of each word. Words of one kind have the same rows in all columns.

    >>> [part.tolist() for part in kinds_of(np.array([[3, 1], [3, 2], [3, 1], [4, 1]], np.int32))]
    [[0, 1, 3], [0, 1, 0, 2]]
    """
    size = 16
    while size < 2 * len(rows):
        size *= 2
    places = np.full(size, -1, np.int32)
    firsts, kinds = np.empty(len(rows), np.int64), np.empty(len(rows), np.int32)
    count = 0
    for word in range(len(rows)):
        mixed = np.uint64(0)
        for column in range(rows.shape[1]):
            mixed = (mixed ^ np.uint64(np.uint32(rows[word, column]))) * SPREAD
        place = np.int64(mixed >> HIGH) & (size - 1)
        while places[place] >= 0 and not (rows[firsts[places[place]]] == rows[word]).all():
            place = (place + 1) & (size - 1)
        if places[place] < 0:
            places[place] = count
            firsts[count] = word
            count += 1
        kinds[word] = places[place]
    return firsts[:count], kinds


def _steps(rows: Int32, *_: object) -> int:
    return rows.size


@kernel(steps=_steps)
def add_up(rows: Int32, table: Float32, layout: EmbeddingLayout, out: Float32) -> None:
    """``out[i]`` is the sum of all embeddings of node i, each at the place of its slot."""
    out[:] = np.float32(0)
    for i in range(len(rows)):
        for c in range(rows.shape[1]):
            if rows[i, c] >= 0:
                width, place = layout.widths[c], layout.inputs[c]
                start = layout.starts[c] + rows[i, c] * width
                out[i, place : place + width] += table[start : start + width]


def in_bytes(table: Float32, layout: EmbeddingLayout) -> tuple[Int8, Float16]:
    """Embeddings as bytes, with a scale for each row.

    >>> layout = embedding_layout(["a"], {"a": 2}, np.array([2]))
    >>> in_bytes(np.array([0.5, -1, 0, 0], np.float32), layout)[0].tolist()
    [64, -127, 0, 0]
    """
    values = np.empty(table.shape, np.int8)
    scales = np.empty(int(layout.table_rows[-1]), np.float16)
    for number, width in enumerate(layout.table_widths.tolist()):
        here = slice(layout.table_starts[number], layout.table_starts[number + 1])
        rows = table[here].reshape(-1, width)
        largest = np.minimum(np.abs(rows).max(axis=1, initial=0.0), MAX_WEIGHT)
        scale = (largest / _STEPS).astype(np.float16)
        steps = rows / np.where(scale > 0, scale, 1).astype(np.float32)[:, None]
        values[here] = np.clip(np.rint(steps), -_STEPS, _STEPS).astype(np.int8).reshape(-1)
        scales[layout.table_rows[number] : layout.table_rows[number + 1]] = scale
    return values, scales


def from_bytes(values: Int8, scales: Float16, layout: EmbeddingLayout) -> Float32:
    """The embeddings from bytes and scales: the inverse of `in_bytes`."""
    table = np.empty(values.shape, np.float32)
    for number, width in enumerate(layout.table_widths.tolist()):
        here = slice(layout.table_starts[number], layout.table_starts[number + 1])
        scale = scales[layout.table_rows[number] : layout.table_rows[number + 1]].astype(np.float32)
        table[here] = (values[here].reshape(-1, width) * scale[:, None]).reshape(-1)
    return table
