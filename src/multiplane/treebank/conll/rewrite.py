"""A treebank with other HEADs and DEPRELs, or with other fields in some columns, and no other byte changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from multiplane.errors import MultiplaneError, TreeError
from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.treebank.conll.columns import column_number
from multiplane.treebank.conll.faults import FINE, HEAD_RANGE
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.conll.scan import check_tree
from multiplane.treebank.strings import copy, numbered, pack
from multiplane.treebank.tree import check_heads

_ZERO = 48
_REPLACEABLE = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")


class Fields(NamedTuple):
    """New fields of a column: word w gets string ``ids[w]`` of those packed in ``blob``; below 0, it keeps its own."""

    ids: Int32
    blob: UInt8
    ends: Int64


def with_trees(
    layout: Layout,
    heads: ArrayLike,
    labels: Sequence[str] | Int32 | None = None,
    vocabulary: Sequence[str] | None = None,
    *,
    source: str,
) -> Layout:
    """The layout of the bytes with other heads and, where given, other labels, for all words in one flat sequence.

    Labels are strings, or ids of ``vocabulary``. Errors name the ``source``.

    >>> from multiplane.treebank.conll.layout import lay_out
    >>> text = "1 Go _ _ _ _ 0 root _ _\\n2 on _ _ _ _ 1 advmod _ _\\n".replace(" ", "\\t")
    >>> layout, _ = lay_out(text.encode(), "conllu", "a.conllu")
    >>> changed = with_trees(layout, [2, 0], ["dep", "root"], source="a.conllu")
    >>> bytes(changed.data).replace(b"\\t", b" ")
    b'1 Go _ _ _ _ 2 dep _ _\\n2 on _ _ _ _ 0 root _ _\\n'
    """
    ids, names = _label_ids(labels, vocabulary, len(layout.heads))
    flat = _checked_trees(layout, np.asarray(heads), source)
    numbers = [str(number) for number in range(int(flat.max(initial=-1)) + 1)]
    fields = {"head": Fields(flat, *pack(numbers)), "deprel": Fields(ids, *pack(names))}
    return replace(with_fields(layout, fields), heads=flat)


def _label_ids(
    labels: Sequence[str] | Int32 | None, vocabulary: Sequence[str] | None, count: int
) -> tuple[Int32, Sequence[str]]:
    """The labels as ids of a vocabulary; -1 for all words where no labels are given."""
    if labels is None:
        return np.full(count, -1, np.int32), ()
    if vocabulary is None:
        ids, vocabulary = numbered(map(str, labels))
    else:
        ids = np.ascontiguousarray(labels, np.int32)
    if ids.shape != (count,):
        raise TreeError(f"found {ids.size} labels for {count} words; expected as many")
    used = np.unique(ids)
    if len(used) and (used[0] < 0 or used[-1] >= len(vocabulary)):
        raise MultiplaneError(f"found label ids {used[0]} to {used[-1]}; expected 0 to {len(vocabulary) - 1}")
    for label in (vocabulary[id] for id in used):
        if not _is_field(label):
            raise MultiplaneError(f"found label {label!r}; expected text without tabs and line ends")
    return ids, vocabulary


def _is_field(text: str) -> bool:
    """Whether a text can stand in a column."""
    return bool(text) and set(text).isdisjoint("\t\n\r\0") and not any("\ud800" <= sign <= "\udfff" for sign in text)


def with_columns(
    layout: Layout,
    columns: Mapping[str, Sequence[str] | Int32],
    vocabularies: Mapping[str, Sequence[str]] | None = None,
) -> Layout:
    """The layout of the bytes with other fields in some columns, for all words in one flat sequence.

    A column is given as strings or, if it has a vocabulary, as ids; a word with an id below 0 keeps its field.

    >>> from multiplane.treebank.conll.layout import lay_out
    >>> text = "1 Go _ _ _ _ 0 root _ _\\n2 on _ X _ _ 1 advmod _ _\\n".replace(" ", "\\t")
    >>> layout, _ = lay_out(text.encode(), "conllu", "a.conllu")
    >>> changed = with_columns(layout, {"upos": ["VERB", "ADV"], "lemma": ["go", "on"]})
    >>> bytes(changed.data).replace(b"\\t", b" ")
    b'1 Go go VERB _ _ 0 root _ _\\n2 on on ADV _ _ 1 advmod _ _\\n'
    """
    given = vocabularies or {}
    return with_fields(layout, {name: _fields(name, columns[name], given.get(name), layout) for name in columns})


def _fields(name: str, column: Sequence[str] | Int32, vocabulary: Sequence[str] | None, layout: Layout) -> Fields:
    """A column as ids of packed strings; an error where there are too few or too many, or one is no field."""
    if name not in _REPLACEABLE:
        raise MultiplaneError(f"found column {name!r}; expected one of {', '.join(_REPLACEABLE)}")
    if vocabulary is None:
        ids, vocabulary = numbered(map(str, column))
    else:
        ids = np.ascontiguousarray(column, np.int32)
    if ids.shape != layout.heads.shape:
        raise MultiplaneError(f"found {ids.size} fields of {name} for {len(layout.heads)} words; expected as many")
    used = np.unique(ids[ids >= 0])
    if len(used) and used[-1] >= len(vocabulary):
        raise MultiplaneError(f"found id {used[-1]} of {name}; expected at most {len(vocabulary) - 1}")
    for text in (vocabulary[id] for id in used):
        if not _is_field(text):
            raise MultiplaneError(f"found {text!r} as {name}; expected text without tabs and line ends")
    return Fields(ids, *pack(vocabulary))


def with_fields(layout: Layout, fields: Mapping[str, Fields]) -> Layout:
    """The same for columns whose strings are packed and known to be fields."""
    if not fields:
        return layout
    chosen = sorted((column_number(name), name) for name in fields)
    parts = [fields[name] for _, name in chosen]
    counts = [len(part.ends) - 1 for part in parts]
    blob = np.concatenate([part.blob[: part.ends[-1]] for part in parts])
    lengths = np.concatenate([np.diff(part.ends) for part in parts])
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    ids = np.array([part.ids for part in parts], np.int32)
    for row, before in zip(ids, np.cumsum([0, *counts[:-1]]), strict=True):
        row[row >= 0] += before
    numbers = np.array([number for number, _ in chosen], np.int64)
    arrays = replaced(layout.data, layout.spans, layout.offsets, layout.columns, numbers, ids, blob, ends)
    for array in arrays:
        array.setflags(write=False)
    data, spans, columns = arrays
    return replace(layout, data=data, spans=spans, columns=columns)


def _checked_trees(layout: Layout, heads: NDArray[Any], source: str) -> Int32:
    """A read-only copy of the heads of all words; an error where those of a sentence are not a tree."""
    if heads.shape != layout.heads.shape:
        raise TreeError(f"found {heads.size} heads for {len(layout.heads)} words; expected as many")
    if heads.size and not np.issubdtype(heads.dtype, np.integer):
        raise TreeError(f"found heads of type {heads.dtype}; expected integers")
    flat: Int32 = np.clip(heads, -1, 2**31 - 1).astype(np.int32)
    sentence, fault, _ = first_bad_head(layout.offsets, flat)
    if fault != FINE:
        try:
            check_heads(heads[layout.offsets[sentence] : layout.offsets[sentence + 1]])
        except TreeError as error:
            raise TreeError(f"{source}:{layout.lines[sentence]}: {error}") from None
    flat.setflags(write=False)
    return flat


@kernel
def first_bad_head(offsets: Int64, heads: Int32) -> tuple[int, int, int]:
    """The first sentence whose heads are not a tree, the fault and its word; FINE if there is none."""
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
    """The number of decimal digits of a number."""
    count = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


@kernel
def write_number(out: UInt8, position: int, number: int) -> int:
    """Write decimal digits; return the position after them."""
    end = position + digits(number)
    for place in range(end - 1, position - 1, -1):
        out[place] = _ZERO + number % 10
        number //= 10
    return end


@kernel
def replaced(
    data: UInt8,
    spans: Int64,
    offsets: Int64,
    columns: Int32,
    chosen: Int64,
    ids: Int32,
    blob: UInt8,
    ends: Int64,
) -> tuple[UInt8, Int64, Int32]:
    """The new bytes, spans and columns; ``ids[c, w]`` is the string for column ``chosen[c]`` of word w."""
    size = len(data)
    for place in range(len(chosen)):
        column = chosen[place]
        for word in range(len(columns)):
            id = ids[place, word]
            if id >= 0:
                size += ends[id + 1] - ends[id] - (columns[word, column + 1] - columns[word, column] - 1)
    out = np.empty(size, np.uint8)
    new_spans, new_columns = spans.copy(), columns.copy()
    position = 0
    for sentence in range(len(offsets) - 1):
        base, new_base = spans[sentence], position
        new_spans[sentence] = new_base
        copied = base
        for word in range(offsets[sentence], offsets[sentence + 1]):
            settled = 0
            for place in range(len(chosen)):
                id, column = ids[place, word], chosen[place]
                if id < 0:
                    continue
                position = copy(data, copied, base + columns[word, column], out, position)
                moved = (position - new_base) - columns[word, column]
                while settled <= column:
                    new_columns[word, settled] = columns[word, settled] + moved
                    settled += 1
                position = copy(blob, ends[id], ends[id + 1], out, position)
                copied = base + columns[word, column + 1] - 1
            moved = (position - new_base) - (copied - base)
            while settled < columns.shape[1]:
                new_columns[word, settled] = columns[word, settled] + moved
                settled += 1
        position = copy(data, copied, spans[sentence + 1], out, position)
    new_spans[len(offsets) - 1] = position
    return out, new_spans, new_columns
