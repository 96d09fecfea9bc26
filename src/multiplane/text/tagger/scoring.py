"""Scores of tags: the weights of all features that own a row of the table, added up, and from these the best tag.

A sentence is tagged from right to left by the features of words and of the tags after them, then from left to right by
those of words and of the tags before them: what both ways find of a word is added up for its tag.

A table has 2^k rows. Features are hashed into them; of those that meet in a row, the most frequent one owns it, and the
row knows it by one more byte of the hash. The others count for nothing, as do features that training never saw.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64, UInt8, UInt32
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed, prefetch
from multiplane.text.tagger.dictionary import TagDictionary, find_candidates
from multiplane.text.tagger.templates import (
    AFTER,
    BEFORE,
    REMEMBERED,
    TagTemplates,
    TemplateGroup,
    find_tag_values,
    find_word_values,
    forget_tags,
    hash_group,
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
    """Workspace for one sentence: the candidates of every word and the rows of its features."""

    values: UInt32
    hashes: UInt32
    rows: Int64
    row_counts: Int64
    candidates: Int32
    counts: Int64
    stamps: Int64
    around: Int32


def new_workspace(
    compiled: TagTemplates, tags: int, candidates: int, longest: int, *, keeps_rows: bool = False
) -> Workspace:
    """A workspace for one thread, for sentences of ``longest`` words that can have so many tags, its candidates."""
    kept = longest if keeps_rows else 1
    return Workspace(
        np.zeros(len(compiled.word_items) + len(compiled.tag_items), np.uint32),
        np.zeros(compiled.size, np.uint32),
        np.zeros((kept, compiled.size + 1), np.int64),
        np.zeros(kept, np.int64),
        np.zeros((longest, candidates), np.int32),
        np.zeros(longest, np.int64),
        np.full(tags + 1, -1, np.int64),
        np.zeros(REMEMBERED, np.int32),
    )


@inlined
def mark_of(hashed: int) -> int:
    """The byte that identifies the owner of a row; never 0."""
    return (hashed >> 24) | 1


@inlined
def find_rows(group: TemplateGroup, owners: UInt8, values: UInt32, hashes: UInt32, rows: Int64, count: int) -> int:
    """Write the rows of the features of a group of templates after the first ``count``; the number of all."""
    hash_group(group, values, hashes)
    mask = len(owners) - 1
    for place in range(len(group.seeds)):
        hashed = int(hashes[place])
        rows[count] = hashed & mask
        count += 1 if owners[hashed & mask] == mark_of(hashed) else 0
    return count


@inlined
def add_rows(weights: Weights, rows: Int64, count: int, scores: Weights) -> None:
    """Add these rows to the scores."""
    for index in range(count):
        prefetch(weights, rows[index])
    for index in range(count):
        row = rows[index]
        for column in range(weights.shape[1]):
            scores[column] += weights[row, column]


@inlined
def best_tag(parts: TagParts, candidates: Int32, count: int, scores: Weights) -> int:
    """The candidate whose parts have the highest scores; among equals the first tag."""
    best, highest = int(candidates[0]), 0
    for place in range(count):
        tag = candidates[place]
        score = 0
        for part in range(parts.starts[tag], parts.starts[tag + 1]):
            score += int(scores[parts.columns[part]])
        if place == 0 or score > highest or (score == highest and tag < best):
            best, highest = int(tag), score
    return best


@kernel(steps=lambda compiled, owners, weights, parts, dictionary, words, *_: 3000 * len(words))
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
    sums: Weights,
    scores: Weights,
    out: Int32,
) -> None:
    """The best tag of each word; a word that has one already keeps it, and gets −1.

    ``sums`` has room for the scores of every word of a sentence.
    """
    workspace, table, added = borrowed(space), borrowed(weights), borrowed(sums)
    edge = len(parts.starts) - 1
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        forget_tags(workspace.around, edge)
        for word in range(last - 1, first - 1, -1):
            here = word - first
            best = int(given[word])
            if best < 0:
                candidates, total = workspace.candidates[here], added[here]
                count = find_candidates(dictionary, words, word, workspace.stamps, word, candidates)
                workspace.counts[here] = count
                best = int(candidates[0])
                if count > 1:
                    find_word_values(compiled, words, first, last, word, workspace.values)
                    rows = find_rows(
                        compiled.of_words, owners, workspace.values, workspace.hashes, workspace.rows[0], 0
                    )
                    total[:] = 0
                    add_rows(table, workspace.rows[0], rows, total)
                    if len(compiled.after.seeds) > 0:
                        scores[:] = total
                        find_tag_values(compiled, parts.names, workspace.around, workspace.values)
                        rows = find_rows(
                            compiled.after, owners, workspace.values, workspace.hashes, workspace.rows[0], 0
                        )
                        add_rows(table, workspace.rows[0], rows, scores)
                        best = best_tag(parts, candidates, count, scores)
                        for column in range(len(total)):
                            total[column] += scores[column]
            remember_tag(workspace.around, AFTER, best, parts.roles)
        for word in range(first, last):
            here = word - first
            best = int(given[word])
            out[word] = -1
            if best < 0:
                candidates, count = workspace.candidates[here], workspace.counts[here]
                best = int(candidates[0])
                if count > 1:
                    find_word_values(compiled, words, first, last, word, workspace.values)
                    find_tag_values(compiled, parts.names, workspace.around, workspace.values)
                    rows = find_rows(compiled.before, owners, workspace.values, workspace.hashes, workspace.rows[0], 0)
                    add_rows(table, workspace.rows[0], rows, added[here])
                    best = best_tag(parts, candidates, count, added[here])
                out[word] = best
            remember_tag(workspace.around, BEFORE, best, parts.roles)
