"""Widths of words in terminal columns and in an average sans-serif font, and the direction of scripts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from rich.cells import cell_len

ELLIPSIS = "…"
WORD_WITH_NUMBER = re.compile(r"([^\s()]+) \((\d+)\)")
LEFT_TO_RIGHT_MARK = "\u200e"
ZERO_WIDTH_JOINER = "\u200d"
BIDIRECTIONAL_CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# Widths in em of the usual sans-serif fonts (Helvetica, Arial, Noto Sans), rounded up, by class of character.
EM_CLASSES = {
    0.29: " .,:;!|'`´‘’ijlIÍÌÎÏíìîïıłĺļľ·",
    0.38: '()[]{}ftrŕřţťț/\\-‐‑"“”„°*ſ',
    0.53: "cksvxyzJçćčſśšşșýÿžźżκνχѕсхзгт",
    0.73: "ABCDEHKNRSUVXYw&ÀÁÂÃÄÅÇĆČĎÈÉÊËĚĘĞÑŇŚŠŞÙÚÛÜŮÝŽΔжшюыщфм",
    0.82: "GOQÒÓÔÕÖØŐ%…—ΩΦШЩЖЮФМ",
    0.90: "mMWæœÆŒ@",
}
EM_OF = {character: width for width, characters in EM_CLASSES.items() for character in characters}
EM_OTHER = 0.60
EM_WIDE = 1.0
EM_BY_SCRIPT = (
    (0x0590, 0x05FF, 0.58),  # Hebrew
    (0x0600, 0x08FF, 0.56),  # Arabic, Syriac, Thaana, NKo: an average of joined forms
    (0x0900, 0x0DFF, 0.66),  # the scripts of India
    (0x0E00, 0x0EFF, 0.58),  # Thai, Lao
    (0x10330, 0x1034F, 0.64),  # Gothic
    (0x1F000, 0x1FAFF, 1.36),  # emoji
    (0xFB50, 0xFEFC, 0.60),  # Arabic presentation forms
)


@lru_cache(maxsize=4096)
def columns(text: str) -> int:
    """The width of a text in terminal columns: two for CJK and emoji, none for combining characters.

    >>> columns("e\u0301t\u00e9"), columns("漢字"), columns("👩\u200d👧")
    (3, 4, 2)
    """
    return int(cell_len(text))


@lru_cache(maxsize=4096)
def em(text: str) -> float:
    """The estimated width of a text in a sans-serif font, in units of the font's size.

    >>> em("ill") < em("man") < em("漢字漢字"), em("e\u0301") == em("e")
    (True, True)
    """
    width = 0.0
    joined = False
    for character in text:
        if not joined and unicodedata.category(character) not in ("Mn", "Me", "Cf"):
            width += _em_of_character(character)
        joined = character == ZERO_WIDTH_JOINER and width > 0 and ord(text[0]) >= 0x2190
    return width


def _em_of_character(character: str) -> float:
    known = EM_OF.get(character)
    if known is not None:
        return known
    code = ord(character)
    for first, last, width in EM_BY_SCRIPT:
        if first <= code <= last:
            return width
    if unicodedata.east_asian_width(character) in "WF":
        return EM_WIDE
    return 0.73 if character.isupper() else EM_OTHER


def printable(text: str) -> str:
    """A text that is safe to draw: without control characters, bidirectional controls or accents that stand alone.

    >>> printable("a\\tb\u202e"), printable("\u0301")
    ('a�b', '◌́')
    """
    kept = (character for character in text if character not in BIDIRECTIONAL_CONTROLS)
    clean = "".join("�" if _is_undrawable(character) else character for character in kept)
    bare = bool(clean) and (columns(clean) == 0 or unicodedata.category(clean[0]) in ("Mn", "Me"))
    return "◌" + clean if bare else clean


def _is_undrawable(character: str) -> bool:
    """Control characters, line separators, surrogates and noncharacters."""
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or ord(character) & 0xFFFE == 0xFFFE


def shorten(text: str, limit: float, measure: Callable[[str], float]) -> str:
    """The text, cut short with an ellipsis where it is wider than the limit.

    >>> shorten("extraordinary", 8, columns), shorten("漢字漢字", 6, columns)
    ('extraor…', '漢字…')
    """
    if measure(text) <= limit:
        return text
    while text and measure(text + ELLIPSIS) > limit:
        text = text[:-1]
    return text + ELLIPSIS


def runs_right_to_left(text: str) -> bool:
    """Whether a word is in a script that is written from right to left.

    >>> runs_right_to_left("كتاب"), runs_right_to_left("book"), runs_right_to_left("1984")
    (True, False, False)
    """
    directions = [unicodedata.bidirectional(character) for character in text]
    return sum(d in ("R", "AL") for d in directions) > directions.count("L")


def isolated(text: str) -> str:
    """A text about words, as in ``book (3)``, in which right-to-left words do not turn what is around them.

    >>> isolated("كتاب (3) → the (1)") == "\u2068كتاب\u2069 (3) → the (1)"
    True
    """
    return WORD_WITH_NUMBER.sub(
        lambda found: f"\u2068{found[1]}\u2069 ({found[2]})" if runs_right_to_left(found[1]) else found[0], text
    )


def mostly_right_to_left(words: tuple[str, ...]) -> bool:
    """Whether more words of a sentence run from right to left than from left to right."""
    right_to_left = sum(map(runs_right_to_left, words))
    left_to_right = sum(any(unicodedata.bidirectional(c) == "L" for c in word) for word in words)
    return right_to_left > left_to_right
