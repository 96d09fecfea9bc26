"""The tags of a treebank, UPOS, XPOS and FEATS together, and the columns of the weight table that each of them adds up.

A tag's score is the sum of the scores of its parts: its UPOS, its XPOS, and every single feature. Where there are too
many kinds of XPOS, they are taken apart too: at ``|``, or letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from multiplane.kernels.arrays import Int32, Int64, UInt16
from multiplane.learn.columns import has_value
from multiplane.text.tagger.templates import NOUN, VERB
from multiplane.treebank.treebank import Treebank

COLUMNS = ("upos", "xpos", "feats")
EMPTY = "_"
MAX_WHOLE_XPOS = 100
MAX_LETTERS = 24
MAX_COLUMNS = 1024
ROLES = {NOUN: ("NOUN", "PROPN", "PRON", "N", "P"), VERB: ("VERB", "AUX", "V")}
"""The UPOS of nouns and of verbs, as Universal Dependencies and the CoNLL-X treebanks have them."""


@dataclass(frozen=True, eq=False)
class Tagset:
    """The strings of the three columns, and for each tag which of them it has; the most frequent tag is the first."""

    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    feats: tuple[str, ...]
    tags: UInt16

    def __len__(self) -> int:
        return len(self.tags)

    def strings(self, tag: int) -> tuple[str, str, str]:
        """UPOS, XPOS and FEATS of a tag."""
        upos, xpos, feats = self.tags[tag].tolist()
        return self.upos[upos], self.xpos[xpos], self.feats[feats]

    def vocabularies(self) -> dict[str, tuple[str, ...]]:
        """The strings by column, with the empty string before them that stands for unknown ones."""
        return {name: ("", *getattr(self, name)) for name in COLUMNS}

    @cached_property
    def parts(self) -> tuple[Int32, Int32, int]:
        """The columns of all tags one after the other, where those of each begin, and the number of columns."""
        numbers: dict[tuple[str, str], int] = {}
        whole = len(self.xpos) <= MAX_WHOLE_XPOS
        rows = []
        for tag in range(len(self)):
            upos, xpos, feats = self.strings(tag)
            parts = [("upos", upos), *_parts_of_xpos(xpos, whole), *(("feats", part) for part in feats.split("|"))]
            found = []
            for part in parts:
                if len(numbers) < MAX_COLUMNS or part in numbers:
                    found.append(numbers.setdefault(part, len(numbers)))
            rows.append(sorted(set(found)))
        starts = np.zeros(len(rows) + 1, np.int32)
        np.cumsum([len(row) for row in rows], out=starts[1:])
        return np.array([part for row in rows for part in row], np.int32), starts, len(numbers)

    @cached_property
    def kinds(self) -> Int32:
        """For each tag the number of its UPOS and XPOS; of its UPOS alone where there are too many kinds of XPOS."""
        width = len(self.xpos) if len(self.xpos) <= MAX_WHOLE_XPOS else 1
        xpos = self.tags[:, 1].astype(np.int64) if width > 1 else 0
        return (self.tags[:, 0] * np.int64(width) + xpos).astype(np.int32)

    @cached_property
    def roles(self) -> Int32:
        """For each tag whether it is of a noun or pronoun, a verb, or neither."""
        known = {name: role for role, names in ROLES.items() for name in names}
        return np.array([known.get(self.strings(tag)[0], 0) for tag in range(len(self))], np.int32)

    def ids_of(self, treebank: Treebank) -> Int32:
        """The tag of every word: −1 for one that has none, and the number of tags for one that is not among them."""
        encoded = treebank.encode(COLUMNS, self.vocabularies())
        codes = _codes([encoded.ids[name] for name in COLUMNS], self._sizes)
        known = _codes([self.tags[:, column] + 1 for column in range(3)], self._sizes)
        order = np.argsort(known, kind="stable")
        places = np.minimum(np.searchsorted(known[order], codes), len(known) - 1)
        ids = np.where(known[order][places] == codes, order[places], len(self)).astype(np.int32)
        ids[~np.logical_or.reduce([has_value(treebank, name) for name in COLUMNS])] = -1
        return ids

    @property
    def _sizes(self) -> tuple[int, int, int]:
        return len(self.upos) + 1, len(self.xpos) + 1, len(self.feats) + 1


def _parts_of_xpos(xpos: str, whole: bool) -> Iterator[tuple[str, str]]:
    if whole:
        yield "xpos", xpos
        return
    pieces = xpos.split("|") if "|" in xpos else list(xpos)
    yield from ((f"xpos{place}", piece) for place, piece in enumerate(pieces[:MAX_LETTERS]))


def _codes(columns: Sequence[Int32 | UInt16], sizes: tuple[int, int, int]) -> Int64:
    """Combine three numbers into one."""
    upos, xpos, feats = (column.astype(np.int64) for column in columns)
    return (upos * sizes[1] + xpos) * sizes[2] + feats


def tagset_of(treebank: Treebank) -> tuple[Tagset, Int32]:
    """The tags of a treebank, and for every word the number of its tag.

    >>> import multiplane
    >>> tagset, tags = tagset_of(multiplane.read("sample:german"))
    >>> tagset.strings(0)[0], tagset.strings(tags[0])[0]
    ('PUNCT', 'DET')
    """
    encoded = treebank.encode(COLUMNS)
    sizes = tuple(len(encoded.vocabularies[name]) for name in COLUMNS)
    codes = _codes([encoded.ids[name] for name in COLUMNS], (sizes[0], sizes[1], sizes[2]))
    known, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    known = known[order]
    tags = np.stack([known // (sizes[1] * sizes[2]), known // sizes[2] % sizes[1], known % sizes[2]], axis=1) - 1
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    vocabularies = [encoded.vocabularies[name][1:] for name in COLUMNS]
    return Tagset(vocabularies[0], vocabularies[1], vocabularies[2], tags.astype(np.uint16)), rank[inverse]
