"""What the tokenizer looks at to decide whether a token, or a sentence, ends with a character.

Characters and classes around it, the token so far and how it begins, the rest of the text up to the next gap and what
classes of characters it has, the next two words, the token before, and what the training text tells about these words:
whether they are abbreviations, whether they occur in small letters, whether they are names. How the token ends, how the
next word begins and how long the sentence is tell something even of words that the training text does not have. So do,
for punctuation in an order that it does not have, what follows, whatever the character before it, whether the next
character is the same one, and whether a quotation or a bracket is open. The look back ends where the sentence begins,
and the look ahead after `LOOK_AHEAD` entries: a sentence can be split off without a change in what follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.text.tokenizer.characters import (
    CAPITAL,
    CLASS_BITS,
    DIGIT,
    PARAGRAPH,
    PERIOD,
    SPACE,
    Characters,
    class_of,
)

MAX_REST_LENGTH = 12
MAX_WORD_LENGTH = 16
MAX_BEGINNING_LENGTH = 4
SHORT_ENDING, LONG_ENDING = 3, 4
LOOK_AHEAD = MAX_REST_LENGTH + 2 * MAX_WORD_LENGTH + 8
ANYWHERE = 47
BEFORE_SPACE = 13
"""Those for a space after a letter or digit, where a sentence may end without punctuation."""
ELSEWHERE = 4
"""Those for all other entries: runs of punctuation, and what is open. Files with fewer features have none of them."""
FEATURES = ANYWHERE + BEFORE_SPACE + ELSEWHERE
GENERAL = sum(1 << place for place in (*range(10, 16), 20, *range(28, 33), 34, 41, 43, 44))
"""Bits for those of `ANYWHERE` that are of classes, not of characters and words; `ELSEWHERE` are general too."""

_FACTOR = 0x2C1B3C6D
NO_WORD = 11
OUTSIDE = 1


class Lexicon(NamedTuple):
    """Hashes of words of the training text, sorted: abbreviations, words in small letters, names, and the parts of
    tokens with spaces inside: up to a space, and the word after it.
    """

    abbreviations: Int32
    small: Int32
    names: Int32
    spaced: Int32


class State(NamedTuple):
    """Where token and sentence begin, the hashes of the token so far and of the one before, which classes of characters
    the token so far has, a bit for each, whether the sentence so far has an odd number of quotes (1) and whether its
    last bracket is an opening one (2).
    """

    token_start: int
    sentence_start: int
    token: int
    previous: int
    kinds: int
    open: int


@inlined
def mixed(value: int, other: int) -> int:
    """A hash of 32 bits, of a hash and another number."""
    value = ((value ^ other) * _FACTOR) & 0xFFFFFFFF
    return value ^ (value >> 15)


@kernel
def contains(words: Int32, word: int) -> int:
    """1 if a sorted array has this hash, else 0."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high) // 2
        if words[middle] < word:
            low = middle + 1
        else:
            high = middle
    return 1 if low < len(words) and words[low] == word else 0


@inlined
def word_key(word: int) -> int:
    """A hash in the form of a lexicon's entries."""
    return word & 0x7FFFFFFF


@kernel
def read_word(text: Characters, place: int) -> tuple[int, int]:
    """The hash of the letters and digits from ``place`` on, or of a single other character, and where they end."""
    word, length = NO_WORD, 0
    while text.classes[place] > SPACE and length < MAX_WORD_LENGTH:
        if length > 0 and text.classes[place] >= PERIOD:
            break
        word = mixed(word, int(text.small[place]))
        place += 1
        length += 1
    return word, place


@kernel
def read_rest(text: Characters, place: int) -> tuple[int, int, int]:
    """The hash of what follows up to the next gap, where it ends, and which classes of characters it has."""
    rest, length, kinds = NO_WORD, 0, 0
    while text.classes[place] > SPACE and length < MAX_REST_LENGTH:
        rest = mixed(rest, int(text.small[place]))
        kinds |= 1 << int(text.classes[place])
        place += 1
        length += 1
    return rest, place, kinds


@kernel
def read_piece(text: Characters, start: int, end: int) -> int:
    """The hash of the characters from ``start`` to ``end``, which is not one of them."""
    piece = NO_WORD
    for position in range(start, end):
        piece = mixed(piece, int(text.small[position]))
    return piece


@inlined
def after_space(text: Characters, place: int) -> int:
    """The next entry that is not a space; the end of a paragraph stops the search."""
    return place + 1 if text.classes[place] == SPACE else place


@kernel
def boundary_features(text: Characters, at: int, state: State, lexicon: Lexicon, mask: int, rows: Int32) -> int:
    """Write the rows of the weight table for the features of the entry ``at``; their number."""
    classes, small, first = text.classes, text.small, state.sentence_start
    here, letter = int(classes[at]), int(small[at])
    next_class, next_letter = int(classes[at + 1]), int(small[at + 1])
    pair = here << CLASS_BITS | next_class

    rest, place, rest_kinds = read_rest(text, at + 1)
    beginning = read_piece(text, state.token_start, min(state.token_start + MAX_BEGINNING_LENGTH, at + 1))
    place = after_space(text, place)
    word_class = int(classes[place])
    word_start = place
    word, place = read_word(text, place)
    after_word = int(classes[place])
    second, _ = read_word(text, after_space(text, place))

    token, key = state.token, word_key(word)
    status = contains(lexicon.small, key) << 2 | contains(lexicon.names, key) << 1 | int(word_class == CAPITAL)
    abbreviation = contains(lexicon.abbreviations, word_key(token))
    if next_class == PERIOD:
        abbreviation |= contains(lexicon.abbreviations, word_key(mixed(token, next_letter))) << 1
    spaced = 1 + contains(lexicon.spaced, word_key(mixed(token, word))) if next_class == SPACE else 0
    length, span = min(at - state.token_start, 20), min((at - first) // 15, 12)

    count, end = 0, at + 1
    while end - at < 6 and classes[end - 1] != PARAGRAPH:
        end += 1
    for offset in range(-4, 6):
        position = at + offset
        sign = int(small[position]) if first <= position < end else OUTSIDE
        rows[count] = mixed(mixed(offset + 10, sign), here) & mask
        count += 1
    window, wide = 0, 0
    for offset in range(-2, 4):
        position = at + offset
        kind = int(classes[position]) if first <= position < end else PARAGRAPH
        wide = wide << CLASS_BITS | kind
        if -1 <= offset <= 2:
            window = window << CLASS_BITS | kind
        rows[count] = mixed(offset + 30, kind) & mask
        count += 1
    back = int(small[at - 1]) if at - 1 >= first else OUTSIDE
    back_two = int(small[at - 2]) if at - 2 >= first else OUTSIDE
    ahead_two = int(small[at + 2]) if at + 2 < end else OUTSIDE

    rows[count + 0] = mixed(mixed(50, token), pair) & mask
    rows[count + 1] = mixed(mixed(51, rest), here) & mask
    rows[count + 2] = mixed(mixed(52, rest), token) & mask
    rows[count + 3] = mixed(mixed(53, word), pair) & mask
    rows[count + 4] = mixed(mixed(54, word_class), mixed(pair, after_word)) & mask
    rows[count + 5] = mixed(mixed(55, token), mixed(word_class, next_class)) & mask
    rows[count + 6] = mixed(mixed(56, state.previous), pair) & mask
    rows[count + 7] = mixed(mixed(57, state.previous), mixed(token, next_class)) & mask
    rows[count + 8] = mixed(mixed(58, word), token) & mask
    rows[count + 9] = mixed(mixed(59, letter), mixed(next_letter, ahead_two)) & mask
    rows[count + 10] = mixed(mixed(60, letter), mixed(next_letter, back)) & mask
    rows[count + 11] = mixed(mixed(61, letter), mixed(back, back_two)) & mask
    rows[count + 12] = mixed(62, wide) & mask
    rows[count + 13] = mixed(63, window) & mask
    rows[count + 14] = mixed(mixed(64, length), pair) & mask
    rows[count + 15] = mixed(mixed(65, span), mixed(pair, word_class)) & mask
    rows[count + 16] = mixed(mixed(66, status), mixed(pair, abbreviation)) & mask
    rows[count + 17] = mixed(mixed(67, status), mixed(letter, mixed(after_word, abbreviation))) & mask
    rows[count + 18] = mixed(mixed(68, abbreviation), mixed(pair, min(length, 4))) & mask
    rows[count + 19] = mixed(mixed(69, status), mixed(pair, mixed(span, abbreviation))) & mask
    rows[count + 20] = mixed(mixed(70, spaced), pair) & mask
    rows[count + 21] = mixed(mixed(71, word), mixed(second, pair)) & mask
    rows[count + 22] = mixed(mixed(72, word), mixed(span, pair)) & mask
    rows[count + 23] = mixed(mixed(73, word), mixed(token, state.previous)) & mask
    rows[count + 24] = mixed(mixed(74, status), mixed(token, abbreviation)) & mask
    rows[count + 25] = mixed(mixed(75, state.kinds), pair) & mask
    rows[count + 26] = mixed(mixed(76, state.kinds), mixed(letter, next_letter)) & mask
    rows[count + 27] = mixed(mixed(77, rest_kinds), pair) & mask
    rows[count + 28] = mixed(mixed(78, rest_kinds), mixed(state.kinds, pair)) & mask
    rows[count + 29] = mixed(mixed(79, beginning), pair) & mask
    rows[count + 30] = mixed(mixed(80, beginning), mixed(letter, next_letter)) & mask
    count = ANYWHERE
    if next_class == SPACE and here < PERIOD:
        ending = read_piece(text, max(state.token_start, at + 1 - SHORT_ENDING), at + 1)
        long_ending = read_piece(text, max(state.token_start, at + 1 - LONG_ENDING), at + 1)
        word_beginning = read_piece(text, word_start, min(word_start + MAX_BEGINNING_LENGTH, place))
        fine_span = min((at - first) // 5, 20)
        rows[count + 0] = mixed(mixed(81, ending), pair) & mask
        rows[count + 1] = mixed(mixed(82, ending), mixed(word, next_class)) & mask
        rows[count + 2] = mixed(mixed(83, token), mixed(second, pair)) & mask
        rows[count + 3] = mixed(mixed(84, second), pair) & mask
        rows[count + 4] = mixed(mixed(85, fine_span), pair) & mask
        rows[count + 5] = mixed(mixed(86, ending), mixed(fine_span, pair)) & mask
        rows[count + 6] = mixed(mixed(87, state.previous), mixed(word, pair)) & mask
        rows[count + 7] = mixed(mixed(88, ending), mixed(word_beginning, pair)) & mask
        rows[count + 8] = mixed(mixed(89, ending), mixed(status, pair)) & mask
        rows[count + 9] = mixed(mixed(90, word_beginning), mixed(span, pair)) & mask
        rows[count + 10] = mixed(mixed(91, long_ending), mixed(word_class, pair)) & mask
        rows[count + 11] = mixed(mixed(92, state.kinds), mixed(word_class, mixed(after_word, pair))) & mask
        rows[count + 12] = mixed(mixed(93, state.previous), mixed(word_class, pair)) & mask
        return ANYWHERE + BEFORE_SPACE
    rough, after_next = rough_class(here), int(classes[at + 2]) if at + 2 < end else PARAGRAPH
    run = rough << 1 | int(letter == next_letter)
    rows[count + 0] = mixed(94, rest) & mask
    rows[count + 1] = mixed(mixed(95, rough), mixed(next_letter, after_next)) & mask
    rows[count + 2] = mixed(mixed(96, run), mixed(next_class, rough_class(after_next))) & mask
    rows[count + 3] = mixed(mixed(97, state.open), mixed(pair, word_class)) & mask
    return ANYWHERE + ELSEWHERE


@inlined
def rough_class(kind: int) -> int:
    """0 for white space, 1 for letters, 2 for digits, 3 for all else."""
    return 0 if kind <= SPACE else 1 if kind < DIGIT else 2 if kind == DIGIT else 3


@inlined
def keep_general(rows: Int32, count: int) -> int:
    """Move the general features to the front of the rows that were written, where no space follows; their number."""
    kept = 0
    for place in range(count):
        if place >= ANYWHERE or GENERAL >> place & 1:
            rows[kept] = rows[place]
            kept += 1
    return kept


@inlined
def known_features(count: int, features: int) -> int:
    """How many of the rows that were written a model with so many features knows."""
    if features == FEATURES:
        return count
    return min(ANYWHERE if count == ANYWHERE + ELSEWHERE else count, features)


def hash_of(word: str) -> int:
    """The hash of a word of small letters, as it is kept in a lexicon.

    >>> hash_of("etc.") != hash_of("etc")
    True
    """
    return int(word_key(_hash(word)))


def hashes_of_spaced(token: str) -> Iterator[int]:
    """For each space in a token of small letters, a hash of what is before it and of the word after it.

    >>> len(list(hashes_of_spaced("so to speak")))
    2
    """
    parts = token.split(" ")
    for number in range(1, len(parts)):
        word = parts[number][:MAX_WORD_LENGTH]
        end = next((place for place in range(1, len(word)) if class_of(word[place]) >= PERIOD), len(word))
        yield int(word_key(mixed(_hash("\0".join(parts[:number])), _hash(word[:end]))))


def _hash(word: str) -> int:
    value = NO_WORD
    for character in word:
        value = mixed(value, ord(character))
    return value


def sorted_hashes(hashes: Iterable[int]) -> Int32:
    """Hashes sorted as a lexicon stores them.

    >>> contains(sorted_hashes(map(hash_of, ["hen", "egg"])), hash_of("egg"))
    1
    """
    return np.unique(np.array(list(hashes), np.int32))
