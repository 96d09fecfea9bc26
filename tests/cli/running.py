"""The real command line, as a user runs it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from unittest import mock

from multiplane.cli.main import main

COMMAND = [sys.executable, "-m", "multiplane.cli.main"]


def run(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``multiplane`` with these arguments; standard output and error as text.

    It runs in this process, with standard streams of its own, which saves the second that starting one takes; in a
    process of its own where it needs an environment, as that counts when the package is imported.
    """
    call = run_in_a_process if environment else run_here
    found = call(list(map(str, arguments)), stdin, cwd, {"NO_COLOR": "1", "COLUMNS": "100", **(environment or {})})
    return subprocess.CompletedProcess(
        found.args, found.returncode, found.stdout.decode("utf-8"), found.stderr.decode("utf-8")
    )


def run_in_a_process(
    arguments: list[str], stdin: bytes, cwd: Path | None, environment: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


def run_here(
    arguments: list[str], stdin: bytes, cwd: Path | None, environment: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    on_term = signal.getsignal(signal.SIGTERM)
    with TemporaryFile() as given, TemporaryFile() as printed, TemporaryFile() as complained:
        given.write(stdin)
        given.seek(0)
        with (
            mock.patch.dict(os.environ, environment),
            mock.patch.object(sys, "argv", ["multiplane", *arguments]),
            chdir(cwd or Path.cwd()),
            standard_streams(given, printed, complained),
        ):
            try:
                main()
                code = 0
            except SystemExit as stopped:
                code = int(stopped.code or 0)
            finally:
                signal.signal(signal.SIGTERM, on_term)
        for stream in (printed, complained):
            stream.seek(0)
        return subprocess.CompletedProcess(arguments, code, printed.read(), complained.read())


@contextmanager
def standard_streams(*files: IO[bytes]) -> Iterator[None]:
    """Files in the place of standard input, output and error, for Python and for what it starts."""
    sys.stdout.flush()
    sys.stderr.flush()
    saved = [os.dup(number) for number in range(3)]
    names = ("stdin", "stdout", "stderr")
    before = [getattr(sys, name) for name in names]
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    for number, name in enumerate(names):
        setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115
    try:
        yield
    finally:
        for number, name in enumerate(names):
            with suppress(OSError, ValueError):
                getattr(sys, name).flush()
            setattr(sys, name, before[number])
            os.dup2(saved[number], number)
            os.close(saved[number])


def output(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The standard output of a call that must succeed."""
    found = run(*arguments, stdin=stdin)
    assert found.returncode == 0, found.stderr
    return found.stdout


def complaint(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The one line of complaint of a call that must fail on bad input, with nothing on standard output."""
    found = run(*arguments, stdin=stdin)
    assert found.returncode == 1, (found.returncode, found.stdout, found.stderr)
    assert found.stdout == ""
    assert found.stderr.startswith("multiplane: ") and found.stderr.count("\n") == 1, found.stderr
    return found.stderr.removeprefix("multiplane: ").rstrip("\n")


def misuse(*arguments: str | Path) -> str:
    """What is wrong with a call that must fail as bad usage, in one line; nothing is on standard output."""
    found = run(*arguments)
    assert (found.returncode, found.stdout) == (2, ""), (found.returncode, found.stdout, found.stderr)
    box = [line.strip("│ ") for line in found.stderr.splitlines() if line.startswith("│")]
    assert box, found.stderr
    return " ".join(box).removeprefix("Invalid value for ")


@contextmanager
def started(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """A call that goes on beside the test, with pipes to all its ends; it never outlives the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *map(str, arguments)], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_a_file(folder: Path) -> None:
    """Wait until a command has begun to write."""
    deadline = time.monotonic() + 60
    while not list(folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(folder.iterdir()), "the command should have begun to write"


def terminal_output(arguments: list[str], environment: dict[str, str]) -> str:
    """What a user sees when the command runs on a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=slave, stderr=slave, stdin=slave, env={**os.environ, **environment}
    )
    os.close(slave)
    seen = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    process.wait()
    os.close(master)
    return seen.decode("utf-8")
