"""A second process that compiles kernels for a command while the command compiles others.

The helper runs the same command on a few words of the sample, without compiling, and then compiles what the command
needed, the last kernel first (see ``kernels.ahead``). It has no output, and ends with the command.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from multiplane.kernels.ahead import compile_listed, help_with
from multiplane.parallel import cores


def offer_helper(context: typer.Context, job: list[str], but: tuple[str, ...], words: bytes = b"") -> None:
    """Let a helper do this job, with the options of the command but for some, and words as its standard input."""
    if cores() > 1:
        arguments = [*job, *_options(context, but)]
        help_with(lambda: _start(arguments, words))


def _options(context: typer.Context, but: tuple[str, ...]) -> Iterator[str]:
    """The options that the command was given, as they would be typed."""
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if parameter.param_type_name == "option" and name not in but and source and source.name == "COMMANDLINE":
            value = context.params[name]
            for one in value if isinstance(value, list | tuple) else [value]:
                yield from [parameter.opts[0]] if one is True else [parameter.opts[0], str(one)]


def _start(arguments: list[str], words: bytes) -> None:
    with suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(process.terminate)
        assert process.stdin is not None
        with process.stdin as given:
            given.write(words)


def main() -> None:
    """Do a job on a few words, then compile what it needed, as long as the process that wants it is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    help_with(None)
    from multiplane.cli.main import app
    from multiplane.kernels.interpret import kernels

    command = os.getppid()
    with kernels("listed"):
        with TemporaryDirectory() as folder, suppress(Exception):
            app([*sys.argv[1:], "--output", str(Path(folder) / "output")], standalone_mode=False)
        compile_listed(lambda: os.getppid() == command)


if __name__ == "__main__":
    main()
