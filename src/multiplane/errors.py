"""The errors that bad input can cause: one line each, which says where, what was found and what was expected.

>>> raise FormatError("a.conllu", 7, "9 columns", "10")
Traceback (most recent call last):
  ...
multiplane.errors.FormatError: a.conllu:7: found 9 columns; expected 10
"""

from __future__ import annotations


class MultiplaneError(Exception):
    """Base class of all errors that the package raises on purpose."""


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


class TreeError(MultiplaneError, ValueError):
    """Heads that do not form a tree: out of range, on a cycle, or a word that is its own head."""
