"""One case in a folder of its own: commands run as people run them, and what is wrong with how they end.

A finding is a traceback, an exit code other than 0, 1, 2 or 130, a long message or one that acts on the terminal, more
than one line of error, a file that was lost, left behind or half written by a command that failed, a command that does
not end. What a case must hold beyond that (the same bytes, a file that loads) it says with `Case.expect`.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "multiplane"]
CODES = (0, 1, 2, 130)
OF_SIGNALS = {signal.SIGINT: (130, -2), signal.SIGTERM: (143, -15)}
MAX_LINE_LENGTH, MAX_WORD_LENGTH = 640, 260
ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
NOTICES = ("No model given", "multiplane: warning: ", "multiplane: note: ", "multiplane: compil")
MODEL_TIME = 600
WALL_TIME = 10
"""A command hangs that takes so many seconds of a core, or so many times as many by the clock."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: bytes
    errors: str
    seconds: float


class Case:
    """A folder with input, the commands that ran in it, and what was found."""

    def __init__(self, folder: Path, prepared: Path, limit: float) -> None:
        self.folder, self.prepared, self.limit = folder, prepared, limit
        self.script: list[str] = []
        self.findings: list[str] = []
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def write(self, name: str, content: str | bytes) -> str:
        """Make a file, and give back its name."""
        data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
        (self.folder / name).write_bytes(data)
        return name

    def take(self, name: str, *made_by: str) -> str:
        """A copy of a file that all cases share, which these arguments make (``OUT`` being its name)."""
        kept = self.prepared / name
        if not kept.exists():
            self.prepared.mkdir(parents=True, exist_ok=True)
            words = [name if word == "OUT" else word for word in made_by]
            subprocess.run([*COMMAND, *words], cwd=self.prepared, check=True, capture_output=True, timeout=MODEL_TIME)
        shutil.copy(kept, self.folder / name)
        return name

    def expect(self, holds: bool, what: str) -> None:
        """A finding if something does not hold."""
        if not holds:
            self.findings.append(what)

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        environment: dict[str, str] | None = None,
        stop: tuple[signal.Signals, float] | None = None,
        leaves: tuple[str, ...] = (),
    ) -> Ended:
        """Run a command; ``stop`` sends it a signal after some seconds, ``leaves`` are files that may change anyway."""
        before = self._files()
        began = monotonic()
        with subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env={**os.environ, "NO_COLOR": "1", **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(self.limit), int(self.limit) + 1)),
        ) as process:
            try:
                if stop:
                    try:
                        out, errors = process.communicate(stdin, timeout=stop[1])
                    except subprocess.TimeoutExpired:
                        process.send_signal(stop[0])
                out, errors = process.communicate(timeout=WALL_TIME * self.limit)
                hangs = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, errors = process.communicate()
                hangs = True
        ended = Ended(process.returncode, out, errors.decode("utf-8", "replace"), monotonic() - began)
        self._remember(arguments, stdin, environment, stop, ended)
        if hangs:
            self.findings.append(f"hangs: not at its end after {self.limit:.0f} seconds: {_short(arguments)}")
            return ended
        for what in self._faults(ended, stop, before, leaves):
            self.findings.append(f"{what}: {_short(arguments)}")
        return ended

    def _faults(
        self, ended: Ended, stop: tuple[signal.Signals, float] | None, before: dict[str, bytes], leaves: tuple[str, ...]
    ) -> list[str]:
        codes = CODES + (OF_SIGNALS[stop[0]] if stop else ())
        early = ended.code == -signal.SIGINT and "multiplane/__main__.py" not in ended.errors
        """Python itself was still starting."""
        lines = [line for line in ended.errors.splitlines() if not line.startswith(NOTICES)]
        after = self._files()
        new = {name for name in after if after[name] != before.get(name)}
        found = {
            "traceback": "Traceback" in ended.errors and not early,
            f"exit code {ended.code}": ended.code not in codes,
            "message that acts on the terminal": bool(ACTING.search(ended.errors)),
            "long line of error": any(len(line) > MAX_LINE_LENGTH for line in lines),
            "long word in a line of error": any(len(word) > MAX_WORD_LENGTH for word in ended.errors.split()),
            f"{len(lines)} lines of error": ended.code == 1 and len(lines) != 1,
            f"lost {', '.join(sorted(before.keys() - after.keys() - set(leaves)))}": bool(
                before.keys() - after.keys() - set(leaves)
            ),
            f"left {', '.join(sorted(new))}": bool(ended.code != 0 and new - set(leaves))
            or any(name.endswith(".part") for name in new),
        }
        return [what for what, is_so in found.items() if is_so]

    def _files(self) -> dict[str, bytes]:
        return {
            path.name: blake2b(path.read_bytes()).digest()
            for path in self.folder.iterdir()
            if path.is_file() and not path.name.startswith("stdin-")
        }

    def _remember(
        self,
        arguments: tuple[str, ...],
        stdin: bytes,
        environment: dict[str, str] | None,
        stop: tuple[signal.Signals, float] | None,
        ended: Ended,
    ) -> None:
        """Write the command down as a line of a script, with what it printed, while the case may still be a finding."""
        number = len(self.script)
        words = [f"{name}={shlex.quote(value)}" for name, value in (environment or {}).items()]
        words += ["timeout", "-s", stop[0].name[3:], f"{stop[1]:.3f}"] if stop else []
        words += ["multiplane", *map(shlex.quote, arguments)]
        if stdin:
            words += ["<", self.write(f"stdin-{number}", stdin)]
        told = "\n".join(f"#   {ascii(line)[:700]}" for line in ended.errors.splitlines()[-30:])
        self.script.append(f"{' '.join(words)}\n# {ended.code} after {ended.seconds:.1f} s\n{told}\n")


def _short(arguments: tuple[str, ...]) -> str:
    return " ".join(ascii(word)[1:-1][:40] for word in arguments)[:160]
