"""Scores of tags: the weights of all features that own a row of the table, added up, and from these the best tag.

A table has 2^k rows. Features are hashed into them; of those that meet in a row, the most frequent one owns it, and the
row knows it by one more byte of the hash. The others count for nothing, as do features that training never saw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64, UInt8
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed, prefetch
from multiplane.text.tagger.dictionary import TagDictionary, find_candidates
from multiplane.text.tagger.templates import (
    REMEMBERED,
    TagTemplates,
    find_values,
    forget_tags,
    hash_template,
    remember_tag,
)

Weights = NDArray[Any]


class TagParts(NamedTuple):
    """The columns of each tag: ``columns[starts[t]:starts[t + 1]]``, its ``names``, the hashes of its parts,
    and its role: noun, verb or neither.
    """

    columns: Int32
    starts: Int32
    names: Int32
    roles: Int32


class Workspace(NamedTuple):
    """Room for the work on one word."""

    values: Int32
    rows: Int64
    candidates: Int32
    stamps: Int64
    before: Int32


def new_workspace(compiled: TagTemplates, tags: int, longest: int) -> Workspace:
    """A workspace for one thread; ``longest`` is the largest number of tags that a word can have."""
    return Workspace(
        np.zeros(len(compiled.word_items) + len(compiled.tag_items), np.int32),
        np.zeros(len(compiled.templates), np.int64),
        np.zeros(longest, np.int32),
        np.full(tags + 1, -1, np.int64),
        np.zeros(REMEMBERED, np.int32),
    )


@inlined
def mark_of(hashed: int) -> int:
    """The byte by which a row knows its owner, never 0."""
    return (hashed >> 24) | 1


@inlined
def find_rows(
    compiled: TagTemplates,
    owners: UInt8,
    words: Int32,
    names: Int32,
    first: int,
    last: int,
    word: int,
    space: Workspace,
) -> int:
    """Write the rows of the features of a word; their number."""
    find_values(compiled, words, names, first, last, word, space.before, space.values)
    mask = len(owners) - 1
    count = 0
    for index in range(len(compiled.templates)):
        hashed = hash_template(compiled.templates, index, space.values)
        if owners[hashed & mask] == mark_of(hashed):
            space.rows[count] = hashed & mask
            count += 1
    return count


@inlined
def add_rows(weights: Weights, rows: Int64, count: int, scores: Weights) -> None:
    """The sums of these rows."""
    for index in range(count):
        prefetch(weights, rows[index])
    for column in range(weights.shape[1]):
        scores[column] = 0
    for index in range(count):
        row = rows[index]
        for column in range(weights.shape[1]):
            scores[column] += weights[row, column]


@kernel(steps=lambda compiled, owners, weights, parts, dictionary, words, *_: 2000 * len(words))
def tag_words(
    compiled: TagTemplates,
    owners: UInt8,
    weights: Weights,
    parts: TagParts,
    dictionary: TagDictionary,
    words: Int32,
    offsets: Int64,
    given: Int32,
    space: Workspace,
    scores: Weights,
    out: Int32,
) -> None:
    """The best tag of each word, from left to right; a word that has one already keeps it, and gets −1."""
    lent, table = borrowed(space), borrowed(weights)
    edge = len(parts.starts) - 1
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        forget_tags(lent.before, edge)
        for word in range(first, last):
            best = int(given[word])
            out[word] = -1
            if best < 0:
                count = find_candidates(dictionary, words, word, lent.stamps, word, lent.candidates)
                best = int(lent.candidates[0])
                if count > 1:
                    rows = find_rows(compiled, owners, words, parts.names, first, last, word, lent)
                    add_rows(table, lent.rows, rows, scores)
                    highest = 0
                    for place in range(count):
                        tag = lent.candidates[place]
                        score = 0
                        for part in range(parts.starts[tag], parts.starts[tag + 1]):
                            score += int(scores[parts.columns[part]])
                        if place == 0 or score > highest or (score == highest and tag < best):
                            best, highest = int(tag), score
                out[word] = best
            remember_tag(lent.before, best, parts.roles)
