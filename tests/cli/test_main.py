"""The command itself: help, version, completion, exit codes, closed pipes, the notice of compilation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.running import COMMAND, output, run, terminal_output

from multiplane import __version__
from multiplane.cli.main import app


def test_help_and_version() -> None:
    assert output("--version") == f"multiplane {__version__}\n"
    assert "analyze" in output("--help")
    assert run().returncode == 2


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, multiplane.cli.main\n"
        "print([name for name in ('numpy', 'numba', 'llvmlite', 'rich.progress') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_every_command_has_help() -> None:
    commands = re.findall(r"^│ (\w+) ", output("--help").split("Commands")[1], re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        assert "Usage" in output(command, "--help")


def options_of(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every option of every command, with the command's name."""
    for inner, other in getattr(command, "commands", {}).items():
        yield from options_of(other, f"{name} {inner}".strip())
    yield from ((name, option) for option in command.params if option.opts[0].startswith("-"))


def test_a_flag_means_the_same_in_every_command() -> None:
    found = list(options_of(typer.main.get_command(app)))
    meant: dict[str, set[str]] = {}
    taken: dict[str, set[str]] = {}
    for command, option in found:
        names = [name for name in option.opts if name.startswith("--")]
        for short in set(option.opts) - set(names):
            meant.setdefault(short, set()).add(names[0])
        for name in names:
            taken.setdefault(name, set()).update(["a flag"] if option.is_flag else filter(None, [option.metavar]))
        if "--format" in names:
            assert option.help == "Output format.", command
        if "--from" in names:
            assert option.help.startswith("Input"), command
        if "--json" in names:
            assert option.is_flag and option.help in ("Print JSON.", "Print the same as JSON."), command
    assert all(len(names) == 1 for names in meant.values()), meant
    assert [name for name, kinds in taken.items() if len(kinds) > 1] == ["--output", "--model"]
    assert {"-o", "-q", "-m", "-f", "-s", "-w"} <= set(meant)
    leaves = {command for command, option in found if "--help" not in option.opts}
    assert {command for command, option in found if "--quiet" in option.opts} == leaves


def test_shell_completion_is_offered() -> None:
    asked = {"_MULTIPLANE_COMPLETE": "complete_bash", "COMP_WORDS": "multiplane ana", "COMP_CWORD": "1"}
    script = Path(sys.executable).with_name("multiplane")
    found = subprocess.run([script], env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["analyze"]


def test_unknown_commands_are_bad_usage() -> None:
    found = run("analyse")
    assert found.returncode == 2 and "Traceback" not in found.stderr


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    script = " ".join([*COMMAND, "analyze", "sample:", "--explain", "projective", "|", "head", "-n", "1"])
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.count("\n") == 1
    assert found.stderr == ""


@pytest.mark.slow
def test_the_share_of_compilation_that_is_done_is_shown_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "TERM": "xterm", "MULTIPLANE_KERNELS": "compiled"}
    first = terminal_output(["convert", "sample:dutch-1", "--to", "conllu"], environment)
    second = terminal_output(["convert", "sample:dutch-1", "--to", "conllu"], environment)
    assert re.search(r"compiling: \d+ %, about \d+ s left", first)
    assert "compiling" not in second and "dutch-1" in second


def test_a_small_job_compiles_nothing_and_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
    found = run("convert", "sample:dutch-1", "--to", "conllu", environment={"NUMBA_CACHE_DIR": str(tmp_path)})
    assert found.returncode == 0 and found.stderr == ""
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "--tree", "hen>0", "--heads", "0"), "--tree cannot be combined with --heads"),
        (("analyze", "sample:", "--csv", "--explain", "planar"), "--csv cannot be combined with --explain"),
        (("analyze", "sample:", "--limit", "2"), "--pictures and --limit require --explain"),
        (("parse", "--text", "--from", "vertical", "a"), "--text cannot be combined with --from vertical"),
        (("features", "--model", "liblinear"), "--model liblinear requires --malt"),
    ],
)
def test_options_that_do_not_go_together_are_told_in_one_sentence(arguments: tuple[str, ...], message: str) -> None:
    found = run(*arguments)
    assert found.returncode == 2 and message in found.stderr and "Invalid value" not in found.stderr
