"""What CONTRIBUTING says of the code is so: the steps of the walks exist, and what it takes to add an opcode."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from multiplane.deduce import deduce, problem, schema
from multiplane.deduce.semirings import Semiring

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "multiplane"
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
STEP = re.compile(r"`([\w/]+\.py):(\w+(?:\.\w+)*)`")


def walks() -> dict[str, list[tuple[str, str]]]:
    """File and function of each step, by the command that is followed."""
    found = re.findall(r"^\*\*`multiplane (\w+)[^`]*`\*\*(.*?)(?=^\*\*|^## )", PAGE, re.MULTILINE | re.DOTALL)
    return {command: STEP.findall(text) for command, text in found}


@cache
def defined_in(path: str) -> set[str]:
    """The functions and classes of a file, methods with their classes."""
    names: set[str] = set()

    def collect(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(before + node.name)
                collect(node.body, f"{before}{node.name}.")

    collect(ast.parse((SOURCE / path).read_text("utf-8")).body, "")
    return names


def test_there_are_three_walks() -> None:
    assert list(walks()) == ["train", "parse", "analyze"]


@pytest.mark.parametrize(("command", "longest"), [("train", 12), ("parse", 10), ("analyze", 9)])
def test_every_step_of_a_walk_exists(command: str, longest: int) -> None:
    steps = walks()[command]
    assert 4 <= len(steps) <= longest
    missing = [f"{path}:{name}" for path, name in steps if name not in defined_in(path)]
    assert not missing


WATCHED = """
import sys, threading
from multiplane.cli.main import main
called = {}
source, report, sys.argv = sys.argv[1], sys.argv[2], ["multiplane", *sys.argv[3:]]
def watch(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(source):
        called[frame.f_code.co_filename[len(source) + 1 :] + ":" + frame.f_code.co_qualname] = True
threading.setprofile(watch), sys.setprofile(watch)
try:
    main()
except SystemExit as ended:
    assert not ended.code
sys.setprofile(None)
open(report, "w").write("\\n".join(called))
"""


@pytest.mark.slow
def test_the_walks_are_walked(tmp_path: Path) -> None:
    """Each command calls every function of its walk; without compilation, which hides kernels."""
    calls = {
        "train": "--system 2-planar --train sample:german-1 --dev sample:german-2 --epochs 1 -o my.model",
        "parse": "-m my.model sample:german-1 -o parsed.conllu",
        "analyze": "--explain projective sample:dutch-2",
    }
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(SOURCE.parent)}
    for command, options in calls.items():
        arguments = [str(SOURCE), "called", command, *options.split()]
        subprocess.run([sys.executable, "-c", WATCHED, *arguments], cwd=tmp_path, env=environment, check=True)
        called = (tmp_path / "called").read_text("utf-8").splitlines()
        assert not [f"{path}:{name}" for path, name in walks()[command] if f"{path}:{name}" not in called]


def mentions(path: Path, name: str) -> bool:
    """Whether a file names an opcode, as an operation or as a number."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if name in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", "")):
            return True
    return False


def test_an_opcode_touches_the_files_that_are_named() -> None:
    """The last one, and what it does to the memory; a system that uses it does not count."""
    named = re.search(r"^\*\*An opcode\.\*\*(.*?)^\*\*", PAGE, re.MULTILINE | re.DOTALL)
    assert named is not None
    files = {path for path in re.findall(r"`([\w/]+\.py)`", named[1]) if not path.startswith("tests/")}
    found = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if mentions(path, "FORGET")}
    assert "forget" in defined_in("transition/machine/operations.py")
    assert (found | {"transition/machine/operations.py"}) - {"transition/systems/catalogue.py"} == files


def test_a_semiring_is_five_entries() -> None:
    shortest = Semiring(99, 0, min, lambda one, other: one + other, lambda found: len(found.arcs))
    assert deduce(schema("eisner-1996"), problem(3)).value(shortest) == 3
