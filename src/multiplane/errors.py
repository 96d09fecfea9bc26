"""The one family of errors: everything a user's input can cause, each message one line that says where and what.

>>> raise FormatError("a.conllu", 7, "9 columns", "10")
Traceback (most recent call last):
  ...
multiplane.errors.FormatError: a.conllu:7: found 9 columns; expected 10
"""

from __future__ import annotations


class MultiplaneError(Exception):
    """Base of all errors that the package raises on purpose."""


class FormatError(MultiplaneError):
    """A treebank file that breaks its format, with the file, the line, what was found and what was expected."""

    def __init__(self, file: str, line: int, found: str, expected: str) -> None:
        super().__init__(f"{file}:{line}: found {found}; expected {expected}")
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int, str, str]]:
        return FormatError, (self.file, self.line, self.found, self.expected)


class TreeError(MultiplaneError, ValueError):
    """Heads that are not a tree: out of range, a cycle, a word that is its own head."""
