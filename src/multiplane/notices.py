"""One-line notices for a person who is waiting, and progress that comes and goes.

Notices go to standard error, unless they are sent elsewhere; progress goes nowhere by default. MULTIPLANE_QUIET in the
environment keeps away what is not sent elsewhere.

>>> received = []
>>> send_notices_to(received.append)
>>> notice("compiling 3 kernels")
>>> received
['compiling 3 kernels']
>>> send_notices_to(None)
>>> notice("this one is dropped")
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

Receiver = Callable[[str], None]
QUIET = "MULTIPLANE_QUIET"


def _say(text: str) -> None:
    print(f"multiplane: {text}", file=sys.stderr)


_notices: Receiver | None = None if QUIET in os.environ else _say
_progress: Receiver | None = None
_said: dict[str, object] = {}


def send_notices_to(notices: Receiver | None, progress: Receiver | None = None) -> None:
    """Call these functions with every notice, and with every state of progress, from now on; None drops them."""
    global _notices, _progress
    _notices, _progress = notices, progress
    _said.clear()


def notice(text: str) -> None:
    """Send a notice to its receiver, if there is one."""
    if _notices is not None:
        _notices(text)


def notice_once(subject: str, text: str) -> None:
    """The same, but a receiver gets only the first notice on each subject.

    >>> received = []
    >>> send_notices_to(received.append)
    >>> notice_once("words", "some are unknown")
    >>> notice_once("words", "others are unknown")
    >>> received
    ['some are unknown']
    >>> send_notices_to(None)
    """
    mark = object()
    if _said.setdefault(subject, mark) is mark:
        notice(text)


def show_progress(text: str) -> None:
    """Send a state of progress, which replaces the one before, to its receiver, if there is one; "" is the end."""
    if _progress is not None:
        _progress(text)
