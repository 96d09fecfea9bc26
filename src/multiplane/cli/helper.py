"""Processes that compile kernels for a command while the command compiles others.

The helper runs the same command on a few words of the sample, without compiling, and then compiles what the command
needed, the largest kernel first (see ``kernels.ahead``). While the command waits for that one, a core is free: a second
process, which is less urgent, compiles the next. They have no output, and end with the command.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from multiplane.cli.main import app
from multiplane.kernels.ahead import COMPILERS
from multiplane.kernels.compiler import compile_listed
from multiplane.kernels.interpret import kernels

LESS_URGENT = 5
HEAD_START = 0.2
TERMINATED = 143


def main() -> None:
    """Do a job on a few words, then compile what it needed, as long as the process that wants it is there.

    SystemExit may be lost if it is raised while the compiler calls back: after each kernel there is another look.
    """
    told_to_stop = Event()

    def stop(*_: object) -> None:
        told_to_stop.set()
        sys.exit(TERMINATED)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    os.environ[COMPILERS] = "1"
    command = os.getppid()
    with kernels("listed"):
        with TemporaryDirectory() as folder, suppress(Exception):
            app([*sys.argv[1:], "--output", str(Path(folder) / "output")], standalone_mode=False)
        with a_second_one():
            compile_listed(lambda: os.getppid() == command and not told_to_stop.is_set())
            if told_to_stop.is_set():
                sys.exit(TERMINATED)


@contextmanager
def a_second_one() -> Iterator[None]:
    """A copy of this process that compiles what was listed, too, but for what this one has begun; it ends with it."""
    if not hasattr(os, "fork"):
        yield
        return
    first = os.getpid()
    second = os.fork()
    if second == 0:
        with _exit_afterwards():
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.nice(LESS_URGENT)
            time.sleep(HEAD_START)
            compile_listed(lambda: os.getppid() == first)
    try:
        yield
        os.waitpid(second, 0)
    except BaseException:
        os.kill(second, signal.SIGTERM)
        raise


@contextmanager
def _exit_afterwards() -> Iterator[None]:
    """End the process here, whatever happens, and leave its standard streams and temporary files alone."""
    try:
        yield
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
