"""Which tags a word can have: those it had in training and, unless it is frequent, those of words with its ending.

Words are known by the hash of their form in small letters. Beside its tags, the most frequent one first, each has the
hash of its class: which kinds of tag it has had, and which most often. Endings go with the capital and the digit that a
word may have.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.kernels.arrays import Int32, Int64, UInt16
from multiplane.kernels.jit import inlined, kernel
from multiplane.text.keys import find_key, slots_of
from multiplane.text.tagger.words import CAPITAL, CLASS, DIGIT, FORM, SIGNS, SUFFIX, USUAL

MAX_CANDIDATES = 32
FREQUENT = 100
RARE = 10
MAX_ENDING_LENGTH = 4
MIN_TYPES = (1, 1, 1, 2, 3)
NOISE = 50
"""A kind of tag is part of a word's class if it is more than one in fifty of its tags."""


class TagLists(NamedTuple):
    """Lists of tags by key: ``slots`` has, at the hash of a key or after it, the number of the list and one."""

    keys: Int32
    starts: Int32
    tags: UInt16
    slots: Int32


class TagDictionary(NamedTuple):
    """The tags and the class of each known word, whether it is frequent, and the tags of each ending."""

    words: TagLists
    classes: Int32
    frequent: Int32
    endings: TagLists


def tag_lists(keys: Int32, counts: NDArray[Any], tags: UInt16) -> TagLists:
    """Lists of tags from their keys and lengths.

    >>> lists = tag_lists(np.array([7, 9], np.int32), np.array([1, 2]), np.array([0, 3, 4], np.uint16))
    >>> lists.tags[lists.starts[1] : lists.starts[2]].tolist()
    [3, 4]
    """
    starts = np.zeros(len(keys) + 1, np.int32)
    np.cumsum(counts, out=starts[1:])
    return TagLists(keys, starts, tags, slots_of(keys))


@inlined
def find_list(lists: TagLists, key: int) -> int:
    """The number of the list with this key, or −1."""
    return find_key(lists.keys, lists.slots, key)


@inlined
def ending_key(words: Int32, word: int, letters: int) -> int:
    """The key of a word's last letters, with its capital and digit."""
    signs = int(words[word, SIGNS]) & (CAPITAL | DIGIT)
    hashed = int(words[word, SUFFIX + letters - 1]) if letters > 0 else 0
    hashed = ((hashed ^ (letters * 8 + signs + 1)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return (hashed ^ (hashed >> 15)) & 0x7FFFFFFF


@kernel(steps=lambda dictionary, words: 10 * len(words))
def look_up_classes(dictionary: TagDictionary, words: Int32) -> None:
    """Write the class of every word, and its most frequent tag and one: 0 for one that is not known."""
    lists = dictionary.words
    for word in range(len(words)):
        entry = find_list(lists, words[word, FORM])
        words[word, CLASS] = dictionary.classes[entry] if entry >= 0 else 0
        words[word, USUAL] = lists.tags[lists.starts[entry]] + 1 if entry >= 0 else 0


@inlined
def find_candidates(dictionary: TagDictionary, words: Int32, word: int, stamps: Int64, stamp: int, out: Int32) -> int:
    """Write the tags that a word can have and return their number; ``stamps`` marks those already written."""
    count = 0
    entry = find_list(dictionary.words, words[word, FORM])
    if entry >= 0:
        lists = dictionary.words
        for place in range(lists.starts[entry], lists.starts[entry + 1]):
            tag = lists.tags[place]
            out[count] = tag
            stamps[tag] = stamp
            count += 1
            if count == len(out):
                break
        if dictionary.frequent[entry] != 0:
            return count
    endings = dictionary.endings
    for shorter in range(MAX_ENDING_LENGTH + 1):
        if count >= MAX_CANDIDATES:
            break
        entry = find_list(endings, ending_key(words, word, MAX_ENDING_LENGTH - shorter))
        if entry >= 0:
            for place in range(endings.starts[entry], endings.starts[entry + 1]):
                tag = endings.tags[place]
                if count < MAX_CANDIDATES and stamps[tag] != stamp:
                    out[count] = tag
                    stamps[tag] = stamp
                    count += 1
    if count == 0:
        while count < min(MAX_CANDIDATES, len(stamps) - 1):
            out[count] = count
            count += 1
    return count


@kernel
def ending_keys(words: Int32, out: Int32) -> None:
    """The keys of all endings of all words."""
    for word in range(len(words)):
        for letters in range(MAX_ENDING_LENGTH + 1):
            out[word, letters] = ending_key(words, word, letters)


class Counts(NamedTuple):
    """Counts of kinds of tag, in groups: group g has ``starts[g]`` to ``starts[g + 1]``, its kinds ascending."""

    starts: Int64
    kinds: Int32
    counts: Int64


@kernel
def hash_classes(all_counts: Counts, words: Int64, left_out: Counts, out: Int32) -> None:
    """The class of ``words[g]`` by all its counts without those of group g of ``left_out``, and its most frequent kind
    and one; 0 if none are left.
    """
    for group in range(len(words)):
        first, last = all_counts.starts[words[group]], all_counts.starts[words[group] + 1]
        place, stop = left_out.starts[group], left_out.starts[group + 1]
        total = 0
        for pair in range(first, last):
            total += all_counts.counts[pair]
        for pair in range(place, stop):
            total -= left_out.counts[pair]
        best, most, hashed = -1, 0, 0
        for pair in range(first, last):
            kind, count = int(all_counts.kinds[pair]), all_counts.counts[pair]
            if place < stop and left_out.kinds[place] == kind:
                count -= left_out.counts[place]
                place += 1
            if count > most:
                best, most = kind, count
            if count > 0 and count * NOISE > total:
                mixed = ((kind + 77) * 0x2C1B3C6D) & 0xFFFFFFFF
                hashed += mixed ^ (mixed >> 15)
        mixed = ((hashed & 0xFFFFFFFF) ^ (best + 1) * 0x297A2D39) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
        out[group, 0] = ((mixed ^ (mixed >> 15)) & 0x7FFFFFFE) | 1 if total > 0 else 0
        out[group, 1] = best + 1


def counts_of(groups: NDArray[Any], kinds: Int32, size: int) -> Counts:
    """How often each group, of 0 .. size − 1, has each kind.

    >>> counts_of(np.array([1, 0, 1, 1]), np.array([5, 2, 5, 3], np.int32), 2)._asdict()["counts"].tolist()
    [1, 1, 2]
    """
    many = int(kinds.max(initial=0)) + 1
    pairs, counts = np.unique(groups.astype(np.int64) * many + kinds, return_counts=True)
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(pairs // many, minlength=size), out=starts[1:])
    return Counts(starts, (pairs % many).astype(np.int32), counts.astype(np.int64))


def learn_dictionary(words: Int32, tags: Int32, kinds: Int32, blocks: Int64) -> tuple[TagDictionary, Int32]:
    """A dictionary of these words with these tags, and the class and the usual tag of each by those in other blocks.

    ``kinds`` has the kind of each tag. That the block a word is in does not count is what makes the words of training
    as unfamiliar as those of other texts.
    """
    forms, inverse = np.unique(words[:, FORM], return_inverse=True)
    totals = np.bincount(inverse, minlength=len(forms))
    size = len(kinds)
    pairs, counts = np.unique(inverse.astype(np.int64) * size + tags, return_counts=True)
    owners, members = pairs // size, pairs % size
    order = np.lexsort((members, -counts, owners))
    known = tag_lists(
        forms.astype(np.int32), np.bincount(owners, minlength=len(forms)), members[order].astype(np.uint16)
    )
    by_kind, by_tag = counts_of(inverse, kinds[tags], len(forms)), counts_of(inverse, tags, len(forms))
    classes, every = np.zeros((len(forms), 2), np.int32), np.arange(len(forms), dtype=np.int64)
    nothing = Counts(np.zeros(len(forms) + 1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64))
    hash_classes(by_kind, every, nothing, classes)
    width = int(blocks.max(initial=0)) + 1
    groups, places = np.unique(inverse.astype(np.int64) * width + blocks, return_inverse=True)
    elsewhere, usual = np.zeros((len(groups), 2), np.int32), np.zeros((len(groups), 2), np.int32)
    hash_classes(by_kind, groups // width, counts_of(places, kinds[tags], len(groups)), elsewhere)
    hash_classes(by_tag, groups // width, counts_of(places, tags, len(groups)), usual)
    rare = np.flatnonzero(totals[inverse] <= RARE)
    endings = learn_endings(words[rare], tags[rare], inverse[rare])
    frequent = (totals >= FREQUENT).astype(np.int32)
    own = np.stack([elsewhere[places, 0], usual[places, 1]], axis=1)
    return TagDictionary(known, classes[:, 0].copy(), frequent, endings), own


def learn_endings(words: Int32, tags: Int32, forms: NDArray[Any]) -> TagLists:
    """The tags of words with each ending, those of the most word forms first."""
    keys = np.empty((len(words), MAX_ENDING_LENGTH + 1), np.int32)
    ending_keys(words, keys)
    found: list[tuple[NDArray[Any], ...]] = []
    for letters in range(MAX_ENDING_LENGTH + 1):
        triples = np.unique(np.stack([keys[:, letters], tags, forms], axis=1), axis=0)
        pairs, counts = np.unique(triples[:, :2], axis=0, return_counts=True)
        owners = np.unique(triples[:, [0, 2]], axis=0)[:, 0]
        types = np.unique(owners, return_counts=True)
        enough = types[0][types[1] >= MIN_TYPES[letters]]
        kept = np.isin(pairs[:, 0], enough)
        found.append((pairs[kept, 0], pairs[kept, 1], counts[kept]))
    key, tag, count = (np.concatenate([part[place] for part in found]) for place in range(3))
    order = np.lexsort((tag, -count, key))
    key, tag = key[order], tag[order]
    listed, first = np.unique(key, return_index=True)
    rank = np.arange(len(key)) - np.repeat(first, np.diff(np.append(first, len(key))))
    key, tag = key[rank < MAX_CANDIDATES], tag[rank < MAX_CANDIDATES]
    listed, lengths = np.unique(key, return_counts=True)
    return tag_lists(listed.astype(np.int32), lengths, tag.astype(np.uint16))
