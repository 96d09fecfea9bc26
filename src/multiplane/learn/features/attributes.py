"""Attributes of words: what features can look at, hashed straight from the bytes of a line, without a vocabulary.

An attribute is a column (``form``, ``lemma``, ``upos``, ``xpos``, ``feats``), one with capital ASCII letters as small
ones (``form:small``, ``lemma:small``), one feature of FEATS (``feats:Case``), the first or last letters of the form
(``prefix1``, ``suffix3``, in small letters too), its ``shape``, or its ``cluster`` in the user's file, or the first
letters of the cluster's name (``cluster4``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from multiplane.errors import MultiplaneError, unknown
from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import kernel
from multiplane.learn.features.clusters import Clusters, find_word
from multiplane.treebank.conll.columns import COLUMNS
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.strings import hash_bytes, pack

FIELD, PREFIX, SUFFIX, SHAPE, FEATURE, CLUSTER, SMALL = range(7)
FIELDS = ("form", "lemma", "upos", "xpos", "feats")
FORM, FEATS = COLUMNS.index("form"), COLUMNS.index("feats")
MAX_SHAPE_LENGTH = 16


class Attributes(NamedTuple):
    """A row (kind, column, argument) for each attribute; the names of the single features; the hashes of the words that
    have clusters, and for each attribute of clusters a row of its values for them.
    """

    rows: Int32
    keys: UInt8
    key_ends: Int64
    cluster_words: Int32
    cluster_values: Int32


def attribute_row(name: str) -> tuple[int, int, int]:
    """The kind of an attribute, the column that it is read from, and the number of letters in its name, if any.

    >>> attribute_row("suffix3")
    (2, 1, 3)
    >>> attribute_row("colour")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found attribute 'colour'; `multiplane features` lists all
    """
    if name in FIELDS:
        return FIELD, COLUMNS.index(name), 0
    if match := re.fullmatch(r"(form|lemma):small", name):
        return SMALL, COLUMNS.index(match[1]), 0
    if match := re.fullmatch(r"(prefix|suffix)([1-9])", name):
        return PREFIX if match[1] == "prefix" else SUFFIX, FORM, int(match[2])
    if name == "shape":
        return SHAPE, FORM, 0
    if match := re.fullmatch(r"cluster([1-9][0-9]?)?", name):
        return CLUSTER, FORM, int(match[1] or 0)
    if name.startswith("feats:") and len(name) > 6:
        return FEATURE, FEATS, 0
    known = (*FIELDS, "form:small", "lemma:small", "prefix3", "suffix3", "shape", "cluster", "feats:Case")
    raise MultiplaneError(f"found attribute {unknown(name, known, 'multiplane features')}")


def compile_attributes(names: Sequence[str], clusters: Clusters | None = None) -> Attributes:
    """Attributes by name, ready for the kernel.

    >>> compile_attributes(["form", "suffix3", "feats:Case"]).rows.tolist()
    [[0, 1, 0], [2, 1, 3], [4, 5, 0]]
    >>> compile_attributes(["cluster"])
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found attribute 'cluster' and no word clusters; expected a file of clusters
    """
    rows: list[tuple[int, int, int]] = []
    keys: list[str] = []
    values: list[Int32] = []
    for name in names:
        kind, column, argument = attribute_row(name)
        if kind == FEATURE:
            argument = len(keys)
            keys.append(name.removeprefix("feats:") + "=")
        elif kind == CLUSTER:
            if clusters is None:
                raise MultiplaneError(f"found attribute {name!r} and no word clusters; expected a file of clusters")
            values.append(clusters.values(argument))
            argument = len(values) - 1
        rows.append((kind, column, argument))
    words = clusters.words if clusters is not None and values else np.empty(0, np.int32)
    table = np.array(values, np.int32).reshape(len(values), len(words))
    return Attributes(np.array(rows, np.int32).reshape(-1, 3), *pack(keys), words, table)


@kernel
def letters_from_start(data: UInt8, start: int, end: int, count: int) -> int:
    """Where the first ``count`` letters of a field end."""
    position = start
    while position < end and count >= 0:
        if data[position] & 0xC0 != 0x80:
            count -= 1
            if count < 0:
                break
        position += 1
    return position


@kernel
def letters_from_end(data: UInt8, start: int, end: int, count: int) -> int:
    """Where the last ``count`` letters of a field begin."""
    position = end
    while position > start and count > 0:
        position -= 1
        if data[position] & 0xC0 != 0x80:
            count -= 1
    return position


@kernel
def hash_small(data: UInt8, start: int, end: int, scratch: UInt8) -> int:
    """The hash of a piece of text with capital ASCII letters made small."""
    length = min(end - start, len(scratch))
    for i in range(length):
        letter = data[start + i]
        scratch[i] = letter + 32 if 65 <= letter <= 90 else letter
    return hash_bytes(scratch, 0, length)


@kernel
def hash_shape(data: UInt8, start: int, end: int, scratch: UInt8) -> int:
    """The hash of a word's shape: A for capitals, a for other letters, 0 for digits; no more than two in a row."""
    length = 0
    for position in range(start, end):
        letter = data[position]
        if letter & 0xC0 == 0x80:
            continue
        if 65 <= letter <= 90:
            letter = np.uint8(65)
        elif 97 <= letter <= 122 or letter >= 0x80:
            letter = np.uint8(97)
        elif 48 <= letter <= 57:
            letter = np.uint8(48)
        if length >= 2 and scratch[length - 1] == letter and scratch[length - 2] == letter:
            continue
        if length == MAX_SHAPE_LENGTH:
            break
        scratch[length] = letter
        length += 1
    return hash_bytes(scratch, 0, length)


@kernel
def hash_feature(data: UInt8, start: int, end: int, keys: UInt8, key_start: int, key_end: int) -> int:
    """The hash of a single feature's value in FEATS, or 0 where the word has none."""
    position = start
    while position < end:
        stop = position
        while stop < end and data[stop] != 124:
            stop += 1
        length = key_end - key_start
        if stop - position > length:
            same = 0
            while same < length and data[position + same] == keys[key_start + same]:
                same += 1
            if same == length:
                return hash_bytes(data, position + length, stop)
        position = stop + 1
    return 0


@kernel
def cluster_of(data: UInt8, start: int, end: int, words: Int32, values: Int32, scratch: UInt8) -> int:
    """The value that a form's cluster has, that of the form in small letters if it has none, or 0."""
    place = find_word(words, hash_bytes(data, start, end))
    if place < 0:
        place = find_word(words, hash_small(data, start, end, scratch))
    return int(values[place]) if place >= 0 else 0


@kernel
def hash_attributes(
    data: UInt8, spans: Int64, offsets: Int64, columns: Int32, attributes: Attributes, out: Int32
) -> None:
    """All attributes of all words, a row a word."""
    scratch = np.empty(64, np.uint8)
    for sentence in range(len(offsets) - 1):
        base = spans[sentence]
        for word in range(offsets[sentence], offsets[sentence + 1]):
            for a in range(len(attributes.rows)):
                kind, column, argument = attributes.rows[a]
                start, end = base + columns[word, column], base + columns[word, column + 1] - 1
                if kind == FIELD:
                    value = hash_bytes(data, start, end)
                elif kind == SMALL:
                    value = hash_small(data, start, end, scratch)
                elif kind == PREFIX:
                    value = hash_small(data, start, letters_from_start(data, start, end, argument), scratch)
                elif kind == SUFFIX:
                    value = hash_small(data, letters_from_end(data, start, end, argument), end, scratch)
                elif kind == SHAPE:
                    value = hash_shape(data, start, end, scratch)
                elif kind == CLUSTER:
                    values = attributes.cluster_values[argument]
                    value = cluster_of(data, start, end, attributes.cluster_words, values, scratch)
                else:
                    key_start, key_end = attributes.key_ends[argument], attributes.key_ends[argument + 1]
                    value = hash_feature(data, start, end, attributes.keys, key_start, key_end)
                out[word, a] = value


def word_attributes(layout: Layout, attributes: Attributes) -> Int32:
    """The attributes of all words of a treebank: ``[w, a]`` is attribute a of word w, a number of 31 bits.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> values = word_attributes(dutch.layout, compile_attributes(["upos", "suffix2"]))
    >>> bool(values[4, 0] == values[6, 0]), bool(values[4, 0] == values[5, 0])
    (True, False)
    """
    out = np.empty((len(layout.columns), len(attributes.rows)), np.int32)
    hash_attributes(layout.data, layout.spans, layout.offsets, layout.columns, attributes, out)
    return out
