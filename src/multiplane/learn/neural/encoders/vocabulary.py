"""What the network reads of each word: columns of attributes, with a row of embeddings for each value.

The embeddings of the columns of a slot are summed; the vectors of the slots are concatenated. A missing value has no
row. The first row of a column is for unknown values, the second for the root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.features.attributes import FEATURE, Attributes, attribute_row, compile_attributes, word_attributes
from multiplane.learn.model.contents import ModelFile
from multiplane.learn.neural.encoders.embeddings import EmbeddingLayout, embedding_layout
from multiplane.learn.neural.encoders.letters import ABSENT, FIRST, letter_rows
from multiplane.learn.neural.weights import MAX_WIDTH
from multiplane.treebank.conll.layout import Layout
from multiplane.treebank.treebank import Treebank

UNKNOWN, ROOT = 0, 1
MAX_COLUMNS = 256
MAX_FEATURES = 40
GROUPS, GROUP_ROWS, GROUP_DROPOUT = 12, 4096, 0.1
"""Of letter n-grams: the maximum in a word, the rows of embeddings that they share, and their dropout in training."""


@dataclass(frozen=True, slots=True)
class Column:
    """An attribute of words, the slot that its embeddings are added to, and how it is learned.

    Values seen less than ``min_count`` times in training are unknown; ``dropout`` is the share of words for which
    training pretends not to know the value.
    """

    attribute: str
    slot: str
    min_count: int = 1
    dropout: float = 0.03


SLOTS = {
    "form": 96,
    "lemma": 96,
    "suffix3": 32,
    "suffix2": 16,
    "prefix3": 24,
    "shape": 16,
    "upos": 32,
    "xpos": 32,
    "feats": 32,
    "letters": 32,
}
"""The width of each slot."""

LETTERS = "letters"
WORD_COLUMNS = (
    Column("form:small", "form", 2, 0.14),
    Column("lemma:small", "lemma", 2, 0.14),
    Column("suffix3", "suffix3", 2, 0.08),
    Column("suffix2", "suffix2", 2, 0.08),
    Column("prefix3", "prefix3", 2, 0.08),
    Column("shape", "shape", 2, 0.08),
    Column("upos", "upos"),
    Column("xpos", "xpos"),
    Column("feats", "feats", 2),
)


VECTORS = Column("form:small", "vectors", dropout=0.1)
"""The column of pretrained vectors, if there are any."""


def columns_for(treebank: Treebank) -> tuple[Column, ...]:
    """The columns for a treebank: those that all have, and one for every feature named in its FEATS.

    >>> import multiplane
    >>> [column.attribute for column in columns_for(multiplane.read("sample:german"))][8:11]
    ['feats', 'feats:Number', 'feats:Case']
    """
    return (*WORD_COLUMNS, *(Column(f"feats:{name}", "feats") for name in feature_names(treebank)))


def feature_names(treebank: Treebank) -> list[str]:
    """The names in FEATS, the most frequent first, at most `MAX_FEATURES`."""
    counts: dict[str, int] = {}
    encoded = treebank.encode(["feats"])
    values = encoded.vocabularies["feats"]
    for value in encoded.ids["feats"].tolist():
        for feature in values[value].split("|"):
            name, sign, _ = feature.partition("=")
            if sign and name:
                counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))[:MAX_FEATURES]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The attributes that are read, the slot of each, the width of each slot, and the known values.

    The hashes of the known values of column c are ``hashes[ends[c]:ends[c + 1]]``, in ascending order. After the
    columns come at most so many ``groups`` of letters, which share so many rows, and the last slot.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> vocabulary = vocabulary_of(dutch.layout, [Column("upos", "upos"), Column("feats:Case", "feats")])
    >>> rows = vocabulary.rows(dutch.layout)
    >>> rows.shape, int(rows[:, 0].min()), int(rows[:, 1].max()), vocabulary.width
    ((11, 2), 2, 3, 64)
    """

    attributes: tuple[str, ...]
    slots: tuple[str, ...]
    widths: Mapping[str, int]
    hashes: Int32
    ends: Int64
    groups: int = 0
    group_rows: int = 0

    @cached_property
    def compiled(self) -> Attributes:
        return compile_attributes(self.attributes)

    @property
    def width(self) -> int:
        """The length of the embedding of a word."""
        return sum(self.widths.values())

    @property
    def row_counts(self) -> Int64:
        """The number of rows of embeddings of each column, and of the letter n-grams if there are any."""
        return np.append(np.diff(self.ends) + FIRST, [self.group_rows] * (self.groups > 0))

    @cached_property
    def table_layout(self) -> EmbeddingLayout:
        """Where the embeddings are stored."""
        return embedding_layout(self.slots, self.widths, self.row_counts, self.groups or 1)

    @property
    def root(self) -> Int32:
        """The rows of the root: it has no letters."""
        return np.repeat(np.array([ROOT, ABSENT], np.int32), [len(self.attributes), self.groups])

    @property
    def unknown(self) -> Int32:
        """The rows of a word all of whose values are unknown."""
        return np.repeat(np.array([UNKNOWN, ABSENT], np.int32), [len(self.attributes), self.groups])

    def rows(self, layout: Layout) -> Int32:
        """``[w, c]``: the row of embeddings of word w in column c, or −1 where it has none; then those of letters."""
        values = word_attributes(layout, self.compiled)
        may_be_absent = np.array([attribute_row(name)[0] == FEATURE for name in self.attributes])
        rows = np.empty_like(values)
        find_rows(values, self.hashes, self.ends, may_be_absent, rows)
        return np.concatenate([rows, letter_rows(layout, self.groups, self.group_rows)], axis=1)

    def header(self) -> dict[str, Any]:
        """The entries of the header, apart from the hashes."""
        return {
            "attributes": list(self.attributes),
            "slots": list(self.slots),
            "widths": dict(self.widths),
            "groups": self.groups,
            "group_rows": self.group_rows,
            "known": np.diff(self.ends).tolist(),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Vocabulary:
        """Read the vocabulary from a file. Raise if its contents are inconsistent."""
        attributes, slots = file.strings("attributes"), file.strings("slots")
        groups = file.integer("groups", low=0, high=MAX_COLUMNS)
        group_rows = file.integer("group_rows", low=FIRST + 1 if groups else 0, high=1 << 24)
        if not 1 <= len(attributes) <= MAX_COLUMNS or len(attributes) + (groups > 0) != len(slots):
            found = f"{len(attributes)} attributes in {len(slots)} slots"
            raise file.fault(found, f"one slot each, 1 to {MAX_COLUMNS}")
        widths = {slot: file.integer("widths", slot, low=1, high=MAX_WIDTH) for slot in dict.fromkeys(slots)}
        if len(file.entries("widths")) != len(widths):
            raise file.fault("a width of no slot in its header", "one for each slot")
        known = file.header.get("known")
        if not isinstance(known, list) or len(known) != len(attributes):
            raise file.fault("no 'known' in its header", "a number of values for each attribute")
        if not all(type(count) is int and 0 <= count < 1 << 31 for count in known):
            raise file.fault("a wrong number of values in 'known' in its header", "a count for each attribute")
        hashes = file.tensor("hashes", np.int32, (sum(known),), low=0)
        ends = np.concatenate([[0], np.cumsum(known)]).astype(np.int64)
        falls = np.flatnonzero(hashes[1:] <= hashes[:-1]) + 1
        if not np.isin(falls, ends).all():
            raise file.fault("hashes out of order in tensor 'hashes'", "ascending ones for each attribute")
        vocabulary = cls(tuple(attributes), tuple(slots), widths, hashes, ends, groups, group_rows)
        try:
            _ = vocabulary.compiled
        except MultiplaneError as error:
            raise MultiplaneError(f"{file.path}: {error}") from error
        return vocabulary


def vocabulary_of(
    layout: Layout,
    columns: Sequence[Column],
    widths: Mapping[str, int] = SLOTS,
    groups: int = 0,
    group_rows: int = 0,
    given: Mapping[str, Int32] = MappingProxyType({}),
) -> Vocabulary:
    """The values of each column that are frequent enough in a treebank, or those given for its slot."""
    attributes = tuple(column.attribute for column in columns)
    slots = (*(column.slot for column in columns), *[LETTERS] * (groups > 0))
    values = word_attributes(layout, compile_attributes(attributes))
    known: list[Int32] = []
    for number, column in enumerate(columns):
        found, counts = np.unique(values[:, number], return_counts=True)
        known.append(given.get(column.slot, found[counts >= column.min_count]))
    ends = np.concatenate([[0], np.cumsum([len(part) for part in known])]).astype(np.int64)
    hashes = np.concatenate(known).astype(np.int32)
    own_widths = {slot: widths[slot] for slot in dict.fromkeys(slots)}
    return Vocabulary(attributes, slots, own_widths, hashes, ends, groups, group_rows)


@kernel
def find_rows(values: Int32, hashes: Int32, ends: Int64, may_be_absent: Bool, rows: Int32) -> None:
    """The row of every value of every word: see `Vocabulary`."""
    for word in range(len(values)):
        for column in range(len(ends) - 1):
            value = values[word, column]
            if value == 0 and may_be_absent[column]:
                rows[word, column] = ABSENT
                continue
            low, high = ends[column], ends[column + 1]
            while low < high:
                middle = (low + high) // 2
                if hashes[middle] < value:
                    low = middle + 1
                else:
                    high = middle
            is_known = low < ends[column + 1] and hashes[low] == value
            rows[word, column] = low - ends[column] + FIRST if is_known else UNKNOWN
