"""The averaged perceptron with a margin, in passive-aggressive steps (Crammer et al. 2006), trained on its own history.

The right tag must beat every other one by the number of columns (UPOS, XPOS, FEATS) in which they differ. If it does
not, the weights of the parts that the two do not share move just as far as is needed, and equally in all features. The
tags before a word are those that the tagger itself has chosen. Weights are averaged over all words.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Float32, Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed
from multiplane.text.tagger.dictionary import TagDictionary, find_candidates
from multiplane.text.tagger.scoring import TagParts, Workspace, add_rows, find_rows, mark_of
from multiplane.text.tagger.templates import TagTemplates, find_values, forget_tags, hash_template, remember_tag

COUNTERS = 1 << 24
LEAST_OFTEN = 2
"""A feature that occurs less often than this owns no row."""


@kernel(steps=lambda compiled, words, *_: 200 * len(words))
def count_features(
    compiled: TagTemplates,
    words: Int32,
    offsets: Int64,
    tags: Int32,
    parts: TagParts,
    space: Workspace,
    counters: UInt16,
    owners: UInt8,
    most: UInt16,
    claim: bool,
) -> None:
    """Count how often each feature occurs with the right tags before it; then let the most frequent ones claim rows."""
    lent = borrowed(space)
    edge = len(parts.starts) - 1
    mask, row_mask = len(counters) - 1, len(owners) - 1
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        forget_tags(lent.before, edge)
        for word in range(first, last):
            find_values(compiled, words, parts.names, first, last, word, lent.before, lent.values)
            for index in range(len(compiled.templates)):
                hashed = hash_template(compiled.templates, index, lent.values)
                count = counters[hashed & mask]
                if not claim:
                    if count < 65535:
                        counters[hashed & mask] = count + 1
                elif count >= LEAST_OFTEN and count > most[hashed & row_mask]:
                    most[hashed & row_mask] = count
                    owners[hashed & row_mask] = mark_of(hashed)
            remember_tag(lent.before, tags[word], parts.roles)


@inlined
def score_of(scores: Float32, parts: TagParts, tag: int) -> np.float32:
    """The sum of the scores of a tag's parts."""
    total = np.float32(0)
    for part in range(parts.starts[tag], parts.starts[tag + 1]):
        total += scores[parts.columns[part]]
    return total


@inlined
def parts_moved(parts: TagParts, tag: int, change: Int32) -> int:
    """The number of a tag's parts that change."""
    moved = 0
    for part in range(parts.starts[tag], parts.starts[tag + 1]):
        moved += 1 if change[parts.columns[part]] != 0 else 0
    return moved


@inlined
def move_parts(
    weights: Float32,
    sums: Float32,
    rows: Int64,
    count: int,
    parts: TagParts,
    tag: int,
    step: np.float32,
    change: Int32,
    now: np.float32,
) -> None:
    """Move the weights of a tag's parts by the step where they change, and forget the change."""
    for part in range(parts.starts[tag], parts.starts[tag + 1]):
        column = parts.columns[part]
        if change[column] != 0:
            by = step * np.float32(change[column])
            for index in range(count):
                weights[rows[index], column] += by
                sums[rows[index], column] += by * now
            change[column] = 0


@inlined
def move_apart(
    weights: Float32,
    sums: Float32,
    rows: Int64,
    count: int,
    parts: TagParts,
    right: int,
    wrong: int,
    loss: np.float32,
    change: Int32,
    now: np.float32,
) -> None:
    """The smallest equal step in all rows that makes up for the loss, for the parts that only one of the tags has."""
    for part in range(parts.starts[right], parts.starts[right + 1]):
        change[parts.columns[part]] += 1
    for part in range(parts.starts[wrong], parts.starts[wrong + 1]):
        change[parts.columns[part]] -= 1
    moved = parts_moved(parts, right, change) + parts_moved(parts, wrong, change)
    step = loss / np.float32(max(1, moved * count))
    move_parts(weights, sums, rows, count, parts, right, step, change, now)
    move_parts(weights, sums, rows, count, parts, wrong, step, change, now)


@kernel(steps=lambda *arguments: 3000 * len(arguments[9]))
def learn_tags(
    compiled: TagTemplates,
    owners: UInt8,
    weights: Float32,
    sums: Float32,
    parts: TagParts,
    columns: UInt16,
    dictionary: TagDictionary,
    words: Int32,
    offsets: Int64,
    tags: Int32,
    space: Workspace,
    scores: Float32,
    change: Int32,
    order: Int64,
    time: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; the number of updates, and of words that were not certain."""
    lent, table, totals = borrowed(space), borrowed(weights), borrowed(sums)
    edge = len(parts.starts) - 1
    updates, decisions = 0, 0
    stamp = 0
    for index in range(len(order)):
        first, last = offsets[order[index]], offsets[order[index] + 1]
        forget_tags(lent.before, edge)
        for word in range(first, last):
            right = int(tags[word])
            stamp += 1
            count = find_candidates(dictionary, words, word, lent.stamps, stamp, lent.candidates)
            if lent.stamps[right] != stamp:
                lent.candidates[count] = right
                count += 1
            best = int(lent.candidates[0])
            if count > 1:
                rows = find_rows(compiled, owners, words, parts.names, first, last, word, lent)
                add_rows(table, lent.rows, rows, scores)
                decisions += 1
                aim = score_of(scores, parts, right)
                highest, worst, wrong = np.float32(0), np.float32(0), -1
                for place in range(count):
                    tag = int(lent.candidates[place])
                    score = score_of(scores, parts, tag)
                    if place == 0 or score > highest:
                        best, highest = tag, score
                    if tag == right:
                        continue
                    for column in range(3):
                        if columns[tag, column] != columns[right, column]:
                            score += np.float32(1)
                    if wrong < 0 or score > worst:
                        wrong, worst = tag, score
                if worst > aim:
                    updates += 1
                    now = np.float32(time + decisions)
                    move_apart(table, totals, lent.rows, rows, parts, right, wrong, worst - aim, change, now)
            remember_tag(lent.before, best, parts.roles)
    return updates, decisions
