"""A tagger in plain Python over the same model: what the kernels must find."""

from __future__ import annotations

import re
from itertools import pairwise

from multiplane.text.tagger.dictionary import MAX_CANDIDATES, MAX_ENDING_LENGTH, TagLists
from multiplane.text.tagger.model import Tagger, tag_parts
from multiplane.text.tagger.templates import AFTER, BEFORE, FACTOR, SEED
from multiplane.text.tagger.words import ATTRIBUTES, CLASS, FORM, SIGNS, SUFFIX, USUAL, word_attributes
from multiplane.treebank.treebank import Treebank

BITS = 0xFFFFFFFF
TAG_ITEM = "(next)?(noun|verb)|(tag|kind|upos)[+-]"


def lists_of(lists: TagLists) -> dict[int, list[int]]:
    spans = zip(lists.keys.tolist(), pairwise(lists.starts.tolist()), strict=True)
    return {key: lists.tags[start:end].tolist() for key, (start, end) in spans}


def candidates(tagger: Tagger, word: list[int]) -> list[int]:
    """The tags that a word can have, given its attributes."""
    dictionary = tagger.dictionary
    known, endings = lists_of(dictionary.words), lists_of(dictionary.endings)
    found = list(known.get(word[FORM], []))
    if found and dictionary.frequent[dictionary.words.keys.tolist().index(word[FORM])]:
        return found
    for letters in range(MAX_ENDING_LENGTH, -1, -1):
        hashed = word[SUFFIX + letters - 1] if letters else 0
        hashed = (hashed ^ (letters * 8 + (word[SIGNS] & 3) + 1)) * int(FACTOR) & BITS
        for tag in endings.get((hashed ^ hashed >> 15) & 0x7FFFFFFF, []):
            if tag not in found and len(found) < MAX_CANDIDATES:
                found.append(tag)
    return found or list(range(min(MAX_CANDIDATES, len(tagger.tagset))))


def hash_of(number: int, values: list[int]) -> int:
    hashed = (number + 1) * SEED & BITS
    for value in values:
        hashed = (hashed ^ (value & BITS)) * int(FACTOR) & BITS
        hashed ^= hashed >> 15
    hashed = hashed * 0x297A2D39 & BITS
    return hashed ^ hashed >> 15


def tags_of(tagger: Tagger, treebank: Treebank, given: list[int]) -> list[int]:
    """The tags of all words, −1 for those that are given."""
    words = word_attributes(treebank.layout, tagger.clusters).tolist()
    classes = dict(zip(tagger.dictionary.words.keys.tolist(), tagger.dictionary.classes.tolist(), strict=True))
    known = lists_of(tagger.dictionary.words)
    for word in words:
        word[CLASS] = classes.get(word[FORM], 0)
        word[USUAL] = known[word[FORM]][0] + 1 if word[FORM] in known else 0
    parts = tag_parts(tagger.tagset)
    names, columns, starts = parts.names.tolist(), parts.columns.tolist(), parts.starts.tolist()
    found = [-1] * len(words)
    for sentence in range(len(treebank)):
        span = range(int(treebank.offsets[sentence]), int(treebank.offsets[sentence + 1]))
        sums = {place: [0] * tagger.weights.shape[1] for place in span}
        both_ways = any(side_of(line) == AFTER for line in tagger.templates)
        for side, order in ((AFTER, span[::-1]), (BEFORE, span)) if both_ways else ((BEFORE, span),):
            history = [len(tagger.tagset)] * 4
            for place in order:
                best = given[place]
                if best < 0:
                    for number, line in enumerate(tagger.templates):
                        if side_of(line) in (None, side):
                            items = line.split()
                            values = [value_of(item, words, names, span, place, history) for item in items]
                            sums[place] = added(sums[place], row_of(tagger, hash_of(number, values)))
                    scores = sums[place]
                    choices = candidates(tagger, words[place])
                    totals = {tag: sum(scores[c] for c in columns[starts[tag] : starts[tag + 1]]) for tag in choices}
                    best = found[place] = min(choices, key=lambda tag: (-totals[tag], tag))
                history = remembered(history, best, parts.roles.tolist())
    return found


def side_of(line: str) -> int | None:
    """Whether a template looks at tags before or after a word, or at none."""
    sides = {AFTER if "next" in item or "+" in item else BEFORE for item in line.split() if re.match(TAG_ITEM, item)}
    return sides.pop() if sides else None


def row_of(tagger: Tagger, hashed: int) -> list[int] | None:
    """The weights of a feature, if it owns its row."""
    row = hashed % len(tagger.owners)
    return tagger.weights[row].tolist() if tagger.owners[row] == (hashed >> 24 | 1) else None


def added(scores: list[int], weights: list[int] | None) -> list[int]:
    return scores if weights is None else [sum(pair) for pair in zip(scores, weights, strict=True)]


def remembered(history: list[int], tag: int, roles: list[int]) -> list[int]:
    """The last two tags, the last noun's and the last verb's."""
    return [tag, history[0], tag if roles[tag] == 2 else history[2], tag if roles[tag] == 3 else history[3]]


def value_of(
    item: str, words: list[list[int]], names: list[list[int]], span: range, place: int, history: list[int]
) -> int:
    """What an item of a template is; ``history`` are the tags on the side that it looks at."""
    if item.removeprefix("next") in ("noun", "verb"):
        return names[0][history[2 if item.endswith("noun") else 3]]
    name, distance = (item[:-2], int(item[-2:])) if item[-2] in "+-" else (item, 0)
    if name in ("tag", "kind", "upos"):
        return names[("tag", "kind", "upos").index(name)][history[abs(distance) - 1]]
    if place + distance not in span:
        return -1 if distance < 0 else -2
    return words[place + distance][ATTRIBUTES.index(name)]
