"""Lines on standard error for people: errors always, notes and warnings unless --quiet is given."""

from __future__ import annotations

import sys
from contextlib import suppress

from multiplane.characters import visible
from multiplane.errors import bounded

_quiet = False


def be_quiet(quiet: bool) -> None:
    """Whether notes, warnings and progress are left out from now on."""
    global _quiet
    _quiet = quiet


def is_quiet() -> bool:
    """Whether only results and errors are wanted."""
    return _quiet


def complain(text: str) -> None:
    """Print one line on standard error, after the name of the command; where nobody can hear it, say nothing."""
    with suppress(OSError, ValueError):
        print(f"multiplane: {visible(bounded(' '.join(text.splitlines())))}", file=sys.stderr, flush=True)


def note(text: str) -> None:
    """The same for what is no error."""
    if not _quiet:
        complain(text)


def say(text: str) -> None:
    """Print a sentence on standard error, without the name of the command."""
    if not _quiet:
        with suppress(OSError, ValueError):
            print(visible(text), file=sys.stderr, flush=True)
