"""A line of progress on standard error: shown on a terminal when the work takes more than two seconds."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import Self

from multiplane.characters import visible
from multiplane.cli.shared.messages import is_quiet

PATIENCE = 2.0
INTERVAL = 0.1
CLEAR_LINE = "\r\033[K"


class ProgressLine:
    """A line that each ``show`` overwrites, and that is gone at the end; silent where there is no terminal.

    It appears after ``patience`` seconds.

    >>> with ProgressLine() as line:
    ...     for done in range(1, 4):
    ...         line.show(f"{done} of 3 sentences")
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.live = sys.stderr.isatty() and not is_quiet()
        self.next = monotonic() + patience
        self.shown = False

    def show(self, text: str) -> None:
        """Replace the line, unless it is too early or has just been replaced."""
        if self.live and monotonic() >= self.next:
            self.next = monotonic() + INTERVAL
            self.shown = True
            print(CLEAR_LINE + visible(text), end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self.shown:
            self.shown = False
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
