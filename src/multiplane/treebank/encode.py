"""Columns as integers: an open-addressing hash table maps fields to ids, numbered in order of first occurrence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from multiplane.characters import plural
from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.parallel import in_threads
from multiplane.treebank.conll.columns import column_number
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.strings import Numbers, copy, hash_bytes, pack

FEW_WORDS = 10_000
"""Fewer are encoded before threads have started."""

Vocabulary = tuple[str, ...]
"""The strings of a column by id. Entry 0 is empty, which no field can be, and stands for unknown strings."""


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A treebank as flat arrays: sentence s has words ``offsets[s]`` to ``offsets[s + 1]``.

    ``ids["form"][w]`` is the id of word w's form, ``vocabularies["form"]`` the forms by id; id 0 stands for a
    form that is not in the vocabulary.
    """

    offsets: Int64
    heads: Int32
    ids: dict[str, Int32]
    vocabularies: dict[str, Vocabulary]

    def __repr__(self) -> str:
        columns = ", ".join(self.ids) or "no columns"
        return f"<Encoded: {plural(len(self.offsets) - 1, 'sentence')}, {plural(len(self.heads), 'word')}; {columns}>"


def encode_columns(
    layout: Layout, columns: Sequence[str], vocabularies: Mapping[str, Vocabulary] | None = None
) -> Encoded:
    """Encode columns, each in its own thread unless words are few; given vocabularies do not grow."""
    given = vocabularies or {}
    for name, vocabulary in given.items():
        if vocabulary[:1] != ("",):
            raise MultiplaneError(f"found a vocabulary of {name} that starts with {vocabulary[:1]}; expected ('',)")

    def encode(name: str) -> tuple[Int32, Vocabulary]:
        return _encode_column(layout, column_number(name), given.get(name))

    encoded = dict(zip(columns, in_threads(encode, columns, 1 if len(layout.heads) < FEW_WORDS else None), strict=True))
    return Encoded(
        layout.offsets,
        layout.heads,
        {name: ids for name, (ids, _) in encoded.items()},
        {name: vocabulary for name, (_, vocabulary) in encoded.items()},
    )


def _encode_column(layout: Layout, column: int, given: Vocabulary | None) -> tuple[Int32, Vocabulary]:
    blob, ends = pack(given if given is not None else ("",))
    ids, blob, ends = encode_fields(
        layout.data, layout.spans, layout.offsets, layout.columns, column, blob, ends, given is None
    )
    if given is not None:
        return ids, given
    text, bounds = blob.tobytes(), ends.tolist()
    return ids, tuple(text[start:end].decode("utf-8") for start, end in pairwise(bounds))


@kernel
def find_slot(
    table: Int32, hashes: Int32, blob: UInt8, ends: Int64, data: UInt8, start: int, end: int, hashed: int
) -> int:
    """The slot of the table that holds the field's id, or the empty slot where it belongs."""
    mask = len(table) - 1
    slot = hashed & mask
    while True:
        known = table[slot]
        if known == 0:
            return slot
        if hashes[slot] == hashed and ends[known + 1] - ends[known] == end - start:
            base = ends[known] - start
            position = start
            while position < end and blob[base + position] == data[position]:
                position += 1
            if position == end:
                return slot
        slot = (slot + 1) & mask


@kernel
def doubled(table: Int32, hashes: Int32) -> tuple[Int32, Int32]:
    """The same entries in a table of twice the size."""
    larger = np.zeros(2 * len(table), np.int32)
    larger_hashes = np.zeros(2 * len(table), np.int32)
    mask = len(larger) - 1
    for slot in range(len(table)):
        if table[slot]:
            new = hashes[slot] & mask
            while larger[new]:
                new = (new + 1) & mask
            larger[new] = table[slot]
            larger_hashes[new] = hashes[slot]
    return larger, larger_hashes


@kernel
def extended(array: Numbers, more: int) -> Numbers:
    """The array with ``more`` unset entries after it."""
    longer = np.empty(len(array) + more, array.dtype)
    copy(array, 0, len(array), longer, 0)
    return longer


@kernel(steps=lambda data, spans, offsets, columns, *_: 6 * len(columns))
def encode_fields(
    data: UInt8,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    column: int,
    blob: UInt8,
    ends: Int64,
    grow: bool,
) -> tuple[Int32, UInt8, Int64]:
    """The ids of one column's fields, and the vocabulary, with new fields added if ``grow``."""
    count = len(ends) - 1
    filled = ends[count]
    size = 1024
    while size < 4 * count:
        size *= 2
    table, hashes = np.zeros(size, np.int32), np.zeros(size, np.int32)
    for entry in range(1, count):
        hashed = hash_bytes(blob, ends[entry], ends[entry + 1])
        slot = find_slot(table, hashes, blob, ends, blob, ends[entry], ends[entry + 1], hashed)
        if table[slot] == 0:
            table[slot], hashes[slot] = entry, hashed
    ids = np.empty(len(columns), np.int32)
    for sentence in range(len(offsets) - 1):
        base = spans[sentence]
        for word in range(offsets[sentence], offsets[sentence + 1]):
            start, end = base + columns[word, column], base + columns[word, column + 1] - 1
            hashed = hash_bytes(data, start, end)
            slot = find_slot(table, hashes, blob, ends, data, start, end, hashed)
            if table[slot] == 0 and grow:
                if count + 1 >= len(ends):
                    ends = extended(ends, len(ends) + 64)
                if filled + end - start > len(blob):
                    blob = extended(blob, len(blob) + end - start + 1024)
                copy(data, start, end, blob, filled)
                filled += end - start
                ends[count + 1] = filled
                table[slot], hashes[slot] = count, hashed
                count += 1
                ids[word] = count - 1
                if 2 * count > len(table):
                    table, hashes = doubled(table, hashes)
            else:
                ids[word] = table[slot]
    return ids, blob[:filled], ends[: count + 1]
