"""How a command gets a helper: a second process (``cli.helper``) that compiles kernels while the command does."""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import typer

PROCESS = "multiplane.cli.helper"


def offer_helper(context: typer.Context, job: list[str], but: tuple[str, ...], words: bytes = b"") -> None:
    """Let a helper do this job, with the options of the command but for some, and words as its standard input."""
    from multiplane.kernels.ahead import help_with
    from multiplane.parallel import cores

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
            [sys.executable, "-m", PROCESS, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(process.terminate)
        assert process.stdin is not None
        with process.stdin as given:
            given.write(words)
