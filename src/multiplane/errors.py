"""The errors that bad input can cause: one line each, which says where, what was found and what was expected.

>>> raise FormatError("a.conllu", 7, "9 columns", "10")
Traceback (most recent call last):
  ...
multiplane.errors.FormatError: a.conllu:7: found 9 columns; expected 10
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

MAX_VALUE_LENGTH = 60
MAX_PATH_LENGTH = 255
LONGEST = 600

_VALUE = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|[^\s'"]+""", re.DOTALL)


class MultiplaneError(ValueError):
    """Base class of all errors that the package raises on purpose: an argument, a file or a model is not as expected.

    Values in its message are cut short, see `bounded`.

    >>> import multiplane
    >>> try:
    ...     multiplane.decode.decode([[0, 1], [0, 0]], "non-projective")
    ... except ValueError as error:
    ...     print(type(error).__name__)
    MultiplaneError
    """

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))


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


def bounded(message: str) -> str:
    """A message for people with every long value cut short: quoted ones, other words but paths, and the whole.

    >>> bounded(f"found {'9' * 5000!r}; expected a number of at most 10 digits")
    "found '999999999999999999999999999999999999999999999999999999999999…'; expected a number of at most 10 digits"
    >>> len(bounded(f"found {[0] * 5000}; expected a tree"))
    600
    """

    def cut(found: re.Match[str]) -> str:
        value = found[0]
        if value[0] in "'\"":
            return value if len(value) <= MAX_VALUE_LENGTH + 3 else f"{value[: MAX_VALUE_LENGTH + 1]}…{value[0]}"
        return _middle_left_out(value, MAX_PATH_LENGTH if "/" in value or found.start() == 0 else MAX_VALUE_LENGTH)

    return _middle_left_out(_VALUE.sub(cut, message), LONGEST)


def _middle_left_out(text: str, most: int) -> str:
    end = most // 3
    return text if len(text) <= most else f"{text[: most - end - 1]}…{text[-end:]}"


def unknown(name: str, names: Iterable[str], command: str, like: str | None = None) -> str:
    """An unknown name for a message, with at most three that look like it (or like a part of it), and what lists all.

    >>> unknown("arc-eagre", ["arc-eager", "swap"], "multiplane systems")
    "'arc-eagre'; nearest: arc-eager; `multiplane systems` lists all"
    >>> unknown("foo", ["arc-eager", "swap"], "multiplane systems")
    "'foo'; `multiplane systems` lists all"
    """
    near = get_close_matches((like or name)[:MAX_VALUE_LENGTH], list(names), 3, 0.65)
    nearest = f"nearest: {', '.join(near)}; " if near else ""
    return f"{name!r}; {nearest}`{command}` lists all"
