"""Logistic regression over the tags that a word can have, by averaged gradient steps, trained on its own history.

The probability of a tag is that of its score, raised for wrong tags by a cost for each column (UPOS, XPOS, FEATS) in
which they differ from the right one (softmax margin, Gimpel and Smith 2010). Every sentence is learned from in both
directions, each with a score of its own, so that a tag is likely by what is before its word, and by what is after it;
the weights of words are the same in both. The more a feature has been moved, the smaller its steps are (AdaGrad, Duchi
et al. 2011; here one sum of squares for a row of the table). The tags around a word are those that the tagger itself
has chosen. Weights are averaged over all decisions.
"""

from __future__ import annotations

import math

import numpy as np

from multiplane.kernels.arrays import Float32, Float64, Int32, Int64, UInt8, UInt16
from multiplane.kernels.jit import inlined, kernel
from multiplane.kernels.views import borrowed
from multiplane.text.tagger.dictionary import TagDictionary, find_candidates
from multiplane.text.tagger.scoring import TagParts, Workspace, add_rows, find_rows, mark_of
from multiplane.text.tagger.templates import (
    AFTER,
    BEFORE,
    TagTemplates,
    TemplateGroup,
    find_tag_values,
    find_word_values,
    forget_tags,
    hash_group,
    remember_tag,
)

RATE = np.float32(0.5)
SMOOTHING = np.float32(10)
COST = np.float32(3)
MIN_ERROR = np.float32(0.02)
"""A column that is this close to right does not move."""

COUNTERS = 1 << 24
MIN_COUNT = 2
"""A feature that occurs less often than this owns no row."""


@inlined
def count_group(
    group: TemplateGroup, space: Workspace, counters: UInt16, owners: UInt8, most: UInt16, claim: bool
) -> None:
    """Count the features of a group of templates, or let them claim rows."""
    mask, row_mask = len(counters) - 1, len(owners) - 1
    hash_group(group, space.values, space.hashes)
    for place in range(len(group.seeds)):
        hashed = int(space.hashes[place])
        count = counters[hashed & mask]
        if not claim:
            if count < 65535:
                counters[hashed & mask] = count + 1
        elif count >= MIN_COUNT and count > most[hashed & row_mask]:
            most[hashed & row_mask] = count
            owners[hashed & row_mask] = mark_of(hashed)


@kernel(steps=lambda compiled, words, *_: 300 * len(words))
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
    """Count how often each feature occurs with the right tags around it; then let the most frequent ones claim rows."""
    workspace = borrowed(space)
    edge = len(parts.starts) - 1
    for sentence in range(len(offsets) - 1):
        first, last = offsets[sentence], offsets[sentence + 1]
        forget_tags(workspace.around, edge)
        for word in range(first, last):
            find_word_values(compiled, words, first, last, word, workspace.values)
            find_tag_values(compiled, parts.names, workspace.around, workspace.values)
            count_group(compiled.of_words, workspace, counters, owners, most, claim)
            count_group(compiled.before, workspace, counters, owners, most, claim)
            remember_tag(workspace.around, BEFORE, tags[word], parts.roles)
        for word in range(last - 1, first - 1, -1):
            find_word_values(compiled, words, first, last, word, workspace.values)
            find_tag_values(compiled, parts.names, workspace.around, workspace.values)
            count_group(compiled.after, workspace, counters, owners, most, claim)
            remember_tag(workspace.around, AFTER, tags[word], parts.roles)


@inlined
def score_of(scores: Float32, parts: TagParts, tag: int) -> np.float32:
    """The sum of the scores of a tag's parts."""
    total = np.float32(0)
    for part in range(parts.starts[tag], parts.starts[tag + 1]):
        total += scores[parts.columns[part]]
    return total


@inlined
def find_errors(
    parts: TagParts,
    columns: UInt16,
    candidates: Int32,
    count: int,
    right: int,
    scores: Float32,
    chances: Float64,
    errors: Float32,
) -> int:
    """Write how far the score of every column of the table should rise, at most by one; the best tag."""
    best, highest, top = int(candidates[0]), np.float32(0), np.float32(0)
    for place in range(count):
        tag = int(candidates[place])
        score = score_of(scores, parts, tag)
        if place == 0 or score > highest:
            best, highest = tag, score
        for column in range(3):
            if columns[tag, column] != columns[right, column]:
                score += COST
        chances[place] = score
        top = score if place == 0 else max(top, score)
    total = 0.0
    for place in range(count):
        chances[place] = math.exp(chances[place] - top)
        total += chances[place]
    for column in range(len(errors)):
        errors[column] = 0
    for place in range(count):
        tag = int(candidates[place])
        error = np.float32((1.0 if tag == right else 0.0) - chances[place] / total)
        for part in range(parts.starts[tag], parts.starts[tag + 1]):
            errors[parts.columns[part]] += error
    return best


@inlined
def move_rows(
    weights: Float32,
    sums: Float32,
    squares: Float32,
    rows: Int64,
    count: int,
    errors: Float32,
    moved: Int32,
    now: np.float32,
) -> int:
    """Move the weights of all columns with errors, in all rows; the number of these columns."""
    many, size = 0, np.float32(0)
    for column in range(len(errors)):
        if abs(errors[column]) > MIN_ERROR:
            moved[many] = column
            many += 1
            size += errors[column] * errors[column]
    for index in range(count if many > 0 else 0):
        row = rows[index]
        squares[row] += size
        step = RATE / np.float32(math.sqrt(squares[row] + SMOOTHING))
        for place in range(many):
            column = moved[place]
            by = step * errors[column]
            weights[row, column] += by
            sums[row, column] += by * now
    return many


@kernel(steps=lambda *arguments: 6000 * len(arguments[9]))
def learn_tags(
    compiled: TagTemplates,
    owners: UInt8,
    weights: Float32,
    sums: Float32,
    squares: Float32,
    parts: TagParts,
    columns: UInt16,
    dictionary: TagDictionary,
    words: Int32,
    seen: Int32,
    offsets: Int64,
    tags: Int32,
    space: Workspace,
    order: Int64,
    time: int,
) -> tuple[int, int]:
    """Learn from sentences in this order; the number of updates, and of decisions between tags.

    ``seen`` are the words as the features see them.
    """
    workspace, table, totals = borrowed(space), borrowed(weights), borrowed(sums)
    scores, errors = np.zeros(weights.shape[1], np.float32), np.zeros(weights.shape[1], np.float32)
    moved, chances = np.zeros(weights.shape[1], np.int32), np.zeros(workspace.candidates.shape[1], np.float64)
    edge = len(parts.starts) - 1
    updates, decisions = 0, 0
    stamp = 0
    for index in range(len(order)):
        first, last = offsets[order[index]], offsets[order[index] + 1]
        forget_tags(workspace.around, edge)
        for word in range(first, last):
            here, right = word - first, int(tags[word])
            stamp += 1
            count = find_candidates(dictionary, words, word, workspace.stamps, stamp, workspace.candidates[here])
            if workspace.stamps[right] != stamp:
                workspace.candidates[here, count] = right
                count += 1
            workspace.counts[here] = count
            if count > 1:
                find_word_values(compiled, seen, first, last, word, workspace.values)
                workspace.row_counts[here] = find_rows(
                    compiled.of_words, owners, workspace.values, workspace.hashes, workspace.rows[here], 0
                )
        for side in (AFTER, BEFORE):
            group = compiled.after if side == AFTER else compiled.before
            if side == AFTER and len(group.seeds) == 0:
                continue
            for away in range(last - first):
                here = away if side == BEFORE else last - first - 1 - away
                word, count = first + here, workspace.counts[here]
                best = int(workspace.candidates[here, 0])
                if count > 1:
                    find_word_values(compiled, seen, first, last, word, workspace.values)
                    find_tag_values(compiled, parts.names, workspace.around, workspace.values)
                    rows = workspace.row_counts[here]
                    rows = find_rows(group, owners, workspace.values, workspace.hashes, workspace.rows[here], rows)
                    scores[:] = 0
                    add_rows(table, workspace.rows[here], rows, scores)
                    decisions += 1
                    best = find_errors(
                        parts, columns, workspace.candidates[here], count, int(tags[word]), scores, chances, errors
                    )
                    now = np.float32(time + decisions)
                    if move_rows(table, totals, squares, workspace.rows[here], rows, errors, moved, now) > 0:
                        updates += 1
                remember_tag(workspace.around, side, best, parts.roles)
    return updates, decisions
