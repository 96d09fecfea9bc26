"""The real command line in a process of its own, as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-m", "multiplane.cli.main"]


def run(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``multiplane`` with these arguments; standard output and error as text."""
    found = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", **(environment or {})},
        check=False,
    )
    return subprocess.CompletedProcess(
        found.args, found.returncode, found.stdout.decode("utf-8"), found.stderr.decode("utf-8")
    )


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
