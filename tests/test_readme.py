"""The README: one screen, with commands that are there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_readme_is_one_screen_and_each_figure_has_its_command() -> None:
    assert len(README.split()) < 800
    table = README[README.index("| | command |") :].split("\n\n")[0].splitlines()[2:]
    assert len(table) == 6
    for row in table:
        command = row.rstrip("| ").rpartition("| ")[2].strip("`")
        assert command.startswith("multiplane ") or (ROOT / command.removeprefix("python ").split()[0]).is_file(), row


def test_both_commands_stand_near_the_top() -> None:
    top = [line.split("#")[0].strip() for line in README.splitlines()[:30]]
    installed, demonstrated, tested = (top.index(line) for line in ("pip install .", "make demo", "make test"))
    assert installed < demonstrated < tested
    assert any("the command is then `.venv/bin/multiplane`" in line for line in top[tested:])


def test_the_package_is_installed_by_one_line_alone() -> None:
    """Before the package is published that line is for a clone; afterwards no other has to be changed."""
    places = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    places += [path for folder in ("src", "benchmarks", "scripts") for path in (ROOT / folder).rglob("*.py")]
    lines = [line for path in places for line in path.read_text("utf-8").splitlines()]
    found = [line for line in lines if re.search(r"pip install ['\"]?(multiplane|\.(?![\[\w]))", line)]
    assert found == [line for line in README.splitlines() if line.startswith("pip install .")] and len(found) == 1


def made(goal: str, folder: Path) -> str:
    """What make would run for a goal where nothing is installed yet."""
    if shutil.which("make") is None:
        pytest.skip("needs make")
    call = ["make", "--dry-run", "--file", ROOT / "Makefile", "--directory", ROOT, f"VENV={folder / 'venv'}", goal]
    return subprocess.run(call, capture_output=True, text=True, check=True).stdout


def test_the_demonstration_installs_no_test_tools_and_says_where_the_command_is(tmp_path: Path) -> None:
    script = made("demo", tmp_path)
    assert "pip install" in script and "demo.sh" in script and "[test]" not in script
    assert "The command is" in script.split("demo.sh")[1] and "venv/bin/multiplane" in script.split("demo.sh")[1]
    assert "The command is" in made("install", tmp_path)
    assert "[test]" in made("test", tmp_path), "the tools that tests need"
    assert not list(tmp_path.iterdir())
