"""A text as the tokenizer sees it: an entry for each character, and one for each gap of white space between them.

A character has a class by the tables of Unicode: letters, digits, kinds of punctuation, white space. The class and the
small letter are looked up in the standard library once, when the character is first met, and kept in two tables over
all code points.

A gap is a paragraph's end where it holds two line ends, a paragraph separator, or more than `MAX_GAP` characters.
Every text ends with such an entry, so that a look ahead always finds one. White space before the first character has
no entry.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import NamedTuple
from unicodedata import category

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.kernels.arrays import Int64, UInt8, UInt32
from multiplane.kernels.jit import kernel

UNKNOWN, PARAGRAPH, SPACE, CAPITAL, SMALL, LETTER, MARK, DIGIT, PERIOD, EXCLAMATION, QUESTION, COMMA = range(12)
COLON, APOSTROPHE, QUOTE, OPENING, CLOSING, HYPHEN, SLASH, ELLIPSIS, PUNCTUATION, SYMBOL, OTHER, LINE_END = range(
    12, 24
)
FIRST_LETTER, LAST_LETTER = CAPITAL, MARK
CLASS_BITS = 5

BYTE_ORDER_MARK = "\ufeff"
PARAGRAPH_SEPARATOR = "\u2029"
_LINE_ENDS = frozenset("\n\r\x85\u2028")
_BY_CHARACTER = {
    **dict.fromkeys(".。．", PERIOD),
    **dict.fromkeys("!！¡", EXCLAMATION),
    **dict.fromkeys("?？¿\u037e", QUESTION),
    **dict.fromkeys(",，、،", COMMA),
    **dict.fromkeys(":;：；", COLON),
    **dict.fromkeys("'’‘`´ʼ", APOSTROPHE),
    **dict.fromkeys('"“”„‟«»‹›', QUOTE),
    **dict.fromkeys("/\\_@&|#", SLASH),
    "…": ELLIPSIS,
}
_BY_CATEGORY = {
    "Lu": CAPITAL,
    "Lt": CAPITAL,
    "Ll": SMALL,
    "Lm": LETTER,
    "Lo": LETTER,
    "Ps": OPENING,
    "Pi": OPENING,
    "Pe": CLOSING,
    "Pf": CLOSING,
    "Pd": HYPHEN,
}
_BY_GROUP = {"M": MARK, "N": DIGIT, "P": PUNCTUATION, "S": SYMBOL}


def class_of(character: str) -> int:
    r"""The class of a character. ASCII's control characters, NUL too, and the byte-order mark count as white space.

    >>> [class_of(character) for character in "aA1 "] == [SMALL, CAPITAL, DIGIT, SPACE]
    True
    >>> class_of("\0") == class_of("\t") == SPACE, class_of("\n") == LINE_END
    (True, True)
    """
    if character == PARAGRAPH_SEPARATOR:
        return PARAGRAPH
    if character in _LINE_ENDS:
        return LINE_END
    kind = category(character)
    if character < " " or character.isspace() or character == BYTE_ORDER_MARK:
        return SPACE
    known = _BY_CHARACTER.get(character) or _BY_CATEGORY.get(kind)
    return known or _BY_GROUP.get(kind[0], OTHER)


def small_letter(character: str) -> int:
    """The code point of the small letter; for a capital whose small form is several characters, of the first.

    >>> chr(small_letter("Ä")), chr(small_letter("7"))
    ('ä', '7')
    """
    return ord(character.lower()[0])


@cache
def _tables() -> tuple[UInt8, UInt32]:
    """The class and the small letter of every code point; a class of 0 is not known yet."""
    return np.zeros(sys.maxunicode + 1, np.uint8), np.zeros(sys.maxunicode + 1, np.uint32)


def look_up(codes: UInt32) -> tuple[UInt8, UInt32]:
    """The classes and the small letters of code points.

    >>> classes, small = look_up(np.array([ord("A"), ord(".")], np.uint32))
    >>> classes.tolist() == [CAPITAL, PERIOD], small.tolist() == [ord("a"), ord(".")]
    (True, True)
    """
    classes, small = _tables()
    found = classes[codes]
    unknown = np.unique(codes[found == UNKNOWN])
    if len(unknown):
        characters = [chr(code) for code in unknown]
        small[unknown] = [small_letter(character) for character in characters]
        classes[unknown] = [class_of(character) for character in characters]
        found = classes[codes]
    return found, small[codes]


MAX_GAP = 1000
_CARRIAGE_RETURN, _NEWLINE = 13, 10


class Characters(NamedTuple):
    """For each entry its class (of a gap ``SPACE`` or ``PARAGRAPH``), its small letter, and where in the text it is."""

    classes: UInt8
    small: UInt32
    places: Int64


def code_points(text: str) -> UInt32:
    r"""The code points of a text; an error that says where one is half a surrogate pair, which no UTF-8 can hold.

    >>> code_points("aé").tolist()
    [97, 233]
    >>> code_points("a\ud800")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: found half a surrogate pair (0xD800) as character 2; expected Unicode text
    """
    try:
        return np.frombuffer(text.encode("utf-32-le"), np.uint32)
    except UnicodeEncodeError as error:
        found = f"half a surrogate pair (0x{ord(text[error.start]):X}) as character {error.start + 1:,}"
        raise MultiplaneError(f"found {found}; expected Unicode text") from None


def characters_of(codes: UInt32) -> Characters:
    r"""The entries of a text.

    >>> found = characters_of(code_points(" On  we\n\ngo"))
    >>> found.places.tolist(), found.classes.tolist() == [3, 4, SPACE, 4, 4, PARAGRAPH, 4, 4, PARAGRAPH]
    ([1, 2, 3, 5, 6, 7, 9, 10, 11], True)
    """
    classes, small = look_up(codes)
    return Characters(*join_gaps(codes, classes, small))


@kernel
def is_gap(kind: int) -> bool:
    """Whether a class is that of white space."""
    return kind in (SPACE, LINE_END, PARAGRAPH)


@kernel
def read_gap(codes: UInt32, classes: UInt8, begin: int) -> tuple[int, bool]:
    """Where the gap that begins at a place ends, and whether it ends a paragraph."""
    position, line_ends = begin, 0
    while position < len(codes) and is_gap(classes[position]):
        if classes[position] == PARAGRAPH:
            line_ends += 2
        elif classes[position] == LINE_END:
            after_return = position > begin and codes[position - 1] == _CARRIAGE_RETURN
            if not (after_return and codes[position] == _NEWLINE):
                line_ends += 1
        position += 1
    return position, line_ends > 1 or position - begin > MAX_GAP


@kernel
def join_gaps(codes: UInt32, classes: UInt8, small: UInt32) -> tuple[UInt8, UInt32, Int64]:
    """The entries of a text, white space joined."""
    size = len(codes)
    out_classes, out_small = np.empty(size + 1, np.uint8), np.empty(size + 1, np.uint32)
    places = np.empty(size + 1, np.int64)
    count, position = 0, 0
    while position < size:
        places[count] = position
        if is_gap(classes[position]):
            position, ends_paragraph = read_gap(codes, classes, position)
            out_classes[count], out_small[count] = PARAGRAPH if ends_paragraph else SPACE, 0
            count += count > 0
        else:
            out_classes[count], out_small[count] = classes[position], small[position]
            count += 1
            position += 1
    if count > 0 and out_classes[count - 1] > SPACE:
        places[count], out_small[count] = size, 0
        count += 1
    if count > 0:
        out_classes[count - 1] = PARAGRAPH
    return out_classes[:count].copy(), out_small[:count].copy(), places[:count].copy()
