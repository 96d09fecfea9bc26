"""`make fuzz`: what is wrong with a command is seen, a run goes on where it was, a few dozen attacks find nothing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FUZZ = Path(__file__).parents[1] / "scripts" / "fuzz"


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FUZZ)
    return import_module("judge")


@pytest.mark.parametrize(
    ("program", "finding"),
    [
        ("raise ValueError", "traceback: "),
        ("sys.exit(3)", "exit code 3: "),
        ("os.kill(os.getpid(), 11)", "exit code -11: "),
        ("sys.exit('a' * 300)", "long word in a line of error: "),
        ("sys.exit('a ' * 400)", "long line of error: "),
        ("sys.exit('\\x1b[2J')", "message that acts on the terminal: "),
        ("sys.exit('one\\ntwo')", "2 lines of error: "),
        ("open('out', 'w').close(); sys.exit('bad')", "left out: "),
        ("open('in', 'w').close(); sys.exit('bad')", "left in: "),
        ("os.remove('in')", "lost in: "),
        ("open('.out.0123abcd.part', 'w').close()", "left .out.0123abcd.part: "),
        ("time.sleep(60)", "hangs: not at its end after 1 seconds: "),
        ("exec('while True: pass')", "hangs: not at its end after 1 seconds: "),
    ],
)
def test_what_is_wrong_is_seen(
    judge: ModuleType, program: str, finding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "COMMAND", [sys.executable, "-c", f"import os, sys, time; {program}"])
    monkeypatch.setattr(judge, "WALL_TIME", 3)
    case = judge.Case(tmp_path / "case", tmp_path / "prepared", 1.0)
    case.write("in", "input")
    case.run("parse", "in", environment={"A": "b c"})
    assert any(found.startswith(finding) for found in case.findings), case.findings
    assert case.script[0].startswith("A='b c' multiplane parse in\n# ")


def test_what_is_right_is_no_finding(judge: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = judge.Case(tmp_path / "case", tmp_path / "prepared", 60.0)
    for program in (
        "open('out', 'w').close()",
        "sys.exit('multiplane: bad')",
        "print('x', file=sys.stderr); sys.exit(2)",
    ):
        monkeypatch.setattr(judge, "COMMAND", [sys.executable, "-c", f"import os, sys; {program}"])
        case.run("parse")
    monkeypatch.setattr(judge, "COMMAND", [sys.executable, "-c", "import time; time.sleep(60)"])
    assert case.run("train", stop=(signal.SIGTERM, 0.5)).code == -signal.SIGTERM
    assert case.findings == []


def fuzz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, FUZZ, "--folder", folder, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    for number in (1, 2):
        found = fuzz(tmp_path, "--target", "commands", "--cases", "1", "--resume")
        assert found.returncode == 0, found.stdout
        assert json.loads((tmp_path / "state.json").read_text("utf-8"))["next"] == number
    assert "cases 1 to 1; commands 2; findings: 0" in found.stdout


@pytest.mark.slow
@pytest.mark.parametrize("target", ["commands", "names", "files", "texts", "nesting", "pictures"])
def test_dozens_of_attacks(target: str, tmp_path: Path) -> None:
    found = fuzz(tmp_path, "--target", target, "--cases", "4", "--seed", "1")
    assert found.returncode == 0, found.stdout
