"""A tagger in plain Python over the same model: what the kernels must find."""

from __future__ import annotations

from itertools import pairwise

from multiplane.text.tagger.dictionary import LONGEST_ENDING, MOST_CANDIDATES, TagLists
from multiplane.text.tagger.model import Tagger, tag_parts
from multiplane.text.tagger.templates import FACTOR, SEED
from multiplane.text.tagger.words import ATTRIBUTES, CLASS, FORM, SIGNS, SUFFIX, USUAL, word_attributes
from multiplane.treebank.treebank import Treebank

BITS = 0xFFFFFFFF


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
    for letters in range(LONGEST_ENDING, -1, -1):
        hashed = word[SUFFIX + letters - 1] if letters else 0
        hashed = (hashed ^ (letters * 8 + (word[SIGNS] & 3) + 1)) * FACTOR & BITS
        for tag in endings.get((hashed ^ hashed >> 15) & 0x7FFFFFFF, []):
            if tag not in found and len(found) < MOST_CANDIDATES:
                found.append(tag)
    return found or list(range(min(MOST_CANDIDATES, len(tagger.tagset))))


def hash_of(number: int, values: list[int]) -> int:
    hashed = (number + 1) * SEED & BITS
    for value in values:
        hashed = (hashed ^ (value & BITS)) * FACTOR & BITS
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
    found: list[int] = []
    for sentence in range(len(treebank)):
        first, last = int(treebank.offsets[sentence]), int(treebank.offsets[sentence + 1])
        history = [len(tagger.tagset)] * 4
        for place in range(first, last):
            if given[place] >= 0:
                found.append(-1)
                history = remembered(history, given[place], parts.roles.tolist())
                continue
            choices = candidates(tagger, words[place])
            scores = [0] * tagger.weights.shape[1]
            for number, line in enumerate(tagger.templates):
                values = [value_of(item, words, names, first, last, place, history) for item in line.split()]
                hashed = hash_of(number, values)
                row = hashed % len(tagger.owners)
                if tagger.owners[row] == (hashed >> 24 | 1):
                    scores = [sum(pair) for pair in zip(scores, tagger.weights[row].tolist(), strict=True)]
            totals = {tag: sum(scores[column] for column in columns[starts[tag] : starts[tag + 1]]) for tag in choices}
            best = min(choices, key=lambda tag: (-totals[tag], tag))
            found.append(best)
            history = remembered(history, best, parts.roles.tolist())
    return found


def remembered(history: list[int], tag: int, roles: list[int]) -> list[int]:
    """The last two tags, the last noun's and the last verb's."""
    return [tag, history[0], tag if roles[tag] == 2 else history[2], tag if roles[tag] == 3 else history[3]]


def value_of(
    item: str, words: list[list[int]], names: list[list[int]], first: int, last: int, place: int, history: list[int]
) -> int:
    """What an item of a template is."""
    if item in ("noun", "verb"):
        return names[0][history[2 if item == "noun" else 3]]
    name, distance = (item[:-2], int(item[-2:])) if item[-2] in "+-" else (item, 0)
    if name in ("tag", "kind", "upos"):
        return names[("tag", "kind", "upos").index(name)][history[-distance - 1]]
    if not first <= place + distance < last:
        return -1 if distance < 0 else -2
    return words[place + distance][ATTRIBUTES.index(name)]
