"""Standard streams that are closed, broken or full: one line or silence, never a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path

from multiplane.errors import MultiplaneError


class OutputClosed(MultiplaneError):
    """Something is to be printed, and standard output is closed (``>&-``)."""


class PipeBroken(Exception):
    """Nobody reads standard output any more."""


class ClosedStream(io.RawIOBase):
    """Standard output that was closed before the command began: writing to it is an error, nothing else is."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OutputClosed("standard output is closed; expected somewhere to write to")


def prepare_streams() -> None:
    """UTF-8 for output and messages, and something in the place of closed streams.

    The numbers of closed streams are taken first, so that no file that is opened later becomes standard output.
    """
    number = os.open(os.devnull, os.O_RDWR)
    while number <= 2:
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(ClosedStream(), encoding="utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def flush_or_discard() -> None:
    """Write what is still buffered; where that fails, send it nowhere, so that the last flush does not fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()


def discard_output() -> None:
    """Send whatever is still buffered nowhere."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)


def end_as_a_broken_pipe() -> None:
    """End as other tools do when nobody reads their output: silently, by SIGPIPE where the system has it."""
    discard_output()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    sys.exit(1)
