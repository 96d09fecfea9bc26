"""Greedy decisions from left to right: whether the token goes on after a character, or ends, or the sentence with it.

Where the training text never splits letters, nothing is asked between two letters. Where it told nothing about spaces,
and the text has them between all tokens, a token ends only where one follows. White space ends a token unless the
training text has tokens with spaces inside; the end of a paragraph ends the sentence. A token has at most
`MAX_TOKEN_LENGTH` characters and a sentence at most `MAX_SENTENCE_LENGTH` tokens, whatever the text. Time linear in
the text.

Whether a text has spaces between all tokens is told by the commas and full stops near. Where a treebank tells nothing
about spaces, a tokenizer learns from two texts, with spaces between all tokens and with usual typography; what it reads
later is of one of these kinds. Where `MIN_APART` commas or full stops near have a space on both sides, and no comma
follows a character, it is the first, and a token ends only where a space follows. One or two may be slips. A full stop
after a character tells nothing, since the word may be an abbreviation.
"""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int8
from multiplane.kernels.jit import inlined, kernel
from multiplane.text.tokenizer.characters import (
    CLOSING,
    COMMA,
    FIRST_LETTER,
    LAST_LETTER,
    OPENING,
    PARAGRAPH,
    PERIOD,
    QUOTE,
    SPACE,
    Characters,
)
from multiplane.text.tokenizer.features import (
    FEATURES,
    NO_WORD,
    Lexicon,
    State,
    boundary_features,
    known_features,
    mixed,
)

REACH = 300
MIN_APART = 3


@kernel
def has_spaces_everywhere(text: Characters, at: int, sentence_start: int) -> bool:
    """Whether the text around an entry seems to have spaces between all tokens.

    The look back ends where the sentence begins, the look ahead with the paragraph, and both after `REACH` entries.
    """
    apart = 0
    for place in range(max(sentence_start, at - REACH), at + REACH):
        kind = text.classes[place]
        if kind == PARAGRAPH:
            break
        if kind in (COMMA, PERIOD) and text.classes[place + 1] <= SPACE:
            if place == sentence_start or text.classes[place - 1] <= SPACE:
                apart += 1
            elif kind == COMMA:
                return False
    return apart >= MIN_APART


GOES_ON, TOKEN_END, SENTENCE_END = 0, 1, 2
DECISIONS = 3
MAX_TOKEN_LENGTH = 500
MAX_SENTENCE_LENGTH = 1000
_FIRST = 1
_OPEN_QUOTE, _OPEN_BRACKET = 1, 2


@inlined
def begin_sentence(at: int) -> State:
    """The state where a sentence begins."""
    return State(at, at, NO_WORD, _FIRST, 0, 0)


@inlined
def follow(state: State, at: int, decision: int) -> State:
    """The state after the entry ``at``, for the decision taken there."""
    if decision == SENTENCE_END:
        return begin_sentence(at + 1)
    if decision == TOKEN_END:
        return State(at + 1, state.sentence_start, NO_WORD, state.token, 0, state.open)
    return state


@inlined
def read_letter(state: State, letter: int, kind: int) -> State:
    """The state with one more character in its token, of this class."""
    token = mixed(state.token, letter)
    opened = state.open
    if kind == QUOTE:
        opened ^= _OPEN_QUOTE
    elif kind == OPENING:
        opened |= _OPEN_BRACKET
    elif kind == CLOSING:
        opened &= _OPEN_QUOTE
    return State(state.token_start, state.sentence_start, token, state.previous, state.kinds | 1 << kind, opened)


@inlined
def cross_gap(state: State, at: int) -> State:
    """The state after a gap: between sentences, between tokens, or inside a token."""
    if state.sentence_start == at:
        return begin_sentence(at + 1)
    if state.token_start == at:
        return State(at + 1, state.sentence_start, NO_WORD, state.previous, 0, state.open)
    return read_letter(state, 0, SPACE)


@inlined
def is_letter(kind: int) -> bool:
    """Whether a class is one of letters."""
    return FIRST_LETTER <= kind <= LAST_LETTER


@inlined
def is_decided(text: Characters, at: int, splits_letters: bool) -> bool:
    """Whether an entry needs no decision: it is white space, or between letters that are never split."""
    here, following = text.classes[at], text.classes[at + 1]
    return here <= SPACE or (not splits_letters and is_letter(here) and is_letter(following))


@kernel(steps=lambda text, *_: 40 * len(text.classes))
def find_boundaries(
    text: Characters,
    weights: Int8,
    lexicon: Lexicon,
    splits_letters: bool,
    joins_words: bool,
    spaces_unknown: bool,
    bias: int,
    features: int,
    out: Int8,
) -> None:
    """The decision for every entry of a text, by the features that a model with so many of them knows.

    ``bias`` is added to the score of every sentence end.
    """
    rows = np.empty(FEATURES, np.int32)
    mask = len(weights) - 1
    state = begin_sentence(0)
    tokens = 0
    for at in range(len(text.classes)):
        out[at] = GOES_ON
        kind = text.classes[at]
        if kind <= SPACE:
            state = cross_gap(state, at)
            continue
        state = read_letter(state, int(text.small[at]), int(kind))
        following = text.classes[at + 1]
        decision = GOES_ON
        if following == PARAGRAPH:
            decision = SENTENCE_END
        elif not is_decided(text, at, splits_letters):
            count = boundary_features(text, at, state, lexicon, mask, rows)
            goes_on, token_end, sentence_end = 0, 0, bias
            for row in rows[: known_features(count, features)]:
                goes_on += int(weights[row, GOES_ON])
                token_end += int(weights[row, TOKEN_END])
                sentence_end += int(weights[row, SENTENCE_END])
            best = goes_on
            if token_end > best or (following == SPACE and not joins_words):
                decision, best = TOKEN_END, token_end
            if sentence_end > best:
                decision = SENTENCE_END
            is_split = decision != GOES_ON and following > SPACE
            if is_split and spaces_unknown and has_spaces_everywhere(text, at, state.sentence_start):
                decision = GOES_ON
        if decision == GOES_ON and at - state.token_start >= MAX_TOKEN_LENGTH - 1:
            decision = TOKEN_END
        if decision == TOKEN_END:
            tokens += 1
            if tokens == MAX_SENTENCE_LENGTH:
                decision = SENTENCE_END
        if decision == SENTENCE_END:
            tokens = 0
        out[at] = decision
        state = follow(state, at, decision)
