"""Classes of characters: letters, digits, kinds of punctuation, white space, by the tables of Unicode.

The class and the small letter of a character are looked up in the standard library once, when the character is first
met, and kept in two tables over all code points.
"""

from __future__ import annotations

import sys
from functools import cache
from unicodedata import category

import numpy as np

from multiplane.kernels.arrays import UInt8, UInt32

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
