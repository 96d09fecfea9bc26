"""The errors that bad input can cause: one line each, which says where, what was found and what was expected.

>>> raise FormatError("a.conllu", 7, "9 columns", "10")
Traceback (most recent call last):
  ...
multiplane.errors.FormatError: a.conllu:7: found 9 columns; expected 10
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 60


class MultiplaneError(ValueError):
    """Base class of all errors that the package raises on purpose: an argument, a file or a model is not as expected.

    >>> import multiplane
    >>> try:
    ...     multiplane.decode.decode([[0, 1], [0, 0]], "non-projective")
    ... except ValueError as error:
    ...     print(type(error).__name__)
    MultiplaneError
    """


class FormatError(MultiplaneError):
    """A treebank file that is not in the expected format, with the file and line."""

    def __init__(self, file: str, line: int, found: str, expected: str) -> None:
        super().__init__(f"{file}:{line}: found {found}; expected {expected}")
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int, str, str]]:
        return FormatError, (self.file, self.line, self.found, self.expected)


class TreeError(MultiplaneError):
    """Heads that do not form a tree: out of range, on a cycle, or a word that is its own head."""


def quoted(text: str, most: int = LONGEST_NAME) -> str:
    """A text in quotes for a message, cut short where it is longer than any name.

    >>> quoted("2-planer"), quoted("9" * 5000, most=10)
    ("'2-planer'", "'9999999999…'")
    """
    return repr(text if len(text) <= most else text[:most] + "…")


def unknown(name: str, names: Iterable[str], command: str, like: str | None = None) -> str:
    """An unknown name for a message, with at most three that look like it (or like a part of it), and what lists all.

    >>> unknown("arc-eagre", ["arc-eager", "swap"], "multiplane systems")
    "'arc-eagre'; nearest: arc-eager; `multiplane systems` lists all"
    >>> unknown("foo", ["arc-eager", "swap"], "multiplane systems")
    "'foo'; `multiplane systems` lists all"
    """
    near = get_close_matches((like or name)[:LONGEST_NAME], list(names), 3, 0.65)
    nearest = f"nearest: {', '.join(near)}; " if near else ""
    return f"{quoted(name)}; {nearest}`{command}` lists all"
