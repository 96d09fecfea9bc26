"""A second process that compiles kernels for a command while the command compiles others.

It runs the same command on a few words of the sample, without compiling, and then compiles what the command needed, the
last kernel first (see ``kernels.ahead``). It has no output, and ends with the command.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from multiplane.cli.main import app
from multiplane.kernels.ahead import COMPILERS, compile_listed
from multiplane.kernels.interpret import kernels


def main() -> None:
    """Do a job on a few words, then compile what it needed, as long as the process that wants it is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.environ[COMPILERS] = "1"
    command = os.getppid()
    with kernels("listed"):
        with TemporaryDirectory() as folder, suppress(Exception):
            app([*sys.argv[1:], "--output", str(Path(folder) / "output")], standalone_mode=False)
        compile_listed(lambda: os.getppid() == command)


if __name__ == "__main__":
    main()
