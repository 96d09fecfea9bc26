"""`make mutants`: what it plants is Python and changes what runs; the sample depends on the seed alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    spec = spec_from_file_location("mutants", PROJECT / "scripts" / "mutants.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_bug_is_python_and_changes_what_runs(mutants: ModuleType) -> None:
    bugs = mutants.sample(300, seed=3)
    assert len({(bug.path, bug.line) for bug in bugs}) == 300
    for bug in bugs:
        source = (PROJECT / bug.path).read_bytes()
        assert ast.dump(ast.parse(mutants.planted(source, bug))) != ast.dump(ast.parse(source)), bug


def test_kinds_of_bugs(mutants: ModuleType) -> None:
    source = "def f(a, b):\n    if a < 1 and not b:\n        return g(a, b, key=2)\n    return max(a, b)\n"
    found = {
        (bug.kind, mutants.planted(source.encode(), bug).decode().split(":", 1)[1])
        for bug in mutants.bugs_in("f.py", source)
    }
    rest = "\n        return g(a, b, key=2)\n    return max(a, b)\n"
    assert ("comparison", f"\n    if (a <= 1) and not b:{rest}") in found
    assert ("dropped condition", f"\n    if (not b):{rest}") in found
    assert ("skipped branch", "\n    pass\n    return max(a, b)\n") in found
    end = "\n    return max(a, b)\n"
    assert ("keyword not passed on", f"\n    if a < 1 and not b:\n        return (g(a, b)){end}") in found
    assert ("swapped arguments", f"\n    if a < 1 and not b:\n        return (g(b, a, key=2)){end}") in found


def test_the_list_depends_on_the_seed() -> None:
    one, same, other = (
        subprocess.run(
            [sys.executable, "scripts/mutants.py", "--list", "--size", "9", "--seed", seed],
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "1", "2")
    )
    assert one == same != other
