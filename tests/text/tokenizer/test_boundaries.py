"""The kernels of the tokenizer beside a twin that is written for reading, over text as strings.

Which kind of text it is, beside a twin over lists; and nothing is looked at that a stream does not have yet.
"""

from __future__ import annotations

from dataclasses import replace
from unicodedata import category

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.texts import APART, TEXTS, ends_everywhere, made_up_tokenizer, random_tokenizer

from multiplane.text.tokenizer.boundaries import (
    GOES_ON,
    MAX_SENTENCE_LENGTH,
    MAX_TOKEN_LENGTH,
    SENTENCE_END,
    TOKEN_END,
    has_spaces_everywhere,
)
from multiplane.text.tokenizer.characters import (
    DIGIT,
    LINE_END,
    MAX_GAP,
    PARAGRAPH,
    PERIOD,
    SPACE,
    characters_of,
    class_of,
    code_points,
    small_letter,
)
from multiplane.text.tokenizer.features import (
    ANYWHERE,
    ELSEWHERE,
    FEATURES,
    LONG_ENDING,
    MAX_BEGINNING_LENGTH,
    MAX_REST_LENGTH,
    MAX_WORD_LENGTH,
    NO_WORD,
    OUTSIDE,
    SHORT_ENDING,
    State,
    boundary_features,
)
from multiplane.text.tokenizer.model import Tokenizer
from multiplane.text.tokenizer.stream import certain_until

LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me")
GAPS = (SPACE, LINE_END, PARAGRAPH)

Entry = tuple[int, int]
"""A class and a small letter."""


def entries_of(text: str) -> list[Entry]:
    """Characters, and gaps joined: by splitting the text."""
    entries: list[Entry] = []
    gap = ""
    for character in text:
        if class_of(character) in GAPS:
            gap += character
            continue
        if gap and entries:
            entries.append((PARAGRAPH if ends_paragraph(gap) else SPACE, 0))
        gap = ""
        entries.append((class_of(character), small_letter(character)))
    return [*entries, (PARAGRAPH, 0)] if entries else []


def ends_paragraph(gap: str) -> bool:
    lines = gap.replace("\r\n", "\n").replace("\u2029", "\n\n")
    return len(gap) > MAX_GAP or sum(class_of(character) == LINE_END for character in lines) > 1


def mixed(*numbers: int) -> int:
    value, *others = numbers
    for other in others:
        value = ((value ^ other) * 0x2C1B3C6D) & 0xFFFFFFFF
        value ^= value >> 15
    return value


def hashed(letters: list[int]) -> int:
    return mixed(NO_WORD, *letters)


def read_word(entries: list[Entry], place: int) -> tuple[list[int], int]:
    """The letters of a word from a place on, up to punctuation or a gap."""
    letters: list[int] = []
    while (
        entries[place][0] > SPACE and len(letters) < MAX_WORD_LENGTH and not (letters and entries[place][0] >= PERIOD)
    ):
        letters.append(entries[place][1])
        place += 1
    return letters, place


def features(entries: list[Entry], at: int, token: int, sentence: int, previous: int, model: Tokenizer) -> list[int]:
    """The rows of all features, in order, as the module's docstring lists them: more between a word and a space."""
    known = [{*words.tolist()} for words in model.lexicon]

    def knows(which: int, word: int) -> int:
        return int(word & 0x7FFFFFFF in known[which])

    def near(offset: int) -> Entry:
        place = at + offset
        passed = any(kind == PARAGRAPH for kind, _ in entries[at:place])
        return entries[place] if sentence <= place < len(entries) and not passed else (PARAGRAPH, OUTSIDE)

    here, letter = entries[at]
    next_class, next_letter = entries[at + 1]
    pair = here << 5 | next_class
    place, rest = at + 1, list[int]()
    while entries[place][0] > SPACE and len(rest) < MAX_REST_LENGTH:
        rest.append(entries[place][1])
        place += 1
    place += entries[place][0] == SPACE
    word_class = entries[place][0]
    letters, place = read_word(entries, place)
    after_word = entries[place][0]
    second = hashed(read_word(entries, place + (entries[place][0] == SPACE))[0])
    word, current, remaining = hashed(letters), hashed([one for _, one in entries[token : at + 1]]), hashed(rest)
    status = knows(1, word) * 4 + knows(2, word) * 2 + (word_class == class_of("A"))
    short = knows(0, current)
    if next_class == PERIOD:
        short += 2 * knows(0, mixed(current, next_letter))
    spaced = 1 + knows(3, mixed(current, word)) if next_class == SPACE else 0
    length, span = min(at - token, 20), min((at - sentence) // 15, 12)
    kinds = 0
    for kind, _ in entries[token : at + 1]:
        kinds |= 1 << kind
    rest_kinds = sum(1 << kind for kind in {kind for kind, _ in entries[at + 1 : at + 1 + len(rest)]})
    beginning = hashed([one for _, one in entries[token : at + 1][:MAX_BEGINNING_LENGTH]])
    window = wide = 0
    for offset in range(-2, 4):
        wide = wide << 5 | near(offset)[0]
        if -1 <= offset <= 2:
            window = window << 5 | near(offset)[0]
    rough, after_next = rough_class(here), near(2)[0]
    back, back_two, ahead_two = near(-1)[1], near(-2)[1], near(2)[1]
    so_far = [one for _, one in entries[token : at + 1]]
    ending, long_ending = hashed(so_far[-SHORT_ENDING:]), hashed(so_far[-LONG_ENDING:])
    word_beginning, fine_span = hashed(letters[:MAX_BEGINNING_LENGTH]), min((at - sentence) // 5, 20)
    before_space = [
        mixed(81, ending, pair),
        mixed(82, ending, mixed(word, next_class)),
        mixed(83, current, mixed(second, pair)),
        mixed(84, second, pair),
        mixed(85, fine_span, pair),
        mixed(86, ending, mixed(fine_span, pair)),
        mixed(87, previous, mixed(word, pair)),
        mixed(88, ending, mixed(word_beginning, pair)),
        mixed(89, ending, mixed(status, pair)),
        mixed(90, word_beginning, mixed(span, pair)),
        mixed(91, long_ending, mixed(word_class, pair)),
        mixed(92, kinds, mixed(word_class, mixed(after_word, pair))),
        mixed(93, previous, mixed(word_class, pair)),
    ]
    elsewhere = [
        mixed(94, remaining),
        mixed(95, rough, mixed(next_letter, after_next)),
        mixed(96, rough * 2 + (letter == next_letter), mixed(next_class, rough_class(after_next))),
        mixed(97, what_is_open([kind for kind, _ in entries[sentence : at + 1]]), mixed(pair, word_class)),
    ]
    return [
        *(mixed(offset + 10, near(offset)[1], here) for offset in range(-4, 6)),
        *(mixed(offset + 30, near(offset)[0]) for offset in range(-2, 4)),
        mixed(50, current, pair),
        mixed(51, remaining, here),
        mixed(52, remaining, current),
        mixed(53, word, pair),
        mixed(54, word_class, mixed(pair, after_word)),
        mixed(55, current, mixed(word_class, next_class)),
        mixed(56, previous, pair),
        mixed(57, previous, mixed(current, next_class)),
        mixed(58, word, current),
        mixed(59, letter, mixed(next_letter, ahead_two)),
        mixed(60, letter, mixed(next_letter, back)),
        mixed(61, letter, mixed(back, back_two)),
        mixed(62, wide),
        mixed(63, window),
        mixed(64, length, pair),
        mixed(65, span, mixed(pair, word_class)),
        mixed(66, status, mixed(pair, short)),
        mixed(67, status, mixed(letter, mixed(after_word, short))),
        mixed(68, short, mixed(pair, min(length, 4))),
        mixed(69, status, mixed(pair, mixed(span, short))),
        mixed(70, spaced, pair),
        mixed(71, word, mixed(second, pair)),
        mixed(72, word, mixed(span, pair)),
        mixed(73, word, mixed(current, previous)),
        mixed(74, status, mixed(current, short)),
        mixed(75, kinds, pair),
        mixed(76, kinds, mixed(letter, next_letter)),
        mixed(77, rest_kinds, pair),
        mixed(78, rest_kinds, mixed(kinds, pair)),
        mixed(79, beginning, pair),
        mixed(80, beginning, mixed(letter, next_letter)),
        *(before_space if next_class == SPACE and here < PERIOD else elsewhere),
    ]


def what_is_open(kinds: list[int]) -> int:
    """1 for an odd number of quotes, 2 if the last bracket is an opening one."""
    brackets = [kind for kind in kinds if kind in (class_of("("), class_of(")"))]
    return kinds.count(class_of('"')) % 2 + 2 * (brackets[-1:] == [class_of("(")])


def rough_class(kind: int) -> int:
    """White space, letters, digits, all else."""
    return [kind <= SPACE, kind < DIGIT, kind == DIGIT, True].index(True)


def decide(text: str, model: Tokenizer) -> list[int]:
    """Greedy decisions, from left to right."""
    entries = entries_of(text)
    mask = len(model.weights) - 1
    decisions: list[int] = []
    token = sentence = tokens = 0
    previous = 1
    for at, (kind, _) in enumerate(entries):
        decision = GOES_ON
        if kind <= SPACE:
            if token == at:
                sentence = at + 1 if sentence == at else sentence
                token = at + 1
            decisions.append(decision)
            continue
        following = entries[at + 1][0]
        letters = all(3 <= one <= 6 for one in (kind, following))
        if following == PARAGRAPH:
            decision = SENTENCE_END
        elif model.splits_letters or not letters:
            rows = [row & mask for row in features(entries, at, token, sentence, previous, model)]
            if model.features < FEATURES and len(rows) == ANYWHERE + ELSEWHERE:
                rows = rows[:ANYWHERE]
            rows = rows[: model.features]
            scores = model.weights[rows].sum(axis=0, dtype=np.int64)[:3].tolist()
            scores[SENTENCE_END] += model.bias
            allowed = range(int(following == SPACE and not model.joins_words), 3)
            decision = max(allowed, key=lambda choice: scores[choice])
            if (
                model.spaces_unknown
                and following != SPACE
                and spaces_everywhere([one for one, _ in entries], at, sentence)
            ):
                decision = GOES_ON
        if decision == GOES_ON and at - token + 1 >= MAX_TOKEN_LENGTH:
            decision = TOKEN_END
        tokens += decision == TOKEN_END
        if tokens == MAX_SENTENCE_LENGTH:
            decision = SENTENCE_END
        decisions.append(decision)
        if decision:
            previous = hashed([one for _, one in entries[token : at + 1]])
            token = at + 1
        if decision == SENTENCE_END:
            sentence, tokens, previous = at + 1, 0, 1
    return decisions


@given(TEXTS)
def test_entries_are_those_of_the_twin(text: str) -> None:
    found = characters_of(code_points(text))
    assert list(zip(found.classes.tolist(), found.small.tolist(), strict=True)) == entries_of(text)


@given(TEXTS)
def test_decisions_are_those_of_the_twin(text: str) -> None:
    model = made_up_tokenizer()
    assert model.decide(characters_of(code_points(text))).tolist() == decide(text, model)


@given(TEXTS, st.booleans(), st.booleans())
def test_decisions_of_random_weights_too(text: str, splits_letters: bool, joins_words: bool) -> None:
    for features in (FEATURES, FEATURES - ELSEWHERE, ANYWHERE, ANYWHERE - 4):
        model = replace(random_tokenizer(1, splits_letters, joins_words), features=features)
        assert model.decide(characters_of(code_points(text))).tolist() == decide(text, model)


@given(st.one_of(TEXTS, APART), st.sampled_from([TOKEN_END, SENTENCE_END]))
def test_decisions_where_spaces_are_unknown_too(text: str, decision: int) -> None:
    for model in (ends_everywhere(decision), random_tokenizer(2)):
        unknown = replace(model, spaces_unknown=True)
        assert unknown.decide(characters_of(code_points(text))).tolist() == decide(text, unknown)


def test_every_row_is_that_of_the_twin() -> None:
    model = made_up_tokenizer()
    text = 'Mr. Cox, ann@hens.org etc. "so (it" is) --.'
    entries, arrays = entries_of(text), characters_of(code_points(text))
    rows = np.full(FEATURES, -1, np.int32)
    mask = (1 << 20) - 1
    for at in range(8, len(entries) - 1):
        current = hashed([one for _, one in entries[4 : at + 1]])
        kinds = 0
        for kind, _ in entries[4 : at + 1]:
            kinds |= 1 << kind
        is_open = what_is_open([kind for kind, _ in entries[: at + 1]])
        count = boundary_features(arrays, at, State(4, 0, current, 77, kinds, is_open), model.lexicon, mask, rows)
        assert rows[:count].tolist() == [row & mask for row in features(entries, at, 4, 0, 77, model)]


@given(TEXTS)
def test_classes_follow_unicode(text: str) -> None:
    for character in text:
        assert (3 <= class_of(character) <= 6) == (category(character) in LETTERS and character != "ʼ")


COMMA = class_of(",")
LEAST, FAR = 3, 300
PIECES = st.sampled_from((" ,", " , ", " .", " . ", " ", "\n\n", ".", "x", "x" * 7, "x" * 97, "y, ", ",y", "etc. "))


def spaces_everywhere(kinds: list[int], at: int, sentence: int) -> bool:
    """Three commas or full stops near are all that is between two gaps, and no comma is the end of more."""
    first, end = max(sentence, at - FAR), min(kinds.index(PARAGRAPH, at + 1), at + FAR)
    before = [SPACE if place == sentence else kinds[place - 1] for place in range(first, end)]
    found = [
        marks for marks in zip(before, kinds[first:end], kinds[first + 1 : end + 1], strict=True) if marks[2] <= SPACE
    ]
    apart = [kind for left, kind, _ in found if left <= SPACE and kind in (COMMA, PERIOD)]
    return len(apart) >= LEAST and not any(left > SPACE and kind == COMMA for left, kind, _ in found)


@given(st.lists(PIECES, min_size=1, max_size=30).map("".join), st.data())
def test_the_kind_of_text_is_that_of_the_twin(pieces: str, data: st.DataObject) -> None:
    text = characters_of(code_points("x" + pieces + " , . , x"))
    kinds = text.classes.tolist()
    at = data.draw(st.sampled_from([place for place, kind in enumerate(kinds) if kind > SPACE]))
    sentence = data.draw(st.integers(max([0, *(place + 1 for place in range(at) if kinds[place] == PARAGRAPH)]), at))
    assert has_spaces_everywhere(text, at, sentence) == spaces_everywhere(kinds, at, sentence)


@pytest.mark.parametrize(
    "marks", [" , , ,", " . , .", " , , .x", " , ,, ,", " , ,", " , x, , ,", " , x. , ,", "\n\n, , ,"]
)
@pytest.mark.parametrize("before", ["", ", ", "z, "])
def test_kinds_of_text(marks: str, before: str) -> None:
    text = characters_of(code_points(f"{before}a-b{marks} c"))
    kinds, at = text.classes.tolist(), len(before)
    for sentence in {0, at}:
        assert has_spaces_everywhere(text, at, sentence) == spaces_everywhere(kinds, at, sentence)


@pytest.mark.parametrize("distance", [FAR - 2, FAR - 1, FAR, FAR + 1])
def test_the_look_in_both_directions_ends_where_it_should(distance: int) -> None:
    filler = "x" * (distance - len("a-b , , "))
    ahead = characters_of(code_points(f"a-b , , {filler[:-1]} , y"))
    assert has_spaces_everywhere(ahead, 0, 0) == (distance < FAR)
    back = characters_of(code_points(f"y , {'x' * (distance - 2)} , , -"))
    assert has_spaces_everywhere(back, 2 + distance, 0) == (distance <= FAR)


@pytest.mark.parametrize("distance", [FAR - 2, FAR - 1, FAR, FAR + 1])
@pytest.mark.parametrize("after", [" y", "y", "\n\ny"])
def test_no_further_text_changes_what_is_certain(distance: int, after: str) -> None:
    """A comma at a word, so far ahead that it is the last that is looked at, or one too far."""
    tokenizer = replace(ends_everywhere(SENTENCE_END), spaces_unknown=True)
    text = f"a-b , , , {'x' * (distance - len('a-b , , , '))},{after} , z"
    decisions = tokenizer.decide(characters_of(code_points(text)))
    assert (decisions[0] == SENTENCE_END) == (distance < FAR and after != "y")
    for cut in range(1, len(text)):
        entries = characters_of(code_points(text[:cut]))
        found = tokenizer.decide(entries)
        certain = certain_until(entries, found, False)
        assert found[:certain].tolist() == decisions[:certain].tolist()


def test_what_is_before_the_sentence_does_not_count() -> None:
    """A comma that the sentence begins with stands apart, since a stream may begin there."""
    text = characters_of(code_points("x, , a-b , y"))
    assert has_spaces_everywhere(text, 5, 1) and not has_spaces_everywhere(text, 5, 0)
