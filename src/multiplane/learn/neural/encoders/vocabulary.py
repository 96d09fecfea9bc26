"""The values of attributes that the network knows: from a hash to a row of embeddings, by binary search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from multiplane.kernels.arrays import Bool, Int32, Int64
from multiplane.kernels.jit import kernel
from multiplane.learn.features.attributes import FEATURE, Attributes, attribute_row, compile_attributes, word_attributes
from multiplane.learn.neural.encoders.columns import Column
from multiplane.learn.neural.encoders.letters import letter_rows
from multiplane.learn.neural.encoders.rows import ABSENT, FIRST, ROOT, UNKNOWN
from multiplane.treebank.conll.layout import Layout


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The hashes of the known values of column c are ``hashes[ends[c]:ends[c + 1]]``, in ascending order.

    After the columns come at most so many ``groups`` of letters, which share so many rows.

    >>> import multiplane
    >>> dutch = multiplane.read("sample:dutch-2")
    >>> vocabulary = vocabulary_of(dutch.layout, [Column("upos", "upos"), Column("feats:Case", "feats")])
    >>> rows = vocabulary.rows(dutch.layout)
    >>> rows.shape, int(rows[:, 0].min()), int(rows[:, 1].max())
    ((11, 2), 2, 3)
    """

    attributes: tuple[str, ...]
    hashes: Int32
    ends: Int64
    groups: int = 0
    group_rows: int = 0

    @cached_property
    def compiled(self) -> Attributes:
        return compile_attributes(self.attributes)

    @property
    def row_counts(self) -> Int64:
        """The number of rows of embeddings of each column, and of all groups of letters if there are any."""
        return np.append(np.diff(self.ends) + FIRST, [self.group_rows] * (self.groups > 0))

    @property
    def root(self) -> Int32:
        """The rows of the root: it has no letters."""
        return np.repeat(np.array([ROOT, ABSENT], np.int32), [len(self.attributes), self.groups])

    @property
    def unknown(self) -> Int32:
        """The rows of a word of which nothing is known."""
        return np.repeat(np.array([UNKNOWN, ABSENT], np.int32), [len(self.attributes), self.groups])

    def rows(self, layout: Layout) -> Int32:
        """``[w, c]``: the row of embeddings of word w in column c, or −1 where it has none; then those of letters."""
        values = word_attributes(layout, self.compiled)
        may_be_absent = np.array([attribute_row(name)[0] == FEATURE for name in self.attributes])
        rows = np.empty_like(values)
        find_rows(values, self.hashes, self.ends, may_be_absent, rows)
        return np.concatenate([rows, letter_rows(layout, self.groups, self.group_rows)], axis=1)


def vocabulary_of(
    layout: Layout,
    columns: Sequence[Column],
    groups: int = 0,
    group_rows: int = 0,
    given: Mapping[str, Int32] = MappingProxyType({}),
) -> Vocabulary:
    """The values of each column that a treebank has as often as the column demands, or those given for its slot."""
    attributes = tuple(column.attribute for column in columns)
    values = word_attributes(layout, compile_attributes(attributes))
    known: list[Int32] = []
    for number, column in enumerate(columns):
        found, counts = np.unique(values[:, number], return_counts=True)
        known.append(given.get(column.slot, found[counts >= column.least]))
    ends = np.concatenate([[0], np.cumsum([len(part) for part in known])]).astype(np.int64)
    return Vocabulary(attributes, np.concatenate(known).astype(np.int32), ends, groups, group_rows)


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
