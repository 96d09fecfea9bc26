"""Text for people: what would act on a terminal is shown instead, and a noun agrees with its number."""

from __future__ import annotations

import re

_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """A number with its noun, singular for one.

    >>> plural(1, "sentence"), plural(2000, "sentence"), plural(0, "tree", "trees")
    ('1 sentence', '2,000 sentences', '0 trees')
    """
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def visible(text: str) -> str:
    r"""The text with control characters, line separators and bidirectional overrides written as escapes.

    >>> print(visible("nsubj\x1b[31m\x9b2J\tü"))
    nsubj\x1b[31m\x9b2J\tü
    """
    return _ACTING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def visible_lines(text: str) -> str:
    r"""The same for a text of several lines, which stay lines.

    >>> print(visible_lines("one\rtwo\nthree\x07"))
    one\rtwo
    three\x07
    """
    return "\n".join(map(visible, text.split("\n")))


def as_json_text(text: str) -> str:
    r"""JSON with the same characters as escapes of JSON, which stand for the same values.

    >>> print(as_json_text('["nsubj\x9b2J"]'))
    ["nsubj\u009b2J"]
    """
    kept = text.split("\n")
    return "\n".join(_ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in kept)
